"""Decisions a second: whole games by chance, the same in both engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, cycle
from statistics import median
from time import process_time

import artrules
from artrules.lab.simulation import Outcome, Plan, play_row
from artrules.play.ruleset import Ruleset

from ..by_chance import play_artrules, play_by_index, play_handwritten
from .alternating import alternate, calm, ratio
from .figure import Effort, Figure

PLAYERS = 4


def play_inside(ruleset: Ruleset, players: int, seed: int) -> int:
    """What `artrules simulate` does for a game; gives how many choices were made."""
    [played] = play_row(ruleset, Plan(players, seed, {}, ("uniform",) * players), range(1))
    assert isinstance(played, Outcome)
    return played.game.choices


CONTENDERS = [
    ("simulate", play_inside, 3.0),
    ("play by chance, options as indices", play_by_index, 1.5),
    ("play by chance, options as objects", play_artrules, 1.2),
]
"""What plays, how, and how many times as fast as the engine written by hand it should be."""


def seeds_that_end() -> Iterator[int]:
    """Seeds of games that don't stall: 500 rounds at a table where nobody wins anything are no play to judge by."""
    return (seed for seed in count(1) if not play_handwritten(PLAYERS, seed)[0].stalled)


def measure(effort: Effort) -> list[Figure]:
    """In each slice all play the same whole games, the faster ones over and over until as much time has passed."""
    ruleset = artrules.load("avant_carde")
    play_inside(ruleset, PLAYERS, 0)  # compiled, as in any long run
    ruleset.runtime(PLAYERS)[0].compile()
    seeds = seeds_that_end()
    played: list[int] = []

    def ours() -> float:
        played.clear()

        def find() -> int:
            played.append(next(seeds))
            return played[-1]

        return _rate(lambda seed: play_handwritten(PLAYERS, seed)[1], find, effort.seconds)

    def contender(play: Callable[[Ruleset, int, int], int]) -> Callable[[], float]:
        def measured() -> float:
            again = cycle(played)
            return _rate(lambda seed: play(ruleset, PLAYERS, seed), lambda: next(again), effort.seconds)

        return measured

    with calm():
        references, *found = alternate(effort.slices, ours, *(contender(play) for _, play, _ in CONTENDERS))
    return [
        Figure(
            name=f"{name}, {PLAYERS} players",
            value=median(rates),
            unit="decisions/s",
            reference_name="written by hand",
            reference=median(references),
            ratio=ratio(rates, references),
            goal=f">= {goal}",
            reached=ratio(rates, references) >= goal,
        )
        for (name, _, goal), rates in zip(CONTENDERS, found, strict=True)
    ]


def _rate(play: Callable[[int], int], next_seed: Callable[[], int], seconds: float) -> float:
    """Decisions a second of as many games as fit, at least one; finding a seed takes no time."""
    made = spent = 0.0
    while not made or spent < seconds:
        seed = next_seed()
        begun = process_time()
        made += play(seed)
        spent += process_time() - begun
    return made / spent
