"""The process that works for the server: what fails, hangs or dies there costs one answer."""

from __future__ import annotations

import asyncio
import gc
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from artrules.author.editor.worker import Latest, Line, TaskFailed, TaskLeft, Worker
from artrules.text.garbage import Garbage


@dataclass(frozen=True)
class Do:
    """A task that does what a word says."""

    what: str

    def run(self, memory: dict[str, Any], line: Line) -> int:
        if self.what == "fail":
            raise ValueError("no luck")
        if self.what == "hang":
            time.sleep(600)
        if self.what == "tell":
            line.tell("so far")
            while True:
                line.check()
                time.sleep(0.01)
        if self.what == "die":
            os._exit(3)
        print("this must not get into the way of anything")
        memory["runs"] = memory.get("runs", 0) + 1
        return int(memory["runs"])


def test_a_task_that_fails_hangs_or_dies_costs_one_answer() -> None:
    async def trial() -> None:
        worker = Worker(longest=5)
        assert [await worker.run(Do("count")), await worker.run(Do("count"))] == [1, 2]
        with pytest.raises(TaskFailed, match="no luck"):
            await worker.run(Do("fail"))
        assert await worker.run(Do("count")) == 3
        with pytest.raises(TaskFailed, match="is gone"):
            await worker.run(Do("die"))
        assert await worker.run(Do("count")) == 1
        parts: list[str] = []

        def leave(part: str) -> None:
            parts.append(part)
            worker.leave()

        with pytest.raises(TaskLeft):
            await worker.run(Do("tell"), leave)
        assert parts == ["so far"]
        assert await worker.run(Do("count")) == 2
        worker.leave()  # nothing runs
        worker.longest = 0.1
        with pytest.raises(TaskFailed, match="longer than"):
            await worker.run(Do("hang"))
        worker.close()

    asyncio.run(trial())


def test_a_task_is_left_that_was_unwanted_before_its_process_had_begun() -> None:
    async def trial() -> None:
        worker = Worker(longest=5)
        running = asyncio.ensure_future(worker.run(Do("tell")))
        await asyncio.sleep(0)
        worker.leave()
        with pytest.raises(TaskLeft):
            await running
        assert await worker.run(Do("count")) == 1
        worker.close()

    asyncio.run(trial())


def test_what_ran_for_an_older_state_is_dropped() -> None:
    """Without a process: the runs wait for each other here, too."""
    begun: list[int] = []
    ended: list[int] = []

    class Slow:
        def leave(self) -> None:
            pass

        async def run(self, task: int, tell: object) -> int:
            for _ in range(3):
                await asyncio.sleep(0)
                if task == 1:
                    latest.change()  # somebody types while it runs
            return task

    latest = Latest(pause=0)

    def begin() -> int:
        begun.append(len(begun) + 1)
        return begun[-1]

    async def trial() -> None:
        latest.change()
        running = asyncio.ensure_future(latest.run(begin, ended.append, Slow()))  # type: ignore[arg-type]
        while not ended:
            await asyncio.sleep(0)
        running.cancel()

    asyncio.run(trial())
    assert begun == [1, 2]
    assert ended == [2]


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """How garbage is searched for, search by search."""
    done: list[str] = []
    monkeypatch.setattr(gc, "unfreeze", lambda: done.append("everything:"))
    monkeypatch.setattr(gc, "collect", lambda: done.append("search"))
    monkeypatch.setattr(gc, "freeze", lambda: None)
    yield done
    gc.enable()


def test_garbage_is_searched_now_and_then_and_thoroughly_when_nobody_wants_anything(searches: list[str]) -> None:
    garbage = Garbage()
    assert not gc.isenabled()
    garbage.at_rest()
    assert searches == []
    for _ in range(45):
        garbage.after_task()
    assert searches == ["search"] * 2
    garbage.at_rest()
    garbage.at_rest()
    assert searches[2:] == ["everything:", "search"]
