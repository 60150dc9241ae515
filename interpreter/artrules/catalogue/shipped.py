"""The rulesets that come with the engine: in the installed package, or beside it in an editable checkout."""

from __future__ import annotations

from pathlib import Path

import artrules
from artrules.catalogue.locations import MAIN

_PACKAGE = Path(artrules.__file__).parent


def shipped_folder() -> Path:
    """The folder of the shipped rulesets."""
    inside = _PACKAGE / "rulesets"
    return inside if inside.is_dir() else _PACKAGE.parent.parent / "rulesets"


def shipped_rulesets() -> list[str]:
    """The names of the shipped rulesets, sorted."""
    return sorted(p.parent.name for p in shipped_folder().glob(f"*/{MAIN}"))
