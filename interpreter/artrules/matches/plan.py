"""What is played in a match, and the seed of each deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from artrules.bots.registry import thinks_by_time
from artrules.chance import stream_key


@dataclass(frozen=True)
class MatchPlan:
    """Deals between pairs of bots, as specs: the first of a pair has one seat, the second all others. Equal plans give
    equal games on every machine, if the bots don't look at the clock."""

    players: int
    seed: int
    settings: dict[str, Any]
    pairings: tuple[tuple[str, str], ...]

    @property
    def reproducible(self) -> bool:
        """Whether the same games come out when they are played again: no bot looks at the clock."""
        return not any(thinks_by_time(spec) for pairing in self.pairings for spec in pairing)

    def part(self, index: int) -> tuple[int, tuple[str, str]]:
        """The number of a deal and the pair of bots that plays it, for an index of the work to be done, counted from 0.
        All pairs play the same deal before the next one."""
        deal, pairing = divmod(index, len(self.pairings))
        return deal, self.pairings[pairing]

    def bots(self, pairing: tuple[str, str], seat: int) -> list[str]:
        """Who plays, in the order of seats, when the first of a pair has a seat (counted from 1)."""
        return [pairing[0] if player == seat else pairing[1] for player in range(1, self.players + 1)]


def deal_seed(seed: int, index: int) -> int:
    """The seed of a deal, counted from 0: a number of 53 bits, which every JSON reader keeps exactly."""
    return stream_key(seed, 0, f"match deal {index}") >> 11


def share_asked(players: int) -> float:
    """The share of the wins that a bot has whose odds against each other player are 7 to 3: 0.7 of two players, 0.4375
    of four (R. D. Luce, Individual choice behavior, 1959)."""
    return 7 / (7 + 3 * (players - 1))
