"""What a variable, an attribute or a setting begins with where the author says nothing (`docs/language.md` 2.8)."""

from __future__ import annotations

from typing import Any

from artrules.ir.types import (
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
    Zone,
)


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
