"""Decisions a second: whole games by chance, the same in both engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, cycle
from statistics import median
from time import perf_counter

import artrules

from ..by_chance import play_artrules, play_handwritten
from .alternating import alternate, calm, ratio
from .figure import Effort, Figure

PLAYERS = 4
GOAL_RATE, GOAL_RATIO = 40_000, 0.25


def seeds_that_end() -> Iterator[int]:
    """Seeds of games that don't stall: 500 rounds at a table where nobody wins anything are no play to judge by."""
    return (seed for seed in count(1) if not play_handwritten(PLAYERS, seed)[0].stalled)


def measure(effort: Effort) -> list[Figure]:
    """In each slice both play the same whole games, the faster one over and over until as much time has passed."""
    ruleset = artrules.load("avant_carde")
    seeds = seeds_that_end()
    played: list[int] = []

    def theirs() -> float:
        played.clear()

        def find() -> int:
            played.append(next(seeds))
            return played[-1]

        return _rate(lambda seed: play_artrules(ruleset, PLAYERS, seed), find, effort.seconds)

    def ours() -> float:
        again = cycle(played)
        return _rate(lambda seed: play_handwritten(PLAYERS, seed)[1], lambda: next(again), effort.seconds)

    with calm():
        rates, references = alternate(effort.slices, theirs, ours)
    rate, part = median(rates), ratio(rates, references)
    return [
        Figure(
            name=f"play by chance, {PLAYERS} players",
            value=rate,
            unit="decisions/s",
            reference_name="written by hand",
            reference=median(references),
            ratio=part,
            goal=f">= {GOAL_RATE:,} and >= {GOAL_RATIO} of it",
            reached=rate >= GOAL_RATE and part >= GOAL_RATIO,
        )
    ]


def _rate(play: Callable[[int], int], next_seed: Callable[[], int], seconds: float) -> float:
    """Decisions a second of as many games as fit, at least one; finding a seed takes no time."""
    made = spent = 0.0
    while not made or spent < seconds:
        seed = next_seed()
        begun = perf_counter()
        made += play(seed)
        spent += perf_counter() - begun
    return made / spent
