"""A constant as an author would write it."""

from __future__ import annotations

from typing import Any

from artrules.ir.model import Model
from artrules.ir.types import Bool, ListOf, Member, Optional, Player, SetOf, Type


def in_words(model: Model, type_: Type, value: Any) -> str:
    """The value of a type; sets and lists are those that a thing begins with, empty."""
    match type_:
        case Optional(of):
            return "none" if value is None else in_words(model, of, value)
        case Bool():
            return "yes" if value else "no"
        case Member(enum):
            return str(model.enums[enum].members[value])
        case Player():
            return "the first player"
        case SetOf() | ListOf():
            return "[]"
    return str(value)
