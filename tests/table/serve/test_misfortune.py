"""What goes wrong beside the players: a bot's process dies, the file of games can't be read or written, is damaged."""

from __future__ import annotations

import os
import signal
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest
import uvicorn
from click.testing import CliRunner

import artrules
from artrules.table.commands.main import artrules as command
from artrules.table.serve.connection import NO_TEXT
from artrules.table.serve.run import WebServer
from artrules.table.serve.store import Store
from artrules.table.serve.worker import CHANGED
from lab.simulation.small_ruleset import write_ruleset
from table.serve.conftest import BASE, Serving, Tables
from waiting import wait_until


def test_a_bot_whose_process_was_killed_thinks_again_in_another_one(tables: Tables) -> None:
    game = tables.open(2, seats=[{}, {"bot": "uniform"}])
    with tables.page(game["secrets"][0]) as page:
        state = page.until("state")
        for _ in range(2):
            while state["offers"]:
                page.say("choose", token=state["offers"][0]["options"][-1]["token"])
                state = page.until("state", hurried=True)
            while not state["offers"]:
                state = page.until("state", hurried=True)
            for process in tables.server._bots._workers.processes:
                if process.id is not None:
                    os.kill(process.id, signal.SIGKILL)
    assert tables.told == []


def test_a_bot_that_cant_play_is_told_to_everybody_at_the_table(serving: Serving, tmp_path: Path) -> None:
    folder = write_ruleset(tmp_path / "lanterns")
    ruleset = artrules.load(folder)
    file = next(folder.rglob("*.yaml"))
    file.write_text(file.read_text().replace("title: Lanterns", "title: Torches"))
    with serving(tmp_path / "games.sqlite", ruleset) as tables:
        game = tables.open(2, seats=[{}, {"bot": "uniform"}])
        with tables.page(game["secrets"][0]) as page:
            assert page.until("refused")["text"].endswith("People can play on; bots can't before it is started again.")
        assert CHANGED in tables.told[0]


def test_a_mistake_of_the_rules_changes_nothing_and_the_game_goes_on(serving: Serving, tmp_path: Path) -> None:
    folder = write_ruleset(tmp_path / "lanterns")
    file = next(folder.rglob("*.yaml"))
    fault = "my coins += 90\n                my coins += 90\n                "
    text = file.read_text()
    assert "                stop\n" in text
    file.write_text(text.replace("                stop\n", f"                {fault}stop\n"))
    with serving(tmp_path / "games.sqlite", artrules.load(folder)) as tables:
        secret = tables.open(2)["secrets"][0]
        with tables.page(secret) as page:
            page.until("state")
            before = page.read
            page.say("choose", token=page.token("stop playing"))
            assert "The rules of this game have a mistake here" in page.until("refused")["text"]
            assert "out of bounds" in tables.told[0]
            page.choose(page.labels()[0])
            after = page.read
            assert after[: len(before)] == before and len(after) == len(before) + 1
        tables.server.rooms.clear()
        with tables.page(secret) as page:
            page.until("state")
            assert page.read == after


def test_what_cant_be_read_is_refused_in_words(tables: Tables) -> None:
    game = tables.open(2)
    seat = {"authorization": f"Bearer {game['secrets'][0]}"}
    _spoil(tables, "DROP TABLE links")
    with tables.page(game["secrets"][0]) as page:
        assert "can't look that up" in page.until("refused")["text"]
    assert tables.client.get("/api/games", headers=seat).status_code == 503


def test_a_file_that_is_no_longer_at_its_place_is_noticed(tmp_path: Path, serving: Serving) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as tables:
        tables.open(2)
        tables.server.store.flush()
        file.rename(tmp_path / "elsewhere.sqlite")
        tables.open(2)
        with pytest.raises(OSError, match="removed or replaced"):
            tables.server.store.flush()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE games SET seats = '[{' WHERE id = ?", "who has its seats can't be read"),
        ("UPDATE games SET seats = '[]' WHERE id = ?", "it has another number of seats than of players"),
        ("UPDATE games SET title = x'ff' WHERE id = ?", "its title can't be read"),
        ("UPDATE games SET title = CAST(x'ff41' AS TEXT) WHERE id = ?", "its title can't be read"),
        ("UPDATE games SET settings = '[1]' WHERE id = ?", "its settings can't be read"),
        ("UPDATE games SET seed = 1e300 WHERE id = ?", "its seed can't be read"),
        ("UPDATE games SET players = 'two' WHERE id = ?", "the number of its players can't be read"),
        ("UPDATE games SET result = '{}' WHERE id = ?", "its result can't be read"),
        ("UPDATE games SET result = '{\"winners\": [7]}' WHERE id = ?", "its result can't be read"),
        ("UPDATE games SET extra = '5' WHERE id = ?", "the files from outside can't be read"),
    ],
)
def test_a_damaged_game_is_named_in_the_list_and_the_others_go_on(damage: str, said: str, tables: Tables) -> None:
    damaged, good = tables.open(2), tables.open(2)
    tables.server.rooms.clear()
    _spoil(tables, damage, damaged["id"])
    text = f"This game can't go on: the file of games is damaged: {said}."
    listed = tables.client.get("/api/games", headers=tables.host).json()["games"]
    assert {game["id"]: game["refused"] for game in listed} == {good["id"]: None, damaged["id"]: text}
    assert tables.client.get(f"/api/games/{damaged['id']}/replay", headers=tables.host).json() == {"error": text}
    with tables.page(damaged["secrets"][0]) as page:
        assert page.until("refused")["text"] == text
    with tables.page(good["secrets"][0]) as page:
        page.until("state")
    assert not [told for told in tables.told if "internal-error" in told]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        *((f"INSERT INTO notes VALUES (?, 0, 0, '{entry}')", "its log can't be read") for entry in ("no", "{}", "[]")),
        ("INSERT INTO pins VALUES (?, 0, 'x', 1, 1, 1, 'a')", "a note can't be read"),
        ("INSERT INTO pins VALUES (?, 0, 0, 7, 1, 1, 'a')", "a note is of a seat that there isn't"),
        ("UPDATE choices SET choice = 'nonsense' WHERE game = ? AND number = 1", "choice 2 can't be made again"),
        ("UPDATE choices SET choice = x'ff' WHERE game = ? AND number = 1", "choice 2 can't be read"),
        ("DELETE FROM choices WHERE game = ? AND number = 0", "choice 1 is missing"),
        ("UPDATE links SET seats = 'x' WHERE game = ?", "this link can't be read"),
        ("UPDATE links SET seats = '[0]' WHERE game = ?", "this link can't be read"),
        ("UPDATE links SET game = '' WHERE game = ?", "this link can't be read"),
        ("UPDATE links SET seats = '[99]' WHERE game = ?", "what the file of games holds of it is damaged"),
    ],
)
def test_a_damaged_game_says_what_is_wrong_when_it_is_opened(damage: str, said: str, tables: Tables) -> None:
    damaged, good = tables.open(2), tables.open(2)
    with tables.page(damaged["secrets"][0]) as one, tables.page(damaged["secrets"][1]) as other:
        for page in (one, other):
            page.until("state")
            page.choose("stop playing")
        # Pages are sent states for other reasons too: a choice that is still to be made would be kept after the damage.
        wait_until(lambda: _query(tables, "SELECT count(*) FROM choices WHERE game = ?", damaged["id"]) == [(2,)])
    tables.server.rooms.clear()
    _spoil(tables, damage, damaged["id"])
    with tables.page(damaged["secrets"][0]) as page:
        assert said in page.until("refused")["text"]
    listed = tables.client.get("/api/games", headers=tables.host).json()["games"]
    refused = {game["id"]: game["refused"] or "" for game in listed}
    assert refused[good["id"]] == "" and (said in refused[damaged["id"]] or "link" in said or "it is" in said)
    with tables.page(good["secrets"][0]) as page:
        page.until("state")
    assert not [told for told in tables.told if "internal-error" in told]


def test_new_links_take_the_place_of_damaged_ones(tables: Tables) -> None:
    game = tables.open(2)
    _spoil(tables, "UPDATE links SET seats = 'x' WHERE game = ?", game["id"])
    made = tables.client.post(f"/api/games/{game['id']}/links", json={"seats": [1, 2]}, headers=tables.host)
    for link in made.json()["links"]:
        with tables.page(link["url"].partition("#")[2]) as page:
            page.until("state")


@pytest.mark.parametrize(("text", "damaged"), [(b"CREATE TABLE links", b"CR\x86ATE"), (b"links", b"l\x86nks")])
def test_damage_that_sqlite_quotes_in_bytes_is_told_in_one_line(tmp_path: Path, text: bytes, damaged: bytes) -> None:
    folder, file = write_ruleset(tmp_path / "lanterns"), tmp_path / "games.sqlite"
    Store(file).close()
    content = file.read_bytes()
    place = content.index(text)
    file.write_bytes(content[:place] + damaged + content[place + len(damaged) :])
    done = CliRunner().invoke(command, ["serve", str(folder), "--games", str(file), "--list"], prog_name="artrules")
    assert (done.exit_code, done.stderr) == (2, f"artrules: {file}: the file of games is damaged\n")


def test_where_nothing_can_be_written_nothing_changes(tables: Tables) -> None:
    with tables.page(tables.open(2)["secrets"][0]) as page:
        state = page.until("state")
        token = state["offers"][0]["options"][-1]["token"]
        _spoil(tables, "PRAGMA query_only = ON")
        for message in (
            {"type": "choose", "token": token},
            {"type": "pin", "text": "a"},
            {"type": "name", "name": "a"},
        ):
            page.socket.send_json(message)
            assert "can't be kept: the file of games can't be written" in page.until("refused")["text"]
        answer = tables.client.post("/api/games", json={"players": 2}, headers=tables.host)
        assert answer.status_code == 507 and "can't be kept" in answer.json()["error"]
        _spoil(tables, "PRAGMA query_only = OFF")
        page.say("choose", token=token)
        page.until("state")
        _spoil(tables, "PRAGMA query_only = ON")
        page.say("undo")
        assert "Nothing has changed" in page.until("refused")["text"]
        _spoil(tables, "PRAGMA query_only = OFF")
        page.say("undo")
        assert page.until("state")["log"][-1]["kind"] == "undone"


def test_a_damaged_file_is_listed_in_one_line(tmp_path: Path) -> None:
    folder, file = write_ruleset(tmp_path / "lanterns"), tmp_path / "games.sqlite"
    CliRunner().invoke(command, ["serve", str(folder), "--games", str(file), "--list"])
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA application_id = 1095914562")
        database.execute("PRAGMA user_version = 1")
        database.execute("CREATE TABLE games (id TEXT)")
    done = CliRunner().invoke(command, ["serve", str(folder), "--games", str(file), "--list"], prog_name="artrules")
    assert done.exit_code == 2 and "the file of games can't be used" in done.stderr and done.stderr.count("\n") == 1


def test_connections_at_which_nothing_happens_are_let_go() -> None:
    now, gone = [0.0], list[str]()

    def connection(name: str, **more: object) -> SimpleNamespace:
        return _Hashable(transport=SimpleNamespace(abort=lambda: gone.append(name)), **more)

    server = WebServer(uvicorn.Config(lambda: None), lambda: False)
    busy = connection("busy", cycle=object())
    server.server_state.connections = {connection("silent", cycle=None), busy, connection("websocket")}
    for now[0] in (0.0, 20.0, 40.0):
        assert gone == []
        busy.cycle = object()
        server.let_go(lambda: now[0])
    assert gone == ["silent"]


def test_a_message_of_bytes_is_refused_in_words(tables: Tables) -> None:
    secret = tables.open(2)["secrets"][0]
    with tables.page(secret) as page:
        page.until("state")
        page.socket.send_bytes(b"\xff")
        assert page.until("refused")["text"] == NO_TEXT
    with tables.client.websocket_connect("ws://localhost/ws", headers={"origin": BASE}) as socket:
        socket.send_bytes(b"\xff")
        assert socket.receive_json()["text"] == NO_TEXT


class _Hashable(SimpleNamespace):
    __hash__ = object.__hash__


def _spoil(tables: Tables, statement: str, *values: str) -> None:
    """Change the file of games, where the server doesn't expect it."""
    _query(tables, statement, *values)


def _query(tables: Tables, statement: str, *values: str) -> list[tuple[object, ...]]:
    """What the file of games answers, between two things that the server does."""

    async def run() -> list[tuple[object, ...]]:
        database = tables.server.store._open_database
        return await tables.server.engine.run(lambda: database.execute(statement, values).fetchall())

    return tables.client.portal.call(run)  # type: ignore[union-attr]
