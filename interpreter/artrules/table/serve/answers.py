"""What is answered about a game beside what its seats are shown: questions of a seat, replays, records. Pure functions
of a game, for the process that works with games (`worker.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from artrules.play.presentation import advice_data, entry_data, same_beginning, state_and_options, why_data
from artrules.table.session.record import record_of, write_record
from artrules.table.session.seats import seats_from
from artrules.table.session.session import chooser

if TYPE_CHECKING:
    from artrules.play.game.game import Game
    from artrules.play.game.log import LogEntry
    from artrules.table.session.seats import Timeline


def answer_about(game: Game, request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question of a seat (counted from 1): what a `why` or an `advice` has beside its `id`. Raises
    ValueError, with words for whoever asked, and GameFault."""
    if request["do"] == "advise":
        return advice_data(game, request["seat"], request["seed"], request["tokens"])
    return why_data(game, request["seat"], text=request.get("text"), thing=request.get("thing"))


# Replays and records of games at tables. They hide nothing, so they are for games that are over, and open tables.


def replay_states(timeline: Timeline, start: int, count: int) -> Iterator[dict[str, Any]]:
    """Some of a game's states, from the one after `start` choices on. Each has the data of `state`, with its log from
    the entry on in which it isn't that of the state before, and `pauses`: the states at the pauses on the way to it."""
    end = min(len(timeline.choices) + 1, start + count)
    had: list[LogEntry] = []
    for number, game in timeline.positions(max(0, start - 1), end):
        states = []
        for each in (*game.pauses, game) if number >= start else ():
            states.append(_state(each, number, same_beginning(had, each.log.entries)))
            had = each.log.entries
        if states:
            yield {**states[-1], "pauses": states[:-1], "chosen_by": chooser(game.choices[-1]) if number else None}
        had = game.log.entries


def _state(game: Game, number: int, same: int) -> dict[str, Any]:
    """The state of a game after a number of choices, or at a pause before it; `same` entries of its log are those of
    the state before."""
    data, _ = state_and_options(game, None, open_table=True)
    return {
        "type": "state",
        "version": number,
        **data,
        "offers": [],  # nothing is chosen in a replay
        "from": same,
        "log": [entry_data(entry) for entry in game.log[same:]],
    }


def record_text(game: Game, request: dict[str, Any]) -> str:
    """The record of a game, as `artrules play` keeps it and `artrules replay` reads it."""
    seats = seats_from(request["seats"], game.players) if request["seats"]["people"] else None
    return write_record(record_of(game, request["where"], seats, extra=tuple(request["extra"])))
