"""A game as the file of games holds it."""

from __future__ import annotations

from typing import Any

from artrules.record import dataclass
from artrules.session.seats import Seats
from artrules.session.timeline import Note


@dataclass(frozen=True, slots=True)
class SeatOfTable:
    """Who has a seat: the name to show, the bot as text ("" for a person), and whether a person has ever come."""

    name: str
    bot: str = ""
    met: bool = False


@dataclass(frozen=True, slots=True)
class Pin:
    """A note that a person has pinned to a moment: after how many choices of the game, from which seat (counted from
    1), how many lines of the log that seat had read, and how many the whole log had."""

    after: int
    seat: int
    lines: int
    all_lines: int
    text: str


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game of the file, without its choices."""

    id: str
    ruleset: str
    title: str
    content: str
    """The hash of its content."""
    where: str
    """The name or the folder by which its ruleset was found."""
    extra: tuple[str, ...]
    """The paths of the files from outside."""
    added: tuple[str, ...]
    """What these files held, as in `Ruleset.added`."""
    players: int
    settings: dict[str, Any]
    seed: int
    seats: tuple[SeatOfTable, ...]
    open: bool
    begun: str
    """When it was begun: date and time, UTC."""
    result: dict[str, Any] | None = None
    """How it came out; None while it goes on."""

    @property
    def session_seats(self) -> Seats:
        """Its seats as a session has them."""
        people = tuple(number for number, seat in enumerate(self.seats, 1) if not seat.bot)
        return Seats(people, tuple(seat.bot for seat in self.seats), self.open)


@dataclass(frozen=True, slots=True)
class DamagedGame:
    """A game of which the file can't tell all that it should: `damage` says what it can't, as the end of a sentence.
    What else can't be read is empty."""

    id: str
    title: str
    begun: str
    damage: str


@dataclass(frozen=True, slots=True)
class Course:
    """What has happened in a stored game: the ids of the chosen options, the notes in its log, what people pinned."""

    choices: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    pins: tuple[Pin, ...] = ()
