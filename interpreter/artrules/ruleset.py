"""Rulesets as clients use them: load one, look at it, begin a game, take up a saved one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from artrules.catalogue.find import find_outside, find_ruleset
from artrules.compile.configuration import Configuration
from artrules.compile.probes import Probes
from artrules.declare.overlays import applying, counts_with
from artrules.diagnostics.errors import ContentError
from artrules.ir.model import Model
from artrules.pipeline import Content, build_runtime, read_content
from artrules.run.decision import GameFault
from artrules.run.game import Game
from artrules.run.inspection.execution import Execution
from artrules.run.proof.take_up import take_up
from artrules.run.runtime import Runtime
from artrules.run.save_document import SaveRefused, damaged
from artrules.run.save_format import read_save
from artrules.settings import choose_settings, settle

__all__ = ["Ruleset", "SaveRefused", "load", "other_content"]


MOST_RUNTIMES = 512
"""Configurations that stay compiled. Games with random settings may have any of very many."""
Prepare = Callable[[int, Mapping[str, Any]], tuple[Runtime, dict[str, Any]]]
"""Makes what runs games for a number of players with some settings; gives the settings with defaults, too."""


class BadCount(ValueError):
    """A number of players for which a game can't be set up."""


def load(name_or_path: str | Path, extra: Iterable[str | Path] = ()) -> Ruleset:
    """The ruleset with a name (a shipped one) or in a folder.

    `extra` are files and folders from outside: sets, overlays and scenarios for it, and rulesets that are then found
    by the names of their folders. Raises ContentError, with all diagnostics, when something is wrong with it or them.
    """
    outside = find_outside(extra)
    folder, shown_as = find_ruleset(name_or_path, outside.rulesets, with_plugins=False)
    content = read_content(folder, shown_as, scenarios=False, extra=outside)
    if content.report.has_errors:
        raise ContentError(content.report.diagnostics, content.source_text)
    return Ruleset(content)


class Ruleset:
    """A ruleset without errors. Programs are compiled when first needed, one for each configuration."""

    def __init__(self, content: Content, prepare: Prepare | None = None) -> None:
        """`prepare` replaces the ordinary way to compile a configuration."""
        self.content = content
        self._prepare = prepare or self._compile
        self._runtimes: dict[str, tuple[Runtime, dict[str, Any]]] = {}

    @property
    def model(self) -> Model:
        """What is declared, without overlays."""
        return self.content.base

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def title(self) -> str:
        return self.model.title

    @property
    def player_counts(self) -> list[int]:
        """How many can play: each number with some settings."""
        return sorted({n for ways in self.content.ways.values() for n in ways.counts})

    def players_with(self, settings: Mapping[str, Any]) -> list[int]:
        """How many can play with some settings. Raises BadSetting for those that can't be chosen."""
        _, configuration = choose_settings(self.model, self.fewest_players, settings)
        return counts_with(self.model, self.content.files.overlays, configuration.settings)

    @property
    def fewest_players(self) -> int:
        """How many play when nobody says: the fewest of the game itself, whatever overlays add."""
        return self.model.players[0]

    @property
    def content_hash(self) -> str:
        """A hash of all its files that hold rules, those from outside included."""
        return self.content.hash

    @property
    def added(self) -> tuple[str, ...]:
        """What came from outside: `set river`, `overlay duel`."""
        return tuple(self.content.files.added)

    def settle(self, settings: Mapping[str, Any], seed: int) -> dict[str, Any]:
        """Settings for a game with a seed: what was given as `random` has been drawn."""
        return settle(self.model, settings, seed)

    def see_count(self, players: int, settings: Mapping[str, Any]) -> None:
        """See that so many can play with some settings. Raises BadCount, and BadSetting."""
        if players not in self.player_counts:
            raise BadCount(f"{self.title} is for {_listed(self.player_counts)} players, not {players}")
        counts = self.players_with(settings)
        if players not in counts:
            raise BadCount(f"{self.title} is for {_listed(counts)} players with these settings, not {players}")

    def runtime(self, players: int, settings: Mapping[str, Any] | None = None) -> tuple[Runtime, dict[str, Any]]:
        """What runs games of one configuration, and the settings with defaults. Raises ValueError when a game can't be
        set up so. The runtime belongs to the engine; clients only hand it on."""
        key = json.dumps([players, dict(settings or {})], sort_keys=True, default=str)
        known = self._runtimes.get(key)
        if known is None:
            known = self._prepare(players, settings or {})
            if len(self._runtimes) >= MOST_RUNTIMES:
                del self._runtimes[next(iter(self._runtimes))]
            self._runtimes[key] = known
        return known

    def _compile(self, players: int, settings: Mapping[str, Any]) -> tuple[Runtime, dict[str, Any]]:
        model, configuration, chosen = self.configured(players, settings)
        return build_runtime(model, configuration), chosen

    def configured(self, players: int, settings: Mapping[str, Any]) -> tuple[Model, Configuration, dict[str, Any]]:
        """The model of one way to set up the game, its configuration, and the settings with defaults. Raises
        ValueError when a game can't be set up so."""
        self.see_count(players, settings)
        chosen, configuration = choose_settings(self.model, players, settings)
        overlays = applying(self.model, self.content.files.overlays, players, configuration.settings)
        return self.content.models[overlays], configuration, chosen

    def new_game(
        self, players: int | None = None, seed: int = 0, settings: Mapping[str, Any] | None = None, *, log: bool = True
    ) -> Game:
        """A new game, run to its first decisions. `log=False` keeps no story and no list of choices, for speed.

        A setting given as `random` gets a value that is drawn by the seed.
        """
        settled = self.settle(settings or {}, seed)
        runtime, chosen = self.runtime(self.fewest_players if players is None else players, settled)
        game = Game(runtime, seed, chosen, self.content_hash, self.added, log=log)
        game.begin()
        return game

    def fresh_game(self, players: int, seed: int, settings: Mapping[str, Any] | None = None) -> Game:
        """For tools: a game whose setup hasn't run yet (`Game.begin` runs it), with a log.

        Raises ValueError when a game can't be set up so, and GameFault when the pieces can't be laid out.
        """
        runtime, chosen = self.runtime(players, settings)
        return Game(runtime, seed, chosen, self.content_hash, self.added)

    # -- variants, for tools

    def with_probes(self, execution: Execution, probes: Callable[[Model], Probes]) -> Ruleset:
        """The same ruleset, compiled with probes that report to an execution; `probes` gives those of each model. It
        plays the same games."""

        def prepare(players: int, settings: Mapping[str, Any]) -> tuple[Runtime, dict[str, Any]]:
            model, configuration, chosen = self.configured(players, settings)
            return execution.instrument(build_runtime(model, configuration, probes(model))), chosen

        return Ruleset(self.content, prepare)

    def without_power(self, key: str) -> Ruleset:
        """The same ruleset, but no card has the power with a key (SET/GROUP.KEY.N) of its own: to find out whether
        anything would miss it."""

        def prepare(players: int, settings: Mapping[str, Any]) -> tuple[Runtime, dict[str, Any]]:
            runtime, chosen = self.runtime(players, settings)
            return runtime.without_power(key), chosen

        return Ruleset(self.content, prepare)

    def resume(self, text: str) -> Game:
        """The game that `Game.to_json` has written, proved: played again from its seed, or looked through where it has
        no choices. Raises SaveRefused."""
        data = read_save(text)
        if data["ruleset"] != self.name:
            raise SaveRefused(f"this is a game of {data['ruleset']}, not of {self.name}")
        if data["content"] != self.content_hash:
            raise SaveRefused(other_content(data.get("added", ()), self.added))
        try:
            runtime, chosen = self.runtime(data["players"], data["settings"])
        except ValueError as problem:
            raise damaged(str(problem)) from None
        try:
            game = Game(runtime, data["seed"], chosen, self.content_hash, self.added, log=data["log"] is not None)
        except GameFault as fault:
            raise damaged(f"it leads to a fault of the content ({fault.diagnostics[0].message})") from None
        take_up(game, data)
        return game


def _listed(counts: Iterable[int]) -> str:
    return ", ".join(map(str, counts))


def other_content(had: Sequence[str], has: Sequence[str]) -> str:
    """Why a game isn't of some content, by what each has from outside."""
    missing, surplus = ([f"the {thing}" for thing in a if thing not in b] for a, b in ((had, has), (has, had)))
    if missing:
        return f"this game was played with {' and '.join(missing)} from outside, not given now"
    if surplus:
        return f"this game was played without {' and '.join(surplus)} from outside, given now"
    return "this game was played with other content: the ruleset's files have changed since"
