"""`python -m tests.tools.benchmarks.near_limits`: CPU seconds of `artrules check` for content near every limit.

The contents are those of `tests/tools/hostile/large.py`. Each is checked by processes of their own, and the least
time of some runs is told, start of Python included: what else a machine does can only add.
`docs/inside/performance.md` says more.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from artrules.model.catalogue.locations import shipped_rulesets
from tools.hostile.large import LARGE, contents
from tools.hostile.subject import write

GOAL = 3.0
"""CPU seconds for whatever lies within the limits."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each content, the shipped rulesets first; 1 when one takes longer than the goal."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.benchmarks.near_limits", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="CONTENT", help="some of the contents; without any, all")
    parser.add_argument("--runs", type=int, default=3, help="runs of each")
    chosen = parser.parse_args(arguments)
    slow = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.names or [*shipped_rulesets(), *LARGE]:
            known = name in shipped_rulesets()
            subject = name if known else str(write(Path(folder) / "kiln", contents(name)))
            seconds, last = min(check(subject) for _ in range(max(1, chosen.runs)))
            slow += seconds > GOAL
            print(f"{seconds:6.2f} s  {name:32}  {last}", flush=True)
    return 1 if slow else 0


def check(subject: str) -> tuple[float, str]:
    """The CPU seconds of one check, and its closing line."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "artrules", "check", subject]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = done.stdout.strip().splitlines()
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, told[-1] if told else done.stderr[-80:]


if __name__ == "__main__":
    sys.exit(main())
