"""A random game at a table: ways to set up a ruleset, playing any option, and the account of a property that doesn't
hold.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from artrules.engine.chance import Stream, stream_key
from artrules.engine.execute.cpython import MemoryFault
from artrules.model.ir.declarations import Setting
from artrules.model.ir.types import Number
from artrules.play.game.decision import GameFault, Option
from artrules.play.game.game import Game
from artrules.play.ruleset import Ruleset
from artrules.play.settings import choices_of, sets_for
from artrules.text.diagnostics.render import ContentError

# Ways to set up a ruleset: all numbers of players in turn, with default settings and random ones.


@dataclass(frozen=True)
class Table:
    """One game to be played: the number of players, settings as people give them, and a seed."""

    players: int
    settings: dict[str, Any] = field(default_factory=dict)
    seed: int = 0

    def new_game(self, ruleset: Ruleset, *, log: bool = True, choices: bool = False) -> Game:
        return ruleset.new_game(self.players, self.seed, self.settings, log=log, choices=choices)

    def stream(self, purpose: str, owner: int = 0) -> Stream:
        """A random stream for what happens at this table, apart from the game's own."""
        return Stream(self.seed, owner, f"soak {purpose}")

    def __str__(self) -> str:
        settings = ", ".join(f"{key}={value}" for key, value in self.settings.items()) or "default settings"
        return f"{self.players} players, {settings}, seed {self.seed}"


def table(ruleset: Ruleset, name: str, seed: int, index: int, alike: int = 1) -> Table:
    """The table of a property with a number, counted from 0. So many in a row are `alike` but for their seeds. Every
    second one that isn't has random settings."""
    own_seed = _table_seed(name, seed, index)
    number, place = divmod(index, alike)
    stream = Stream(_table_seed(name, seed, index - place), 0, "soak settings")
    settings = _mixture(ruleset, stream) if number % 2 else {}
    counts = ruleset.players_with(settings)
    return Table(counts[number // 2 % len(counts)], settings, own_seed)


def _table_seed(name: str, seed: int, index: int) -> int:
    return stream_key(seed, 0, f"soak {name} {index}") >> 11


def _mixture(ruleset: Ruleset, stream: Stream) -> dict[str, Any]:
    """A random value for every setting; for every key that sets fill, one of the sets that fill it."""
    chosen: dict[str, Any] = {}
    for setting in ruleset.model.settings.values():
        set_names = sets_for(ruleset.model, setting) if setting.group is not None else []
        if setting.group is None:
            chosen[setting.name] = _value(ruleset, setting, stream)
        elif set_names:
            fills = {name: ruleset.model.sets[name].fills[setting.group] for name in set_names}
            chosen[setting.name] = set_names[stream.below(len(set_names))]
            for key in sorted({key for filled in fills.values() for key in filled}, key=str):
                able = [name for name in set_names if key in fills[name]]
                chosen[f"{setting.name}.{key}"] = able[stream.below(len(able))]
    return chosen


def _value(ruleset: Ruleset, setting: Setting, stream: Stream) -> Any:
    if isinstance(setting.type, Number):
        return setting.type.low + stream.below(setting.type.high - setting.type.low + 1)
    choices = choices_of(ruleset.model, setting)
    return choices[stream.below(len(choices))]


# A property that doesn't hold: where, and what was found.


class Violation(Exception):
    """A property doesn't hold at a table, after some choices (of players, not of the engine); `account` says in one
    line how."""

    def __init__(self, table: Table, choices: int, account: str) -> None:
        super().__init__(table, choices, account)
        self.table = table
        self.choices = choices
        self.account = account

    def __str__(self) -> str:
        return f"{self.account} ({self.table}, after {self.choices} choices)"


def fault_account(fault: ContentError) -> str:
    """A mistake of the content on one line."""
    first = fault.diagnostics[0]
    at = f" at {first.span.file}:{first.span.line}" if first.span is not None else ""
    return f"the content is at fault: {first.message}{at}"


@contextmanager
def memory_is_used_well(table: Table) -> Iterator[None]:
    """Makes a violation of what memory complains of that checks every access (`Ruleset.checked`)."""
    try:
        yield
    except MemoryFault as fault:
        raise Violation(table, 0, f"the machine uses memory as it mustn't: {fault}") from fault


# Plays a game at random: any player who may choose, any option, all equally likely.

Counts = Counter[str]
"""How often each thing was done, by name: for people who ask how much was tried."""


class RandomGame:
    """A game in progress at a table. `made` counts the choices."""

    def __init__(
        self, ruleset: Ruleset, table: Table, counts: Counts, *, log: bool = False, choices: bool = False
    ) -> None:
        self.table = table
        self.counts = counts
        self.made = 0
        self.stream: Stream = table.stream("walk")
        try:
            self.game: Game = table.new_game(ruleset, log=log, choices=choices)
        except GameFault as fault:
            raise self.broken(fault_account(fault)) from None
        counts["games"] += 1

    def option(self) -> Option:
        """A random option of a random decision."""
        decision = self.game.decisions[self.stream.below(len(self.game.decisions))]
        return decision.options[self.stream.below(len(decision.options))]

    def choose(self, option: Option | str) -> None:
        """Choose an option, and count it. Raises Violation when the content makes a mistake."""
        try:
            self.game.choose(option)
        except GameFault as fault:
            raise self.broken(fault_account(fault)) from None
        self.made += 1
        self.counts["decisions"] += 1

    def steps(self, most: int) -> Iterator[int]:
        """Give the number of choices at every position, the first included, and play on: up to some number of choices,
        or to the end."""
        while self.game.decisions and self.made < most:
            yield self.made
            self.choose(self.option())

    def broken(self, account: str) -> Violation:
        return Violation(self.table, self.made, account)
