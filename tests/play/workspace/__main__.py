"""`python -m tests.play.workspace [N]`: N edits of each shipped game and of Lanterns (default 100)."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from artrules.model.catalogue.locations import shipped_folder, shipped_rulesets

from .comparison import differences

RULESETS = Path(__file__).parent.parent.parent / "rulesets"


def main() -> int:
    """Try them all; 1 if a workspace said anything else than a fresh reading."""
    edits = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    wrong = 0
    for ruleset in (RULESETS / "lanterns", *(shipped_folder() / name for name in sorted(shipped_rulesets()))):
        with tempfile.TemporaryDirectory() as folder:
            found = list(differences(ruleset, Path(folder) / "copy", edits, seed=edits))
        wrong += len(found)
        print(f"{ruleset.name}: {edits} edits, {len(found)} differences", *found, sep="\n  ", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
