"""Why something can't be done, as data for a page: asked with a text, or about a card by its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeGuard

from artrules.game.about import CardPlace, card_places
from artrules.game.game import Game
from artrules.presentation.view import view_data_of


def why_data(game: Game, seat: int, *, text: str | None = None, card: Sequence[Any] | None = None) -> dict[str, Any]:
    """The answer to a seat (counted from 1): `text`, in a few lines.

    `card` is a place in the state of the seat: the zone, the player or 0 for the table, the index. Raises ValueError,
    with words for the player, where no card that the seat sees lies there; GameFault.
    """
    if text is not None:
        return {"text": game.why_not(seat, text).text}
    seen = game.view(seat)
    _, places = view_data_of(game).view(seen, seat)
    asked = CardPlace(*card) if _is_place(card) else None
    number = next((number for number, place in places.items() if place == asked), None)
    if number is None:
        raise ValueError("There is no card there that you can see.")
    return {"text": game.why_not_card(seat, card_places(seen, seat)[number]).text}


def _is_place(card: Sequence[Any] | None) -> TypeGuard[tuple[str, int, int]]:
    match card:
        case [str(), int(), int()]:
            return True
    return False
