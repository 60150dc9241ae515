"""The hooks: the functions with which a plugin adds something to artrules. A plugin may implement any of them.

    from artrules import hook

    @hook
    def artrules_bots():
        return {"cautious": CautiousBot}

A plugin is a module that a package names in the entry-point group `artrules`. `docs/extend/plugins.md` describes
plugins in full, and `artrules new plugin NAME` writes a first one. Hooks take and return only the types that this file
names, never the engine's own objects. What hooks add to the language, only a game has that names the plugin.

`HOOKS_VERSION` is increased when a hook is added or changes. A plugin declares with `ARTRULES_HOOKS = 2` the version
that it needs: the highest one since which there is a hook that it implements. A plugin that needs a later version is
refused; one that needs an earlier version works.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    import click

    from artrules.play.game.seat import BotFactory
    from artrules.play.plugins.api import Check, Exporter, GameInfo, Listener, PureFunction, Reporter, WayToDraw


GROUP = "artrules"
"""The group of entry points, which is also the project's name in pluggy."""

HOOKS_VERSION = 3

hook = pluggy.HookimplMarker(GROUP)
"""Marks a function of a plugin as the implementation of the hook with the same name."""

_specify = pluggy.HookspecMarker(GROUP)
"""Marks the specification of a hook: a name, parameters and a docstring. It has no body, as pluggy never calls it."""


@_specify
def artrules_ruleset_folders() -> Iterable[Path]:
    """Folders with content. Since version 1.

    A folder inside them that holds a `ruleset.yaml` is a game; its name is the folder's. Every other YAML file is a set
    or an overlay of some game. It is added to that game if the game declares the plugin (`plugins:` in its
    `ruleset.yaml`), or if somebody asks for it with `--with plugin:NAME`. So installing a plugin changes no game.
    """


@_specify
def artrules_bots() -> Mapping[str, BotFactory]:
    """Factories of bots, by name. Each takes a game's seed and a seat counted from 1. Since version 1.

    A bot may derive random choices from these two numbers only, so that the same seed leads to the same game.
    """


@_specify
def artrules_checks() -> Iterable[Check]:
    """Checks that `artrules check` runs on content without errors of its own. Since version 2.

    Checks only report. A ruleset in which they find errors can still be played.
    """


@_specify
def artrules_reporters() -> Mapping[str, Reporter]:
    """Reporters by name. Each makes a text of a simulation, for `artrules simulate --format NAME`. Since version 2."""


@_specify
def artrules_exporters() -> Mapping[str, Exporter]:
    """Exporters by name. Each makes a file of a ruleset, for `artrules export RULESET --as NAME`. Since version 2."""


@_specify
def artrules_commands() -> Iterable[click.Command]:
    """Commands that are added to those of artrules: `artrules NAME`. Since version 2."""


@_specify
def artrules_game_begins(game: GameInfo) -> Listener | None:
    """Called when a game begins or continues. Returns a listener to that game, or None. Since version 2.

    A listener hears what its seat may know, or what everybody may know. It can't change the game.
    """


@_specify
def artrules_functions() -> Iterable[PureFunction]:
    """Functions that the code of content can call. Since version 3.

    A ruleset that names the plugin under `plugins` has them like functions of the language. They see nothing of the
    game but the values that they are given, and always give the same for the same.
    """


@_specify
def artrules_draws() -> Iterable[WayToDraw]:
    """Ways to draw by chance, for `random x by NAME(…)` in the code of content. Since version 3.

    A ruleset that names the plugin under `plugins` has them. Their random numbers come from the game's seed.
    """


__all__ = ["GROUP", "HOOKS_VERSION", "hook"]
