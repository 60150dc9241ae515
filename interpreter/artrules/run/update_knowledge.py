"""Keeps what seats know up to date (`knowledge.py`) when cards are moved, turned over or shuffled.

The engine calls this only in games that keep knowledge.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from artrules.run.feasibility.card_state import NOTHING, Carried, Carrying
from artrules.run.knowledge import Knowledge, PhaseStart, SeatKnowledge, knowledge_at_start
from artrules.run.metering import MOST_STEPS, too_long
from artrules.run.state import FACE_DOWN

if TYPE_CHECKING:
    from artrules.run.state import State

STACKS = 64
"""The number of a shuffle group is its place in time times this, plus the index of the stack that ran. So groups that
players make at the same time get the same numbers whoever is quicker."""


def knowledge_of_position(S: State) -> Knowledge:
    """What seats know in a position that wasn't played to: each seat knows what it sees. All other cards of one kind
    count as shuffled together."""
    S.knowledge = knowledge_at_start(S)
    change = Change(S)
    everything = [c for c in range(len(S.runtime.kind_of)) if S.cells[c] < S.runtime.layout.aside]
    for seat in range(S.runtime.players):
        for cards in S.runtime.layout.cards.values():
            change.shuffle_together(
                seat, [c for c in everything if cards.first <= c < cards.last and not sight(S, c) >> seat & 1]
            )
    change.done()
    return S.knowledge


def sight(S: State, card: int) -> int:
    """The seats that see which card this is, where it lies now, as a bit mask."""
    runtime = S.runtime
    zone: int = S.cells[card]
    if runtime.top_only[zone] and S.zones[zone][0] != card:
        return 0
    return (runtime.seen_down if S.cells[runtime.face_cell + card] == FACE_DOWN else runtime.seen)[zone]


# -- events


def after_move(S: State, card: int, source: int, before: tuple[int, ...], at: int, seen: int) -> None:
    """A card has left the zone `source`. Before, the cards `before` lay there, this one at the index `at`; `seen` is
    the bit mask of the seats that saw it there."""
    runtime, now = S.runtime, sight(S, card)
    followed = now | seen
    untold = runtime.loose[source] or (runtime.pile[source] and 0 < at < len(before) - 1)
    blind = [seat for seat in range(runtime.players) if not followed >> seat & 1] if untold else []
    tops = S.zones[source][:1] if runtime.top_only[source] else ()
    if not blind and not tops and not _unknown(S, card):
        return
    change = Change(S)
    for seat in blind:
        change.shuffle_together(seat, [c for c in before if c == card or not sight(S, c) >> seat & 1])
    change.see(now, card)
    for top in tops:
        change.see(sight(S, top), top)
    change.done()


def after_turning(S: State, card: int) -> None:
    """A card has been turned over."""
    if _unknown(S, card):
        change = Change(S)
        change.see(sight(S, card), card)
        change.done()


def _unknown(S: State, card: int) -> bool:
    """Whether there is a seat that doesn't know which card this is."""
    assert S.knowledge is not None
    return any(card in known.histories for known in S.knowledge.seats)


def after_shuffle(S: State, zone: int, before: tuple[int, ...]) -> None:
    """A zone has been shuffled; `before` is the order of its cards until then."""
    runtime = S.runtime
    change = Change(S)
    top_only = runtime.top_only[zone]
    for seat in range(runtime.players):
        hidden = [c for c in before if top_only or not sight(S, c) >> seat & 1]
        change.shuffle_together(seat, hidden)
    if top_only:
        top = S.zones[zone][0]
        change.see(sight(S, top), top)
    change.done()


def phase_begins(S: State) -> None:
    """A phase begins that all players play at once."""
    known = S.knowledge
    assert known is not None
    start = PhaseStart(tuple(sorted(S.uses.items())), S.watches, known.seats)
    S.knowledge = Knowledge(known.seats, known.latest, start)


class Change:
    """A change of what seats know, in the making. `done` puts it into the state."""

    def __init__(self, S: State) -> None:
        assert S.knowledge is not None
        self._state = S
        self._known = S.knowledge
        self._seats: dict[int, SeatKnowledge] = {}
        self._latest = S.knowledge.latest[S.active]
        self._carrying: Carrying | None = None
        self._carried: dict[int, Carried] = {}

    def _open(self, seat: int) -> SeatKnowledge:
        """What a seat knows, as an object that may be changed."""
        if seat not in self._seats:
            old = self._known.seats[seat]
            self._count(2 * len(old.histories))
            self._seats[seat] = SeatKnowledge(dict(old.histories), dict(old.carried))
        return self._seats[seat]

    def _count(self, units: int) -> None:
        """Count units of work (`metering.py`). Raises Fault when the limit is reached."""
        self._state.steps += units
        if self._state.steps > MOST_STEPS:
            raise too_long(-1)

    def see(self, seats: int, card: int) -> None:
        """Some seats (a bit mask) see which card this is."""
        for seat, known in enumerate(self._known.seats):
            if seats >> seat & 1 and card in (self._seats.get(seat) or known).histories:
                self._remove(self._open(seat), card)

    def _remove(self, known: SeatKnowledge, card: int) -> None:
        history = known.histories.pop(card)
        known.carried.pop(card, None)
        for group in history:
            self._count(4 * len(known.histories))
            left = None
            for other, through in known.histories.items():
                if group in through:
                    if left is not None:
                        break
                    left = other
            else:
                if left is not None:
                    self._shorten(known, left, group)

    def _shorten(self, known: SeatKnowledge, card: int, group: int) -> None:
        known.histories[card] = tuple(g for g in known.histories[card] if g != group)
        if not known.histories[card]:
            del known.histories[card]
            known.carried.pop(card, None)

    def shuffle_together(self, seat: int, cards: Iterable[int]) -> None:
        """A seat can't tell any more which of some cards is which: they become a shuffle group."""
        cards = list(cards)
        if len(cards) < 2:
            return
        known = self._open(seat)
        self._count(100 * len(cards))
        brought = self._brought(known, cards)
        last = {known.histories.get(c, (0,))[-1] for c in cards}
        if len(last) == 1 and 0 not in last and all(known.carried.get(c, NOTHING) == b for c, b in brought.items()):
            return  # they are one group already, in an order that the seat doesn't know
        number = self._number(known, cards)
        for card in cards:
            known.histories[card] = (*known.histories.get(card, ()), number)
            known.carried.pop(card, None)
            if brought[card] is not NOTHING:
                known.carried[card] = brought[card]
        for group in last - {0}:
            self._count(8 * len(known.histories))
            through = [c for c, history in known.histories.items() if group in history]
            if all(known.histories[c][-2:] == (group, number) for c in through):
                for card in through:
                    self._shorten(known, card, group)

    def _brought(self, known: SeatKnowledge, cards: list[int]) -> dict[int, Carried]:
        """What each of some cards carries into a shuffle group. An unknown card to which something has happened since
        its last group counts as known from here on: what happened belongs to that card."""
        brought = {card: self._carried_by(card) for card in cards}
        for card, what in brought.items():
            if card in known.histories and what != known.carried.get(card, NOTHING):
                self._remove(known, card)
        return brought

    def _carried_by(self, card: int) -> Carried:
        """What a card carries. It is the same for all seats, so it is found only once."""
        if card not in self._carried:
            if self._carrying is None:
                self._carrying = Carrying(self._state)
            self._carried[card] = self._carrying.by(card)
        return self._carried[card]

    def _number(self, known: SeatKnowledge, cards: list[int]) -> int:
        earlier = [known.histories[c][-1] // STACKS for c in cards if c in known.histories]
        self._latest = 1 + max([self._latest, *earlier])
        return self._latest * STACKS + self._state.active

    def done(self) -> None:
        """Put the change into the state."""
        if not self._seats:
            return
        known, active = self._known, self._state.active
        seats = tuple(self._seats.get(i, before) for i, before in enumerate(known.seats))
        latest = (*known.latest[:active], self._latest, *known.latest[active + 1 :])
        self._state.knowledge = Knowledge(seats, latest, known.phase_start)
