"""What is to be played for a report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from artrules.chance import Stream

NOTHING = -1
"""In the place of a subject's number: the player lacks nothing."""


@dataclass(frozen=True)
class BalancePlan:
    """How each deal is played; equal plans give equal games on every machine.

    A deal is a seed: everything that chance brings. It is played once as it is. Then it is played again, as often as
    there are players, and each player lacks a subject or nothing, drawn at random: the first deal of those is drawn, in
    the others what the players lack has moved on by one seat.

    - `bots` has one for each seat
    - `powers` and `cards` are the keys of the subjects that players may lack (`subjects.py`)
    - `watched` is how many deals are watched closely, option by option
    """

    players: int
    seed: int
    settings: dict[str, Any]
    bots: tuple[str, ...]
    powers: tuple[str, ...]
    cards: tuple[str, ...]
    watched: int

    @property
    def subjects(self) -> tuple[str, ...]:
        """The keys of all subjects that players may lack, by number."""
        return (*self.powers, *self.cards)


def lacking(seed: int, players: int, subjects: list[int]) -> list[list[int]]:
    """For each game of a deal in which something is lacking, the subject that each player lacks, or NOTHING: a Latin
    square, so that what is drawn comes to each seat once. Games in which nobody lacks anything are left out."""
    stream = Stream(seed, 0, "balance lacking")
    levels = [NOTHING, *subjects]
    drawn = [levels[stream.below(len(levels))] for _ in range(players)]
    if all(each == NOTHING for each in drawn):
        return []
    return [drawn[turn:] + drawn[:turn] for turn in range(players)]
