"""Puts values, cards and places into words, as the asker would say them."""

from __future__ import annotations

from typing import Any

from artrules.compile.statements import describe
from artrules.ir.types import (
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
from artrules.run.signals import Fail
from artrules.run.state import State
from artrules.run.values import members, said
from artrules.run.why_not.evaluate import Undetermined
from artrules.run.why_not.stand_ins import Hidden, NotKnown

MOST_LISTED = 8


def called(S: State, value: Any, type_: Type) -> str:
    """A value in words. A card that the seat can't see is named by what is printed on it. Raises Undetermined."""
    try:
        return _called(S, value, type_)
    except NotKnown:
        raise Undetermined from None


def _called(S: State, value: Any, type_: Type) -> str:
    match type_:
        case Optional(of):
            return "none" if value is None else _called(S, value, of)
        case ListOf(of):
            return _listed(S, list(value), of)
        case Zone(_, kinds):
            return _listed(S, list(value), Card(kinds))
        case SetOf(of):
            return _listed(S, list(members(value)), of)
        case Card() | Power() if not isinstance(value, Hidden):
            return _card_or_power(S, value, type_)
        case Nothing():
            return "none"
        case Happening():
            raise Undetermined
    return said(S, value, describe(type_))


def _card_or_power(S: State, value: int, type_: Type) -> str:
    try:
        return said(S, value, describe(type_))
    except (NotKnown, Fail):
        pass  # everybody knows what is printed on a card, wherever it lies
    try:
        return said(S.runtime.blank, value, describe(type_))
    except Fail:
        raise Undetermined from None


def _listed(S: State, items: list[Any], of: Type) -> str:
    seen = [item for item in items if not isinstance(item, Hidden)]
    hidden = len(items) - len(seen)
    if len(seen) > MOST_LISTED:
        return f"{len(items)} of them"
    parts = [_called(S, item, of) for item in seen]
    if hidden:
        parts.append(f"{hidden} that can't be seen")
    return ", ".join(parts) or "nothing"


def place_of(S: State, card: int, seat: int) -> str | None:
    """Where a card lies, as a seat (counted from 0) sees it; None when it can't see the card."""
    try:
        number = S.cells[card]
    except NotKnown:
        return None
    layout = S.runtime.layout
    if number >= len(layout.zone_owner):
        return None
    zone, owner = layout.zone_owner[number]
    name = zone.name.replace("_", " ")
    match zone.per:
        case Player():
            return f"your {name}" if owner == seat else f"player {owner + 1}'s {name}"
        case Number(low, _):
            return f"{name} {low + owner}"
        case Member(enum):
            return f"{name} {layout.model.enums[enum].members[owner].replace('_', ' ')}"
    return f"the {name}"
