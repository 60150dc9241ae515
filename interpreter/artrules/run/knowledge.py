"""What each seat knows of where cards are.

A seat knows a card that it has seen until the card is shuffled: shuffled with others that the seat can't see, or put
into a hand from which a card leaves that the seat can't see. Such an event makes a *shuffle group*: the seat can't tell
any more which card of the group is which. For each card that a seat doesn't know, its *history* lists the shuffle
groups that the card has gone through since the seat last knew it, in order. This describes exactly what the seat can
know: all orders of the cards of a group are equally likely, and the seat has seen nothing of the order. A
determinization shuffles the groups again (`determinize.py`). `update_knowledge.py` keeps the knowledge up to date.

A card that a seat sees leaves all its groups: it is taken to have gone the way it went. When one card is left in a
group, the seat knows that card.

Knowledge isn't part of the position: equal positions may differ in it. Only games with a log keep it. Objects of these
classes never change; copies of a game share them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from artrules.run.feasibility.card_state import Carried

if TYPE_CHECKING:
    from artrules.run.state import State

History = tuple[int, ...]
"""The numbers of the shuffle groups that a card has gone through, in order of time."""


@dataclass(slots=True)
class SeatKnowledge:
    """What one seat doesn't know: by card, its history, and what the card carried into its last shuffle group."""

    histories: dict[int, History]
    carried: dict[int, Carried]


@dataclass(frozen=True, slots=True)
class PhaseStart:
    """What it takes, beside `State.began`, to go back to the start of a phase played all at once: uses counted,
    watches, and what each seat knew."""

    uses: tuple[tuple[int, int], ...]
    watches: tuple[tuple[Any, ...], ...]
    seats: tuple[SeatKnowledge, ...]


@dataclass(slots=True)
class Knowledge:
    """What each seat knows; for each stack the number of its latest shuffle group; and what was known when the phase
    began, if all players play it at once."""

    seats: tuple[SeatKnowledge, ...]
    latest: tuple[int, ...]
    phase_start: PhaseStart | None = None

    def as_data(self) -> dict[str, Any]:
        """The knowledge as JSON data, as saves hold it."""
        start = self.phase_start
        return {
            "seats": _seats_data(self.seats),
            "latest": self.latest,
            "begun": None if start is None else [start.uses, start.watches, _seats_data(start.seats)],
        }


def _seats_data(seats: tuple[SeatKnowledge, ...]) -> list[Any]:
    return [[sorted(seat.histories.items()), sorted(seat.carried.items())] for seat in seats]


def knowledge_at_start(S: State) -> Knowledge:
    """What seats know before the setup: everybody knows where the pieces start."""
    players = S.runtime.players
    return Knowledge(tuple(SeatKnowledge({}, {}) for _ in range(players)), (0,) * (1 + players))
