"""Replays and records of games at tables. They hide nothing, so they are for games that are over, and open tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from artrules.presentation import entry_data, state_and_options
from artrules.serve.shown import same_beginning
from artrules.session.bots import chooser
from artrules.session.record import record_of, write_record

if TYPE_CHECKING:
    from artrules.serve.table import Table


def replay_data(table: Table, start: int, count: int) -> dict[str, Any]:
    """Some of a game's states, from the one after `start` choices on.

    `last` is the number of all choices; each state has the data of `state`, with its log from the entry on in which
    it isn't that of the state before; `pins` are the notes of all states.
    """
    timeline = table.session.timeline
    last = len(table.session.game.choices)
    states: list[dict[str, Any]] = []
    had = timeline.at(start - 1).log if 0 < start <= last else []
    for number in range(start, min(last + 1, start + count)):
        game = timeline.at(number)
        data, _ = state_and_options(game, None, open_table=True)
        log = game.log
        same = same_beginning(had, log)
        for offer in data["offers"]:
            for place, option in enumerate(offer["options"]):
                option["token"] = str(place)
        by = chooser(table.session.game.choices[number - 1]) if number else None
        states.append(
            {
                "type": "state",
                "version": number,
                **data,
                "from": same,
                "log": [entry_data(entry) for entry in log[same:]],
                "chosen_by": by,
            }
        )
        had = log
    return {
        "table": {"id": table.stored.id, "title": table.stored.title},
        "seats": [
            {"seat": number, "name": seat.name, "bot": seat.bot} for number, seat in enumerate(table.stored.seats, 1)
        ],
        "description": table.description,
        "last": last,
        "states": states,
        "pins": pins_data(table),
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
