"""What an option is about, for clients that show it on the table: cards by their places, players, members, numbers.

Part of the API.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from artrules.ir.model import Model
from artrules.ir.sets import members
from artrules.ir.types import Card, ListOf, Member, Number, Optional, Player, Power, SetOf, Type, Zone
from artrules.machine.numbers import SLOTS
from artrules.record import dataclass


@dataclass(frozen=True, slots=True)
class CardPlace:
    """A card where a view shows it: the name of its zone there, the player (counted from 1) whose zone it is, 0 for the
    table's, and its index in the zone."""

    zone: str
    player: int
    index: int


@dataclass(frozen=True, slots=True)
class PlayerRef:
    """A player, counted from 1."""

    player: int


@dataclass(frozen=True, slots=True)
class MemberRef:
    """A member of an enum, by name."""

    enum: str
    member: str


@dataclass(frozen=True, slots=True)
class NumberRef:
    """A number."""

    number: int


Thing = CardPlace | PlayerRef | MemberRef | NumberRef
"""One of the things that an option is about."""


def card_places(view: Mapping[str, Any], seat: int) -> dict[int, CardPlace]:
    """Where a view of the seat of a player (counted from 1) shows cards, by the cards' ids. In a phase played all at
    once others' zones are shown as they were, and a card may be seen there and elsewhere: elsewhere it lies now."""
    places: dict[int, CardPlace] = {}
    players = sorted(view["players"], key=lambda player: player != seat)
    for player, things in [(0, view["zones"]), *[(player, view["players"][player]) for player in players]]:
        for zone, cards in things.items():
            if isinstance(cards, list):
                for index, card in enumerate(cards):
                    if isinstance(card, dict) and "id" in card:
                        places.setdefault(card["id"], CardPlace(zone, player, index))
    return places


def things_in(value: Any, type_: Type, model: Model, places: Mapping[int, CardPlace]) -> Iterator[Thing]:
    """What a value of an option is about, in order. Cards that have no place aren't among them."""
    match type_:
        case Optional(of) if value is not None:
            yield from things_in(value, of, model, places)
        case ListOf(of):
            for item in value:
                yield from things_in(item, of, model, places)
        case SetOf(of):
            for item in members(value):
                yield from things_in(item, of, model, places)
        case Zone(_, kinds):
            for card in value:
                yield from things_in(card, Card(kinds), model, places)
        case Card():
            if value in places:
                yield places[value]
        case Power():
            if value // SLOTS in places:
                yield places[value // SLOTS]
        case Player():
            yield PlayerRef(value + 1)
        case Member(enum):
            yield MemberRef(enum, model.enums[enum].members[value])
        case Number():
            yield NumberRef(value)
