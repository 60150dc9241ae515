"""Sets of values: which values an expression may have at a place in code.

Numbers, truth values and members of enums are whole numbers here: `no` is 0 and `yes` is 1, members count from 0. Of
all other types, such as cards and players, only `none` is told apart from the rest.
"""

from __future__ import annotations

from collections.abc import Mapping

from artrules.model.ir.declarations import Enum
from artrules.model.ir.types import ANY_NUMBER, Bool, Member, Nothing, Number, Optional, Type, bare
from artrules.text.record import dataclass

MANY = 100_000
"""From here on numbers are said as `or more`: no author wrote them as a bound."""
SOMETHING = ((0, 1),)
"""Stands for all values of a type whose values aren't told apart: at least two, so that it never is a single one."""


@dataclass(frozen=True, slots=True)
class ValueSet:
    """Some values: the whole numbers in `spans`, which rise and don't touch, and perhaps `none`.

    Where `exact` is no, the numbers stand for values that aren't told apart.
    """

    spans: tuple[tuple[int, int], ...]
    none: bool = False
    exact: bool = True

    @property
    def is_empty(self) -> bool:
        return not self.spans and not self.none

    @property
    def is_single(self) -> bool:
        """Whether there is exactly one value."""
        if not self.spans:
            return self.none
        return self.exact and not self.none and len(self.spans) == 1 and self.spans[0][0] == self.spans[0][1]

    @property
    def range(self) -> Number | None:
        """The range of its numbers; None if it isn't made of numbers alone, or is empty."""
        if not self.spans or self.none or not self.exact:
            return None
        return Number(self.spans[0][0], self.spans[-1][1])

    def both(self, other: ValueSet) -> ValueSet:
        """The values that are in both."""
        spans = []
        for low, high in self.spans:
            for least, most in other.spans:
                if max(low, least) <= min(high, most):
                    spans.append((max(low, least), min(high, most)))
        return ValueSet(tuple(sorted(spans)), self.none and other.none, self.exact and other.exact)

    def without(self, other: ValueSet) -> ValueSet:
        """The values that aren't in the other. Those that aren't told apart stay."""
        spans = list(self.spans)
        for least, most in other.spans if self.exact and other.exact else ():
            spans = [
                part
                for low, high in spans
                for part in ((low, min(high, least - 1)), (max(low, most + 1), high))
                if part[0] <= part[1]
            ]
        return ValueSet(tuple(spans), self.none and not other.none, self.exact)

    def either(self, other: ValueSet) -> ValueSet:
        """The values that are in one of the two, or in both."""
        spans: list[tuple[int, int]] = []
        for low, high in sorted((*self.spans, *other.spans)):
            if spans and low <= spans[-1][1] + 1:
                spans[-1] = (spans[-1][0], max(high, spans[-1][1]))
            else:
                spans.append((low, high))
        return ValueSet(tuple(spans), self.none or other.none, self.exact and other.exact)


NONE = ValueSet((), none=True)
NO, YES = ValueSet(((0, 0),)), ValueSet(((1, 1),))
ANYTHING = ValueSet(SOMETHING, none=True, exact=False)


def numbers(low: int, high: int) -> ValueSet:
    """The numbers from low to high."""
    return ValueSet(((low, high),) if low <= high else ())


def of_type(type_: Type, enums: Mapping[str, Enum]) -> ValueSet:
    """The values of a type."""
    match type_:
        case Number(low, high):
            return numbers(low, high)
        case Bool():
            return numbers(0, 1)
        case Member(enum) if enum in enums and len(enums[enum].members) > 1:
            return numbers(0, len(enums[enum].members) - 1)
        case Member():
            return ANYTHING  # one member only: its author expects more of them, and writes code for these already
        case Nothing():
            return NONE
        case Optional(of):
            return of_type(of, enums).either(NONE)
    return ValueSet(SOMETHING, exact=False)


def in_words(values: ValueSet, type_: Type, enums: Mapping[str, Enum]) -> str:
    """Numbers or members as an author would write them; empty for other values, or where they are too many to say."""
    inner = bare(type_)
    if not values.exact or values.is_empty or len(values.spans) > 4 or values.range == ANY_NUMBER:
        return ""
    parts: list[str] = []
    for low, high in values.spans:
        match inner:
            case Number():
                parts.append(_numbers_in_words(low, high))
            case Bool():
                parts += ["`no`", "`yes`"][low : high + 1]
            case Member(enum) if enum in enums:
                parts += [f"`{member}`" for member in enums[enum].members[low : high + 1]]
            case _:
                return ""
    if values.none:
        parts.append("`none`")
    return " or ".join(parts)


def _numbers_in_words(low: int, high: int) -> str:
    if low == high:
        return f"`{low}`"
    if high >= MANY:
        return f"`{low}` or more"
    return f"`{high}` or less" if low <= -MANY else f"`{low}..{high}`"


# How two values compare: -1 for less, 0 for the same, 1 for more.
#
# Of values without an order, such as members of an enum, -1 and 1 both mean that they differ.

_LESS, _SAME, _MORE = numbers(-1, -1), numbers(0, 0), numbers(1, 1)
ORDERS: dict[str, ValueSet] = {
    "=": _SAME,
    "!=": _LESS.either(_MORE),
    "<": _LESS,
    "<=": _LESS.either(_SAME),
    ">": _MORE,
    ">=": _MORE.either(_SAME),
}
"""How the left side may compare with the right one where an operator holds."""
OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The operator that holds where another one doesn't."""
TURNED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""The operator that holds where the sides are swapped."""


def compared(one: ValueSet, other: ValueSet) -> ValueSet:
    """How values of two sets may compare."""
    if one.is_empty or other.is_empty:
        return numbers(-1, 1)
    shared = one.both(other)
    if shared.is_empty:
        a, b = one.range, other.range
        if a is not None and b is not None:
            return _LESS if a.high < b.low else _MORE if a.low > b.high else ORDERS["!="]
        return ORDERS["!="]
    if one.is_single and other.is_single:
        return _SAME
    a, b = one.range, other.range
    if a is None or b is None:
        return numbers(-1, 1)
    orders = _SAME
    if a.low < b.high:
        orders = orders.either(_LESS)
    if a.high > b.low:
        orders = orders.either(_MORE)
    return orders


def turned(orders: ValueSet) -> ValueSet:
    """How the right side compares with the left one."""
    return ValueSet(tuple((-high, -low) for low, high in reversed(orders.spans)))
