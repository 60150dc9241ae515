"""Which hidden cards change places: all of them in turn, so that what is told of a single one is found, too.

A deal by chance seldom takes a certain card out of a certain hand. So cards that a seat can't tell apart are exchanged
in pairs: across zones where that can be, those first that have been there and back least often.
"""

from __future__ import annotations

from collections import Counter

from artrules.run.chance import Stream
from artrules.run.dealing import Deal, exchangeable, exchanged
from artrules.run.knowledge import Learned
from artrules.run.state import State


class Exchanges:
    """The exchanges made at the positions of one game, from the view of one seat, counted from 0."""

    def __init__(self, seat: int, stream: Stream) -> None:
        self.seat = seat
        self.stream = stream
        self.across: Counter[int] = Counter()
        """How often a card has changed places with one in another zone."""

    def of_all(self, S: State, learned: Learned) -> Deal:
        """A deal in which as many hidden cards as can be lie elsewhere."""
        return exchanged(S, learned, self._pairs(S, exchangeable(S, learned), 0))

    def of_two(self, S: State, learned: Learned) -> Deal:
        """A deal in which two hidden cards have changed places: one of another player's, where there is any."""
        able = exchangeable(S, learned)
        owners = S.runtime.zone_player
        theirs = {c: m for c, m in able.items() if owners[S.cells[c]] not in (0, self.seat + 1)}
        seen = {c: m for c, m in theirs.items() if S.runtime.seen[S.cells[c]] >> owners[S.cells[c]] - 1 & 1}
        for first in (seen, theirs, able):
            pairs = self._pairs(S, able, 1, first)
            if pairs:
                return exchanged(S, learned, pairs)
        return exchanged(S, learned, ())

    @staticmethod
    def of_none(S: State, learned: Learned) -> Deal:
        """The deal in which every card lies where it is."""
        return exchanged(S, learned, ())

    def _pairs(
        self, S: State, able: dict[int, frozenset[int]], most: int, first: dict[int, frozenset[int]] | None = None
    ) -> list[tuple[int, int]]:
        """Up to so many pairs (0: as many as there can be), each with a card of `first` if that is given."""
        left = dict.fromkeys(self._in_turn(able))
        pairs: list[tuple[int, int]] = []
        for card in [c for c in left if first is None or c in first]:
            if card not in left:
                continue
            other = self._partner(S, able, card, left)
            if other is None:
                continue
            del left[card], left[other]
            pairs.append((card, other))
            if S.cells[card] != S.cells[other]:
                self.across.update((card, other))
            if len(pairs) == most:
                break
        return pairs

    def _in_turn(self, able: dict[int, frozenset[int]]) -> list[int]:
        cards = list(able)
        for i in range(len(cards) - 1, 0, -1):
            j = self.stream.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return sorted(cards, key=lambda card: self.across[card])

    @staticmethod
    def _partner(S: State, able: dict[int, frozenset[int]], card: int, left: dict[int, None]) -> int | None:
        """A card that looks otherwise and that may lie there: in another zone, if there is one."""
        runtime, zone, near = S.runtime, S.cells[card], None
        for other in left:
            if runtime.look[other] == runtime.look[card] or able[other].isdisjoint(able[card]):
                continue
            if S.cells[other] != zone:
                return other
            near = other if near is None else near
        return near
