"""`python -m tests.tools.benchmarks.lengths`: how long games by chance last, and how many the last round ends.

The engine written by hand plays them: `agreement.py` shows that they are artrules' games too."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from statistics import median, quantiles
from typing import NamedTuple

from .by_chance import play_handwritten
from .table import rounded, table


class Length(NamedTuple):
    """Of one game."""

    rounds: int
    choices: int
    stalled: bool


def length_of(players: int, seed: int) -> Length:
    """Play one game by chance."""
    game, made = play_handwritten(players, seed)
    return Length(game.round, made, game.stalled)


def row_of(players: int, lengths: Sequence[Length]) -> tuple[str, ...]:
    """One number of players, summed up."""
    rounds = [length.rounds for length in lengths]
    stalled = sum(length.stalled for length in lengths)
    deciles = quantiles(rounds, n=10) if len(rounds) > 1 else rounds * 9
    return (
        str(players),
        str(len(lengths)),
        str(stalled),
        f"{stalled / len(lengths):.2%}",
        rounded(median(rounds)),
        f"{deciles[0]:.0f}-{deciles[-1]:.0f}",
        rounded(median(length.choices for length in lengths)),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.benchmarks.lengths", description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="for each number of players")
    chosen = parser.parse_args(arguments)
    rows = [row_of(n, [length_of(n, seed) for seed in range(1, chosen.games + 1)]) for n in range(2, 6)]
    heads = ("players", "games", "stalled", "of all", "median rounds", "middle 80%", "median choices")
    print(table(heads, rows, left=frozenset()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
