"""Cards on the move: between zones, and over from face to face. What leaves a place its mover can't see into is a
commit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from artrules.run.chance import commit
from artrules.run.learning import after_move, after_turning, sight

if TYPE_CHECKING:
    from artrules.run.state import State

DOWN = 1


def move_card(
    S: State,
    me: int | None,
    card: int,
    zone: int,
    end: int | None = None,
    position: int | None = None,
    face: int | None = None,
) -> None:
    """Move a card to a zone: to its usual end, its top (0), its bottom (-1) or a position counted from 1."""
    runtime, cells, zones = S.runtime, S.cells, S.zones
    source = cells[card]
    face_cell = runtime.face_cell + card
    sees = runtime.seen_down if cells[face_cell] == DOWN else runtime.seen
    # What the mover can't see, or hides what is shown next, can't be foreseen.
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
    """Move cards one after another."""
    for card in cards:
        move_card(S, me, card, zone, end, position, face)


def may_see(S: State, seat: int | None, card: int) -> bool:
    """Whether a seat knows which card this is, where it lies now."""
    if seat is None:
        return False
    runtime, zone = S.runtime, S.cells[card]
    sees = runtime.seen_down if S.cells[runtime.face_cell + card] == DOWN else runtime.seen
    if not sees[zone] >> seat & 1:
        return False
    return not runtime.top_only[zone] or S.zones[zone][0] == card


class Veil:
    """The cards that some seats can't see, where they lie now; `named` are those of them that were asked for."""

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
    """Lay a card face up or down."""
    if face != DOWN and not may_see(S, me, card):
        commit(S)
    S.cells[S.runtime.face_cell + card] = face
    if S.knowledge is not None:
        after_turning(S, card)
