"""What a question is about that isn't a text: a thing on the table, as a view shows it to whoever asks."""

from collections.abc import Mapping
from typing import Any

from artrules.model.ir.model import Model
from artrules.model.ir.types import Member, Number, Player, Type
from artrules.play.explain.why_not.describe import zone_in_words
from artrules.play.game.description import title_of
from artrules.play.game.option_things import (
    CardPlace,
    MemberRef,
    NumberRef,
    OptionThings,
    PlayerRef,
    Thing,
    ValueRef,
    ZoneRef,
)
from artrules.text.record import dataclass

LARGEST_NUMBER = 10**9


@dataclass(frozen=True, slots=True, eq=False)
class Meant:
    """A thing, and what it is called. Of a card that the asker doesn't see only its place is known."""

    thing: Thing
    name: str
    card: int | None = None
    """The id of a card that the asker sees."""
    zone: int | None = None
    """The number of a zone, or of that in which the card lies."""
    value: tuple[Type, int] | None = None
    """The type of a player, member or number, and its word."""
    upon: str | None = None
    """What lies on top of the pile, where the thing is a card below it; empty where the asker doesn't see that."""


def meant_by(thing: Thing, seat: int, view: Mapping[str, Any], things: OptionThings, model: Model) -> Meant:
    """What a player (counted from 1) means who asks about a thing of their view. Raises ValueError, with words for the
    player, where there is no such thing."""
    match thing:
        case CardPlace(zone, player, index):
            cards, (number, name) = _cards(zone, player, view), _zone(zone, player, seat, things, model)
            if not 0 <= index < len(cards):
                raise ValueError("There is no card there.")
            card, top = cards[index], cards[0]
            order = model.zones[zone.partition("[")[0]].order
            if order == "loose" and isinstance(card, dict) and "unseen" in card:
                raise ValueError("You know what lies there, but not which of the cards is which.")
            is_below = index > 0 and order == "pile"
            upon = _name_of(top) if is_below else None
            if _name_of(card):
                return Meant(thing, card["card"], None if "unseen" in card else card["id"], number, upon=upon)
            return Meant(thing, name, zone=number, upon=upon)
        case ZoneRef(zone, player):
            _cards(zone, player, view)
            number, name = _zone(zone, player, seat, things, model)
            return Meant(thing, name, zone=number)
        case PlayerRef(player) if player in view["players"]:
            return Meant(thing, f"player {player}", value=(Player(), player - 1))
        case MemberRef(enum, member) if enum in model.enums and member in model.enums[enum].members:
            word = model.enums[enum].members.index(member)
            return Meant(thing, member.replace("_", " "), value=(Member(enum), word))
        case NumberRef(number) if abs(number) <= LARGEST_NUMBER:
            return Meant(thing, str(number), value=(Number(number, number), number))
        case ValueRef(name, player) if (
            name in _named(player, view, "variables") and things.zone_number(name, player) is None
        ):
            return Meant(thing, title_of(name.partition("[")[0]))
    raise ValueError("There is nothing like it at the table.")


def _named(player: int, view: Mapping[str, Any], section: str) -> Mapping[str, Any]:
    named: Mapping[str, Any] = view["players"].get(player, {}) if player else view[section]
    return named


def _cards(zone: str, player: int, view: Mapping[str, Any]) -> list[Any]:
    cards = _named(player, view, "zones").get(zone)
    if not isinstance(cards, list):
        raise ValueError("There is no such place at the table.")
    return cards


def _zone(zone: str, player: int, seat: int, things: OptionThings, model: Model) -> tuple[int, str]:
    """The number of a zone, and what it is called."""
    number = things.zone_number(zone, player)
    if number is None:  # a list, but no zone
        raise ValueError("There is no such place at the table.")
    words = zone_in_words(model, *things.zone_places[number], seat - 1)
    return number, words or title_of(zone.partition("[")[0])


def _name_of(card: Any) -> str:
    """What a card of a view is called; empty for one of which the asker doesn't know which it is."""
    name = card.get("card") if isinstance(card, dict) else None
    return name or ""
