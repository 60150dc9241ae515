"""How many things a value can hold at most, from its type and from how many cards and players there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from artrules.ir import nodes as k
from artrules.ir.model import Model
from artrules.ir.types import PLAYER, ListOf, Member, Number, Optional, Player, SetOf, Type, Zone, element

FAR = 10**12
"""More than any bound: what is larger needs no exact number."""
LONGEST_LIST = 10_000
"""Things in one list. The engine stops the game where a list grows longer."""
MOST_RECORDS = 10_000
"""Kept events at a time."""
MOST_POWERS = 256
"""Powers on one card."""
LARGEST_SET = 256
"""Numbers that a set of numbers can hold."""


def holds_lists(type_: Type | None) -> bool:
    """Whether a value of a type is a list with lists in it."""
    if not isinstance(type_, ListOf):
        return False
    return isinstance(type_.of.of if isinstance(type_.of, Optional) else type_.of, ListOf)


class Sizes:
    """Sizes in one configuration of a model: its number of players, and the number of cards of each kind."""

    def __init__(self, model: Model, players: int, cards_of: Mapping[str, int]) -> None:
        self.model = model
        self.players = players
        self.cards_of = cards_of
        self.cards = sum(cards_of.values())

    def of(self, e: k.Expression) -> int:
        """The most things that going through a value can meet."""
        return min(FAR, max(0, self._of(e)))

    def of_binders(self, binders: Sequence[k.Binder]) -> int:
        """The most ways in which binders can be bound."""
        product = 1
        for binder in binders:
            product = min(FAR, product * self.of(binder.domain))
        return product

    def _of(self, e: k.Expression) -> int:
        if isinstance(e.type, SetOf):
            return self._members(e.type.of)
        if isinstance(e.type, Zone):
            return self._cards(e.type.kinds)
        match e:
            case k.Span_(low=low, high=high):
                least = low.type.low if isinstance(low.type, Number) else -FAR
                most = high.type.high if isinstance(high.type, Number) else FAR
                return most - least + 1
            case k.AllCards(kind=kind):
                return self._cards([kind])
            case k.AllMembers(enum=enum):
                return len(self.model.enums[enum].members)
            case k.AllPlayers():
                return self.players
            case k.Happenings():
                return MOST_RECORDS
            case k.PowersOf():
                return MOST_POWERS
            case k.TopOf(zone=zone):
                return self.of(zone)
            case k.Listing(items=items):
                return len(items)
            case k.Operation(operator="join", operands=operands):
                return sum(self.of(o) for o in operands)
            case k.Operation(operator="without", operands=[first, *_]):
                return self.of(first)
            case k.Either(then=then, otherwise=otherwise):
                return max(self.of(then), self.of(otherwise))
            case k.Fold(binders=binders):
                return self.of_binders(binders)
            case k.Best(binder=binder):
                return self.of(binder.domain)
            case k.Call(function=function) if (value := self.model.values.get(function)) is not None:
                return min(LONGEST_LIST, self.of(value))
            case k.BuiltinCall(type=type_):
                return self.players if element(type_) == PLAYER else self.cards
        return LONGEST_LIST

    def _cards(self, kinds: Iterable[str]) -> int:
        return sum(self.cards_of[kind] for kind in kinds)

    def _members(self, of: Type) -> int:
        match of:
            case Player():
                return self.players
            case Member(enum):
                return len(self.model.enums[enum].members)
        return LARGEST_SET
