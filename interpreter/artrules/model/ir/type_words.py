"""Types as a message says them to the author of a game: in words, without bounds that nobody wrote."""

from typing import assert_never, cast

from artrules.model.ir.types import (
    AnyType,
    Bool,
    Card,
    Happening,
    ListOf,
    Member,
    Nothing,
    Number,
    Optional,
    Player,
    Power,
    SetOf,
    Type,
    Unknown,
    Wording,
    Zone,
)

_MANY = 10**6
"""From here on a bound comes from the engine: no author writes such a number."""


def in_words(type_: Type) -> str:
    """What a value of a type is, with its article: `a number from 0 to 9`, `a player or none`, `a list of players`."""
    kind = cast(AnyType, type_)
    match kind:
        case Bool():
            return "`yes` or `no`"
        case Number():
            return _number(kind)
        case Member(enum):
            return _one(enum)
        case Player():
            return "a player"
        case Card(kinds):
            return " or ".join(map(_one, sorted(kinds))) if 0 < len(kinds) < 3 else "a card"
        case Power():
            return "a power"
        case Happening():
            return f"an event `{kind}`"
        case Zone(name):
            return f"the zone `{name}`"
        case Nothing():
            return "`none`"
        case Wording():
            return "words"
        case Optional(of):
            return f"{in_words(of)}, or `none`" if isinstance(of, Bool | Card) else f"{in_words(of)} or `none`"
        case SetOf(of):
            return f"a set of {_several(of)}"
        case ListOf(of):
            return f"a list of {_several(of)}"
        case Unknown():
            return "something"
        case _:
            assert_never(kind)


def _number(type_: Number) -> str:
    low, high = type_.low, type_.high
    if low == high:
        return f"the number {low}"
    if high >= _MANY:
        return "a number" if low <= -_MANY else f"a number from {low} up"
    return f"a number up to {high}" if low <= -_MANY else f"a number from {low} to {high}"


def _several(type_: Type) -> str:
    """What lists and sets of a type hold."""
    match type_:
        case Number(low, high):
            return _number(type_).replace("a number", "numbers", 1) if low < high else "numbers"
        case Member(enum):
            return f"`{enum}`"
        case Player():
            return "players"
        case Card(kinds):
            return " or ".join(f"`{kind}`" for kind in sorted(kinds)) if 0 < len(kinds) < 3 else "cards"
        case Power():
            return "powers"
        case Happening():
            return f"events `{type_}`"
        case SetOf() | ListOf():
            return in_words(type_).replace("a set", "sets", 1).replace("a list", "lists", 1)
        case Unknown():
            return "things"
    return in_words(type_)


def _one(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} `{name}`"
