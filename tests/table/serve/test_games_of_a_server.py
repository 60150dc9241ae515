"""Games from their beginning to their end: the start page's data, bots, notes, replays, records."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from artrules import Ruleset
from artrules.table.session.record import read_record
from artrules.table.session.replay import play_again
from table.serve.conftest import Page, Serving, Tables


def play_on(page: Page, random: Random) -> None:
    """Choose at random until the game is over."""
    while page.last["state"]["result"] is None:
        offers = page.last["state"]["offers"]
        if offers:
            page.say("choose", token=random.choice(offers[0]["options"])["token"])
        page.until("state", hurried=True)  # what a bot did at the same time may come before one's own choice


def test_the_start_page_learns_what_can_be_chosen(tables: Tables) -> None:
    (listed,) = tables.client.get("/api/rulesets", headers=tables.host).json()["rulesets"]
    ruleset = tables.client.get("/api/rulesets/lanterns", headers=tables.host).json()
    shown = ("name", "title", "about", "summary", "players", "for_players", "cloth")
    assert listed == {name: ruleset[name] for name in shown} | {"ready": True, "refused": None}
    assert (ruleset["name"], ruleset["title"], ruleset["players"]) == ("lanterns", "Lanterns", [2, 3, 4])
    length, guilds = ruleset["settings"]
    assert (length["kind"], length["starts"]) == ("one_of", "normal")
    assert [value["value"] for value in length["values"]] == ["quick", "normal", "random"]
    assert (guilds["kind"], guilds["title"], guilds["starts"]) == ("sets", "Guilds", "river")
    assert {"value": "hill", "title": "The hill"} in guilds["values"]
    assert "uniform" in [bot["name"] for bot in ruleset["bots"]]


def test_a_game_with_a_bot_is_played_to_its_end_and_seen_again(
    serving: Serving, small_ruleset: Ruleset, tmp_path: Path
) -> None:
    file = tmp_path / "games.sqlite"
    seats = [{"name": "Ann"}, {"bot": "uniform"}]
    with serving(file) as tables:
        game = tables.open(2, settings={"length": "quick"}, seats=seats)
        assert [link["seats"] for link in game["links"]] == [[1]]
        with tables.page(game["secrets"][0]) as page:
            page.until("state")
            assert [(s["name"], s["who"]) for s in page.last["seats"]["seats"]] == [
                ("Ann", "person"),
                ("Player 2 (bot)", "bot"),
            ]
            page.say("pin", text=" this felt wrong ")
            assert [pin["text"] for pin in page.until("pins")["pins"]] == ["this felt wrong"]
            play_on(page, Random(1))
            winners, read = page.last["state"]["result"]["winners"], page.read
            page.say("undo")
            assert "what it hid can be seen" in page.until("refused", hurried=True)["text"]
        assert tables.told == []
    with serving(file) as tables:
        (listed,) = tables.client.get("/api/games", headers=tables.host).json()["games"]
        assert (listed["finished"], listed["winners"], listed["refused"]) == (True, winners, None)
        seat = {"authorization": f"Bearer {game['secrets'][0]}"}
        one = f"/api/games/{game['id']}"
        replay = tables.client.get(f"{one}/replay?from=0&count=3", headers=seat).json()
        assert [state["version"] for state in replay["states"]] == [0, 1, 2]
        assert replay["pins"][0]["after"] == 0 and replay["pins"][0]["text"] == "this felt wrong"
        assert None not in replay["states"][0]["view"]["players"]["2"]["hand"]
        log = []
        for start in range(0, replay["last"] + 1, 20):
            for state in tables.client.get(f"{one}/replay?from={start}&count=20", headers=seat).json()["states"]:
                log = [*log[: state["from"]], *state["log"]]
        assert [e["text"] for e in log if e["player"] == 1 and e["kind"] != "took"] == [
            e["text"] for e in read if e["player"] == 1 and e["kind"] != "took"
        ]
        record = read_record(tables.client.get(f"{one}/file", headers=seat).text)
        assert play_again(small_ruleset, record).same_end is True
        assert record.seats is not None and record.seats.people == (1,)


def test_notes_of_others_are_read_when_the_game_is_over(tables: Tables) -> None:
    game = tables.open(2)
    with tables.page(game["secrets"][0]) as one, tables.page(game["secrets"][1]) as other:
        one.until("state")
        other.until("state")
        one.say("pin", text="my hand is bad")
        assert len(one.until("pins")["pins"]) == 1
        other.say("pin", text="why so?")
        assert [pin["text"] for pin in other.until("pins")["pins"]] == ["why so?"]


def test_a_bot_takes_an_empty_seat_and_a_person_takes_it_back(tables: Tables) -> None:
    game = tables.open(2)
    first, second = ({"authorization": f"Bearer {secret}"} for secret in game["secrets"])
    path = f"/api/games/{game['id']}/seats"
    with tables.page(game["secrets"][0]) as page:
        page.until("state")
        assert tables.client.post(path, json={"seat": 1, "bot": "uniform"}, headers=first).status_code == 400
        assert tables.client.post(path, json={"seat": 1, "bot": "uniform"}, headers=second).status_code == 403
        assert tables.client.post(path, json={"seat": 2, "bot": "uniform"}, headers=first).status_code == 200
        while page.until("seats")["seats"][1]["who"] != "bot":
            pass
        while page.last["state"]["waiting"] != [1]:
            page.until("state")
        back = tables.client.post(path, json={"seat": 2, "bot": None}, headers=second)
        assert back.json()["seats"][1]["who"] != "bot"
        page.choose("stop playing")
        with tables.page(game["secrets"][1]) as other:
            while not other.until("state")["offers"]:
                pass
            assert 2 in other.last["state"]["waiting"]


def test_at_an_open_table_one_page_plays_all_seats(tables: Tables) -> None:
    game = tables.open(2, links="together", open=True, settings={"length": "quick"})
    with tables.page(game["secrets"][0]) as page:
        state = page.until("state")
        assert {offer["player"] for offer in state["offers"]} == {1, 2}
        assert None not in state["view"]["players"]["2"]["hand"]
        replay = tables.client.get(f"/api/games/{game['id']}/replay", headers=tables.host).json()
        assert replay["last"] == 0 and len(replay["states"]) == 1
        play_on(page, Random(2))


def test_new_links_send_the_old_ones_away(tables: Tables) -> None:
    game = tables.open(2)
    with tables.page(game["secrets"][1]) as page:
        page.until("state")
        made = tables.client.post(f"/api/games/{game['id']}/links", json={"seats": [2]}, headers=tables.host).json()
        assert "no longer good" in page.until("refused")["text"]
    with tables.page(made["links"][0]["url"].partition("#")[2]) as page:
        assert page.until("welcome")["mine"] == [2]
    with tables.page(game["secrets"][1]) as page:
        assert "isn't good" in page.until("refused")["text"]


def test_tables_at_which_nobody_sits_leave_memory_and_come_back(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("artrules.table.serve.server.TABLES_IN_MEMORY", 1)
    games = [tables.open(2) for _ in range(6)]
    assert len(tables.server.rooms) < len(games)
    for game in games:
        with tables.page(game["secrets"][0]) as page:
            assert page.until("state")["view"]["players"]["1"]["hand"]
