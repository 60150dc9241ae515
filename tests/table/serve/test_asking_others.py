"""What a seat asks of others: to take back a choice, which all must allow; and of a bot: what it would do."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from artrules.table.serve.database import StoreProblem
from artrules.table.serve.store import Store
from table.serve.conftest import Page, Serving, Tables


def both_have_stopped(tables: Tables, stack: ExitStack, **more: Any) -> list[Page]:
    """The pages of a table at which the first can't take back their choice any more: they know what came after it."""
    game = tables.open(2, **more)
    pages = [stack.enter_context(tables.page(secret)) for secret in game["secrets"]]
    for page in pages:
        page.until("state")
    for page in pages:
        page.choose("stop playing")
    while pages[0].last["state"]["view"]["round"] == 1:
        pages[0].until("state")
    pages[0].say("undo")
    assert "This can't be taken back" in pages[0].until("refused")["text"]
    return pages


def test_a_choice_is_taken_back_once_all_have_agreed(tables: Tables) -> None:
    with ExitStack() as stack:
        one, other = both_have_stopped(tables, stack)
        one.say("undo", ask=True)
        for page in (one, other):
            asked = page.until("undo_asked")
            assert (asked["by"], asked["text"]) == (1, "stop playing")
            assert (asked["agreed"], asked["waits_for"]) == ([], [2])
        one.say("undo", ask=True)
        assert "Wait for the answers" in one.until("refused")["text"]
        one.say("answer_undo", agree=True)
        assert one.until("refused")["text"] == "Nobody asks you to take something back."
        other.say("answer_undo", agree=True)
        for page in (one, other):
            assert page.until("undo_asked")["by"] is None
        while one.last["state"]["view"]["round"] != 1:
            one.until("state")
        assert "stop playing" in one.labels()
        assert "takes back: stop playing, as all have agreed" in [entry["text"] for entry in one.read]


def test_who_has_agreed_last_is_waited_for_until_the_choice_is_taken_back(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages may be told of the request at any time, also while the choice is being taken back; and what can't be kept
    in the file of games must be asked for again."""
    with ExitStack() as stack:
        one, other = both_have_stopped(tables, stack)
        room = next(iter(tables.server.rooms.values()))
        told_meanwhile = []
        take_back = Store.take_back

        def fail_once(store: Store, *arguments: Any) -> None:
            told_meanwhile.append(room.undo_asked()["waits_for"])
            if len(told_meanwhile) == 1:
                raise StoreProblem("the disk is full")
            take_back(store, *arguments)

        monkeypatch.setattr(Store, "take_back", fail_once)
        one.say("undo", ask=True)
        other.until("undo_asked")
        other.say("answer_undo", agree=True)
        assert "the disk is full" in other.until("refused")["text"]
        other.say("answer_undo", agree=True)
        while other.last["state"]["view"]["round"] != 1:
            other.until("state")
        assert told_meanwhile == [[2], [2]]


def test_one_no_is_enough_and_nobody_is_asked_twice(tables: Tables) -> None:
    with ExitStack() as stack:
        one, other = both_have_stopped(tables, stack)
        one.say("undo", ask=True)
        other.until("undo_asked")
        other.say("answer_undo", agree="no")
        assert other.until("refused")["text"] == "`agree` must be true or false."
        other.say("answer_undo", agree=False)
        while one.until("undo_asked")["by"] is not None:
            pass
        assert one.until("refused")["text"] == "Player 2 would rather not."
        one.say("undo", ask=True)
        assert one.until("refused")["text"] == "The others have been asked for this already."
        other.say("answer_undo", agree=True)
        assert other.until("refused")["text"] == "Nobody asks you to take something back."


def test_what_is_asked_is_gone_when_the_game_goes_on(tables: Tables) -> None:
    with ExitStack() as stack:
        one, other = both_have_stopped(tables, stack)
        one.say("undo", ask=True)
        while other.until("undo_asked")["by"] is None:
            pass
        other.choose(other.labels()[0])
        while other.last["undo_asked"]["by"] is not None:
            other.until("undo_asked")
        other.say("answer_undo", agree=True)
        assert other.until("refused")["text"] == "Nobody asks you to take something back."


def test_who_comes_while_somebody_asks_learns_of_it_and_who_watches_doesnt(tables: Tables) -> None:
    with ExitStack() as stack:
        game = tables.open(2, watch=True)
        pages = [stack.enter_context(tables.page(secret)) for secret in game["secrets"]]
        for page in pages:
            page.until("state")
        for page in pages:
            page.choose("stop playing")
        while pages[0].last["state"]["view"]["round"] == 1:
            pages[0].until("state")
        pages[0].say("undo", ask=True)
        pages[0].until("undo_asked")
        with tables.page(game["secrets"][1]) as again:
            assert again.until("undo_asked")["by"] == 1  # a state may come before it, that of what was asked
        with tables.page(game["watch"]["url"].rpartition("#")[2]) as watcher:
            watcher.until("state")
            pages[1].say("answer_undo", agree=True)
            while watcher.until("state")["view"]["round"] != 1:
                pass
            assert "undo_asked" not in watcher.last


@pytest.mark.parametrize("asking", [{}, {"ask": True}])
def test_bots_agree_without_being_asked(tables: Tables, asking: dict[str, bool]) -> None:
    game = tables.open(2, seats=[{}, {"bot": "uniform"}])
    with tables.page(game["secrets"][0]) as page:
        page.until("state")
        for _ in range(2):
            while "stop playing" not in page.labels():
                page.until("state")
            page.choose("stop playing")
        before = page.last["state"]["version"]
        page.say("undo", **asking)
        while page.last["state"]["version"] == before or "takes back" not in page.read[-1]["text"]:
            page.until("state")


def test_what_was_chosen_in_secret_isnt_told_by_asking(tables: Tables) -> None:
    game = tables.open(3)
    with tables.page(game["secrets"][0]) as page:
        page.until("state")
        page.choose("stop playing")
        table = next(iter(tables.server.rooms.values())).table
        assert table.session.last_choice_told(1) == (0, "")


# What a bot would do.


def test_advice_is_the_same_whenever_it_is_asked_for(tables: Tables) -> None:
    game = tables.open(2)
    with tables.page(game["secrets"][0]) as page:
        page.until("state")
        assert page.last["welcome"]["advice"] is True
        advice = []
        for number in range(2):
            page.say("advise", id=number)
            advice.append(page.until("advice"))
        assert [each.pop("id") for each in advice] == [0, 1] and advice[0] == advice[1]
        labels = {option["token"]: option["label"] for o in page.last["state"]["offers"] for option in o["options"]}
        assert labels[advice[0]["token"]] == advice[0]["tried"][0]["label"]
        assert advice[0]["text"].startswith("In 1,001 tries it ")  # of three options and two, equally often in a round
        assert all(0 <= each["share"] <= 1 for each in advice[0]["tried"])
        page.say("choose", token=advice[0]["token"])
        page.until("state")


def test_advice_is_refused_where_there_is_none(serving: Serving, tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as tables:
        game = tables.open(2, advice=False)
    with serving(tmp_path / "games.sqlite") as tables, tables.page(game["secrets"][0]) as page:
        page.until("state")
        assert page.last["welcome"]["advice"] is False
        page.say("advise", id=1)
        refused = page.until("refused")
        assert (refused["id"], refused["text"]) == (1, "At this table nobody says what a bot would do.")


def test_advice_needs_something_to_choose(tables: Tables) -> None:
    with tables.page(tables.open(2)["secrets"][0]) as page:
        page.until("state")
        page.choose("stop playing")
        page.say("advise", id=1)
        assert page.until("refused")["text"] == "There is nothing to choose between."
        page.say("advise", id=[])
        assert page.until("refused")["text"] == "The `id` of a question must be a number or a text."


def test_advice_comes_after_a_fixed_time(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    from artrules.table.serve import connection

    slept: list[float] = []
    sleep = connection.asyncio.sleep

    async def note(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0)

    with tables.page(tables.open(2)["secrets"][0]) as page:
        page.until("state")
        next(iter(tables.server.rooms.values()))._bots.pace = 50.0
        monkeypatch.setattr(connection.asyncio, "sleep", note)
        page.say("advise", id=1)
        page.until("advice")
    assert any(40 < seconds < 50 for seconds in slept)
