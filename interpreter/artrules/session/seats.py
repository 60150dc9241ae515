"""Who sits at which seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from artrules.position.save_document import damaged, whole


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of people (counted from 1), and for each seat its bot as text ("" where a person sits; `bots/spec.py`).

    At an `open` table nothing is hidden, and any choice may be taken back.
    """

    people: tuple[int, ...]
    bots: tuple[str, ...]
    open: bool = False

    def as_data(self) -> dict[str, Any]:
        return {"people": list(self.people), "bots": list(self.bots), "open": self.open}


def seats_from(data: Any, players: int) -> Seats:
    """The seats that `as_data` wrote. Raises SaveRefused for other data."""
    if not isinstance(data, dict) or data.keys() != {"people", "bots", "open"}:
        raise damaged("its seats are not those of the game")
    people, bots, open_table = data["people"], data["bots"], data["open"]
    good = (
        isinstance(people, list)
        and all(whole(seat, 1, players) for seat in people)
        and people == sorted(set(people))
        and isinstance(bots, list)
        and len(bots) == players
        and all(isinstance(name, str) for name in bots)
        and people == [seat for seat, name in enumerate(bots, 1) if not name]
        and bool(people)
        and isinstance(open_table, bool)
    )
    if not good:
        raise damaged("its seats are not those of the game")
    return Seats(tuple(people), tuple(bots), open_table)
