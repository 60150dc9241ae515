"""Who sits where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of people, counted from 1, and the name of a bot for each seat ("" where people sit).

    At an `open` table nothing is hidden, and anything may be taken back.
    """

    people: tuple[int, ...]
    bots: tuple[str, ...]
    open: bool = False

    def as_data(self) -> dict[str, Any]:
        return {"people": list(self.people), "bots": list(self.bots), "open": self.open}


def seats_from(data: Any, players: int) -> Seats:
    """Seats as `as_data` gave them. Raises ValueError for what that can't have given."""
    people, bots, open_table = data["people"], data["bots"], data["open"]
    ordered = isinstance(people, list) and people == sorted({int(p) for p in people})
    if not ordered or not all(1 <= p <= players for p in people):
        raise ValueError("its seats are not those of the game")
    if len(bots) != players or not all(isinstance(name, str) for name in bots) or not isinstance(open_table, bool):
        raise ValueError("its seats are not those of the game")
    return Seats(tuple(people), tuple(bots), open_table)
