"""Invitations: who is invited chooses a seat that is free, and gets a link of their own; the host frees seats and makes
new links; others watch."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import segno
from starlette.testclient import TestClient

from artrules.table.serve import room
from artrules.table.serve.addresses import KnownHosts, addresses_of, qr_data, qr_lines
from artrules.table.serve.app import make_app
from artrules.table.serve.links import RUNS_SERVER, Link, hash_of
from artrules.table.serve.store import Store
from table.serve.conftest import Serving, Tables
from table.serve.test_table_links import bearer


def secret_of(url: str) -> str:
    return url.rpartition("=" if "secret=" in url else "#")[2]


def invited(tables: Tables, players: int = 3, **more: Any) -> dict[str, Any]:
    """A table with an invitation, whose secret is at `invitation`."""
    game = tables.open(players, invite=True, **more)
    game["invitation"] = secret_of(game["invitation"]["url"])
    return game


def join(tables: Tables, game: dict[str, Any], seat: Any, name: Any) -> Any:
    return tables.client.post(
        f"/api/games/{game['id']}/join", json={"seat": seat, "name": name}, headers=bearer(game["invitation"])
    )


def free_seats(tables: Tables, game: dict[str, Any], secret: str) -> list[int]:
    answer = tables.client.get(f"/api/games/{game['id']}/seats", headers=bearer(secret)).json()
    return [seat["seat"] for seat in answer["seats"] if seat["free"]]


def test_who_is_invited_takes_a_seat_that_is_free(serving: Serving, tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as tables:
        game = invited(tables, seats=[{"name": "Ann"}, {}, {"bot": "uniform"}])
        assert free_seats(tables, game, game["invitation"]) == [2], "the first seat is the host's"
        url = join(tables, game, 2, "Ben").json()["url"]
        assert url.startswith("http://localhost/table#")
        own = secret_of(url)
        assert free_seats(tables, game, game["secrets"][0]) == []
        with tables.page(own) as page:
            page.until("state")
            welcome = page.last["welcome"]
            assert (welcome["mine"], welcome["host"], welcome["watching"]) == ([2], False, False)
            assert [seat["name"] for seat in welcome["seats"]] == ["Ann", "Ben", "Player 3 (bot)"]
        with tables.page(game["secrets"][1]) as page:
            assert "isn't good" in page.until("refused")["text"], "the seat has one link"
    with serving(tmp_path / "games.sqlite") as tables, tables.page(own) as page:
        page.until("state")


@pytest.mark.parametrize(
    ("seat", "name", "status", "said"),
    [
        (1, "Cleo", 409, "Ann has this seat already."),
        (3, "Cleo", 409, "Player 3 (bot) has this seat already."),
        (2, "ann", 400, "Somebody at this table is called ann already."),
        (2, " ", 400, "A name can't be empty."),
        (2, None, 400, "A name must be a text."),
        (4, "Cleo", 400, "`seat` must be a number from 1 to 3."),
        (True, "Cleo", 400, "`seat` must be a number from 1 to 3."),
    ],
)
def test_a_seat_that_cant_be_taken_is_refused(seat: Any, name: Any, status: int, said: str, tables: Tables) -> None:
    game = invited(tables, seats=[{"name": "Ann"}, {}, {"bot": "uniform"}])
    answer = join(tables, game, seat, name)
    assert (answer.status_code, answer.json()["error"]) == (status, said)
    assert free_seats(tables, game, game["invitation"]) == [2]


def test_the_second_who_wants_a_seat_is_told_who_has_it(tables: Tables) -> None:
    game = invited(tables)
    assert join(tables, game, 2, "Ben").status_code == 201
    answer = join(tables, game, 2, "Cleo")
    assert (answer.status_code, answer.json()["error"]) == (409, "Ben has this seat already.")


def test_where_nothing_can_be_written_nobody_has_the_seat(tables: Tables) -> None:
    game = invited(tables)

    async def run(statement: str) -> None:
        database = tables.server.store._open_database
        await tables.server.engine.run(lambda: database.execute(statement).fetchall())

    tables.client.portal.call(run, "PRAGMA query_only = ON")  # type: ignore[union-attr]
    assert join(tables, game, 2, "Ben").status_code == 507
    tables.client.portal.call(run, "PRAGMA query_only = OFF")  # type: ignore[union-attr]
    assert free_seats(tables, game, game["invitation"]) == [2, 3]
    assert join(tables, game, 2, "Ben").status_code == 201


def test_too_many_joins_are_refused(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "JOINS_AT_ONCE", 2)
    game = invited(tables)
    assert [join(tables, game, 2, name).status_code for name in ("Ben", "Cleo", "Dan")] == [201, 409, 429]


def test_the_host_frees_a_seat_and_its_link_is_no_longer_good(tables: Tables) -> None:
    game = invited(tables)
    path = f"/api/games/{game['id']}/seats"
    own = secret_of(join(tables, game, 2, "Ben").json()["url"])
    host = bearer(game["secrets"][0])
    with tables.page(own) as page:
        page.until("state")
        assert tables.client.post(path, json={"seat": 2, "free": True}, headers=bearer(own)).status_code == 403
        freed = tables.client.post(path, json={"seat": 2, "free": True}, headers=host).json()["seats"][1]
        assert (freed["name"], freed["who"], freed["free"]) == ("Player 2", "empty", True)
        assert page.until("refused")["text"] == "The host has freed this seat."
    with tables.page(own) as page:
        assert "isn't good" in page.until("refused")["text"]
    assert join(tables, game, 2, "Cleo").status_code == 201
    refused = tables.client.post(path, json={"seat": 1, "free": True}, headers=host)
    assert refused.json()["error"] == "This seat is your own."
    wrong = tables.client.post(path, json={"seat": 2, "free": 1}, headers=host)
    assert wrong.json()["error"] == "`free` must be true or false."


def test_the_host_makes_new_links_and_stays_the_host(tables: Tables) -> None:
    game = tables.open(3)
    path, first, third = f"/api/games/{game['id']}/links", *game["secrets"][::2]
    assert tables.client.post(path, json={"seats": [2]}, headers=bearer(third)).status_code == 403
    made = tables.client.post(path, json={"seats": [3]}, headers=bearer(first)).json()["links"]
    assert [link["seats"] for link in made] == [[3]]
    with tables.page(secret_of(made[0]["url"])) as page:
        assert page.until("welcome")["host"] is False, "only the host's new link is the host's"
    with tables.page(third) as page:
        assert "isn't good" in page.until("refused")["text"]
    made = tables.client.post(path, json={"seats": [1, 2]}, headers=tables.host).json()["links"]
    hosts = []
    for link in made:
        with tables.page(secret_of(link["url"])) as page:
            hosts.append(page.until("welcome")["host"])
    assert hosts == [True, False]


def test_a_new_link_for_one_of_several_seats_leaves_the_others_where_they_are(tables: Tables) -> None:
    game = tables.open(3, links="together")
    (made,) = tables.client.post(
        f"/api/games/{game['id']}/links", json={"seats": [2]}, headers=bearer(game["secrets"][0])
    ).json()["links"]
    with tables.page(game["secrets"][0]) as page:
        welcome = page.until("welcome")
        assert (welcome["mine"], welcome["host"]) == ([1, 3], True)
    with tables.page(secret_of(made["url"])) as page:
        assert (page.until("welcome")["mine"], page.last["welcome"]["host"]) == ([2], False)


def test_a_new_invitation_takes_the_place_of_the_one_before(tables: Tables) -> None:
    game = invited(tables)
    path = f"/api/games/{game['id']}/links"
    made = tables.client.post(path, json={"invitation": True}, headers=bearer(game["secrets"][0])).json()
    assert (made["links"], made["watch"]) == ([], None)
    assert join(tables, game, 2, "Ben").status_code == 403
    game["invitation"] = secret_of(made["invitation"]["url"])
    assert join(tables, game, 2, "Ben").status_code == 201


def test_a_new_link_to_watch_sends_those_away_who_watch(tables: Tables) -> None:
    game = tables.open(2, watch=True)
    with tables.page(secret_of(game["watch"]["url"])) as page:
        page.until("state")
        tables.client.post(
            f"/api/games/{game['id']}/links", json={"watch": True}, headers=bearer(game["secrets"][0])
        ).raise_for_status()
        assert "the table has a new one" in page.until("refused")["text"]


def test_who_watches_sees_what_anybody_may_and_does_nothing(tables: Tables) -> None:
    game = tables.open(2, watch=True)
    with tables.page(game["secrets"][0]) as player, tables.page(secret_of(game["watch"]["url"])) as page:
        player.until("state")
        state = page.until("state")
        welcome = page.last["welcome"]
        assert (welcome["mine"], welcome["seat"], welcome["watching"]) == ([], None, True)
        assert [state["view"]["players"][seat]["hand"] for seat in "12"] == [[None] * 3] * 2
        assert (state["offers"], state["waiting"]) == ([], [1, 2])
        for message in ("sit", "choose", "undo", "why", "pin", "name"):
            page.say(message)
            assert page.until("refused")["text"] == "You are watching."
        while player.last["seats"]["watchers"] != 1:
            player.until("seats")
        player.say("pin", text="my hand is bad")
        player.until("pins")
        player.choose("stop playing")
        assert "stop playing" in [entry["text"] for entry in page.until("state")["log"]] or page.read
        assert page.last["pins"]["pins"] == []


def test_so_many_may_watch(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_WATCHERS", 1)
    monkeypatch.setattr(room, "CONNECTIONS_OF_A_SEAT", 3)
    secret = secret_of(tables.open(2, watch=True)["watch"]["url"])
    with tables.page(secret) as one:
        one.until("state")
        with tables.page(secret) as other:
            other.until("state")
            assert one.until("refused")["text"] == "Too many people watch this table."


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"invite": 1}, "`invite` must be true or false."),
        ({"watch": "yes"}, "`watch` must be true or false."),
        ({"advice": None}, "`advice` must be true or false."),
        ({"invite": True, "links": "together"}, "`links` must be `each`."),
    ],
)
def test_wishes_for_links_that_cant_be_are_refused(body: dict[str, Any], said: str, tables: Tables) -> None:
    answer = tables.client.post("/api/games", json={"players": 2, **body}, headers=tables.host)
    assert answer.status_code == 400 and said in answer.json()["error"]


SORTS = ("server", "host", "seat", "other", "invitation", "watch", "replay")
ONE = "/api/games/ID"
MAY: list[tuple[str, str, dict[str, Any] | None, str]] = [
    ("GET", "/api/rulesets", None, "server"),
    ("GET", "/api/rulesets/lanterns", None, "server"),
    ("POST", "/api/games", {"players": 2}, "server"),
    ("GET", "/api/games", None, " ".join(SORTS)),  # of its own game at most
    ("GET", f"{ONE}/seats", None, "server host seat invitation"),
    ("POST", f"{ONE}/join", {"seat": 4, "name": "Eve"}, "invitation"),
    ("POST", f"{ONE}/links", {"seats": [2]}, "server host"),
    ("POST", f"{ONE}/links", {"watch": True}, "server host"),
    ("POST", f"{ONE}/seats", {"seat": 2, "bot": "uniform"}, "server host seat"),
    ("POST", f"{ONE}/seats", {"seat": 3, "bot": "uniform"}, "server host"),
    ("POST", f"{ONE}/seats", {"seat": 2, "free": True}, "server host"),
    ("GET", f"{ONE}/replay", None, "server host seat replay"),
    ("POST", f"{ONE}/replay", None, "server host seat"),
    ("GET", f"{ONE}/file", None, "server host seat"),
    ("POST", f"{ONE}/again", None, "host seat"),
    ("POST", f"{ONE}/renew", None, "server"),
]
"""By address: whose links may ask for it. `other` is the link of a seat at another table."""


@pytest.mark.parametrize(("method", "path", "body", "may"), MAY, ids=[f"{m} {p} {b or ''}" for m, p, b, _ in MAY])
def test_who_may_ask_for_what(
    method: str, path: str, body: dict[str, Any] | None, may: str, serving: Serving, tmp_path: Path
) -> None:
    with serving(tmp_path / "games.sqlite") as tables:
        game, other = invited(tables, 4, watch=True), tables.open(2)
        store = tables.server.store
        tables.client.portal.call(  # type: ignore[union-attr]
            tables.server.engine.run, store.add_link, "replays", Link(game["id"], opens="replay")
        )
        secrets = {
            "server": tables.server.host_secret,
            "host": game["secrets"][0],
            "seat": game["secrets"][1],
            "other": other["secrets"][0],
            "invitation": game["invitation"],
            "watch": secret_of(game["watch"]["url"]),
            "replay": "replays",
        }
        assert set(secrets) == set(SORTS)
        address = path.replace("ID", game["id"])
        assert tables.client.request(method, address, json=body).status_code == 401
        for sort, secret in reversed(secrets.items()):  # who may least asks first
            answer = tables.client.request(method, address, json=body, headers=bearer(secret))
            refused = answer.status_code in (401, 403, 404) and "isn't over" not in answer.text
            assert refused is (sort not in may.split()), (sort, answer.status_code, answer.text)
            if path == "/api/games" and method == "GET":
                assert bool(answer.json()["games"]) is (sort in ("server", "host", "seat", "other")), sort


@pytest.mark.parametrize("opens", ["server", "replay", "invitation"])
def test_links_that_open_no_table_say_so(opens: str, tables: Tables) -> None:
    game = invited(tables)
    store, engine = tables.server.store, tables.server.engine
    tables.client.portal.call(engine.run, store.add_link, "replays", Link(game["id"], opens="replay"))  # type: ignore[union-attr]
    secrets = {"server": tables.server.host_secret, "replay": "replays", "invitation": game["invitation"]}
    said = {
        "server": "This link opens no seat.",
        "replay": "This link opens a replay, and no seat.",
        "invitation": "Choose a seat first.",
    }
    with tables.page(secrets[opens]) as page:
        assert page.until("refused")["text"] == said[opens]


def test_links_of_a_file_of_version_2_are_good(serving: Serving, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as tables:
        game = tables.open(2)
        tables.client.portal.call(  # type: ignore[union-attr]
            tables.server.engine.run, tables.server.store.add_link, "replays", Link(game["id"], opens="replay")
        )
    with sqlite3.connect(file) as database:
        later_columns = [("links", "opens"), *(("games", name) for name in ("advice", "parent", "after", "given"))]
        for table, column in later_columns:
            database.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        database.execute("PRAGMA user_version = 2")
    store = Store(file)
    assert store.link(hash_of(game["secrets"][0])) == Link(game["id"], (1,), host=True)
    assert store.link(hash_of("replays")) == Link(game["id"], opens="replay")
    assert store.link(hash_of(tables.server.host_secret)) == RUNS_SERVER
    assert [game.advice for _, game in store.games()] == [True]
    store.close()
    with serving(file) as tables, tables.page(game["secrets"][0]) as page:
        page.until("state")


@pytest.mark.parametrize("damage", ["opens = 'all'", "opens = 'watch'", "seats = '[]'"])
def test_a_link_that_opens_something_unknown_is_damaged(damage: str, tables: Tables) -> None:
    secret = tables.open(2)["secrets"][0]

    async def spoil() -> None:
        database = tables.server.store._open_database
        await tables.server.engine.run(lambda: database.execute(f"UPDATE links SET {damage}").fetchall())

    tables.client.portal.call(spoil)  # type: ignore[union-attr]
    with tables.page(secret) as page:
        assert "this link can't be read" in page.until("refused")["text"]


# Where others reach the server.


def points(path: str, size: int) -> list[list[int]]:
    """The points that a path of steps covers."""
    drawn = [[0] * size for _ in range(size)]
    for x, y, length, back in re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path):
        assert length == back
        for step in range(int(length)):
            drawn[int(y)][int(x) + step] += 1
    return drawn


def test_a_qr_code_is_drawn_point_by_point() -> None:
    url = "http://192.168.0.7:8642/join#game=0123456789abcdef&secret=" + "x" * 43
    data = qr_data(url)
    size, path = data["size"], data["path"]
    assert isinstance(size, int) and isinstance(path, str)
    matrix = segno.make(url, error="m", micro=False).matrix
    assert points(path, size) == [[int(point) for point in row] for row in matrix]
    assert not re.sub(r"[Mhvz0-9 -]", "", path), "it is safe in an attribute"
    assert len({len(line) for line in qr_lines(url)}) == 1


def test_the_addresses_at_which_others_reach_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("artrules.table.serve.addresses._own_address", lambda: ["192.168.0.7"])
    monkeypatch.setattr("artrules.table.serve.addresses.gethostname", lambda: "desk")
    assert addresses_of("127.0.0.1", 8642) == []
    assert addresses_of("0.0.0.0", 8642) == ["http://192.168.0.7:8642", "http://desk.local:8642"]
    assert addresses_of("192.168.0.9", 80) == ["http://192.168.0.9:80"]
    assert addresses_of("fe80::1", 80) == ["http://[fe80::1]:80"]
    assert addresses_of("127.0.0.1", 8642, "https://tables.example") == ["https://tables.example"]


def test_links_lead_where_others_reach_the_server(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("artrules.table.serve.addresses._own_address", lambda: ["192.168.0.7"])
    assert tables.client.get("/api/rulesets", headers=tables.host).json()["reachable"] is False
    assert tables.open(2, invite=True)["invitation"]["qr"] is None
    with TestClient(make_app(tables.server, KnownHosts("0.0.0.0")), base_url="http://localhost:8642") as client:
        assert client.get("/api/rulesets", headers=tables.host).json()["reachable"] is True
        body = {"players": 2, "invite": True, "watch": True}
        game = client.post("/api/games", json=body, headers=tables.host).json()
        for link in (*game["links"], game["invitation"], game["watch"]):
            assert link["url"].startswith("http://192.168.0.7:8642/") and link["qr"] == qr_data(link["url"])
        asked = {**tables.host, "host": "192.168.0.8:8642"}
        game = client.post("/api/games", json=body, headers=asked).json()
        assert game["invitation"]["url"].startswith("http://192.168.0.8:8642/join#"), "as it was asked"
    proxied = KnownHosts("127.0.0.1", (), "https://tables.example")
    with TestClient(make_app(tables.server, proxied), base_url="http://tables.example") as client:
        game = client.post("/api/games", json=body, headers=tables.host).json()
        assert game["links"][0]["url"].startswith("https://tables.example/table#")
