"""What each seat has learned of where cards are.

A card that a seat has seen is known to it, until it is mixed: shuffled with others that the seat can't see, or in a
hand from which one of several leaves unseen. For each card that a seat doesn't know there is a path: the mixings that
the card has gone through since the seat last knew it. This is exact: a mixing puts the cards that go through it into
any order, each as likely, and the seat has seen nothing of it. To deal anew what a seat can't know, one goes through
the mixings again (`dealing.py`). How knowledge changes is in `learning.py`.

A card that is seen leaves all mixings: it is taken to have gone the way it went. A mixing with one card left is none:
what remains over is known.

This is not part of the position: positions are equal whatever anybody knows of them. It is kept only for games with a
log, and a value of this class is never changed: copied games share it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from artrules.run.carried import Carried

if TYPE_CHECKING:
    from artrules.run.state import State

Path = tuple[int, ...]


@dataclass(slots=True)
class Learned:
    """What one seat knows: paths of the cards it doesn't know, and what they carried into their last mixing."""

    paths: dict[int, Path]
    carried: dict[int, Carried]


@dataclass(frozen=True, slots=True)
class Begun:
    """What is needed to go back to where a phase played all at once began, beside `State.began`."""

    uses: tuple[tuple[int, int], ...]
    watches: tuple[tuple[Any, ...], ...]
    seats: tuple[Learned, ...]


@dataclass(slots=True)
class Knowledge:
    """What each seat knows, the number of the latest mixing by each stack, and all of it when the phase began."""

    seats: tuple[Learned, ...]
    latest: tuple[int, ...]
    begun: Begun | None = None

    def as_data(self) -> dict[str, Any]:
        """As JSON's kinds of data."""
        begun = self.begun
        return {
            "seats": _seats_data(self.seats),
            "latest": self.latest,
            "begun": None if begun is None else [begun.uses, begun.watches, _seats_data(begun.seats)],
        }


def _seats_data(seats: tuple[Learned, ...]) -> list[Any]:
    return [[sorted(seat.paths.items()), sorted(seat.carried.items())] for seat in seats]


def at_the_start(S: State) -> Knowledge:
    """Where pieces start is known to all."""
    players = S.runtime.players
    return Knowledge(tuple(Learned({}, {}) for _ in range(players)), (0,) * (1 + players))
