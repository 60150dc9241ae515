"""`python -m tests.tools.random_content [--rulesets N] [--seed S]`: random rulesets, played on both executors at once.
A difference is printed with the smallest ruleset that is found to show it."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tools.random_content.ruleset import ruleset
from tools.random_content.shrink import shrink
from tools.random_content.trial import try_files


def main(arguments: list[str] | None = None) -> int:
    """Try them; 1 when something differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.random_content", description=__doc__)
    parser.add_argument("--rulesets", type=int, default=2_000, help="how many (default: 2000)")
    parser.add_argument("--seed", type=int, default=0, help="of the first; the others follow (default: 0)")
    parser.add_argument("--print", action="store_true", help="print the ruleset of the seed, and try nothing")
    wanted = parser.parse_args(arguments)
    if wanted.print:
        print(*(f"# {name}\n{text}" for name, text in ruleset(wanted.seed).items()), sep="\n")
        return 0
    counts: Counter[str] = Counter()
    differing = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "random"
        for seed in range(wanted.seed, wanted.seed + wanted.rulesets):
            found = try_files(folder, ruleset(seed), seed, counts)
            if found is not None:
                differing += 1
                print(
                    f"DIFFERS: {found}\n  again: python -m tests.tools.random_content --rulesets 1 --seed {seed}",
                    flush=True,
                )
                small = shrink(ruleset(seed), partial(_differ, folder, seed))
                print(*(f"  # {name}\n{text}" for name, text in small.items()), sep="\n")
    print(", ".join(f"{number:,} {what}" for what, number in counts.items()))
    return 1 if differing else 0


def _differ(folder: Path, seed: int, files: dict[str, str]) -> bool:
    return try_files(folder, files, seed, Counter()) is not None


if __name__ == "__main__":
    sys.exit(main())
