"""The types of the language. All are finite; numbers carry their bounds.

A type is a plain value: compared by content, printed as an author would write it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, overload


@dataclass(frozen=True, slots=True)
class Type:
    """Any type."""


@dataclass(frozen=True, slots=True)
class Bool(Type):
    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True, slots=True)
class Number(Type):
    """Whole numbers from low to high, both included."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}..{self.high}" if self.low != self.high else str(self.low)


@dataclass(frozen=True, slots=True)
class Member(Type):
    """The members of an enum."""

    enum: str

    def __str__(self) -> str:
        return self.enum


@dataclass(frozen=True, slots=True)
class Player(Type):
    def __str__(self) -> str:
        return "player"


@dataclass(frozen=True, slots=True)
class Card(Type):
    """Cards of one of some kinds."""

    kinds: frozenset[str]

    def __str__(self) -> str:
        return " or ".join(sorted(self.kinds)) if len(self.kinds) < 3 else "card"


@dataclass(frozen=True, slots=True)
class Power(Type):
    def __str__(self) -> str:
        return "power"


@dataclass(frozen=True, slots=True)
class Happening(Type):
    """One happening of an event, with its fields."""

    event: str

    def __str__(self) -> str:
        return self.event.split("/")[-1]


@dataclass(frozen=True, slots=True)
class Zone(Type):
    """A place; as a value it is the list of its cards."""

    name: str
    kinds: frozenset[str]

    def __str__(self) -> str:
        return f"a zone ({self.name})"


@dataclass(frozen=True, slots=True)
class Nothing(Type):
    """The type of `none` alone."""

    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True, slots=True)
class Wording(Type):
    """The type of words in labels that depend on a condition. No value of content has it."""

    def __str__(self) -> str:
        return "words"


@dataclass(frozen=True, slots=True)
class Optional(Type):
    of: Type

    def __str__(self) -> str:
        return f"{self.of} or none"


@dataclass(frozen=True, slots=True)
class SetOf(Type):
    """A set of numbers of a range, members of an enum or players."""

    of: Type

    def __str__(self) -> str:
        return f"some of {self.of}"


@dataclass(frozen=True, slots=True)
class ListOf(Type):
    of: Type

    def __str__(self) -> str:
        return f"list of {self.of}"


@dataclass(frozen=True, slots=True)
class Unknown(Type):
    """Of something that is wrong already: fits everywhere, so that one mistake gives one diagnostic."""

    def __str__(self) -> str:
        return "?"


AnyType = (
    Bool
    | Number
    | Member
    | Player
    | Card
    | Power
    | Happening
    | Zone
    | Nothing
    | Wording
    | Optional
    | SetOf
    | ListOf
    | Unknown
)
"""Every class of type: a `match` over it that ends in `assert_never` forgets none."""

BOOL = Bool()
PLAYER = Player()
POWER = Power()
NOTHING = Nothing()
WORDS = Wording()
UNKNOWN = Unknown()
WIDE = 10**9
"""No number is larger."""
ANY_NUMBER = Number(-WIDE, WIDE)
FACE = Member("face")


def is_unknown(type_: Type) -> bool:
    """Whether a type is unknown, or that of what it holds."""
    match type_:
        case Unknown():
            return True
        case Optional(of) | SetOf(of) | ListOf(of):
            return is_unknown(of)
    return False


def whole(digits: str) -> int | None:
    """The number that digits with a sign spell; None when it is too large. However many digits, it takes no time."""
    value = int(digits) if len(digits) < 20 else WIDE + 1
    return value if -WIDE <= value <= WIDE else None


@overload
def bare(type_: Type) -> Type: ...
@overload
def bare(type_: None) -> None: ...
def bare(type_: Type | None) -> Type | None:
    """A type without `or none`."""
    return type_.of if isinstance(type_, Optional) else type_


def element(type_: Type) -> Type | None:
    """What one gets when going through a value of this type, or None when one can't."""
    match type_:
        case ListOf(of) | SetOf(of):
            return of
        case Zone(_, kinds):
            return Card(kinds)
        case Unknown():
            return UNKNOWN
    return None


def fits(type_: Type, wanted: Type) -> bool:
    """Whether a value of the one type may stand where the other is wanted.

    Numbers fit when their ranges meet: where they may leave the range the engine tests it as it runs.
    """
    match type_, wanted:
        case (Unknown(), _) | (_, Unknown()):
            return True
        case Number(low, high), Number(least, most):
            return low <= most and high >= least
        case Card(kinds), Card(wished):
            return kinds <= wished
        case (Nothing(), Optional()) | (Nothing(), Nothing()):
            return True
        case Optional(inner), Optional(of):
            return fits(inner, of)
        case _, Optional(of):
            return fits(type_, of)
        case SetOf(inner), SetOf(of):
            return fits(inner, of)
        case ListOf(inner), ListOf(of):
            return fits(inner, of)
        case Zone(_, kinds), ListOf(of):
            return fits(Card(kinds), of)
        case Zone(), Zone():
            return True
    return type_ == wanted


def within(type_: Type, wanted: Type) -> bool:
    """Whether every value of the one type is a value of the other: what `fits`, and a number's range lies in the other.

    Nothing but itself holds `Unknown`.
    """
    match type_, wanted:
        case Number(low, high), Number(least, most):
            return least <= low and high <= most
        case Card(kinds), Card(wished):
            return kinds <= wished
        case Nothing(), Optional():
            return True
        case Optional(inner), Optional(of):
            return within(inner, of)
        case _, Optional(of):
            return within(type_, of)
        case (SetOf(inner), SetOf(of)) | (ListOf(inner), ListOf(of)):
            return within(inner, of)
        case Zone(_, kinds), ListOf(of):
            return within(Card(kinds), of)
    return type_ == wanted


def alike(one: Type, other: Type) -> bool:
    """Whether values of the two types can be the same value (for `is` and `in`)."""
    if isinstance(one, Optional):
        one = one.of
    if isinstance(other, Optional):
        other = other.of
    match one, other:
        case (Nothing(), _) | (_, Nothing()) | (Unknown(), _) | (_, Unknown()):
            return True
        case Card(kinds), Card(others):
            return bool(kinds & others)
        case Number(), Number():
            return True
        case SetOf(a), SetOf(b):
            return alike(a, b)
        case ((ListOf() | Zone()), (ListOf() | Zone())):
            c, d = element(one), element(other)
            return c is not None and d is not None and alike(c, d)
    return one == other


def maybe(type_: Type) -> Type:
    """The type that has the values of a type, and none."""
    return type_ if isinstance(type_, Optional | Nothing | Unknown) else Optional(type_)


def join(one: Type, other: Type) -> Type | None:
    """The smallest type that both fit, or None."""
    match one, other:
        case Unknown(), _:
            return other
        case _, Unknown():
            return one
        case Number(a, b), Number(c, d):
            return Number(min(a, c), max(b, d))
        case Card(a), Card(b):
            return Card(a | b)
        case Nothing(), Nothing():
            return NOTHING
        case (Nothing(), Optional()):
            return other
        case Nothing(), _:
            return Optional(other)
        case Optional(), Nothing():
            return one
        case _, Nothing():
            return Optional(one)
        case Optional(a), Optional(b):
            inner = join(a, b)
            return Optional(inner) if inner else None
        case Optional(a), _:
            inner = join(a, other)
            return Optional(inner) if inner else None
        case _, Optional(b):
            inner = join(one, b)
            return Optional(inner) if inner else None
        case ((ListOf() | Zone()), (ListOf() | Zone())):
            a2, b2 = element(one), element(other)
            inner = join(a2, b2) if a2 and b2 else None
            return ListOf(inner) if inner else None
        case SetOf(a), SetOf(b):
            inner = join(a, b)
            return SetOf(inner) if inner else None
    return one if one == other else None


# Ranges of numbers: in which bounds the result of an arithmetic operation lies, given those of its operands.
#
# The functions `of_…` give the least and the greatest possible result, which may lie outside of what any number may be.
# A divisor that may be 0 or less gives the widest range.

Bounds = Callable[[Number, Number], tuple[int, int]]
"""From the ranges of two operands to the least and the greatest result."""


def of_sum(left: Number, right: Number) -> tuple[int, int]:
    """Bounds of `left + right`."""
    return left.low + right.low, left.high + right.high


def of_difference(left: Number, right: Number) -> tuple[int, int]:
    """Bounds of `left - right`."""
    return left.low - right.high, left.high - right.low


def of_product(left: Number, right: Number) -> tuple[int, int]:
    """Bounds of `left * right`."""
    ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return min(ends), max(ends)


def of_quotient(left: Number, right: Number) -> tuple[int, int]:
    """Bounds of `left / right`, rounded down."""
    if right.low <= 0:
        return -WIDE, WIDE
    ends = [a // b for a in (left.low, left.high) for b in (right.low, right.high)]
    return min(ends), max(ends)


def of_remainder(left: Number, right: Number) -> tuple[int, int]:
    """Bounds of `left % right`."""
    return (0, right.high - 1) if right.low > 0 else (-WIDE, WIDE)


def range_of(bounds: Bounds, left: Number, right: Number) -> Number:
    """The type of a result: its bounds, cut off where no number may lie. Where all of it lies there, any number."""
    low, high = bounds(left, right)
    return Number(max(low, -WIDE), min(high, WIDE)) if low <= WIDE and high >= -WIDE else ANY_NUMBER


# What a variable, an attribute or a setting begins with where the author says nothing (`docs/write/files.md`,
# variables).


def has_first_value(type_: Type) -> bool:
    """Whether a type has a first value."""
    return not isinstance(type_, Card | Power | Happening | Zone)


def first_value(type_: Type) -> Any:
    """The first value of a type; None for cards, powers and happenings, which have none."""
    match type_:
        case Bool():
            return False
        case Number(low, _):
            return low
        case Member() | Player():
            return 0
        case SetOf():
            return 0
        case ListOf():
            return ()
        case Optional() | Nothing():
            return None
    return None


# Values of set types: a set is a bit mask, in which bit n is set when n is a member.


@lru_cache(maxsize=4096)
def members(mask: int) -> tuple[int, ...]:
    """The members of a set, in ascending order."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)
