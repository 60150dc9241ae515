"""The table as it is compared: all of it, or what a seat sees. Both are views: scenarios test what clients are shown.

A view names only what has changed about a card; here everything can be asked about.
"""

from __future__ import annotations

from typing import Any

from artrules.kernel.type import FACE, Card, ListOf, Optional, Type
from artrules.run.game import Game
from artrules.run.runtime import Runtime
from artrules.run.write import written
from artrules.scenarios.places import Place

SeenCard = dict[str, Any]
NOT_SEEN = object()


class Sight:
    """A view of the game: of a seat counted from 1, or of all."""

    def __init__(self, game: Game, runtime: Runtime, seat: int | None = None) -> None:
        self.seat = seat
        self.runtime = runtime
        self._view = game.view_all() if seat is None else game.view(seat)

    def at(self, place: Place, section: str) -> Any:
        """What a view shows at a place; NOT_SEEN for a variable that the seat may not know."""
        things = self._view[section] if place.player is None else self._view["players"][place.player + 1]
        return things.get(place.shown, NOT_SEEN)

    def of_card(self, card: SeenCard, name: str, zone: int) -> tuple[Type | None, Any]:
        """An attribute of a seen card that lies in a zone: its type (None when there is none), its value as plain
        data."""
        runtime = self.runtime
        number = card["id"]
        if name == "face":
            return FACE, card.get("face", ("up", "down")[runtime.zone_face[zone]])
        attribute = runtime.program.model.kinds[runtime.kind_of[number]].attributes.get(name)
        if attribute is None or attribute.type is None:
            return None, None
        value = runtime.start_of(attribute)(runtime.blank, number)
        return attribute.type, card[name] if name in card else written(runtime.blank, value, attribute.type)


def holds_cards(type_: Type) -> bool:
    """Whether values of a type are cards: these are written as labels."""
    while isinstance(type_, (Optional, ListOf)):
        type_ = type_.of
    return isinstance(type_, Card)


def named(cards: list[SeenCard | None]) -> str:
    """Cards for a message."""
    return ", ".join(_named(card) for card in cards) or "nothing"


def _named(card: SeenCard | None) -> str:
    if card is None:
        return "a hidden card"
    changed = [f"{k}: {plain(v)}" for k, v in card.items() if k not in ("card", "id")]
    return f"{card['card']} ({', '.join(changed)})" if changed else str(card["card"])


def plain(value: Any) -> str:
    """Plain data for a message, as a scenario would write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    return f"[{', '.join(map(plain, value))}]" if isinstance(value, list) else str(value)
