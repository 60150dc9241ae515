"""Microseconds to make a determinization for a seat: what a bot that guesses at hidden cards does most."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from statistics import median

import artrules
from artrules.play.game.game import Game

from .alternating import alternate, calm, ratio, seconds_of
from .figure import Effort, Figure
from .playing import PLAYERS

GOAL_MICROSECONDS = 50
AFTER_CHOICES = (50, 200, 450)


def measure(effort: Effort) -> list[Figure]:
    """A game without a log is dealt anew in place; beside it `resample` makes games with a log."""
    ruleset = artrules.load("avant_carde")
    ruleset.runtime(PLAYERS)[0].compile()
    knowing, logged = [], []
    for choices in AFTER_CHOICES:
        knowing.append(ruleset.new_game(PLAYERS, 1, log=False, knowledge=True))
        logged.append(ruleset.new_game(PLAYERS, 1))
        for game in (knowing[-1], logged[-1]):
            game.play(seed=1, choices=choices)
    seeds = count(1)

    def in_place(game: Game) -> None:
        game.copy().think.redeal(1, next(seeds))

    def another(game: Game) -> None:
        game.think.resample(1, next(seeds))

    def microseconds(games: list[Game], deal: Callable[[Game], None]) -> Callable[[], float]:
        def measured() -> float:
            made = spent = 0.0
            while not made or spent < effort.seconds / 5:
                for game in games:
                    spent += seconds_of(lambda game=game: deal(game))
                made += len(games)
            return spent / made * 1e6

        return measured

    with calm():
        dealt, resampled = alternate(effort.slices, microseconds(knowing, in_place), microseconds(logged, another))
    return [
        Figure(
            name="a copy dealt anew for a seat",
            value=median(dealt),
            unit="us",
            reference_name="resample with a log",
            reference=median(resampled),
            ratio=ratio(dealt, resampled),
            goal=f"<= {GOAL_MICROSECONDS}",
            reached=median(dealt) <= GOAL_MICROSECONDS,
        )
    ]
