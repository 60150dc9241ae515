"""Playing again: the first who asks begins the game, and each link opens there what it opened before."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from artrules.table.serve.requests import Allowance
from table.serve.conftest import Serving, Tables
from table.serve.test_games_of_a_server import play_on
from table.serve.test_table_links import bearer, replay_link

QUICK = {"length": "quick"}


def finished(tables: Tables) -> dict[str, Any]:
    """A game of Ann and Ben against a bot that is over; a bot has played Ben's part."""
    game = tables.open(3, settings=QUICK, seats=[{"name": "Ann"}, {"name": "Ben"}, {"name": "Tin", "bot": "uniform"}])
    path = f"/api/games/{game['id']}/seats"
    give = {"seat": 2, "bot": "uniform"}
    assert tables.client.post(path, json=give, headers=bearer(game["secrets"][0])).status_code == 200
    with tables.page(game["secrets"][0]) as page:
        page.until("state")
        play_on(page, Random(1))
    assert tables.client.post(path, json={**give, "bot": None}, headers=bearer(game["secrets"][0])).status_code == 200
    return game


def again(tables: Tables, game: str, secret: str) -> Any:
    return tables.client.post(f"/api/games/{game}/again", headers=bearer(secret))


def secret_in(answer: Any) -> str:
    assert answer.status_code == 201, answer.text
    address, _, secret = answer.json()["url"].partition("#")
    assert address == "http://localhost/table"
    return str(secret)


def test_each_link_opens_the_same_seat_of_the_rematch(serving: Serving, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as tables:
        game = finished(tables)
        one, two = game["secrets"]
        with tables.page(two) as other:
            assert other.until("welcome")["next"] is False
            other.until("state")
            first = again(tables, game["id"], one)
            assert other.until("next")["by"] == "Ann"
        assert again(tables, game["id"], one).json() == first.json(), "whoever asks twice gets the same"
        with tables.page(two) as other:
            assert other.until("welcome")["next"] is True
        new = [secret_in(first), secret_in(again(tables, game["id"], two))]
        for number, secret in enumerate(new, 1):
            with tables.page(secret) as page:
                welcome = page.until("welcome")
                assert (welcome["mine"], welcome["host"], welcome["next"]) == ([number], number == 1, False)
                assert welcome["table"]["id"] == first.json()["id"] != game["id"]
                assert [seat["name"] for seat in welcome["seats"]] == ["Ann", "Ben", "Tin"]
                assert welcome["seats"][2]["bot"] == "uniform"
                assert page.until("state")["result"] is None
        listed = tables.client.get("/api/games", headers=tables.host).json()["games"]
        assert [each["id"] for each in listed] == [first.json()["id"], game["id"]]
    with serving(file) as tables:
        assert again(tables, game["id"], one).json() == first.json()
        with tables.page(one) as page:
            assert page.until("welcome")["next"] is True
        with tables.page(new[1]) as page:
            assert page.until("welcome")["mine"] == [2]
        content = b"".join(path.read_bytes() for path in tmp_path.glob("games.sqlite*"))
        assert not [secret for secret in (*new, one, two) if secret.encode() in content]


def test_settings_stay(tables: Tables) -> None:
    game = finished(tables)
    id_ = again(tables, game["id"], game["secrets"][0]).json()["id"]
    new, old = (tables.server.rooms[each].table.stored for each in (id_, game["id"]))
    assert new.setup.settings == old.setup.settings and new.setup.settings["length"] == "quick"
    assert old.seats[0].met and not any(seat.met for seat in new.seats)


def test_only_who_played_may_play_again_and_only_afterwards(tables: Tables) -> None:
    game = finished(tables)
    goes_on = tables.open(2)
    refused = again(tables, goes_on["id"], goes_on["secrets"][0])
    assert refused.status_code == 409 and "isn't over" in refused.json()["error"]
    path = f"/api/games/{game['id']}/again"
    assert tables.client.post(path).status_code == 401
    assert tables.client.post(path, headers=tables.host).status_code == 403
    assert tables.client.post(path, headers=bearer(goes_on["secrets"][0])).status_code == 404
    assert (
        tables.client.post(path, headers=bearer(replay_link(tables, game["id"], game["secrets"][0]))).status_code == 403
    )


def test_rematches_count_among_the_tables_that_are_opened(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished(tables)
    monkeypatch.setattr(tables.server, "_opened", Allowance(0.0, 0))
    refused = again(tables, game["id"], game["secrets"][0])
    assert refused.status_code == 429 and "Too many tables" in refused.json()["error"]
    with tables.page(game["secrets"][0]) as page:
        assert page.until("welcome")["next"] is False


def test_at_one_device_one_link_opens_all_seats_again(tables: Tables) -> None:
    game = tables.open(2, links="together", open=True, settings=QUICK)
    with tables.page(game["secrets"][0]) as page:
        page.until("state")
        play_on(page, Random(2))
    with tables.page(secret_in(again(tables, game["id"], game["secrets"][0]))) as page:
        welcome = page.until("welcome")
        assert (welcome["mine"], welcome["open"], welcome["host"]) == ([1, 2], True, True)
