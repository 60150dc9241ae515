"""Which hidden cards change places: each in turn, so that a leak of any single card is found.

A random determinization seldom takes a certain card out of a certain hand. So this exchanges cards that a seat can't
tell apart in pairs: across zones where possible, and first those that have moved least often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from artrules.chance import Stream
from artrules.game.inspection.determinization import HiddenCard

Hidden = Mapping[int, HiddenCard]
Pairs = list[tuple[int, int]]


class Exchanges:
    """The exchanges at the positions of one game, for the seat of one player (counted from 1). Its methods choose the
    pairs of hidden cards that change places."""

    def __init__(self, player: int, stream: Stream) -> None:
        self.player = player
        self.stream = stream
        self.across: Counter[int] = Counter()
        """By card: how often it has changed places with a card in another zone."""

    def of_all(self, hidden: Hidden) -> Pairs:
        """As many pairs as possible."""
        return self._pairs(hidden, hidden, None)

    def of_two(self, hidden: Hidden) -> Pairs:
        """One pair, with a card of another player's if there is one, best one that this player sees; or no pair."""
        theirs = [card for card, about in hidden.items() if about.player not in (0, self.player)]
        seen = [card for card in theirs if hidden[card].is_seen_by_player]
        for first in (seen, theirs, hidden):
            pairs = self._pairs(hidden, first, 1)
            if pairs:
                return pairs
        return []

    @staticmethod
    def of_none(hidden: Hidden) -> Pairs:
        """No pair: every card stays where it is."""
        return []

    def _pairs(self, hidden: Hidden, first: Iterable[int], most: int | None) -> Pairs:
        """Up to `most` pairs (None: no limit), each with a card of `first`."""
        wanted = set(first)
        left = dict.fromkeys(self._in_turn(hidden))
        pairs: Pairs = []
        for card in [c for c in left if c in wanted]:
            if card not in left:
                continue
            other = self._partner(hidden, card, left)
            if other is None:
                continue
            del left[card], left[other]
            pairs.append((card, other))
            if hidden[card].zone != hidden[other].zone:
                self.across.update((card, other))
            if len(pairs) == most:
                break
        return pairs

    def _in_turn(self, hidden: Hidden) -> list[int]:
        """The cards in random order, those first that have moved least often."""
        cards = list(hidden)
        self.stream.shuffle(cards)
        return sorted(cards, key=lambda card: self.across[card])

    @staticmethod
    def _partner(hidden: Hidden, card: int, left: dict[int, None]) -> int | None:
        """A card that looks different and may lie in this one's place: in another zone, if there is one."""
        here, near = hidden[card], None
        for other in left:
            there = hidden[other]
            if there.appearance == here.appearance or there.groups.isdisjoint(here.groups):
                continue
            if there.zone != here.zone:
                return other
            near = other if near is None else near
        return near
