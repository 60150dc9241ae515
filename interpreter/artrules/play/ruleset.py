"""Rulesets as clients use them: load one, inspect it, begin a game, resume a saved one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from artrules.engine.chance import check_seed
from artrules.engine.lower.configuration import Configuration
from artrules.engine.machine.numbers import GAMES_AT_ONCE
from artrules.model.ir.model import Model
from artrules.model.ir.statements import Label, Pause
from artrules.play.content import Content
from artrules.play.content_search import find_outside, find_ruleset
from artrules.play.game.decision import GameFault, IllegalChoice
from artrules.play.game.game import Game, Withheld, begin_as_set_up, sum_up
from artrules.play.game.playout import play_many
from artrules.play.game.runtime import Runtime
from artrules.play.game.saves import Save, Setup, read_save
from artrules.play.game.scores import PlayedGame
from artrules.play.position.save_document import SaveRefused, damaged
from artrules.play.settings import RANDOM, settle
from artrules.play.setups import Setups
from artrules.play.stored.content import Programs, open_content
from artrules.text.diagnostics.render import ContentError

__all__ = ["Ruleset", "SaveRefused", "load", "other_content"]


CHOICES_IN_A_ROW = 20_000
"""Of many games so many are played together as make about so many choices: then their results are given."""
MOST_RUNTIMES = 512
"""Compiled configurations that are kept. Without a bound, random settings could fill the memory with configurations."""
Prepare = Callable[[int, Mapping[str, Any]], tuple[Runtime, dict[str, Any]]]
"""Takes a number of players and settings. Returns a runtime for them, and the settings completed with defaults."""


def load(name_or_path: str | Path, extra: Iterable[str | Path] = ()) -> Ruleset:
    """Load the shipped ruleset with a name, or the ruleset in a folder.

    `extra` has paths of files and folders from outside: sets, overlays, libraries and scenarios for it, and other
    rulesets, which can then be loaded by the names of their folders. Raises ContentError, with all diagnostics, if any
    of it has errors.
    """
    outside = find_outside(extra)
    folder, shown_as = find_ruleset(name_or_path, outside.rulesets, with_plugins=False)
    content, programs = open_content(folder, shown_as, outside)
    if content.report.has_errors:
        raise ContentError(content.report.diagnostics, content.source_text)
    return Ruleset(content, programs=programs)


_loaded: WeakValueDictionary[tuple[Path, tuple[Path, ...], str], Ruleset] = WeakValueDictionary()
"""The rulesets that pickles have named and that are still in use: unpickled games share them."""


def _load_again(folder: Path, extra: tuple[Path, ...], content: str) -> Ruleset:
    """The ruleset of a pickle. Raises SaveRefused where it has changed, and ContentError."""
    key = folder, extra, content
    ruleset = _loaded.get(key)
    if ruleset is None:
        ruleset = load(folder, extra)
        if ruleset.content_hash != content:
            raise SaveRefused(other_content((), ()))
        _loaded[key] = ruleset
    return ruleset


class Ruleset:
    """A ruleset without errors. It compiles a program for each configuration when that is first needed."""

    def __init__(self, content: Content, prepare: Prepare | None = None, *, programs: Programs | None = None) -> None:
        """`prepare` compiles a configuration; it replaces the ordinary compilation, for tools. `programs` are those of
        the content (`stored/content.py`)."""
        self.content = content
        self._programs = programs or Programs()
        self._prepare = prepare or self._compile
        self.is_variant = prepare is not None
        """Whether a tool has made it of another one."""
        self._runtimes: dict[str, tuple[Runtime, dict[str, Any]]] = {}

    def __copy__(self) -> Ruleset:
        return self

    def __deepcopy__(self, _memo: object) -> Ruleset:
        return self  # what it is never changes

    def __reduce__(self) -> tuple[Callable[..., Ruleset], tuple[Path, tuple[Path, ...], str]]:
        """A pickle says where the ruleset lies, and the hash of its content. Raises TypeError for a tool's variant."""
        if self.is_variant:
            raise TypeError("a variant of a ruleset that a tool has made can't be pickled")
        files = self.content.files
        key = files.folder.absolute(), tuple(path.absolute() for path in files.extra_rules.values()), self.content_hash
        _loaded.setdefault(key, self)
        return _load_again, key

    @property
    def model(self) -> Model:
        """The model of the game without overlays."""
        return self.content.base

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def title(self) -> str:
        return self.model.title

    @cached_property
    def _setups(self) -> Setups:
        return Setups(self.content.model, self.content.setups, self.content.applicable)

    @property
    def player_counts(self) -> list[int]:
        """How many can play: each number with some settings."""
        return self._setups.player_counts

    def players_with(self, settings: Mapping[str, Any]) -> list[int]:
        """The numbers of players that can play with these settings. Raises BadSetting."""
        return self._setups.players_with(settings)

    @property
    def fewest_players(self) -> int:
        """The default number of players: the fewest of the game without overlays."""
        return self._setups.fewest_players

    @property
    def content_hash(self) -> str:
        """A hash of all files that hold rules, including those from outside the ruleset's folder."""
        return self.content.hash

    @property
    def added(self) -> tuple[str, ...]:
        """The sets and overlays from outside the ruleset's folder, such as `set river` and `overlay duel`."""
        return self.content.added

    def settle(self, settings: Mapping[str, Any], seed: int) -> dict[str, Any]:
        """The settings with a value, drawn by the seed, in place of each `random`."""
        return settle(self.model, settings, seed)

    def settings_told(self, players: int, settings: Mapping[str, Any]) -> dict[str, Any]:
        """The settings of many games, completed with defaults; `random` where each game draws one. Raises ValueError if
        a game can't be set up this way."""
        drawn = {key: value for key, value in settings.items() if value == RANDOM}
        others = {key: value for key, value in settings.items() if key not in drawn}
        return {**self.runtime(players, others)[1], **drawn}

    def check_count(self, players: int, settings: Mapping[str, Any]) -> None:
        """Check that this number of players can play with these settings. Raises BadCount if not, and BadSetting."""
        self._setups.check_count(players, settings)

    def runtime(self, players: int, settings: Mapping[str, Any] | None = None) -> tuple[Runtime, dict[str, Any]]:
        """The runtime of one configuration, and the settings completed with defaults.

        A runtime belongs to the engine; clients only pass it on. Raises ValueError if a game can't be set up this way.
        """
        key = repr((players, sorted((settings or {}).items())))
        entry = self._runtimes.get(key)
        if entry is None:
            entry = self._prepare(players, settings or {})
            completed = repr((players, sorted(entry[1].items())))
            entry = self._runtimes.get(completed, entry)
            for each in {key, completed} - self._runtimes.keys():
                if len(self._runtimes) >= MOST_RUNTIMES:
                    del self._runtimes[next(iter(self._runtimes))]
                self._runtimes[each] = entry
        return entry

    def _compile(self, players: int, settings: Mapping[str, Any]) -> tuple[Runtime, dict[str, Any]]:
        model, configuration, chosen = self.configured(players, settings)
        key = json.dumps([self.content_hash, players, chosen], sort_keys=True, default=str)
        return Runtime(self._programs.get(model, configuration), key=key), chosen

    def must_lower(self, players: int, settings: Mapping[str, Any]) -> bool:
        """Whether the program of a configuration is still to be lowered, and another process that does it would keep it
        in the cache. Raises ValueError if a game can't be set up this way."""
        model, configuration, _ = self.configured(players, settings)
        return self._programs.must_lower(model, configuration)

    def configured(self, players: int, settings: Mapping[str, Any]) -> tuple[Model, Configuration, dict[str, Any]]:
        """One way to set up the game: its model, its configuration, and the settings completed with defaults.

        Raises ValueError if a game can't be set up this way.
        """
        return self._setups.configured(players, settings)

    def new_game(
        self,
        players: int | None = None,
        seed: int = 0,
        settings: Mapping[str, Any] | None = None,
        *,
        log: bool = True,
        choices: bool = False,
        knowledge: bool = False,
        single_options: bool = False,
        withheld: Withheld | None = None,
        explicit_chance: bool = False,
    ) -> Game:
        """A new game that has run to its first decisions.

        `players` is `fewest_players` by default. A `seed` is a whole number from 0 to 2⁶⁴ - 1. A setting given as
        `random` gets a value that the seed draws. With `log=False`, the game keeps no log and no list of choices, which
        is faster; with `choices=True` it keeps its choices all the same, so that it can be saved, with `knowledge=True`
        what seats know, for `resample` and `redeal`. With
        `single_options=True` it asks players even where they have one option, and takes none by itself. With
        `explicit_chance=True` it draws nothing by itself: it stops at each draw (`Game.chance`). For tools,
        `withheld` gives by player the keys of powers that do nothing for that player (`game/game.py`). Raises
        ValueError if a game can't be set up this way, and GameFault if the content fails.
        """
        runtime, chosen = self._configured(players, seed, settings)
        setup = self._setup(runtime, seed, chosen, single_options=single_options, log=log, knowledge=knowledge)
        game = Game(self, runtime, setup, choices=choices, withheld=withheld, explicit_chance=explicit_chance)
        game.playing.begin()
        return game

    def play_games(
        self,
        players: int,
        seeds: Iterable[int],
        settings: Mapping[str, Any] | None = None,
        bot: str = "uniform",
    ) -> Iterator[PlayedGame | GameFault]:
        """What has become of whole games, one of each seed, in which a bot plays at all seats, as `Game.play` lets it
        with the same seed; the GameFault of a game that fails. Many short games take a fraction of the time that they
        take one by one. Raises ValueError if a game can't be set up this way, for a bot that the machine doesn't have,
        and for what is no seed."""
        chosen, remaining, at_once = dict(settings or {}), iter(seeds), 1
        while many := [check_seed(seed) for seed in islice(remaining, at_once)]:
            runtime = None if RANDOM in chosen.values() else self.runtime(players, chosen)[0]
            if runtime is None or not runtime.is_compiled:
                for seed in many:
                    yield self._played(players, seed, chosen, bot)
                continue
            for seed, played in zip(many, play_many(runtime, self.content_hash, bot, many), strict=True):
                if played is None:
                    yield self._played(players, seed, chosen, bot)
                else:
                    at_once = min(GAMES_AT_ONCE, 1 + CHOICES_IN_A_ROW // (1 + played.choices))
                    yield played

    def _played(self, players: int, seed: int, settings: Mapping[str, Any], bot: str) -> PlayedGame | GameFault:
        """What has become of one game, or its fault."""
        try:
            game = self.new_game(players, seed, settings, log=False)
            return sum_up(game, game.play(bot, seed=seed))
        except GameFault as fault:
            return fault

    def setup(
        self, players: int | None = None, seed: int = 0, settings: Mapping[str, Any] | None = None, **wishes: Any
    ) -> Setup:
        """What `new_game` would begin a game with: the settings are completed with defaults, and with what the seed
        draws. Raises ValueError if a game can't be set up this way."""
        runtime, chosen = self._configured(players, seed, settings)
        return self._setup(runtime, seed, chosen, **wishes)

    def _configured(
        self, players: int | None, seed: int, settings: Mapping[str, Any] | None
    ) -> tuple[Runtime, dict[str, Any]]:
        """The runtime of a game with a seed, and its settings. Raises ValueError if it can't be set up this way."""
        settled = self.settle(settings or {}, check_seed(seed))
        return self.runtime(self.fewest_players if players is None else players, settled)

    def fresh_game(self, players: int, seed: int, settings: Mapping[str, Any] | None = None) -> Game:
        """For tools: a game with a log whose setup hasn't run yet. `game.inspect.begin` runs it.

        Raises ValueError if a game can't be set up this way, and GameFault if its pieces can't be laid out.
        """
        check_seed(seed)
        runtime, chosen = self.runtime(players, settings)
        return Game(self, runtime, self._setup(runtime, seed, chosen))

    def _setup(self, runtime: Runtime, seed: int, settings: dict[str, Any], **wishes: Any) -> Setup:
        return Setup(self.name, self.content_hash, runtime.players, settings, seed, added=self.added, **wishes)

    # -- variants, for tools

    def counting(self) -> Ruleset:
        """The same ruleset, with code that counts what runs (`game/inspection/counting.py`). It plays the same
        games."""

        def prepare(players: int, settings: Mapping[str, Any]) -> tuple[Runtime, dict[str, Any]]:
            model, configuration, chosen = self.configured(players, settings)
            return Runtime(self._programs.get(model, configuration, counting=True), counting=True), chosen

        return Ruleset(self.content, prepare)

    def without_power(self, key: str) -> Ruleset:
        """The same ruleset, except that no card has the power `SET/GROUP.KEY.N` of its own.

        It serves to find out whether any scenario depends on that power.
        """

        def prepare(players: int, settings: Mapping[str, Any]) -> tuple[Runtime, dict[str, Any]]:
            runtime, chosen = self.runtime(players, settings)
            return runtime.without_power(key), chosen

        return Ruleset(self.content, prepare)

    def pausing(self, text: str) -> Ruleset:
        """The same ruleset, with a pause of this text wherever a player begins a part of a phase, and where a phase
        begins in which nobody in particular acts: for whoever wants the position there (`Game.pauses`). It plays the
        same games. Players who play at once have no such moment in common, and don't pause."""

        def prepare(players: int, settings: Mapping[str, Any]) -> tuple[Runtime, dict[str, Any]]:
            model, configuration, chosen = self.configured(players, settings)
            phases = [
                replace(phase, body=(Pause(phase.at, Label(phase.at, (text,))), *phase.body))
                for phase in model.flow.phases
            ]
            model = replace(model, flow=replace(model.flow, phases=phases))
            return Runtime(Programs().get(model, configuration)), chosen

        return Ruleset(self.content, prepare)

    def checked(self) -> Ruleset:
        """The same ruleset, played in memory that checks every access: slowly, but any wrong one raises `MemoryFault`
        (`execute/cpython.py`)."""

        def prepare(players: int, settings: Mapping[str, Any]) -> tuple[Runtime, dict[str, Any]]:
            runtime, chosen = self.runtime(players, settings)
            return runtime.checked(), chosen

        return Ruleset(self.content, prepare)

    def resume(self, save: str | Save) -> Game:
        """The game in a save that `Game.to_json` has written: it is played again from its seed.

        Raises SaveRefused for a damaged save and for one of other content.
        """
        if not isinstance(save, Save):
            save = read_save(save)
        check_content(save.setup, self)
        try:
            game = self._game(save.setup)
            if game.setup != save.setup:
                raise damaged("what it says of its setup isn't as a game writes it")
            play_save(game, save)
        except SaveRefused:
            raise
        except GameFault as fault:
            raise damaged(f"it leads to a fault of the content ({fault.diagnostics[0].message})") from None
        except ValueError as problem:
            raise damaged(str(problem)) from None
        return game

    def begin(self, setup: Setup, stands: Callable[[Game], None] | None = None) -> Game:
        """The game of a setup, at its first decisions, whatever content it is of. For tools, `stands` is called with
        the game once it stands at the position that the setup gives. Raises ValueError if a game can't be set up this
        way, and GameFault."""
        game = self._game(setup)
        begin_as_set_up(game.playing, None if stands is None else lambda: stands(game))
        return game

    def _game(self, setup: Setup) -> Game:
        """The game of a setup that hasn't begun."""
        runtime, chosen = self.runtime(setup.players, setup.settings)
        own = replace(setup, ruleset=self.name, content=self.content_hash, settings=chosen, added=self.added)
        return Game(self, runtime, own, choices=True)


def play_save(game: Game, save: Save) -> None:
    """Play the game of a save, from one with its setup that hasn't begun. Raises SaveRefused, and
    GameFault."""
    notes = list(reversed(save.notes))
    number = 0
    try:
        begin_as_set_up(game.playing)
        for number, choice in enumerate(["", *save.choices]):
            if number:
                game.choose(choice)
            while notes and notes[-1].after == number:
                game.note(notes.pop().entry)
    except IllegalChoice:
        raise damaged(f"choice {number} is not offered there") from None
    if not save.ends_at(game.inspect.position.digest):
        raise damaged("its choices don't lead to its position")


def check_content(setup: Setup, ruleset: Ruleset) -> None:
    """Raise SaveRefused when a game is of another ruleset, or of other content of it."""
    if setup.ruleset != ruleset.name:
        raise SaveRefused(f"this is a game of {setup.ruleset}, not of {ruleset.name}")
    if setup.content != ruleset.content_hash:
        raise SaveRefused(other_content(setup.added, ruleset.added))


def other_content(had: Sequence[str], has: Sequence[str]) -> str:
    """Why a saved game doesn't belong to some content, as a sentence for people.

    `had` has the sets and overlays from outside with which the game was played, `has` those of the content.
    """
    missing, surplus = ([f"the {thing}" for thing in a if thing not in b] for a, b in ((had, has), (has, had)))
    if missing:
        return f"this game was played with {' and '.join(missing)} from outside, not given now"
    if surplus:
        return f"this game was played without {' and '.join(surplus)} from outside, given now"
    return "this game was played with other content: the ruleset's files have changed since"
