"""`python -m tests.play.workspace [N [RULESET …]]`: N edits (default 100) of each ruleset.

A ruleset is named like its folder in `tests/rulesets`, or is a shipped one; by default all shipped ones are edited, and
Lanterns.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from artrules.model.catalogue.locations import shipped_folder, shipped_rulesets
from artrules.play.stored.cache import VARIABLE

from .comparison import differences

RULESETS = Path(__file__).parent.parent.parent / "rulesets"


def main() -> int:
    """Try them all; 1 if a workspace said anything else than a fresh reading."""
    edits = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    wrong = 0
    for name in sys.argv[2:] or ("lanterns", *sorted(shipped_rulesets())):
        own = RULESETS / name
        ruleset = own if own.is_dir() else shipped_folder() / name
        with tempfile.TemporaryDirectory() as folder:
            os.environ[VARIABLE] = str(Path(folder) / "cache")
            different = list(differences(ruleset, Path(folder), edits, seed=edits))
        wrong += len(different)
        print(f"{name}: {edits} edits, {len(different)} differences", *different, sep="\n  ", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
