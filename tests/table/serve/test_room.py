"""Bots go on whenever it is for them to choose, also if that comes at the moment when they find it isn't."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from artrules.table.serve.room import Room


class Engine:
    """Answers in the order in which it is asked, and lets something happen between an answer and its arrival."""

    def __init__(self, meanwhile: Callable[[], None]) -> None:
        self.meanwhile = meanwhile

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        result = function(*arguments)
        if result is None:
            self.meanwhile()
        await asyncio.sleep(0)
        return result


class Bots:
    async def choose(self, turn: str) -> str:
        return f"choice of {turn}"


class Table:
    """A bot must choose once, but only after it has been asked for the first time."""

    stored = type("Stored", (), {"open": False, "result": None, "id": "a", "seats": ()})()

    def __init__(self) -> None:
        self.due: list[str] = []
        self.taken: list[tuple[str, str]] = []

    def bot_to_choose(self) -> str | None:
        return self.due[0] if self.due else None

    def take_bots_choice(self, turn: str, choice: str) -> bool:
        self.due.remove(turn)
        self.taken.append((turn, choice))
        return False


def test_a_choice_that_comes_while_a_bot_finds_nothing_to_do_wakes_it() -> None:
    table = Table()
    once = ["bot"]

    def somebody_chooses() -> None:
        if once:
            table.due.append(once.pop())
            room.go_on()

    async def play() -> None:
        room.go_on()
        for _ in range(20):
            await asyncio.sleep(0)

    engine: Any = Engine(somebody_chooses)
    bots: Any = Bots()
    nothing: Any = None
    served: Any = table
    room = Room(served, engine, bots, nothing, print)
    with ThreadPoolExecutor() as pool:  # in this thread a browser's loop may run
        pool.submit(asyncio.run, play()).result()
    assert table.taken == [("bot", "choice of bot")]
