"""Values of views as data that a page can draw.

Numbers, truth values and null stay; a player is `{"player": 2}`, a member `{"member": ["colour", "red"]}`, anything
else is a text. Sets and lists are lists.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from artrules.game.description.words import Members, value_in_words
from artrules.ir.types import Bool, ListOf, Member, Number, Optional, Player, SetOf, Type

Converter = Callable[[Any], Any]


def converter(type_: Type | None, members: Members) -> Converter | None:
    """What makes data of the values of a type, as views hold them; None where they stay as they are."""
    match type_:
        case Bool() | Number():
            return None
        case Optional(of):
            inner = converter(of, members)
            return None if inner is None else lambda value: None if value is None else inner(value)
        case SetOf(of) | ListOf(of):
            each = converter(of, members)
            return None if each is None else lambda value: [each(item) for item in value]
        case Player():
            return lambda value: {"player": value}
        case Member(enum):
            return lambda value: {"member": [enum, value]}
    return lambda value: None if value is None else value_in_words(value, type_, members)
