"""The file of games: an SQLite database. Each choice is a transaction that is written before anybody hears of it.

So whenever the process stops, even if it is killed, the file has all choices that anybody has seen. `flush` brings them
to the disk: a power cut loses what was written after the last one. One server at a time may use the file. Only the
thread of the engine calls these methods once the server runs, but for `flush`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any

from artrules.game.log import LogEntry
from artrules.serve.database import GameDatabase, StoreProblem
from artrules.serve.links import Link, hash_of
from artrules.serve.stored_game import Course, Pin, SeatOfTable, StoredGame
from artrules.session.timeline import Note


class Store(GameDatabase):
    """The games of one file, locked against other servers until it is closed. Methods raise StoreProblem."""

    def games(self) -> list[StoredGame]:
        """All games, the newest first."""
        rows = self._rows(f"{_SELECT} ORDER BY number DESC")
        with _understood():
            return [_game(row) for row in rows]

    def game(self, id_: str) -> StoredGame | None:
        """The game with an id."""
        rows = self._rows(f"{_SELECT} WHERE id = ?", id_)
        with _understood():
            return _game(rows[0]) if rows else None

    def course(self, id_: str) -> Course:
        """What has happened in a game."""
        choices = self._rows("SELECT choice FROM choices WHERE game = ? ORDER BY number", id_)
        notes = self._rows("SELECT after, entry FROM notes WHERE game = ? ORDER BY number", id_)
        pins = self._rows("SELECT after, seat, lines, all_lines, text FROM pins WHERE game = ? ORDER BY number", id_)
        with _understood():
            return Course(
                tuple(choice for (choice,) in choices),
                tuple(Note(after, _entry(text)) for after, text in notes),
                tuple(Pin(*row) for row in pins),
            )

    def link(self, hash_: bytes) -> Link | None:
        """The link with the hash of a secret."""
        rows = self._rows("SELECT game, seats, host FROM links WHERE hash = ?", hash_)
        return Link(rows[0][0], tuple(json.loads(rows[0][1])), bool(rows[0][2])) if rows else None

    def add_game(self, game: StoredGame, links: Sequence[tuple[str, Link]]) -> None:
        """Add a game that begins, with its links and their secrets, of which the file gets hashes."""
        with self._transaction() as database:
            columns = _columns(game)
            marks = ", ".join("?" * len(columns))
            database.execute(f"INSERT INTO games ({', '.join(columns)}) VALUES ({marks})", tuple(columns.values()))
            self._insert_links(database, links)

    def replace_links(self, game: str, seats: Sequence[int], links: Sequence[tuple[str, Link]]) -> None:
        """Add links to a game, and remove all others that open one of some seats."""
        with self._transaction() as database:
            rows = database.execute("SELECT hash, seats FROM links WHERE game = ?", (game,)).fetchall()
            for hash_, text in rows:
                if set(json.loads(text)) & set(seats):
                    database.execute("DELETE FROM links WHERE hash = ?", (hash_,))
            self._insert_links(database, links)

    @staticmethod
    def _insert_links(database: sqlite3.Connection, links: Sequence[tuple[str, Link]]) -> None:
        for secret, link in links:
            row = (hash_of(secret), link.game, json.dumps(link.seats), link.host)
            database.execute("INSERT INTO links VALUES (?, ?, ?, ?)", row)

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
            database.execute("DELETE FROM choices WHERE game = ?", (game,))
            database.execute("DELETE FROM notes WHERE game = ?", (game,))
            database.executemany("INSERT INTO choices VALUES (?, ?, ?)", [(game, n, c) for n, c in enumerate(choices)])
            rows = [(game, number, note.after, _json(note.entry.as_data())) for number, note in enumerate(notes)]
            database.executemany("INSERT INTO notes VALUES (?, ?, ?, ?)", rows)
            database.execute("UPDATE games SET result = NULL WHERE id = ?", (game,))

    def set_seats(self, game: str, seats: Sequence[SeatOfTable]) -> None:
        """Keep who has which seat."""
        with self._transaction() as database:
            database.execute("UPDATE games SET seats = ? WHERE id = ?", (_json([asdict(s) for s in seats]), game))

    def add_pin(self, game: str, number: int, pin: Pin) -> None:
        """Keep the note with a number, counted from 0."""
        with self._transaction() as database:
            row = (game, number, pin.after, pin.seat, pin.lines, pin.all_lines, pin.text)
            database.execute("INSERT INTO pins VALUES (?, ?, ?, ?, ?, ?, ?)", row)


_SELECT = (
    "SELECT id, ruleset, title, content, place, extra, added, players, settings, seed, seats, open, begun, result "
    "FROM games"
)


def _columns(game: StoredGame) -> dict[str, Any]:
    return {
        "id": game.id,
        "ruleset": game.ruleset,
        "title": game.title,
        "content": game.content,
        "place": game.where,
        "extra": _json(game.extra),
        "added": _json(game.added),
        "players": game.players,
        "settings": _json(game.settings),
        "seed": game.seed,
        "seats": _json([asdict(seat) for seat in game.seats]),
        "open": game.open,
        "begun": game.begun,
        "result": None if game.result is None else _json(game.result),
    }


def _game(row: tuple[Any, ...]) -> StoredGame:
    id_, ruleset, title, content, where, extra, added, players, settings, seed, seats, open_, begun, result = row
    game = StoredGame(
        id=id_,
        ruleset=ruleset,
        title=title,
        content=content,
        where=where,
        extra=tuple(json.loads(extra)),
        added=tuple(json.loads(added)),
        players=players,
        settings=json.loads(settings),
        seed=seed,
        seats=tuple(SeatOfTable(**seat) for seat in json.loads(seats)),
        open=bool(open_),
        begun=begun,
    )
    return game if result is None else replace(game, result=json.loads(result))


@contextmanager
def _understood() -> Iterator[None]:
    """Raises StoreProblem for what the file holds where it can't be understood inside the `with`."""
    try:
        yield
    except (ValueError, TypeError, KeyError):
        raise StoreProblem("the file of games is damaged") from None


def _entry(text: str) -> LogEntry:
    data = json.loads(text)
    return LogEntry(**{**data, "apart": tuple((player, told) for player, told in data.get("apart", ()))})


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
