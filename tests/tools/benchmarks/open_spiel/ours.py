"""Our games, played by chance: inside the machine, and through the Python API."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import artrules

PLAYERS = 4
GAMES_TO_COUNT = 60
"""So many games with a log say how many decisions are forced."""


class Ours:
    """One of our games, with settings."""

    def __init__(self, name: str, settings: Mapping[str, Any]) -> None:
        self.ruleset = artrules.load(name)
        self.settings = settings
        self.ruleset.runtime(PLAYERS, settings)[0].compile()  # as in any long run
        self.forced = self._forced()
        """For each choice so many decisions, forced ones among them: the engine takes these without asking."""

    def dealt(self, seed: int, *, log: bool = False) -> artrules.Game:
        """A game that has run to its first decision."""
        return self.ruleset.new_game(players=PLAYERS, seed=seed, settings=self.settings, log=log)

    def play_inside(self, seed: int) -> int:
        """Play a game from the deal to the end inside the machine. Gives how many choices were made."""
        return self.dealt(seed).play(seed=seed)

    def play(self, seed: int) -> int:
        """Play a game through the Python API, options as indices. Gives how many choices were made."""
        game, draw, made = self.dealt(seed), Random(seed).random, 0
        while count := game.option_count:
            game.choose(int(draw() * count))
            made += 1
        return made

    def _forced(self) -> float:
        choices = taken = 0
        for seed in range(GAMES_TO_COUNT):
            game = self.dealt(seed, log=True)
            choices += game.play(seed=seed)
            taken += sum(entry.kind == "took" for entry in game.log)
        return 1 + taken / choices
