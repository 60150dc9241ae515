"""The SQLite file that holds the finished games. A game is written once: the same one again is not counted twice."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from platformdirs import user_data_path

from artrules import GameInfo, GameResult

_SCHEMA = """
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY,
    ruleset TEXT NOT NULL, content TEXT NOT NULL, players INTEGER NOT NULL, settings TEXT NOT NULL,
    seed INTEGER NOT NULL, bots TEXT NOT NULL, how TEXT NOT NULL,
    rounds INTEGER NOT NULL, stalled INTEGER NOT NULL, digest TEXT NOT NULL,
    UNIQUE (ruleset, content, players, settings, seed, bots, how, digest)
);
CREATE TABLE IF NOT EXISTS seat (
    game INTEGER NOT NULL REFERENCES game, player INTEGER NOT NULL, score INTEGER NOT NULL, wins REAL NOT NULL,
    PRIMARY KEY (game, player)
);
CREATE INDEX IF NOT EXISTS of_ruleset ON game (ruleset, players, how);
"""
_PATIENCE = 30.0
"""Seconds to wait while another process writes."""


def place() -> Path:
    """The file: ARTRULES_CHRONICLE, or one in the folder that the system has for a person's data."""
    given = os.environ.get("ARTRULES_CHRONICLE")
    return Path(given) if given else user_data_path("artrules", appauthor=False) / "chronicle.sqlite"


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that was written down. `wins` and `scores` stand in order of seats; a win that is shared by two is a half
    for each."""

    id: int
    players: int
    settings: dict[str, object]
    seed: int
    rounds: int
    stalled: bool
    scores: tuple[int, ...]
    wins: tuple[float, ...]


class Store:
    """The file while it is open."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(file, timeout=_PATIENCE)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.executescript(_SCHEMA)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def add(self, game: GameInfo, result: GameResult) -> None:
        """Write a game down, unless it is there already."""
        settings = json.dumps(dict(game.settings), sort_keys=True, default=str)
        row = (game.ruleset, game.content, game.players, settings, game.seed, json.dumps(game.bots), game.how)
        with self._connection, closing(self._connection.cursor()) as cursor:
            cursor.execute(
                "INSERT OR IGNORE INTO game (ruleset, content, players, settings, seed, bots, how, rounds, stalled, "
                "digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, result.rounds, result.stalled, result.digest),
            )
            if cursor.rowcount:
                share = 1 / len(result.winners) if result.winners else 0.0
                cursor.executemany(
                    "INSERT INTO seat VALUES (?, ?, ?, ?)",
                    [
                        (cursor.lastrowid, s.player, s.total, share if s.player in result.winners else 0.0)
                        for s in result.scores
                    ],
                )

    def games(self, ruleset: str, players: int | None, how: str | None, bot: str | None) -> Iterator[Kept]:
        """The games of a ruleset in the order in which they were written down, perhaps only some."""
        wanted, values = ["ruleset = ?"], [ruleset]
        for column, value in (("players", players), ("how", how)):
            if value is not None:
                wanted.append(f"{column} = ?")
                values.append(str(value))
        query = (
            "SELECT id, players, settings, seed, rounds, stalled, bots, player, score, wins FROM game "
            f"JOIN seat ON seat.game = game.id WHERE {' AND '.join(wanted)} ORDER BY id, player"
        )
        rows: list[tuple[object, ...]] = []
        for row in self._connection.execute(query, values):
            if rows and rows[0][0] != row[0]:
                yield from _kept(rows, bot)
                rows = []
            rows.append(row)
        if rows:
            yield from _kept(rows, bot)


def _kept(rows: list[tuple[object, ...]], bot: str | None) -> Iterator[Kept]:
    id_, players, settings, seed, rounds, stalled, bots = rows[0][:7]
    if bot is None or set(json.loads(str(bots))) == {bot}:
        scores, wins = tuple(int(str(row[8])) for row in rows), tuple(float(str(row[9])) for row in rows)
        numbers = (int(str(n)) for n in (players, seed, rounds))
        n, s, r = numbers
        yield Kept(int(str(id_)), n, json.loads(str(settings)), s, r, bool(stalled), scores, wins)
