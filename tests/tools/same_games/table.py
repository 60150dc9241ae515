"""A game to be played: who sits at the table, how it is set up, and how its players choose."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from artrules import Game, Option, Ruleset

from .chance import Chance


@dataclass(frozen=True)
class Table:
    """One game: its number, the seed, how many play, the settings as they are given, the habit of those who play, and
    after how many decisions it is broken off."""

    number: int
    seed: int
    players: int
    settings: Mapping[str, Any]
    habit: str
    most: int

    def new_game(self, ruleset: Ruleset) -> Game:
        return ruleset.new_game(players=self.players, seed=self.seed, settings=self.settings)

    def chooser(self) -> Chooser:
        """Who chooses in this game, for all players."""
        return Chooser(self)

    def __str__(self) -> str:
        settings = json.dumps(dict(self.settings), sort_keys=True) if self.settings else "default settings"
        return f"{self.players} players, {settings}, seed {self.seed}, {self.habit} players"


class Chooser:
    """Chooses at a table: where several players may, first who, and then what."""

    def __init__(self, table: Table) -> None:
        self._chance = Chance(table.number)
        self._habit = HABITS[table.habit]

    def option(self, offered: list[list[Option]]) -> tuple[int, int]:
        """Which of several decisions is made now, and which of its options is taken, both counted from 0."""
        decision = self._chance.below(len(offered))
        return decision, self._habit(self._chance, len(offered[decision]))


def any_option(chance: Chance, options: int) -> int:
    return chance.below(options)


def seldom_the_last(chance: Chance, options: int) -> int:
    """The last option is mostly to stop, or to do without."""
    return chance.below(options - 1) if chance.below(8) else options - 1


def hardly_ever_the_last(chance: Chance, options: int) -> int:
    return chance.below(options - 1) if chance.below(32) else options - 1


def mostly_the_last(chance: Chance, options: int) -> int:
    return options - 1 if chance.below(8) else chance.below(options)


HABITS: Mapping[str, Callable[[Chance, int], int]] = {
    "careless": any_option,
    "eager": seldom_the_last,
    "keen": hardly_ever_the_last,
    "idle": mostly_the_last,
}
"""How players choose: (chance, how many options) -> the number of one, counted from 0."""
