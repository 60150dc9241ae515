"""Who shall sit where at a new table, as a request or a command says it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from artrules.bots.registry import check_bot, seconds_of
from artrules.bots.spec import BotProblem
from artrules.serve.limits import LONGEST_NAME, LONGEST_THOUGHT
from artrules.serve.refusal import Refused
from artrules.serve.stored_game import SeatOfTable
from artrules.serve.texts import looks_of, text_of


def seats_from(data: Any, players: int) -> list[SeatOfTable]:
    """The seats that a request describes: for each, maybe a `name` and a `bot`. Raises Refused."""
    if data is None:
        data = [{}] * players
    if not isinstance(data, list) or len(data) != players or not all(isinstance(seat, dict) for seat in data):
        raise Refused(f"`seats` must be a list with an object for each of {players} players.")
    seats = []
    for number, seat in enumerate(data, 1):
        bot = seat.get("bot")
        name = seat.get("name")
        known = known_bot(bot) if bot else ""
        text = text_of(name, "A name", LONGEST_NAME) if name else default_name(number, known)
        seats.append(SeatOfTable(text, known))
    return seats


def default_name(seat: int, bot: str) -> str:
    """What a seat is called for which nobody has said a name."""
    return f"Player {seat}" + (" (bot)" if bot else "")


def known_bot(text: Any) -> str:
    if not isinstance(text, str):
        raise Refused("A bot is given as a text.")
    try:
        known = str(check_bot(text))
        if seconds_of(known) > LONGEST_THOUGHT:
            raise Refused(f"A bot may think for {LONGEST_THOUGHT} seconds here at most.")
        return known
    except BotProblem as problem:
        raise Refused(f"{str(problem)[:1].upper()}{str(problem)[1:]}.") from None


def check_seats(seats: Sequence[SeatOfTable], players: int, open_table: bool) -> None:
    if all(seat.bot for seat in seats) and not open_table:
        raise Refused("At least one seat must be a person's.")
    names = [looks_of(seat.name) for seat in seats]
    if len(set(names)) < len(names):
        raise Refused("Two seats have the same name.")
    for seat in seats:
        if seat.bot:
            known_bot(seat.bot)
    if len(seats) != players:
        raise Refused(f"There must be {players} seats.")
