"""The table that a scenario's expectations are compared with: all of it, or what a seat sees.

Both are views, so that scenarios test what clients are shown. A view names only what has changed about a card; here one
can ask for any attribute.
"""

from __future__ import annotations

from typing import Any

from artrules.game.description.table import key_of_attribute
from artrules.game.game import Game
from artrules.game.inspection.position import Zone
from artrules.ir.types import FACE, PLAYER, Card, ListOf, Optional, SetOf, Type
from artrules.scenario_files.places import Place

SeenCard = dict[str, Any]
NOT_SEEN = object()


def zone_at(place: Place) -> Zone:
    """The zone that a place is, if it is one."""
    return Zone(place.declaration.key, place.owner, place.second)


class ScenarioView:
    """What the seat of a player (counted from 1) sees of a game; without a seat, all of the game."""

    def __init__(self, game: Game, seat: int | None = None) -> None:
        self.seat = seat
        self.position = game.position
        self._view = game.view_all() if seat is None else game.view(seat)

    def at(self, place: Place, section: str) -> Any:
        """What a view shows at a place; NOT_SEEN for a variable that the seat may not know."""
        things = self._view[section] if place.player is None else self._view["players"][place.player]
        return things.get(place.shown, NOT_SEEN)

    def of_card(self, card: SeenCard, name: str, zone: Zone) -> tuple[Type | None, Any]:
        """An attribute of a seen card that lies in a zone: its type and its value as plain data. The type is None when
        cards of this kind have no such attribute."""
        position, number = self.position, card["id"]
        if name == "face":
            return FACE, card.get("face", position.usual_face(zone))
        if name == "shown_to":
            return SetOf(PLAYER), card.get("shown_to", [])
        attribute = position.model.kinds[position.kind_of(number)].attributes.get(name)
        if attribute is None or attribute.type is None:
            return None, None
        key = key_of_attribute(name)
        return attribute.type, card[key] if key in card else position.first_attribute(number, name)


def holds_cards(type_: Type) -> bool:
    """Whether the values of a type are cards, or lists of cards: a scenario writes these as labels."""
    while isinstance(type_, (Optional, ListOf)):
        type_ = type_.of
    return isinstance(type_, Card)


def card_list_text(cards: list[SeenCard | None]) -> str:
    """Cards as a message lists them."""
    return ", ".join(_named(card) for card in cards) or "nothing"


def _named(card: SeenCard | None) -> str:
    if card is None:
        return "a hidden card"
    changed = [f"{k}: {plain(v)}" for k, v in card.items() if k not in ("card", "id", "look")]
    return f"{card['card']} ({', '.join(changed)})" if changed else str(card["card"])


def plain(value: Any) -> str:
    """Plain data as a message shows it: as a scenario would write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    return f"[{', '.join(map(plain, value))}]" if isinstance(value, list) else str(value)
