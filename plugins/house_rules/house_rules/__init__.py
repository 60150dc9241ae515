"""A plugin for artrules: house rules for Avant Carde. They are content, the overlays beside this file."""

from __future__ import annotations

from pathlib import Path

from artrules import hook

ARTRULES_HOOKS = 1


@hook
def artrules_ruleset_folders() -> list[Path]:
    """The folder with the overlays."""
    return [Path(__file__).parent]
