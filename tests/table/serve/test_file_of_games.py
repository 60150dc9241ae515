"""The file of games: what it keeps, and what it refuses."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest

import artrules
from artrules.table.serve.database import VERSION, StoreProblem
from artrules.table.serve.links import Link
from artrules.table.serve.store import Store
from lab.simulation.small_ruleset import write_ruleset
from table.serve.conftest import Serving


def refusal(file: Path) -> str:
    with pytest.raises(StoreProblem) as problem:
        Store(file)
    assert not list(file.parent.glob(".artrules-*"))
    return str(problem.value)


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    store = Store(file)
    assert store.games() == []
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("games.sqlite*")} == {0o600}
    store.close()


def test_one_server_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    store = Store(file)
    with pytest.raises(StoreProblem, match="another server uses this file of games; --games names another one"):
        Store(file)
    store.close()
    Store(file).close()


@pytest.mark.skipif(sys.platform != "linux", reason="the file itself is locked on Linux")
def test_one_server_at_a_time_whatever_the_name(tmp_path: Path) -> None:
    path, other = tmp_path / "games.sqlite", tmp_path / "elsewhere" / "same.sqlite"
    other.parent.mkdir()
    with closing(Store(path)):
        os.link(path, other)
        with pytest.raises(StoreProblem, match="another server uses this file of games"):
            Store(other)
    Store(other).close()


def test_other_databases_and_newer_versions_are_refused_and_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE books (title TEXT)")
    before = other.read_bytes()
    assert "another program's database, and no file of games" in refusal(other)
    assert other.read_bytes() == before
    newer = tmp_path / "newer.sqlite"
    Store(newer).close()
    with sqlite3.connect(newer) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 1}")
    assert refusal(newer).endswith(f"written by a newer version (format {VERSION + 1}; this one reads {VERSION})")
    (tmp_path / "text").write_text("dear reader\n" * 100)
    assert refusal(tmp_path / "text").endswith("text: this is no file of games")


def test_an_older_file_doesnt_tell_after_which_choice_a_game_goes_on(serving: Serving, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as tables:
        older, newer = (tables.open(2)["id"] for _ in range(2))
    with closing(sqlite3.connect(file)) as database:
        database.executescript(
            "ALTER TABLE games DROP COLUMN after; ALTER TABLE games DROP COLUMN given; PRAGMA user_version = 4"
        )
        database.execute("UPDATE games SET parent = ? WHERE id = ?", (older, newer))
        database.commit()
    with serving(file) as tables:
        games = tables.client.get("/api/games", headers=tables.host).json()["games"]
        origins = {game["id"]: game["origin"] for game in games}
        assert origins[older] is None and origins[newer]["after"] is None
        assert origins[newer]["begun"] == next(game["begun"] for game in games if game["id"] == older)


def test_the_file_holds_no_secret(serving: Serving, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as tables:
        game = tables.open(2)
        content = b"".join(path.read_bytes() for path in tmp_path.glob("games.sqlite*"))
        assert game["id"].encode() in content
        for secret in (*game["secrets"], tables.server.host_secret):
            assert secret.encode() not in content


def test_new_links_replace_those_of_their_seats_alone(serving: Serving, tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as tables:
        game = tables.open(2)
        store = tables.server.store
        store.replace_links(game["id"], [2], [("new", Link(game["id"], (2,)))])
        seats = [row[0] for row in store._rows("SELECT seats FROM links ORDER BY seats")]
        assert seats == ["[1]", "[2]"]


def test_a_game_whose_content_has_changed_is_listed_and_refused(serving: Serving, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    changed = artrules.load(write_ruleset(tmp_path / "lanterns", break_it=("last_round: 20", "last_round: 19")))
    with serving(file) as tables:
        secret = tables.open(2)["secrets"][0]
    with serving(file, changed) as tables:
        listed = tables.client.get("/api/games", headers=tables.host).json()["games"]
        assert [game["refused"] for game in listed] == [
            "This game can't go on: this game was played with other content: the ruleset's files have changed since."
        ]
        with tables.page(secret) as page:
            assert page.until("refused")["text"] == listed[0]["refused"]
