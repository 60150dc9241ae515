"""Moving cards between zones and turning them over.

When the player who acts can't see the card that is moved or turned up, the outcome can't be foreseen: the action is
committed (`chance.commit`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from artrules.run.chance import commit
from artrules.run.state import FACE_DOWN
from artrules.run.update_knowledge import after_move, after_turning, sight

if TYPE_CHECKING:
    from artrules.run.state import State


def move_card(
    S: State,
    me: int | None,
    card: int,
    zone: int,
    end: int | None = None,
    position: int | None = None,
    face: int | None = None,
) -> None:
    """Move a card to a zone. `me` is the player who acts (counted from 0) or None.

    `position` (counted from 1) or `end` (0 for the top, -1 for the bottom) says where in the zone; without both the
    card goes on top of a pile, and behind the others elsewhere. `face` is 0 for up, 1 for down; None means the zone's
    usual face.
    """
    runtime, cells, zones = S.runtime, S.cells, S.zones
    source = cells[card]
    face_cell = runtime.face_cell + card
    sees = runtime.seen_down if cells[face_cell] == FACE_DOWN else runtime.seen
    # The mover learns something: which card this is, or which one lies beneath it.
    if me is None or not sees[source] >> me & 1 or runtime.top_only[source]:
        commit(S)
    before = cards = zones[source]
    at = cards.index(card)
    seen = 0 if S.knowledge is None else sight(S, card)
    zones[source] = cards[:at] + cards[at + 1 :] if at else cards[1:]
    if source != zone and (leaving := runtime.leaving[source]) is not None:
        leaving(S, card)
    cells[card] = zone
    cells[face_cell] = runtime.zone_face[zone] if face is None else face
    cards = zones[zone]
    if position is not None:
        to = max(0, min(position - 1, len(cards)))
        zones[zone] = (*cards[:to], card, *cards[to:])
    elif end == 0 or (end is None and runtime.pile[zone]):
        zones[zone] = (card, *cards)
    else:
        zones[zone] = (*cards, card)
    if S.knowledge is not None:
        after_move(S, card, source, before, at, seen)


def move_cards(
    S: State,
    me: int | None,
    cards: Iterable[int],
    zone: int,
    end: int | None = None,
    position: int | None = None,
    face: int | None = None,
) -> None:
    """Move cards one after another, as `move_card` does."""
    for card in cards:
        move_card(S, me, card, zone, end, position, face)


def may_see(S: State, seat: int | None, card: int) -> bool:
    """Whether a seat (counted from 0) sees which card this is, where it lies now; nobody (None) sees nothing."""
    if seat is None:
        return False
    return bool(sight(S, card) >> seat & 1)


class Redaction:
    """The cards that must not be named to some seats (counted from 0): those that one of the seats can't see now.

    It is a container of card numbers that is asked while a text is made. `named` collects the hidden cards that the
    text would have named.
    """

    def __init__(self, S: State, seats: Iterable[int]) -> None:
        self._state = S
        self._seats = tuple(seats)
        self.named: set[int] = set()

    def __contains__(self, card: object) -> bool:
        assert isinstance(card, int)
        hidden = not all(may_see(self._state, seat, card) for seat in self._seats)
        if hidden:
            self.named.add(card)
        return hidden


def turn_over(S: State, me: int | None, card: int, face: int) -> None:
    """Turn a card face up (0) or down (1)."""
    if face != FACE_DOWN and not may_see(S, me, card):
        commit(S)
    S.cells[S.runtime.face_cell + card] = face
    if S.knowledge is not None:
        after_turning(S, card)
