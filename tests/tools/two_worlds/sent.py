"""What a server sends to the browser of a seat, as the very text."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from artrules.play.game.game import Game
from artrules.play.presentation import OUTSIDER, description_data, shown_to, why_data

Sent = dict[str, str]
Send = Callable[[Game, int, Sequence[str]], Sent]
MOST_ASKED = 4
"""So many cards are asked about at once, of different zones."""


def sent_to(game: Game, seat: int, questions: Sequence[str]) -> Sent:
    """By what it is about: the text that is sent to a seat (counted from 1), and to somebody who watches. Where the
    seat has questions it asks them, and why not about cards, those that it doesn't see too."""
    state = shown_to(game, seat).message([])
    outside = shown_to(game, OUTSIDER).message([])
    sent = {"description": as_text(description_data(game)), "state": state, "outside": outside}
    for place in places(json.loads(state)["view"]) if questions else ():
        sent[f"why {place}"] = answer(game, seat, card=place)
    for text in questions:
        sent[f"why {text}"] = answer(game, seat, text=text)
    return sent


def answer(game: Game, seat: int, **question: Any) -> str:
    """The answer to a question why not, or how it is refused."""
    try:
        return as_text(why_data(game, seat, **question))
    except ValueError as refused:
        return str(refused)


def as_text(data: Any) -> str:
    """Data in the order that it has: an order can tell something, too."""
    return json.dumps(data)


def places(view: dict[str, Any]) -> list[list[Any]]:
    """The places of some cards of a view, the last ones of some zones: `[zone, player or 0, index]`."""
    rows = {"0": view["zones"], **view["players"]}
    found = [
        [zone, int(player), len(cards) - 1]
        for player, named in rows.items()
        for zone, cards in named.items()
        if isinstance(cards, list) and cards
    ]
    return found[:: max(1, len(found) // MOST_ASKED)]


def first_difference(one: Sent, other: Sent) -> str | None:
    """What differs first between what is sent in two worlds, in words; None when every byte is equal."""
    if list(one) != list(other):
        return f"it is about other things: {[*set(one) ^ set(other)][:3]}"
    for about, text in one.items():
        if text != other[about]:
            at = next((i for i, (a, b) in enumerate(zip(text, other[about], strict=False)) if a != b), 0)
            begin = max(0, at - 60)
            return f"{about}: …{text[begin : at + 60]}… or …{other[about][begin : at + 60]}…"
    return None
