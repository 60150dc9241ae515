"""Our games, played by chance: inside the machine, and through the Python API."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import artrules

MANY = 256
"""So many games are played in a row."""


class Ours:
    """One of our games, with settings."""

    def __init__(self, name: str, players: int, settings: Mapping[str, Any]) -> None:
        self.ruleset = artrules.load(name)
        self.players = players
        self.settings = settings
        self.ruleset.runtime(players, settings)[0].compile()  # as in any long run

    def dealt(self, seed: int) -> artrules.Game:
        """A game that has run to its first decision."""
        return self.ruleset.new_game(players=self.players, seed=seed, settings=self.settings, log=False)

    def play_many(self, seed: int) -> int:
        """Play MANY games from the deal to the result inside the machine. Gives how many there were."""
        seeds = range(seed * MANY, seed * MANY + MANY)
        return len(list(self.ruleset.play_games(self.players, seeds, self.settings)))

    def play_inside(self, seed: int) -> int:
        """Play one from the deal to the result: what chooses is inside the machine. Gives how many there were."""
        game = self.dealt(seed)
        game.play(seed=seed)
        return int(game.result is not None)

    def play(self, seed: int) -> int:
        """Play a game through the Python API, options as indices. Gives how many choices were made."""
        game, draw, made = self.dealt(seed), Random(seed).random, 0
        while count := game.option_count:
            game.choose(int(draw() * count))
            made += 1
        return made

    def play_by_options(self, seed: int) -> int:
        """The same by the options of decisions, which are objects with labels and ids."""
        game, draw, made = self.dealt(seed), Random(seed).random, 0
        while decisions := game.decisions:
            options = decisions[0].options
            game.choose(options[int(draw() * len(options))])
            made += 1
        return made
