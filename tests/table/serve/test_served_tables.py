"""A table as pages see it: what a seat is shown, choosing, taking back, several at one link."""

from __future__ import annotations

import json
from pathlib import Path

from table.serve.conftest import Serving, Tables


def test_a_page_learns_where_it_is_and_what_its_seat_may_know(tables: Tables) -> None:
    game = tables.open(2)
    assert [link["seats"] for link in game["links"]] == [[1], [2]]
    with tables.page(game["secrets"][1]) as page:
        state = page.until("state")
        welcome = page.last["welcome"]
        assert welcome["table"] == {"id": game["id"], "title": "Lanterns"}
        assert (welcome["mine"], welcome["seat"], welcome["host"], welcome["open"]) == ([2], 2, False, False)
        assert page.last["description"]["title"] == "Lanterns"
        assert state["view"]["players"]["1"]["hand"] == [None] * 3
        assert all(card["card"] for card in state["view"]["players"]["2"]["hand"])
        assert [(entry["player"], entry["text"]) for entry in state["log"]][:2] == [(1, "lights up"), (2, "lights up")]


def test_a_choice_is_made_once_and_a_stale_one_is_refused(tables: Tables) -> None:
    game = tables.open(2)
    with tables.page(game["secrets"][0]) as page:
        before = page.until("state")
        token = page.token("stop playing")
        after = page.choose("stop playing")
        assert after["version"] != before["version"] and after["from"] == len(before["log"])
        assert after["log"][0]["text"] == "stop playing"
        page.say("choose", token=token)
        assert "changed meanwhile" in page.until("refused")["text"]
        again = page.until("state")
        assert again["from"] == 0 and again["version"] == after["version"]


def test_others_see_nothing_of_what_is_chosen_in_secret_not_even_that_it_is(tables: Tables) -> None:
    game = tables.open(2)
    with tables.page(game["secrets"][0]) as first, tables.page(game["secrets"][1]) as second:
        first.until("state")
        seen = second.until("state")
        second.say("why", id=1, text="stop playing")
        second.until("why")
        first.choose(next(label for label in first.labels() if label.startswith("play")))
        second.say("why", id=2, text="stop playing")
        while (message := second.socket.receive_json())["type"] != "why":
            assert message["type"] == "seats"
        assert second.last["state"] is seen


def test_a_choice_is_taken_back_and_everybody_reads_it(tables: Tables) -> None:
    game = tables.open(2)
    with tables.page(game["secrets"][0]) as page:
        page.until("state")
        label = next(label for label in page.labels() if label.startswith("play"))
        hand = page.last["state"]["view"]["players"]["1"]["hand"]
        page.choose(label)
        page.say("undo")
        state = page.until("state")
        assert page.read[-1]["text"] == f"takes back: {label}"
        assert sorted(map(json.dumps, state["view"]["players"]["1"]["hand"])) == sorted(map(json.dumps, hand))
        page.say("undo")
        assert page.until("refused")["text"] == "This can't be taken back: you have chosen nothing yet."


def test_one_link_for_several_seats_shows_one_of_them(tables: Tables) -> None:
    game = tables.open(2, links="together")
    with tables.page(game["secrets"][0]) as page:
        welcome = page.until("welcome")
        assert (welcome["seat"], welcome["waiting"]) == (None, [1, 2])
        assert welcome["bots"][0]["name"] == "greedy"
        assert {"name": "uniform", "title": "Chance", "plays": "takes anything"} in welcome["bots"]
        page.say("choose", token="x")
        assert page.until("refused")["text"] == "Sit down first."
        assert "state" not in page.last
        for seat, other in ((1, "2"), (2, "1")):
            page.say("sit", seat=seat)
            assert page.until("welcome")["seat"] == seat
            state = page.until("state")
            assert state["from"] == 0 and state["view"]["players"][other]["hand"] == [None] * 3
        page.say("sit", seat=3)
        assert page.until("refused")["text"] == "This seat isn't yours."
        page.say("sit", seat=None)
        assert page.until("welcome")["seat"] is None
        page.say("why", id=1, text="play")
        assert page.until("refused")["text"] == "Sit down first."


def test_two_tabs_of_one_seat_show_the_same(tables: Tables) -> None:
    game = tables.open(2)
    with tables.page(game["secrets"][0]) as one, tables.page(game["secrets"][0]) as other:
        one.until("state")
        other.until("state")
        chosen = one.choose("stop playing")
        assert other.until("state") == chosen


def test_a_table_goes_on_after_the_server_was_stopped(serving: Serving, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as tables:
        secret = tables.open(2)["secrets"][0]
        with tables.page(secret) as page:
            page.until("state")
            page.choose(next(label for label in page.labels() if label.startswith("play")))
            page.say("undo")
            page.until("state")
            left = page.choose("stop playing")
            read = page.read
    with serving(file) as tables, tables.page(secret) as page:
        state = page.until("state")
        assert (state["version"], state["view"], page.read) == (left["version"], left["view"], read)


def test_what_is_offered_stays_valid_while_others_go_on(tables: Tables) -> None:
    game = tables.open(2)
    with tables.page(game["secrets"][0]) as first, tables.page(game["secrets"][1]) as second:
        first.until("state")
        second.until("state")
        token = first.token("stop playing")
        second.choose("stop playing")  # now only the first must choose, and the page may not know yet
        first.say("choose", token=token)
        while "stop playing" not in [e["text"] for e in first.read if e["player"] == 1]:
            first.until("state")
