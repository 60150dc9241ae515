"""How what seats know changes: when a card moves or is turned, when cards are shuffled (`knowledge.py`).

The engine calls this only where knowledge is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from artrules.run.carried import NOTHING, Carried, Carrying
from artrules.run.knowledge import Begun, Knowledge, Learned, at_the_start
from artrules.run.spending import MOST_STEPS, too_long

if TYPE_CHECKING:
    from artrules.run.state import State

DOWN = 1
STACKS = 64
"""A mixing's number is its place in time times this, plus the stack that ran: so that what players do at the same time
is numbered the same whoever is quicker."""


def as_found(S: State) -> Knowledge:
    """In a position that was put together a seat knows what it sees; the rest is as if mixed, each kind by itself."""
    S.knowledge = at_the_start(S)
    change = Change(S)
    everything = [c for c in range(len(S.runtime.kind_of)) if S.cells[c] < S.runtime.layout.aside]
    for seat in range(S.runtime.players):
        for cards in S.runtime.layout.cards.values():
            change.mix(seat, [c for c in everything if cards.first <= c < cards.last and not sight(S, c) >> seat & 1])
    change.done()
    return S.knowledge


def sight(S: State, card: int) -> int:
    """The seats that see which card this is, where it lies now: a bit for each."""
    runtime = S.runtime
    zone: int = S.cells[card]
    if runtime.top_only[zone] and S.zones[zone][0] != card:
        return 0
    return (runtime.seen_down if S.cells[runtime.face_cell + card] == DOWN else runtime.seen)[zone]


# -- what the engine tells


def after_move(S: State, card: int, source: int, before: tuple[int, ...], at: int, seen: int) -> None:
    """A card has moved out of a zone, where some cards lay `before`, this one at an index; `seen` are the seats that
    saw it there."""
    runtime, now = S.runtime, sight(S, card)
    followed = now | seen
    untold = runtime.loose[source] or (runtime.pile[source] and 0 < at < len(before) - 1)
    blind = [seat for seat in range(runtime.players) if not followed >> seat & 1] if untold else []
    tops = S.zones[source][:1] if runtime.top_only[source] else ()
    if not blind and not tops and not _unknown(S, card):
        return
    change = Change(S)
    for seat in blind:
        change.mix(seat, [c for c in before if c == card or not sight(S, c) >> seat & 1])
    change.see(now, card)
    for top in tops:
        change.see(sight(S, top), top)
    change.done()


def after_turning(S: State, card: int) -> None:
    """A card's face has been turned."""
    if _unknown(S, card):
        change = Change(S)
        change.see(sight(S, card), card)
        change.done()


def _unknown(S: State, card: int) -> bool:
    """Whether there is a seat that doesn't know which card this is."""
    assert S.knowledge is not None
    return any(card in learned.paths for learned in S.knowledge.seats)


def after_shuffle(S: State, zone: int, before: tuple[int, ...]) -> None:
    """A zone has been shuffled, in which cards lay in some order `before`."""
    runtime = S.runtime
    change = Change(S)
    top_only = runtime.top_only[zone]
    for seat in range(runtime.players):
        hidden = [c for c in before if top_only or not sight(S, c) >> seat & 1]
        change.mix(seat, hidden)
    if top_only:
        top = S.zones[zone][0]
        change.see(sight(S, top), top)
    change.done()


def phase_begins(S: State) -> None:
    """A phase that is played all at once begins."""
    known = S.knowledge
    assert known is not None
    begun = Begun(tuple(sorted(S.uses.items())), S.watches, known.seats)
    S.knowledge = Knowledge(known.seats, known.latest, begun)


class Change:
    """A change of what seats know while it is made; `done` puts it in place."""

    def __init__(self, S: State) -> None:
        assert S.knowledge is not None
        self._state = S
        self._known = S.knowledge
        self._seats: dict[int, Learned] = {}
        self._latest = S.knowledge.latest[S.active]
        self._carrying: Carrying | None = None
        self._carried: dict[int, Carried] = {}

    def _open(self, seat: int) -> Learned:
        """What a seat knows, to be changed."""
        if seat not in self._seats:
            old = self._known.seats[seat]
            self._count(2 * len(old.paths))
            self._seats[seat] = Learned(dict(old.paths), dict(old.carried))
        return self._seats[seat]

    def _count(self, units: int) -> None:
        """Count what learning takes: it is work like any other in a game that keeps what seats know."""
        self._state.steps += units
        if self._state.steps > MOST_STEPS:
            raise too_long(-1)

    def see(self, seats: int, card: int) -> None:
        """Some seats (a bit for each) see which card this is."""
        for seat, known in enumerate(self._known.seats):
            if seats >> seat & 1 and card in (self._seats.get(seat) or known).paths:
                self._remove(self._open(seat), card)

    def _remove(self, learned: Learned, card: int) -> None:
        path = learned.paths.pop(card)
        learned.carried.pop(card, None)
        for mixing in path:
            self._count(4 * len(learned.paths))
            left = None
            for other, through in learned.paths.items():
                if mixing in through:
                    if left is not None:
                        break
                    left = other
            else:
                if left is not None:
                    self._shorten(learned, left, mixing)

    def _shorten(self, learned: Learned, card: int, mixing: int) -> None:
        learned.paths[card] = tuple(m for m in learned.paths[card] if m != mixing)
        if not learned.paths[card]:
            del learned.paths[card]
            learned.carried.pop(card, None)

    def mix(self, seat: int, cards: Iterable[int]) -> None:
        """A seat can't tell any more which of some cards is which."""
        cards = list(cards)
        if len(cards) < 2:
            return
        learned = self._open(seat)
        self._count(100 * len(cards))
        brought = self._brought(learned, cards)
        last = {learned.paths.get(c, (0,))[-1] for c in cards}
        if len(last) == 1 and 0 not in last and all(learned.carried.get(c, NOTHING) == b for c, b in brought.items()):
            return  # they have come out of one mixing, in any order already
        number = self._number(learned, cards)
        for card in cards:
            learned.paths[card] = (*learned.paths.get(card, ()), number)
            learned.carried.pop(card, None)
            if brought[card] is not NOTHING:
                learned.carried[card] = brought[card]
        for mixing in last - {0}:
            self._count(8 * len(learned.paths))
            through = [c for c, path in learned.paths.items() if mixing in path]
            if all(learned.paths[c][-2:] == (mixing, number) for c in through):
                for card in through:
                    self._shorten(learned, card, mixing)

    def _brought(self, learned: Learned, cards: list[int]) -> dict[int, Carried]:
        """What cards carry into a mixing. One that isn't known and to which something has happened since its last
        mixing is taken to be known: what happened to it belongs to it from here on."""
        brought = {card: self._by(card) for card in cards}
        for card, what in brought.items():
            if card in learned.paths and what != learned.carried.get(card, NOTHING):
                self._remove(learned, card)
        return brought

    def _by(self, card: int) -> Carried:
        """What a card carries: the same for all seats, so it is found out once."""
        if card not in self._carried:
            if self._carrying is None:
                self._carrying = Carrying(self._state)
            self._carried[card] = self._carrying.by(card)
        return self._carried[card]

    def _number(self, learned: Learned, cards: list[int]) -> int:
        earlier = [learned.paths[c][-1] // STACKS for c in cards if c in learned.paths]
        self._latest = 1 + max([self._latest, *earlier])
        return self._latest * STACKS + self._state.active

    def done(self) -> None:
        if not self._seats:
            return
        known, active = self._known, self._state.active
        seats = tuple(self._seats.get(i, learned) for i, learned in enumerate(known.seats))
        latest = (*known.latest[:active], self._latest, *known.latest[active + 1 :])
        self._state.knowledge = Knowledge(seats, latest, known.begun)
