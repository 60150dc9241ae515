"""What a page gets of a game: once the description of its table, then a state after each change."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeGuard

from artrules.play.game.decision import CardPlace, Option, card_places
from artrules.play.game.game import Game
from artrules.play.game.log import LogEntry
from artrules.play.presentation.offers import offer
from artrules.play.presentation.view import view_data_of

# How a game came out, as data for a page: each part of a score with its lines, and the tie-break in words.

_OF_PLAYER = re.compile(r"\b([A-Za-z_]\w*)\(\w+\)")
"""A function of a player, in code: `wealth(p)`."""
_OF_THING = re.compile(r"\b([A-Za-z_]\w*)\(\w+\.([A-Za-z_]\w*)\)")
"""A function of something that a player has: `size(p.hand)`."""
_OWNER = re.compile(r"\b[A-Za-z_]\w*\.(?=[A-Za-z_])")
"""The name of a player before what belongs to it: `p.` of `p.income`."""


def result_data(result: dict[str, Any]) -> dict[str, Any]:
    """The data of a `Game.result`. `parts` are lists with `label`, `points`, and `lines` (`label`, `points`)."""
    return {
        "winners": result["winners"],
        "tie_break": _tie_break(result["tie_break"]),
        "scores": [
            {"player": score["player"], "total": score["total"], "parts": _parts(score)} for score in result["scores"]
        ],
        "stalled": result["stalled"],
        "rounds": result["rounds"],
    }


def _parts(score: dict[str, Any]) -> list[dict[str, Any]]:
    lines: dict[str, list[dict[str, Any]]] = {label: [] for label in score["parts"]}
    for line in score["lines"]:
        lines[line["part"]].append({"label": line["label"], "points": line["points"]})
    return [{"label": label, "points": points, "lines": lines[label]} for label, points in score["parts"].items()]


def _tie_break(tie_break: dict[str, Any] | None) -> dict[str, Any] | None:
    if tie_break is None:
        return None
    return {"text": _in_words(tie_break["by"]), "tied": tie_break["tied"]}


def _in_words(key: str) -> str:
    """A key of `best` as players say it: `most wealth(p)` is `most wealth`, `fewest size(p.hand)` is `fewest size of
    hand`."""
    plain = _OF_PLAYER.sub(r"\1", _OF_THING.sub(r"\1 of \2", key))
    return _OWNER.sub("", plain).replace("_", " ")


_LONGEST_TOKEN = 40


def description_data(game: Game) -> dict[str, Any]:
    """The description of a game's table as data: the same for every seat, and for each game of one configuration.
    Raises GameFault when the content fails to make a label."""
    return game.description.as_data()


def state_and_options(
    game: Game, seat: int | None, *, open_table: bool = False
) -> tuple[dict[str, Any], list[list[Option]]]:
    """What a seat (counted from 1) may know of a game at this moment, as data without version, tokens and log; then,
    for each of its offers, the options in the same order.

    At an open table nothing is hidden; without a seat it has the offers of all players. Raises ValueError for a seat
    that there isn't, and for none where the table isn't open; GameFault.
    """
    if seat is None and not open_table:
        raise ValueError("a table that isn't open is shown to a seat")
    whole, places = view_data_of(game).view(game.view_all() if open_table else game.view(seat or 0), seat)
    description, decisions = game.description, game.decisions
    made = [offer(each, whole, places, description) for each in decisions if seat in (None, each.player)]
    result = game.result
    data = {
        "view": whole,
        "waiting": sorted({decision.player for decision in decisions}),
        "offers": [data for data, _ in made],
        "result": None if result is None else result_data(result),
    }
    return data, [options for _, options in made]


def state_data(
    game: Game, seat: int | None, *, open_table: bool = False, version: int = 0, log_from: int = 0
) -> dict[str, Any]:
    """What a page at a seat (counted from 1) gets of a game at this moment: all of `state_and_options`, with tokens and
    the log.

    `version` is a number that the caller counts for this seat; tokens hold it. The log begins with the entry of the
    index `log_from`. Raises the same as `state_and_options`.
    """
    data, _ = state_and_options(game, seat, open_table=open_table)
    for number, each in enumerate(data["offers"]):
        for place, option in enumerate(each["options"]):
            option["token"] = f"{version}.{number}.{place}"
    log = log_data(game, seat, open_table=open_table, log_from=log_from)
    return {"version": version, **data, "log": log, "from": log_from}


def option_of(game: Game, seat: int | None, version: int, token: str, *, open_table: bool = False) -> Option | None:
    """The option that a token names, in the state of a version as `state_data` gave it to a seat; None for any other
    text, and for a token of another version. Raises GameFault."""
    parts = token.split(".") if len(token) < _LONGEST_TOKEN else []
    if len(parts) != 3 or not all(part.isascii() and part.isdecimal() for part in parts) or int(parts[0]) != version:
        return None
    _, options = state_and_options(game, seat, open_table=open_table)
    number, place = int(parts[1]), int(parts[2])
    return options[number][place] if number < len(options) and place < len(options[number]) else None


def log_data(game: Game, seat: int | None, *, open_table: bool = False, log_from: int = 0) -> list[dict[str, Any]]:
    """What a seat may read of what has happened, from the entry of an index on: `round`, `phase`, `player`, `kind`,
    `text`.

    An entry may change its place when a phase ends that all played at once: then send again from where it differs.
    """
    entries = game.log if open_table else game.log_of(seat)
    return [entry_data(entry) for entry in entries[log_from:]]


def entry_data(entry: LogEntry) -> dict[str, Any]:
    """An entry of the log as its reader gets it."""
    return {
        "round": entry.round,
        "phase": entry.phase,
        "player": entry.player,
        "kind": entry.kind,
        "sort": entry.how.sort,
        "text": entry.text,
        "aside": entry.how.aside,
    }


# Why something can't be done, as data for a page: asked with a text, or about a card by its place.


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
