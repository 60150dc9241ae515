"""What links open, and how long: seats, replays, the start page. Each opens what it is for, and nothing else."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

from artrules.table.serve import requests, server
from artrules.table.serve.links import hash_of
from table.serve.conftest import Serving, Tables
from table.serve.test_games_of_a_server import play_on


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def finished(tables: Tables) -> dict[str, Any]:
    game = tables.open(2, settings={"length": "quick"}, seats=[{}, {"bot": "uniform"}])
    with tables.page(game["secrets"][0]) as page:
        page.until("state")
        play_on(page, Random(1))
    return game


def replay_link(tables: Tables, game: str, secret: str) -> str:
    answer = tables.client.post(f"/api/games/{game}/replay", headers=bearer(secret))
    assert answer.status_code == 201, answer.text
    address, _, words = answer.json()["url"].partition("#")
    assert address == "http://localhost/replay" and words.startswith(f"game={game}&secret=")
    return str(words.rpartition("=")[2])


def test_the_link_of_a_replay_opens_that_replay_and_nothing_else(serving: Serving, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as tables:
        game, other = finished(tables), finished(tables)
        host, seat = tables.server.host_secret, game["secrets"][0]
        links = [replay_link(tables, game["id"], secret) for secret in (host, seat)]
        assert links[0] == replay_link(tables, game["id"], host), "the file needn't keep more"
        assert links[0] != replay_link(tables, other["id"], host)
    with serving(file) as tables:
        for link in links:
            assert link not in (host, seat)
            one = f"/api/games/{game['id']}"
            assert tables.client.get(f"{one}/replay?count=2", headers=bearer(link)).json()["last"] > 1
            assert tables.client.get("/api/games", headers=bearer(link)).json()["games"] == []
            for method, path in (
                ("GET", f"/api/games/{other['id']}/replay"),
                ("GET", f"{one}/file"),
                ("POST", f"{one}/replay"),
                ("POST", f"{one}/seats"),
                ("POST", f"{one}/links"),
                ("GET", "/api/rulesets"),
                ("POST", "/api/games"),
            ):
                answer = tables.client.request(method, path, headers=bearer(link))
                assert answer.status_code in (403, 404), (method, path, answer.text)
            with tables.page(link) as page:
                assert page.until("refused")["text"] == "This link opens a replay, and no seat."
        content = b"".join(path.read_bytes() for path in tmp_path.glob("games.sqlite*"))
        assert not [link for link in links if link.encode() in content]


def test_there_is_no_link_to_the_replay_of_a_game_that_goes_on(tables: Tables) -> None:
    game = tables.open(2)
    answer = tables.client.post(f"/api/games/{game['id']}/replay", headers=tables.host)
    assert answer.status_code == 403 and "isn't over" in answer.json()["error"]


def test_a_result_that_stands_wrongly_in_the_file_shows_nothing(serving: Serving, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as tables:
        game = tables.open(2)
    with sqlite3.connect(file) as database:
        database.execute("""UPDATE games SET result = '{"winners": [1]}'""")
    with serving(file) as tables:
        for path in ("replay", "file"):
            answer = tables.client.get(f"/api/games/{game['id']}/{path}", headers=bearer(game["secrets"][0]))
            assert answer.status_code == 403 and "isn't over" in answer.json()["error"]


def test_the_links_to_the_start_page_stay_good_when_the_server_is_started_again(
    serving: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.sqlite"
    secrets: list[str] = []
    for _ in range(requests.MOST_HOST_LINKS + 1):
        with serving(file) as tables:
            secrets.append(tables.server.host_secret)
            if len(secrets) == 1:
                tables.open(2)
    with serving(file, host_links=requests.MOST_HOST_LINKS) as tables:
        statuses = [tables.client.get("/api/rulesets", headers=bearer(secret)).status_code for secret in secrets]
        assert statuses == [403, 403, *[200] * (requests.MOST_HOST_LINKS - 1)]
        with tables.page(secrets[-1]) as page:
            assert page.until("refused")["text"] == "This link opens no seat."
    with serving(file, host_links=1) as tables:
        answer = tables.client.get("/api/rulesets", headers=bearer(secrets[-1]))
        assert answer.status_code == 403 and "a newer link has taken its place" in answer.json()["error"]
        assert tables.client.get("/api/rulesets", headers=tables.host).status_code == 200


def test_a_server_whose_file_is_another_one_says_so(serving: Serving, tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as tables:
        secrets = [*tables.open(2)["secrets"], tables.server.host_secret]
    with serving(tmp_path / "new.sqlite") as tables:
        said = "This link isn't good. When the server was started there were no games in its file"
        for secret in secrets:
            answer = tables.client.get("/api/games", headers=bearer(secret))
            assert answer.status_code == 403 and said in answer.json()["error"]
            with tables.page(secret) as page:
                assert said in page.until("refused")["text"]


def test_wrong_secrets_are_slowed_and_good_ones_of_the_same_address_are_not(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    game = tables.open(2)
    monkeypatch.setattr(server.asyncio, "sleep", sleep)
    answers = [tables.client.get("/api/games", headers=bearer("wrong")).status_code for _ in range(25)]
    assert answers == [403] * requests.WRONG_SECRETS_AT_ONCE + [429] * (25 - requests.WRONG_SECRETS_AT_ONCE)
    assert [each for each in waits if each == server.SECONDS_OF_A_WRONG_SECRET] == [1.0] * 5
    monkeypatch.undo()
    for secret in (tables.server.host_secret, game["secrets"][0]):
        assert tables.client.get("/api/games", headers=bearer(secret)).status_code == 200
    with tables.page(game["secrets"][1]) as page:
        page.until("state")
    with tables.page("wrong") as page:
        assert "Too many links that aren't good" in page.until("refused")["text"]


def test_no_secret_is_told_or_logged(tables: Tables, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    game = finished(tables)
    made = replay_link(tables, game["id"], tables.server.host_secret)
    secrets = [tables.server.host_secret, game["secrets"][0], made, "wr0ng-secret", "\x80wr0ng-secret"]
    answers = []
    for secret in secrets:
        for path in ("/api/games", f"/api/games/{game['id']}/replay", "/api/rulesets", "/nowhere"):
            headers = {"authorization": f"Bearer {secret}".encode("latin-1")}
            answers.append(tables.client.get(path, headers=headers).text)
        with tables.page(secret) as page:
            answers.append(str(page.until("welcome" if secret == game["secrets"][0] else "refused")))
    said = " ".join([*tables.told, *answers, *(record.getMessage() for record in caplog.records)])
    hashes = [hash_of(secret).hex() for secret in secrets]
    assert hashes[0] == hashlib.sha256(secrets[0].encode()).hexdigest()
    assert not [secret for secret in [*secrets, *hashes] if secret in said]
