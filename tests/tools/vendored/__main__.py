"""`python -m tests.tools.vendored`: proves that the page's libraries of others are those of its lock file, and renews
them from npm.

`docs/inside/page.md` says which there are and why."""

from __future__ import annotations

import argparse
import sys

from .lock import mistakes
from .renew import renew


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.vendored", description=__doc__)
    parser.add_argument(
        "--renew",
        nargs="*",
        metavar="NAME@VERSION",
        help="fetch the packages from npm; those that are named in these versions, the others as they are",
    )
    options = parser.parse_args()
    if options.renew is not None:
        wanted = [each.rpartition("@") for each in options.renew]
        if any(not name for name, _, _ in wanted):
            parser.error("write NAME@VERSION")
        for sentence in renew({name: version for name, _, version in wanted}):
            print(sentence)
    found = list(mistakes())
    for mistake in found:
        print(mistake)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
