"""What a page gets of a game: once the description of its table, then a state after each change."""

from __future__ import annotations

from typing import Any

from artrules.game.decision import Option
from artrules.game.game import Game
from artrules.game.log import LogEntry
from artrules.presentation.offers import offer
from artrules.presentation.result import result_data
from artrules.presentation.view import view_data_of

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
        "text": entry.text,
    }
