"""Microseconds to copy a game in its middle: what a bot that thinks ahead does most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from statistics import median
from typing import TypeVar

import artrules
from artrules.play.game.game import Game as ArtrulesGame
from artrules.play.ruleset import Ruleset

from ..handwritten.game import Game
from .alternating import alternate, calm, ratio, seconds_of
from .figure import Effort, Figure
from .playing import PLAYERS, seeds_that_end

GOAL_MICROSECONDS = 2
AFTER_CHOICES = (50, 200, 450, 800)
Thing = TypeVar("Thing")


def positions(ruleset: Ruleset) -> list[tuple[ArtrulesGame, Game]]:
    """Positions from early to late, each in both engines."""
    return [_after(ruleset, seed, made) for made, seed in zip(AFTER_CHOICES, seeds_that_end(), strict=False)]


def _after(ruleset: Ruleset, seed: int, choices: int) -> tuple[ArtrulesGame, Game]:
    chance = Random(seed)
    theirs, ours = ruleset.new_game(players=PLAYERS, seed=seed, log=False), Game(PLAYERS, seed)
    for _ in range(choices):
        decision = ours.decisions[0]
        index = chance.randrange(len(decision.options))
        theirs.choose(theirs.decisions[0].options[index])
        ours.choose(decision, index)
    return theirs, ours


def measure(effort: Effort) -> list[Figure]:
    pairs = positions(artrules.load("avant_carde"))
    games, by_hand = [game for game, _ in pairs], [game for _, game in pairs]
    positions_alone = [game.inspect.position for game in games]
    with calm():
        game, state, ours, deep = alternate(
            effort.slices,
            _copying(games, lambda g: g.copy(), effort),
            _copying(positions_alone, lambda p: p.copy(), effort),
            _copying(by_hand, lambda g: g.copy(), effort),
            _copying(by_hand, deepcopy, effort),
        )

    def figure(name: str, values: list[float], reference_name: str, references: list[float], goal: bool) -> Figure:
        return Figure(
            name=name,
            value=median(values),
            unit="us",
            reference_name=reference_name,
            reference=median(references),
            ratio=ratio(values, references),
            goal=f"<= {GOAL_MICROSECONDS}" if goal else "",
            reached=median(values) <= GOAL_MICROSECONDS if goal else None,
        )

    return [
        figure("copy of a game", game, "written by hand", ours, True),
        figure("copy of a game", game, "deepcopy of that", deep, False),
        figure("copy of its state alone", state, "written by hand", ours, True),
    ]


def _copying(things: Sequence[Thing], copy: Callable[[Thing], Thing], effort: Effort) -> Callable[[], float]:
    """Measures microseconds for one copy, over all the positions."""

    def all_once() -> None:
        for thing in things:
            copy(thing)

    def measure_copies() -> float:
        rounds = 0
        spent = 0.0
        while spent < effort.seconds / 5 or not rounds:
            spent += seconds_of(all_once)
            rounds += 1
        return spent / rounds / len(things) * 1e6

    return measure_copies
