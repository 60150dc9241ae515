"""What is to be played, so that sets are told apart from seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from artrules.chance import Stream


@dataclass(frozen=True)
class SetsPlan:
    """How each deal is played; equal plans give equal games on every machine.

    A deal is a seed, by which a set is drawn for each seat, each another one. It is played as often as there are
    players, and from game to game the sets move on by one seat: so each comes to each seat once (a Latin square).

    `setting` gives each seat its set, one of `sets`; `settings` are the others. `bots` has one for each seat.
    """

    players: int
    seed: int
    settings: dict[str, Any]
    bots: tuple[str, ...]
    setting: str
    sets: tuple[str, ...]

    @property
    def text(self) -> str:
        """The setting and its sets, as somebody gives them."""
        return f"{self.setting}={','.join(self.sets)}"


def seatings(seed: int, players: int, sets: int) -> list[list[int]]:
    """For each game of a deal, the number of the set that each seat has, counted from 0."""
    drawn = list(range(sets))
    Stream(seed, 0, "balance sets").shuffle(drawn)
    drawn = drawn[:players]
    return [drawn[turn:] + drawn[:turn] for turn in range(players)]
