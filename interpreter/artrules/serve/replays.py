"""Replays and records of games at tables. They hide nothing, so they are for games that are over, and open tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from artrules.presentation import entry_data, state_and_options
from artrules.serve.shown import same_beginning
from artrules.session.bots import chooser
from artrules.session.record import record_of, write_record

if TYPE_CHECKING:
    from artrules.game.game import Game
    from artrules.game.log import LogEntry
    from artrules.serve.table import Table


def replay_data(table: Table) -> dict[str, Any]:
    """What a replay says of a game as a whole: `last` is the number of all choices, `pins` are the notes of all
    states."""
    return {
        "table": {"id": table.stored.id, "title": table.stored.title},
        "seats": [
            {"seat": number, "name": seat.name, "bot": seat.bot} for number, seat in enumerate(table.stored.seats, 1)
        ],
        "description": table.description,
        "last": len(table.session.game.choices),
        "pins": pins_data(table),
    }


def replay_states(table: Table, start: int, count: int) -> Iterator[dict[str, Any]]:
    """Some of a game's states, from the one after `start` choices on. Each has the data of `state`, with its log from
    the entry on in which it isn't that of the state before."""
    timeline = table.session.timeline
    end = min(len(table.session.game.choices) + 1, start + count)
    had: list[LogEntry] = []
    for number, game in timeline.positions(max(0, start - 1), end):
        log = game.log
        if number >= start:
            yield _state(game, number, same_beginning(had, log))
        had = log


def _state(game: Game, number: int, same: int) -> dict[str, Any]:
    """The state of a game after a number of choices; `same` entries of its log are those of the state before."""
    data, _ = state_and_options(game, None, open_table=True)
    for offer in data["offers"]:
        for place, option in enumerate(offer["options"]):
            option["token"] = str(place)
    return {
        "type": "state",
        "version": number,
        **data,
        "from": same,
        "log": [entry_data(entry) for entry in game.log[same:]],
        "chosen_by": chooser(game.choices[-1]) if number else None,
    }


def pins_data(table: Table) -> list[dict[str, Any]]:
    """All notes of a game, each with the number of choices after which it was pinned."""
    seats = table.stored.seats
    return [
        {
            "after": pin.after,
            "seat": pin.seat,
            "name": seats[pin.seat - 1].name,
            "line": pin.all_lines,
            "text": pin.text,
        }
        for pin in table.pins
    ]


def record_text(table: Table) -> str:
    """The record of a game, as `artrules play` keeps it and `artrules replay` reads it."""
    stored = table.stored
    seats = stored.session_seats
    people = seats if seats.people else None
    return write_record(record_of(table.session.game, stored.where, people, extra=stored.extra))
