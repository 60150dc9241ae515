"""`python -m tests.tools.consistent_deals`: counts determinizations of Hearts that contradict what has been seen."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import artrules

from .deals import contradictions

MOST_TOLD = 10


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.consistent_deals", description=__doc__)
    parser.add_argument("positions", nargs="?", type=int, default=1000, help="so many positions (default: 1000)")
    parser.add_argument("--deals", type=int, default=10, help="so many determinizations of each (default: 10)")
    chosen = parser.parse_args(arguments)
    accounts = list(contradictions(artrules.load("hearts"), chosen.positions, chosen.deals))
    wrong = [account for account in accounts if account]
    for account in wrong[:MOST_TOLD]:
        print("; ".join(account))
    print(f"{len(accounts)} determinizations, {len(wrong)} contradict what has been seen")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
