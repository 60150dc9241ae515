"""Ways to set up a ruleset: all numbers of players in turn, with default settings and random ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from artrules.chance import Stream, stream_key
from artrules.game.game import Game
from artrules.ir.declarations import Setting
from artrules.ir.types import Number
from artrules.ruleset import Ruleset
from artrules.settings import choices_of, sets_for


@dataclass(frozen=True)
class Table:
    """One game to be played: the number of players, settings as people give them, and a seed."""

    players: int
    settings: dict[str, Any] = field(default_factory=dict)
    seed: int = 0

    def new_game(self, ruleset: Ruleset, *, log: bool = True) -> Game:
        return ruleset.new_game(self.players, self.seed, self.settings, log=log)

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
        found = sets_for(ruleset.model, setting) if setting.group is not None else []
        if setting.group is None:
            chosen[setting.name] = _value(ruleset, setting, stream)
        elif found:
            fills = {name: ruleset.model.sets[name].fills[setting.group] for name in found}
            chosen[setting.name] = found[stream.below(len(found))]
            for key in sorted({key for filled in fills.values() for key in filled}, key=str):
                able = [name for name in found if key in fills[name]]
                chosen[f"{setting.name}.{key}"] = able[stream.below(len(able))]
    return chosen


def _value(ruleset: Ruleset, setting: Setting, stream: Stream) -> Any:
    if isinstance(setting.type, Number):
        return setting.type.low + stream.below(setting.type.high - setting.type.low + 1)
    choices = choices_of(ruleset.model, setting)
    return choices[stream.below(len(choices))]
