"""The SQLite database of the file of games: opening it, its lock, transactions, and what problems mean.

Only one server at a time uses a file. A transaction is written before anybody hears of it; `flush` brings what was
written to the disk.
"""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from artrules.text.source.bounded_file import check_regular_file, real_path
from artrules.text.source.written_file import FileLock, FileLocked

VERSION = 5
"""The version of the tables in the file."""
_APPLICATION = 0x41525442
"""Marks a database as a file of games: `application_id` in SQLite's header."""
_TABLES = """
CREATE TABLE games (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ruleset TEXT NOT NULL, title TEXT NOT NULL,
    content TEXT NOT NULL, place TEXT NOT NULL, extra TEXT NOT NULL, added TEXT NOT NULL, players INTEGER NOT NULL,
    settings TEXT NOT NULL, seed INTEGER NOT NULL, seats TEXT NOT NULL, open INTEGER NOT NULL, begun TEXT NOT NULL,
    result TEXT
);
CREATE TABLE choices (
    game TEXT NOT NULL, number INTEGER NOT NULL, choice TEXT NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE notes (
    game TEXT NOT NULL, number INTEGER NOT NULL, after INTEGER NOT NULL, entry TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE pins (
    game TEXT NOT NULL, number INTEGER NOT NULL, after INTEGER NOT NULL, seat INTEGER NOT NULL,
    lines INTEGER NOT NULL, all_lines INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE links (hash BLOB PRIMARY KEY, game TEXT NOT NULL, seats TEXT NOT NULL, host INTEGER NOT NULL)
    WITHOUT ROWID;
"""
_SINCE = {
    2: ("CREATE TABLE hosts (number INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE)",),
    3: (
        "ALTER TABLE links ADD COLUMN opens TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE games ADD COLUMN advice INTEGER NOT NULL DEFAULT 1",
    ),
    4: ("ALTER TABLE games ADD COLUMN parent TEXT",),
    5: (
        "ALTER TABLE games ADD COLUMN after INTEGER",
        "ALTER TABLE games ADD COLUMN given TEXT NOT NULL DEFAULT ''",
    ),
}
"""By version: what its tables have beside those of the version before."""


class StoreProblem(Exception):
    """The file of games can't be used; the message is a sentence without a full stop."""


class GameDatabase:
    """The games of one file, locked against other servers until it is closed."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it. Raises StoreProblem."""
        self.path = path
        self._lock: FileLock | None = None
        self._database: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self.is_new = False
        """Whether there were no games in it when it was opened."""
        self._written = False
        self._file: tuple[int, int] | None = None
        try:
            self._open(path)
        except BaseException:
            self.close()
            raise

    def _open(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                check_regular_file(path.stat())
            self._lock = FileLock(path)
            with suppress(FileExistsError):  # so that SQLite's other files get its mode too
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            self._lock.lock_itself()
        except FileLocked:
            raise StoreProblem(f"{path}: another server uses this file of games; --games names another one") from None
        except OSError as problem:
            raise StoreProblem(f"{path}: no games can be kept there: {problem.strerror or problem}") from None
        try:
            self._database = _connection(path)
            self._prepare()
            self._reader = _connection(path)
            self._reader.execute("PRAGMA query_only = ON")
            self._file = self._now_there()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as problem:
            raise StoreProblem(f"{path}: {_in_words(problem)}") from None

    @property
    def _open_database(self) -> sqlite3.Connection:
        if self._database is None:
            raise StoreProblem(f"{self.path} is closed")
        return self._database

    def _prepare(self) -> None:
        """Make the tables of a new file. Raises StoreProblem for a file that is something else."""
        database = self._open_database
        number = self._number("PRAGMA user_version")
        application = self._number("PRAGMA application_id")
        empty = self._number("SELECT count(*) FROM sqlite_master") == 0
        if application != _APPLICATION and not (empty and number == 0 and application == 0):
            raise StoreProblem(f"{self.path} is another program's database, and no file of games")
        if number > VERSION:
            raise StoreProblem(
                f"{self.path} was written by a newer version (format {number}; this one reads {VERSION})"
            )
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("PRAGMA trusted_schema = OFF")
        self.is_new = empty or not self._number("SELECT EXISTS (SELECT 1 FROM games)")
        later = [statement for since, statements in _SINCE.items() if since > number for statement in statements]
        if empty or later:
            with self._transaction():
                for statement in [*(filter(str.strip, _TABLES.split(";")) if empty else ()), *later]:
                    database.execute(statement)
                database.execute(f"PRAGMA application_id = {_APPLICATION}")
                database.execute(f"PRAGMA user_version = {VERSION}")

    def _number(self, statement: str) -> int:
        number: int = self._open_database.execute(statement).fetchone()[0]
        return number

    def flush(self) -> None:
        """Bring to the disk what was written since the last call. Raises OSError, also where the file isn't at its
        place any more: what is written then is lost when the server ends."""
        written, self._written = self._written, False
        if written and self._now_there() != self._file:
            raise OSError(errno.ENOENT, "it was removed or replaced, so nothing is kept; start the server again")
        if written:  # the newest transactions are in the file beside it
            with suppress(FileNotFoundError):
                descriptor = os.open(f"{real_path(self.path)}-wal", os.O_RDWR | getattr(os, "O_CLOEXEC", 0))
                try:
                    os.fsync(descriptor)
                finally:
                    os.close(descriptor)

    def _now_there(self) -> tuple[int, int] | None:
        """What tells the file at the path from all others; None where there is none."""
        try:  # not opened: when it was closed again, SQLite would lose its locks
            status = os.stat(self.path)
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def close(self) -> None:
        """Close the file, and let other servers use it. A second call does nothing."""
        for connection in (self._reader, self._database):
            if connection is not None:
                with suppress(sqlite3.Error):
                    connection.close()
        self._reader = self._database = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All that is written inside the `with`, or nothing of it. Raises StoreProblem."""
        database = self._open_database
        try:
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.execute("COMMIT")
                self._written = True
            except BaseException:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise
        except sqlite3.Error as problem:
            raise StoreProblem(_in_words(problem)) from problem

    def _rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """What the file holds, read over a connection of its own: it waits for no transaction. A text that isn't UTF-8
        comes as bytes, so that the other rows can be read."""
        if self._reader is None:
            raise StoreProblem(f"{self.path} is closed")
        try:
            return self._reader.execute(statement, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as problem:
            raise StoreProblem(_in_words(problem)) from problem


def _connection(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(real_path(path), timeout=1.0, isolation_level=None, check_same_thread=False)
    connection.text_factory = _text
    return connection


def _text(content: bytes) -> str | bytes:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content


def _in_words(problem: sqlite3.Error | UnicodeDecodeError) -> str:
    """What a problem of SQLite means for the person who runs the server."""
    if isinstance(problem, UnicodeDecodeError):  # SQLite quotes what it can't understand
        return "the file of games is damaged"
    match getattr(problem, "sqlite_errorname", "").split("_")[:2]:
        case ["SQLITE", "NOTADB" | "CORRUPT" as what]:
            return "this is no file of games" if what == "NOTADB" else "the file of games is damaged"
        case ["SQLITE", "BUSY" | "LOCKED"]:
            return "another program uses this file of games"
        case ["SQLITE", "FULL"]:
            return "the disk is full"
        case ["SQLITE", "READONLY" | "CANTOPEN" | "PERM"]:
            return "the file of games can't be written"
    return f"the file of games can't be used ({problem})"
