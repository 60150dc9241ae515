"""Bounds the number of items in a value, from its type and the numbers of cards and players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from artrules.ir import nodes as k
from artrules.ir.model import Model
from artrules.ir.operators import OPERATORS
from artrules.ir.types import PLAYER, ListOf, Member, Number, Optional, Player, SetOf, Type, Zone, element

UNBOUNDED = 10**12
"""Larger than any bound. The analysis doesn't distinguish larger numbers."""
LONGEST_LIST = 10_000
"""The most items in a list. The engine stops the game if a list grows longer."""
MOST_RECORDS = 10_000
"""The most records of kept events at one time."""
MOST_POWERS = 256
"""The most powers on one card."""
LARGEST_SET = 256
"""The most numbers in a set of numbers."""


def holds_lists(type_: Type | None) -> bool:
    """Whether values of a type are lists that contain lists."""
    if not isinstance(type_, ListOf):
        return False
    return isinstance(type_.of.of if isinstance(type_.of, Optional) else type_.of, ListOf)


class Sizes:
    """Sizes in one configuration of a model. `cards_of` is the number of cards of each kind."""

    def __init__(self, model: Model, players: int, cards_of: Mapping[str, int]) -> None:
        self.model = model
        self.players = players
        self.cards_of = cards_of
        self.cards = sum(cards_of.values())

    def of(self, e: k.Expression) -> int:
        """The most items that iterating over a value can meet."""
        return min(UNBOUNDED, max(0, self._of(e)))

    def of_binders(self, binders: Sequence[k.Binder]) -> int:
        """The most combinations of values that binders can have."""
        product = 1
        for binder in binders:
            product = min(UNBOUNDED, product * self.of(binder.domain))
        return product

    def _of(self, e: k.Expression) -> int:
        if isinstance(e.type, SetOf):
            return self._members(e.type.of)
        if isinstance(e.type, Zone):
            return self._cards(e.type.kinds)
        match e:
            case k.Span_(low=low, high=high):
                least = low.type.low if isinstance(low.type, Number) else -UNBOUNDED
                most = high.type.high if isinstance(high.type, Number) else UNBOUNDED
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
            case k.Operation(operator=operator, operands=operands) if OPERATORS[operator].gives_group:
                return sum(self.of(o) for o in OPERATORS[operator].sources(operands))
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
