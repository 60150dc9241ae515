"""What one person asks doesn't keep others waiting: choices come first, and what a link may ask is bounded."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import thread_time
from typing import Any, TypeVar

import pytest

from artrules.table.serve import api, requests
from artrules.table.serve.engine import Engine
from artrules.table.serve.links import Link
from artrules.table.serve.requests import Refused
from artrules.table.serve.room import Room
from table.serve.conftest import Tables

Result = TypeVar("Result")
STORED = type("Stored", (), {"open": False, "result": None, "id": "a", "seats": ()})
TABLE = type("Table", (), {"stored": STORED})()


def room_of(engine: Engine) -> Room:
    nothing: Any = None
    return Room(TABLE, engine, nothing, nothing, print)


def in_a_loop_of_its_own(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Runs in a thread, because Playwright keeps a loop running in the thread of the tests that came before."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def work(seconds: float) -> None:
    """Needs the thread for so long."""
    end = thread_time() + seconds
    while thread_time() < end:
        pass


def test_choices_come_before_questions_and_links_take_turns() -> None:
    async def run() -> list[str]:
        engine, done, may_go = Engine(), list[str](), Event()
        room = room_of(engine)
        tasks = [asyncio.create_task(engine.run(may_go.wait))]
        one, other = Link("a", (1,)), Link("a", (2,))
        for link, name in ((one, "one's 1st"), (one, "one's 2nd"), (one, "one's 3rd"), (other, "other's 1st")):
            tasks.append(asyncio.create_task(room.ask(link, done.append, name)))
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(engine.run_later(done.append, "a state")))
        tasks.append(asyncio.create_task(engine.run(done.append, "a choice")))
        await asyncio.sleep(0)
        may_go.set()
        await asyncio.gather(*tasks)
        engine.close()
        return done

    assert in_a_loop_of_its_own(run()) == ["a choice", "a state", "one's 1st", "other's 1st", "one's 2nd", "one's 3rd"]


def test_too_many_questions_of_a_link_are_refused_and_others_are_not() -> None:
    async def run() -> None:
        engine, may_go = Engine(), Event()
        room, link = room_of(engine), Link("a", (1,))
        waiting = [asyncio.create_task(room.ask(link, may_go.wait)) for _ in range(requests.MOST_QUESTIONS)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="Too many questions"):
            await room.ask(link, work, 0.0)
        other = asyncio.create_task(room.ask(Link("a", (2,)), work, 0.0))
        may_go.set()
        await asyncio.gather(*waiting, other)
        await room.ask(link, work, 0.0)
        engine.close()

    in_a_loop_of_its_own(run())


def test_a_link_waits_for_what_it_has_used_and_others_dont(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def run() -> None:
        engine = Engine()
        room, link = room_of(engine), Link("a", (1,))
        monkeypatch.setattr("artrules.table.serve.room.asyncio.sleep", sleep)
        with pytest.raises(ZeroDivisionError):
            await room.ask(link, lambda: work(requests.SECONDS_ASKED_AT_ONCE * 1.2) or 1 / 0)
        await room.ask(link, work, 0.0)
        await room.ask(Link("a", (2,)), work, 0.0)
        engine.close()

    in_a_loop_of_its_own(run())
    first, second, other = slept
    assert first == 0 and second > 0 and other == 0


def test_what_a_page_says_next_doesnt_wait_for_the_answer_to_a_question(tables: Tables) -> None:
    may_go = Event()
    with tables.page(tables.open(2)["secrets"][0]) as page:
        page.until("state")
        room = next(iter(tables.server.rooms.values()))
        asked: list[Any] = []

        async def find_out(link: Link, function: Any, *arguments: Any) -> Any:
            asked.append(arguments)
            await asyncio.to_thread(may_go.wait)
            return await first_find_out(link, function, *arguments)

        first_find_out = room.find_out
        room.find_out = find_out  # type: ignore[method-assign]
        page.say("why", id=1, text="stop playing")
        page.choose("stop playing")
        assert "why" not in page.last and asked
        may_go.set()
        assert page.until("why")["id"] == 1
        page.say("why", id=2, thing={"card": ["hand", 2, 99]})
        assert page.until("refused")["id"] == 2


def test_nobody_hears_the_answer_to_a_question_of_the_person_before(tables: Tables) -> None:
    may_go = Event()
    with tables.page(tables.open(2, links="together")["secrets"][0]) as page:
        page.say("sit", seat=1)
        page.until("state")
        room = next(iter(tables.server.rooms.values()))
        first_find_out = room.find_out

        async def find_out(link: Link, function: Any, *arguments: Any) -> Any:
            answer = await first_find_out(link, function, *arguments)
            await asyncio.to_thread(may_go.wait, 60)
            return answer

        room.find_out = find_out  # type: ignore[method-assign]
        page.say("why", id="of the first", text="stop playing")
        page.say("sit", seat=2)
        page.until("state")
        may_go.set()
        page.say("why", id="of the second", text="stop playing")
        assert page.until("why")["id"] == "of the second"


def test_the_list_comes_in_pages_and_a_link_gets_its_own_game(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "GAMES_AT_ONCE", 2)
    games = [tables.open(2) for _ in range(5)]
    path, pages = "/api/games", []
    while True:
        answer = tables.client.get(path, headers=tables.host).json()
        pages.append([game["id"] for game in answer["games"]])
        if answer["next"] is None:
            break
        path = f"/api/games?before={answer['next']}"
    ids = [game["id"] for game in reversed(games)]
    assert pages == [ids[:2], ids[2:4], ids[4:]]
    seat = {"authorization": f"Bearer {games[1]['secrets'][1]}"}
    for path in ("/api/games", "/api/games?before=1"):
        answer = tables.client.get(path, headers=seat).json()
        assert ([game["id"] for game in answer["games"]], answer["next"]) == ([games[1]["id"]], None)
    assert tables.client.get("/api/games?before=x", headers=tables.host).status_code == 400


def test_what_is_looked_up_waits_for_no_game(tables: Tables) -> None:
    game, may_go = tables.open(2), Event()

    async def busy() -> None:
        tables.server.waiting = asyncio.create_task(tables.server.engine.run(may_go.wait, 60))  # type: ignore[attr-defined]

    tables.client.portal.call(busy)  # type: ignore[union-attr]
    seat = {"authorization": f"Bearer {game['secrets'][0]}"}
    for headers in (seat, tables.host):
        assert tables.client.get("/api/games", headers=headers).status_code == 200
    may_go.set()
