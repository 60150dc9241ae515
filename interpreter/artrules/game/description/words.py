"""Values of views in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from artrules.game.description.table import MemberDescription
from artrules.game.description.titles import title_of
from artrules.ir.types import ListOf, Member, Optional, Player, SetOf, Type

Members = Mapping[str, Mapping[str, MemberDescription]]
"""By enum and member: how members are shown."""


def value_in_words(value: Any, type_: Type | None, members: Members) -> str:
    """A value of a view in words: titles of members, `player 2`, `yes`; `none` for nothing."""
    match type_:
        case Optional(of):
            return "none" if value is None else value_in_words(value, of, members)
        case SetOf(of) | ListOf(of):
            return ", ".join(value_in_words(item, of, members) for item in value or ()) or "none"
        case Member(enum):
            return members[enum][value].title
        case Player():
            return f"player {value}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{title_of(name)} {item}" for name, item in value.items())
    return "none" if value is None else str(value)
