"""The file of games: an SQLite database. Each choice is a transaction that is written before anybody hears of it.

It holds games, and links to their seats. Of a link's secret the server keeps only a hash.
"""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any, TypeVar

from artrules.play.game.log import ENTRY_KINDS, LogEntry, Note
from artrules.play.game.saves import Setup
from artrules.table.serve.database import GameDatabase, StoreProblem
from artrules.table.serve.links import RUNS_SERVER, Link, hash_of
from artrules.table.session.seats import Seats
from artrules.text.record import dataclass

# A game as the file of games holds it.


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
    setup: Setup
    title: str
    where: str
    """The name or the folder by which its ruleset was found."""
    extra: tuple[str, ...]
    """The paths of the files from outside."""
    seats: tuple[SeatOfTable, ...]
    open: bool
    begun: str
    """When it was begun: date and time, UTC."""
    result: dict[str, Any] | None = None
    """How it came out; None while it goes on."""
    advice: bool = True
    """Whether people may ask what a bot would do."""
    parent: str | None = None
    """The id of the game from which it goes on another way: with other rules, from an earlier moment, or from a
    position that somebody has changed."""
    after: int | None = 0
    """How many choices of its parent it goes on after; None where the file is older and doesn't tell."""

    @property
    def session_seats(self) -> Seats:
        """Its seats as a session has them."""
        people = tuple(number for number, seat in enumerate(self.seats, 1) if not seat.bot)
        return Seats(people, tuple(seat.bot for seat in self.seats), self.open)


def now() -> str:
    """The time as games keep it: date and time, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


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


# Whenever the process stops, even if it is killed, the file has all choices that anybody has seen. `flush` brings them
# to the disk: a power cut loses what was written after the last one. One server at a time may use the file. Once the
# server runs, only the thread of the engine writes, and only the thread for looking up reads; `flush` may run in any.

T = TypeVar("T")


class Store(GameDatabase):
    """The games of one file, locked against other servers until it is closed. Methods raise StoreProblem."""

    def games(self, before: int | None = None, count: int = -1) -> list[tuple[int, StoredGame | DamagedGame]]:
        """So many games, the newest first, each with a number: those with smaller numbers than `before` are older. All
        of them where nothing is said."""
        rows = self._rows(
            f"{_SELECT} WHERE number < ? ORDER BY number DESC LIMIT ?", 1 << 62 if before is None else before, count
        )
        return [(number, _game(row)) for number, *row in rows]

    def games_called(self, ids: Sequence[str]) -> list[StoredGame | DamagedGame]:
        """The games with some ids, as far as there are any."""
        rows = self._rows(f"{_SELECT} WHERE id IN ({', '.join('?' * len(ids))})", *ids)
        return [_game(row) for _, *row in rows]

    def game(self, id_: str) -> StoredGame | DamagedGame | None:
        """The game with an id."""
        rows = self._rows(f"{_SELECT} WHERE id = ?", id_)
        return _game(rows[0][1:]) if rows else None

    def course(self, id_: str) -> Course:
        """What has happened in a game. Raises GameDamaged."""
        choices = self._rows("SELECT number, choice FROM choices WHERE game = ? ORDER BY number", id_)
        notes = self._rows("SELECT after, entry FROM notes WHERE game = ? ORDER BY number", id_)
        pins = self._rows("SELECT after, seat, lines, all_lines, text FROM pins WHERE game = ? ORDER BY number", id_)
        for place, (number, _) in enumerate(choices):
            if number != place:
                raise GameDamaged(f"choice {place + 1} is missing")
        return Course(
            tuple(_read(_text, choice, f"choice {number + 1}") for number, choice in choices),
            tuple(Note(_read(_number, after, "its log"), _read(_entry, text, "its log")) for after, text in notes),
            tuple(_read(_pin, row, "a note") for row in pins),
        )

    def link(self, hash_: bytes) -> Link | None:
        """The link with the hash of a secret. The hash is looked up in an index, so how long that takes may tell of
        the hash, and so nothing of the secret."""
        rows = self._rows("SELECT game, seats, host, opens FROM links WHERE hash = ?", hash_)
        if not rows:
            return RUNS_SERVER if self._rows("SELECT 1 FROM hosts WHERE hash = ?", hash_) else None
        game, *others = rows[0]
        return _read(lambda row: _link(_name(game), *row), others, "this link")

    def add_host(self, secret: str, most: int) -> None:
        """Add a secret of whoever runs the server. Of older ones so many stay good that there are `most` of them."""
        with self._transaction() as database:
            database.execute("INSERT INTO hosts (hash) VALUES (?)", (hash_of(secret),))
            database.execute(
                "DELETE FROM hosts WHERE number NOT IN (SELECT number FROM hosts ORDER BY number DESC LIMIT ?)", (most,)
            )

    def add_link(self, secret: str, link: Link) -> None:
        """Add a link to a game, unless there is the same already."""
        with self._transaction() as database:
            self._insert_links(database, [(secret, link)])

    def add_game(self, game: StoredGame, links: Sequence[tuple[str, Link]]) -> None:
        """Add a game that begins, with its links and their secrets, of which the file gets hashes."""
        with self._transaction() as database:
            self._insert_game(database, game)
            self._insert_links(database, links)

    def add_branch(self, game: StoredGame, course: Course) -> None:
        """Add a game that goes on from another one, its parent, with what has happened in it by then. The links that
        opened seats of the parent open those of this game now."""
        with self._transaction() as database:
            self._insert_game(database, game)
            self._replace_course(database, game.id, course.choices, course.notes)
            self._replace_pins(database, game.id, course.pins)
            database.execute("UPDATE links SET game = ? WHERE game = ? AND opens != 'replay'", (game.id, game.parent))

    @staticmethod
    def _replace_pins(database: sqlite3.Connection, game: str, pins: Sequence[Pin]) -> None:
        rows = [(game, n, p.after, p.seat, p.lines, p.all_lines, p.text) for n, p in enumerate(pins)]
        database.execute("DELETE FROM pins WHERE game = ?", (game,))
        database.executemany("INSERT INTO pins VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    @staticmethod
    def _insert_game(database: sqlite3.Connection, game: StoredGame) -> None:
        columns = _columns(game)
        marks = ", ".join("?" * len(columns))
        database.execute(f"INSERT INTO games ({', '.join(columns)}) VALUES ({marks})", tuple(columns.values()))

    def replace_links(self, game: str, seats: Sequence[int], links: Sequence[tuple[str, Link]]) -> None:
        """Add links to seats of a game. No other link opens one of some seats any more. Where that of the host opens
        nothing else, the new one in its place is the host's."""
        with self._transaction() as database:
            hosts = self._close_seats(database, game, seats)
            for secret, link in links:
                self._insert_links(database, [(secret, replace(link, host=bool(hosts & set(link.seats))))])

    def take_seat(self, game: str, seats: Sequence[SeatOfTable], seat: int, secret: str) -> None:
        """Keep who has which seat, and a link to one of them, which no other opens any more."""
        with self._transaction() as database:
            self._set_seats(database, game, seats)
            self._close_seats(database, game, [seat])
            self._insert_links(database, [(secret, Link(game, (seat,)))])

    def free_seat(self, game: str, seats: Sequence[SeatOfTable], seat: int) -> None:
        """Keep who has which seat. No link opens one of them any more."""
        with self._transaction() as database:
            self._set_seats(database, game, seats)
            self._close_seats(database, game, [seat])

    def replace_link(self, secret: str, link: Link) -> None:
        """Add a link to a game, and remove those that open the same."""
        with self._transaction() as database:
            database.execute("DELETE FROM links WHERE game = ? AND opens = ?", (link.game, link.opens))
            self._insert_links(database, [(secret, link)])

    @staticmethod
    def _close_seats(database: sqlite3.Connection, game: str, seats: Sequence[int]) -> set[int]:
        """Let no link open some seats of a game any more. Gives those that were the host's, if nothing else was."""
        hosts: set[int] = set()
        rows = database.execute("SELECT hash, seats, host FROM links WHERE game = ?", (game,)).fetchall()
        for hash_, text, host in rows:
            try:
                opened = set(_seat_numbers(text))
            except _UNREADABLE:
                continue  # it opens nothing
            if not opened & set(seats):
                continue
            if others := sorted(opened - set(seats)):
                database.execute("UPDATE links SET seats = ? WHERE hash = ?", (json.dumps(others), hash_))
            else:
                database.execute("DELETE FROM links WHERE hash = ?", (hash_,))
                hosts = {min(opened)} if host else hosts
        return hosts

    @staticmethod
    def _insert_links(database: sqlite3.Connection, links: Sequence[tuple[str, Link]]) -> None:
        for secret, link in links:
            row = (hash_of(secret), link.game, json.dumps(link.seats), link.host, link.opens)
            database.execute("INSERT OR IGNORE INTO links (hash, game, seats, host, opens) VALUES (?, ?, ?, ?, ?)", row)

    # -- what happens

    def add_choice(self, game: str, number: int, choice: str, make: Callable[[], dict[str, Any] | None]) -> None:
        """Keep the choice with a number, counted from 0, that `make` makes; `make` gives the result of a game that is
        over by it. Where either fails, nothing is kept."""
        with self._transaction() as database:
            database.execute("INSERT INTO choices VALUES (?, ?, ?)", (game, number, choice))
            result = make()
            if result is not None:
                database.execute("UPDATE games SET result = ? WHERE id = ?", (_json(result), game))

    def take_back(self, game: str, choices: Sequence[str], notes: Sequence[Note]) -> None:
        """Keep the choices and the notes of a game in which something was taken back. It isn't over any more."""
        with self._transaction() as database:
            self._replace_course(database, game, choices, notes)
            database.execute("UPDATE games SET result = NULL WHERE id = ?", (game,))

    @staticmethod
    def _replace_course(database: sqlite3.Connection, game: str, choices: Sequence[str], notes: Sequence[Note]) -> None:
        database.execute("DELETE FROM choices WHERE game = ?", (game,))
        database.execute("DELETE FROM notes WHERE game = ?", (game,))
        database.executemany("INSERT INTO choices VALUES (?, ?, ?)", [(game, n, c) for n, c in enumerate(choices)])
        rows = [(game, number, note.after, _json(note.entry.as_data())) for number, note in enumerate(notes)]
        database.executemany("INSERT INTO notes VALUES (?, ?, ?, ?)", rows)

    def renew(self, game: StoredGame, course: Course) -> None:
        """Keep that a game goes on with other rules, and what has happened in it by then."""
        with self._transaction() as database:
            columns = {name: value for name, value in _columns(game).items() if name not in ("id", "seats")}
            names = ", ".join(f"{name} = ?" for name in columns)
            database.execute(f"UPDATE games SET {names} WHERE id = ?", (*columns.values(), game.id))
            self._replace_course(database, game.id, course.choices, course.notes)
            self._replace_pins(database, game.id, course.pins)

    def set_seats(self, game: str, seats: Sequence[SeatOfTable]) -> None:
        """Keep who has which seat."""
        with self._transaction() as database:
            self._set_seats(database, game, seats)

    @staticmethod
    def _set_seats(database: sqlite3.Connection, game: str, seats: Sequence[SeatOfTable]) -> None:
        database.execute("UPDATE games SET seats = ? WHERE id = ?", (_json([asdict(s) for s in seats]), game))

    def add_pin(self, game: str, number: int, pin: Pin) -> None:
        """Keep the note with a number, counted from 0."""
        with self._transaction() as database:
            row = (game, number, pin.after, pin.seat, pin.lines, pin.all_lines, pin.text)
            database.execute("INSERT INTO pins VALUES (?, ?, ?, ?, ?, ?, ?)", row)


_SELECT = (
    "SELECT number, id, ruleset, title, content, place, extra, added, players, settings, seed, seats, open, begun, "
    "result, advice, parent, after, given FROM games"
)


def _columns(game: StoredGame) -> dict[str, Any]:
    return {
        "id": game.id,
        "ruleset": game.setup.ruleset,
        "title": game.title,
        "content": game.setup.content,
        "place": game.where,
        "extra": _json(game.extra),
        "added": _json(game.setup.added),
        "players": game.setup.players,
        "settings": _json(game.setup.settings),
        "seed": game.setup.seed,
        "seats": _json([asdict(seat) for seat in game.seats]),
        "open": game.open,
        "begun": game.begun,
        "result": None if game.result is None else _json(game.result),
        "advice": game.advice,
        "parent": game.parent,
        "after": game.after,
        "given": game.setup.given,
    }


def _game(row: Sequence[Any]) -> StoredGame | DamagedGame:
    """A game from the columns of its row, without the number."""
    try:
        values = [_read(read, value, name) for (name, read), value in zip(_COLUMNS.items(), row, strict=True)]
        id_, ruleset, title, content, where, extra, added, players, settings, seed, seats, open_, begun, *last = values
        result, advice, parent, after, given = last
        if len(seats) != players:
            raise GameDamaged("it has another number of seats than of players")
        if result is not None and not all(1 <= winner <= players for winner in result["winners"]):
            raise GameDamaged("its result can't be read")
    except GameDamaged as damage:
        id_, title, begun = (value if isinstance(value, str) else "" for value in (row[0], row[2], row[_BEGUN]))
        return DamagedGame(id_, title, begun, str(damage))
    setup = Setup(ruleset, content, players, settings, seed, added=added, given=given)
    return StoredGame(id_, setup, title, where, extra, seats, bool(open_), begun, result, bool(advice), parent, after)


class GameDamaged(StoreProblem):
    """What the file holds of a game can't be understood; the message says what, as the end of a sentence."""


_UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, RecursionError)


def _read(read: Callable[[Any], T], value: Any, called: str) -> T:
    """What a value of the file stands for. Raises GameDamaged, where `called` names it."""
    try:
        return read(value)
    except _UNREADABLE:
        raise GameDamaged(f"{called} can't be read") from None


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _name(value: Any) -> str:
    if not _text(value):
        raise ValueError
    return str(value)


def _number(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise TypeError
    return value


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(map(_text, _list(value)))


def _list(value: Any) -> list[Any]:
    data = json.loads(_text(value))
    if not isinstance(data, list):
        raise TypeError
    return data


def _object(value: Any) -> dict[str, Any]:
    data = json.loads(_text(value))
    if not isinstance(data, dict):
        raise TypeError
    return data


def _seat_numbers(value: Any) -> tuple[int, ...]:
    seats = tuple(map(_number, _list(value)))
    if 0 in seats:
        raise ValueError
    return seats


def _link(game: str, seats: Any, host: Any, opens: Any) -> Link:
    numbers = _seat_numbers(seats)
    match opens:
        case "":  # before version 3 a link without seats was one to a replay
            return Link(game, numbers, bool(host), "seats" if numbers else "replay")
        case "seats" | "replay" | "invitation" | "watch" if (opens == "seats") == bool(numbers):
            return Link(game, numbers, bool(host), opens)
    raise ValueError


def _seats(value: Any) -> tuple[SeatOfTable, ...]:
    return tuple(SeatOfTable(_text(seat["name"]), _text(seat["bot"]), bool(seat["met"])) for seat in _list(value))


def _result(value: Any) -> dict[str, Any] | None:
    if value is None:
        return None
    result = _object(value)
    for winner in result["winners"]:
        _number(winner)
    return result


_COLUMNS: dict[str, Callable[[Any], Any]] = {
    "its id": _text,
    "its ruleset": _text,
    "its title": _text,
    "its content": _text,
    "the place of its ruleset": _text,
    "the files from outside": _texts,
    "the sets from outside": _texts,
    "the number of its players": _number,
    "its settings": _object,
    "its seed": _number,
    "who has its seats": _seats,
    "whether it is open": _number,
    "when it was begun": _text,
    "its result": _result,
    "whether there is advice": _number,
    "the game from which it goes on": lambda value: None if value is None else _text(value),
    "where it goes on": lambda value: None if value is None else _number(value),
    "the position in which it begins": _text,
}
"""How the columns of a game are read, in the order of _SELECT, by what they are called in sentences."""
_BEGUN = list(_COLUMNS).index("when it was begun")


def _pin(row: Any) -> Pin:
    after, seat, lines, all_lines, text = row
    return Pin(_number(after), _number(seat), _number(lines), _number(all_lines), _text(text))


def _entry(text: Any) -> LogEntry:
    data = _object(text)
    for name in ("text", "own", "public"):
        _text(data[name])
    _text(data.get("label", ""))
    _ = ENTRY_KINDS[_text(data["kind"])]
    return LogEntry(**{**data, "apart": tuple((player, _text(account)) for player, account in data.get("apart", ()))})


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
