"""`python -m tests.tools.refusals [NAME …] [--games N] [--seed S] [--unclear]`: what players read in random games of
the shipped rulesets where something isn't possible, the most frequent first. An `!` marks what isn't words for a
player."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from tools.refusals.census import census


def main(arguments: list[str] | None = None) -> int:
    """Ask; 1 when an answer isn't words for a player."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.refusals", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="rulesets (default: all that are shipped)")
    parser.add_argument("--games", type=int, default=200, help="how many of each (default: 200)")
    parser.add_argument("--seed", type=int, default=0, help="of the first; the others follow (default: 0)")
    parser.add_argument("--unclear", action="store_true", help="print only what isn't words for a player")
    wanted = parser.parse_args(arguments)
    unclear = 0
    for name in wanted.names or shipped_rulesets():
        began = time.perf_counter()
        result = census(artrules.load(name), range(wanted.seed, wanted.seed + wanted.games))
        seconds = time.perf_counter() - began
        unclear += len(result.unclear)
        print(
            f"{name}: {result.asked} questions in {seconds:.0f} s, {len(result.refusals)} different refusals, "
            f"{len(result.unclear)} unclear",
            *result.lines(wanted.unclear),
            sep="\n",
            flush=True,
        )
    return 1 if unclear else 0


if __name__ == "__main__":
    sys.exit(main())
