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
"""Of each sort so many things are asked about at once."""


def sent_to(game: Game, seat: int, questions: Sequence[str]) -> Sent:
    """By what it is about: the text that is sent to a seat (counted from 1), and to somebody who watches. Where the
    seat has questions it asks them, and why not about things, cards that it doesn't see too."""
    state = shown_to(game, seat).message([])
    outside = shown_to(game, OUTSIDER).message([])
    sent = {"description": as_text(description_data(game)), "state": state, "outside": outside}
    for thing in things(json.loads(state)["view"]) if questions else ():
        sent[f"why {thing}"] = answer(game, seat, thing=thing)
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


def things(view: dict[str, Any]) -> list[dict[str, Any]]:
    """Some things of a view: the last cards of some zones, the zones, values, players, a number."""
    rows = {"0": {**view["zones"], **view["variables"]}, **view["players"]}
    named = [(key, int(player), thing) for player, things in rows.items() for key, thing in things.items()]
    cards = [
        {"card": [key, player, len(thing) - 1]} for key, player, thing in named if isinstance(thing, list) and thing
    ]
    zones = [{"zone": [key, player]} for key, player, thing in named if isinstance(thing, list)]
    values = [{"value": [key, player]} for key, player, thing in named if not isinstance(thing, list)]
    others = [{"player": int(player)} for player in view["players"]] + [{"number": 3}]
    return [
        thing for of_sort in (cards, zones, values, others) for thing in of_sort[:: max(1, len(of_sort) // MOST_ASKED)]
    ]


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
