"""What a plugin may add to artrules: its hooks, each a function that a plugin may have.

    from artrules.hookspecs import hook

    @hook
    def artrules_bots():
        return {"cautious": CautiousBot}

A plugin is a module that a package names in the entry-point group `artrules`. `docs/plugins.md` tells the whole;
`artrules new plugin NAME` writes one to begin with. A hook gets and gives data of the types that stand here, and never
the engine's own objects. No hook may add to the language: what content means depends on content alone.

`HOOKS_VERSION` counts up when a hook is added or changes. A plugin says with `ARTRULES_HOOKS = 2` for which version it
was written; one for a later version is refused, one for an earlier version goes on working.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    import click

    from artrules.bots.bot import BotFactory
    from artrules.plugins.check import Check
    from artrules.plugins.export import Exporter
    from artrules.plugins.listener import GameInfo, Listener
    from artrules.plugins.report import Reporter

GROUP = "artrules"
"""The group of entry points, and pluggy's name for the project."""

HOOKS_VERSION = 2

hook = pluggy.HookimplMarker(GROUP)
"""Marks a function of a plugin as the implementation of the hook of that name."""

_specify = pluggy.HookspecMarker(GROUP)
"""Marks the specification of a hook. pluggy takes its name and parameters from it, and never calls it."""


@_specify
def artrules_ruleset_folders() -> Iterable[Path]:
    """Folders with content. Since version 1.

    A folder in them that has a `ruleset.yaml` is a game, found by the folder's name. Every other YAML file is a set or
    an overlay of some game. It is added to that game where the game declares the plugin (`plugins:` in its
    `ruleset.yaml`), or where somebody asks for it with `--with plugin:NAME`; installing a plugin changes no game.
    """
    raise NotImplementedError


@_specify
def artrules_bots() -> Mapping[str, BotFactory]:
    """Bots by name: what makes one from a game's seed and a seat counted from 1. Since version 1.

    What a bot does by chance comes from these two alone, so that the same seed brings the same game.
    """
    raise NotImplementedError


@_specify
def artrules_checks() -> Iterable[Check]:
    """Checks that `artrules check` runs on content that has no errors of its own. Since version 2.

    They judge; they change nothing: a ruleset that they refuse can still be played.
    """
    raise NotImplementedError


@_specify
def artrules_reporters() -> Mapping[str, Reporter]:
    """Reports by name: what makes a text of a simulation, for `artrules simulate --format NAME`. Since version 2."""
    raise NotImplementedError


@_specify
def artrules_exporters() -> Mapping[str, Exporter]:
    """Exporters by name: what makes a file of a ruleset, for `artrules export RULESET --as NAME`. Since version 2."""
    raise NotImplementedError


@_specify
def artrules_commands() -> Iterable[click.Command]:
    """Commands that stand beside those of artrules: `artrules NAME`. Since version 2."""
    raise NotImplementedError


@_specify
def artrules_game_begins(game: GameInfo) -> Listener | None:
    """A game begins, or is gone on with. Gives who listens to it, or nothing. Since version 2.

    A listener sees what its seat may know, or what everybody may; it changes nothing.
    """
