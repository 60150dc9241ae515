"""What a plugin may add. A plugin is a module with some of these functions, marked with `hook`:

    from artrules.plugins.hooks import hook

    @hook
    def artrules_bots():
        return {"cautious": CautiousBot}

It is found by the entry point that its package declares in the group `artrules`. `plugins/cautious_bot` in the source
is a whole one. No hook may add to the language: what content means depends on content alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from artrules.bots.bot import BotFactory

GROUP = "artrules"
"""The group of entry points, and pluggy's name for the project."""

HOOKS_VERSION = 1
"""Counts up when a hook changes. A plugin that sets ARTRULES_HOOKS to a higher number is refused."""

hook = pluggy.HookimplMarker(GROUP)
_specify = pluggy.HookspecMarker(GROUP)


@_specify
def artrules_ruleset_folders() -> Iterable[Path]:  # type: ignore[empty-body]
    """Folders that hold rulesets, each in a folder of its own; these are then found by name."""


@_specify
def artrules_bots() -> Mapping[str, BotFactory]:  # type: ignore[empty-body]
    """Bots by name: what makes one from a game's seed and a seat counted from 1."""
