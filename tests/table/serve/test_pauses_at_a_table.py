"""Pauses at a served table: each seat is sent what it sees there, before the state that follows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import artrules
from play.game.tiny import tiny
from table.serve.conftest import Page, Serving

LAY = """
move those(c in pool) to my hand
repeat 2 times:
    choose "lay {c}" for c in my hand
    move c to my row
    pause "what {me} lays"
    move those(d in my row) to my hand
    pause "it is gone"
"""


def ruleset(folder: Path) -> artrules.Ruleset:
    return tiny(folder, LAY)


def row(state: dict[str, Any]) -> list[str]:
    return [card["card"] for card in state["view"]["players"]["1"]["row"]]


def states(page: Page, count: int) -> list[dict[str, Any]]:
    return [page.until("state") for _ in range(count)]


def test_each_seat_is_sent_its_view_at_each_pause(serving: Serving, tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite", ruleset(tmp_path / "tiny")) as tables:
        game = tables.open(2)
        with tables.page(game["secrets"][0]) as first, tables.page(game["secrets"][1]) as second:
            assert first.until("state")["pause"] is second.until("state")["pause"] is None
            first.say("choose", token=first.token("lay red 2"))
            for page in (first, second):
                laid, gone, now = states(page, 3)
                assert [each["pause"] for each in (laid, gone, now)] == ["what player 1 lays", "it is gone", None]
                assert (row(laid), row(gone), row(now)) == (["red 2"], [], [])
                assert laid["offers"] == gone["offers"] == [] and laid["waiting"] == []
                assert laid["log"][-1]["sort"] == "pause"
                assert [line["kind"] for line in page.read][-3:] == ["chose", "paused", "paused"]
            hand = second.last["state"]["view"]["players"]["1"]["hand"]
            assert [card["unseen"] for card in hand] == [True] * 5
            assert first.labels()


def test_who_comes_later_sees_how_it_stands_now(serving: Serving, tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite", ruleset(tmp_path / "tiny")) as tables:
        game = tables.open(2)
        with tables.page(game["secrets"][0]) as first:
            first.until("state")
            first.say("choose", token=first.token("lay red 2"))
            states(first, 3)
        with tables.page(game["secrets"][1]) as second:
            assert second.until("state")["pause"] is None


def test_what_was_taken_back_is_not_shown(serving: Serving, tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite", ruleset(tmp_path / "tiny")) as tables:
        game = tables.open(2)
        with tables.page(game["secrets"][0]) as page:
            page.until("state")
            page.say("choose", token=page.token("lay red 2"))
            states(page, 3)
            page.say("undo")
            assert page.until("state")["pause"] is None
            assert "lay red 2" in page.labels()


def test_a_replay_has_the_pauses_of_each_choice(serving: Serving, tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite", ruleset(tmp_path / "tiny")) as tables:
        game = tables.open(2, open=True)
        with tables.page(game["secrets"][0]) as page:
            page.until("state")
            page.say("choose", token=page.token("lay red 2"))
            states(page, 3)
        headers = {"authorization": f"Bearer {game['secrets'][0]}"}
        answer = tables.client.get(f"/api/games/{game['id']}/replay?from=0&count=9", headers=headers).json()
        begun, laid = answer["states"]
        assert begun["pauses"] == []
        assert [each["pause"] for each in laid["pauses"]] == ["what player 1 lays", "it is gone"]
        assert row(laid["pauses"][0]) == ["red 2"] and row(laid) == []
        whole = list(begun["log"])
        for each in (*laid["pauses"], laid):
            whole = [*whole[: each["from"]], *each["log"]]
        assert [line["kind"] for line in whole][-3:] == ["chose", "paused", "paused"]
