"""Writes a first value as an author would write it in the language."""

from __future__ import annotations

from typing import Any

from artrules.ir.model import Model
from artrules.ir.types import Bool, ListOf, Member, Optional, Player, SetOf, Type


def in_words(model: Model, type_: Type, value: Any) -> str:
    """The code for a first value of a type.

    A first value that is a set or a list is empty, and one that is a player is the first player.
    """
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
