"""The one thread that works with games, one thing after another.

Games of a ruleset share one machine, so only one thread may use them (`docs/extend/api.md`). It writes the file of
games too. A thread of the same sort reads that file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from itertools import count
from queue import PriorityQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")
_SOON, _LATER, _AT_EASE, _AT_LAST = range(4)


class Engine:
    """Runs functions in its thread: what somebody waits for first, and else in the order in which they were asked
    for."""

    def __init__(self) -> None:
        self._asked: PriorityQueue[tuple[int, int, Future[Any], Callable[[], Any]]] = PriorityQueue()
        self._numbers = count()
        self._closed = False
        self._thread = Thread(target=self._work, name="games", daemon=True)
        self._thread.start()

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """The result of a function, once the thread has come to it. What it raises is raised here."""
        return await asyncio.wrap_future(self._ask(_SOON, partial(function, *arguments)))

    async def run_later(self, function: Callable[..., T], *arguments: Any) -> T:
        """The same for what nobody waits for: all that is asked for by `run` comes first."""
        return await asyncio.wrap_future(self._ask(_LATER, partial(function, *arguments)))

    async def run_at_ease(self, function: Callable[..., T], *arguments: Any) -> T:
        """The same for questions: all that is asked for by the others comes first."""
        return await asyncio.wrap_future(self._ask(_AT_EASE, partial(function, *arguments)))

    def _ask(self, when: int, function: Callable[[], T]) -> Future[T]:
        future: Future[T] = Future()
        if self._closed:
            future.cancel()
        else:
            self._asked.put((when, next(self._numbers), future, function))
        return future

    def _work(self) -> None:
        while True:
            when, _, future, function = self._asked.get()
            if when == _AT_LAST:
                return
            if self._closed or not future.set_running_or_notify_cancel():
                future.cancel()
                continue
            try:
                future.set_result(function())
            except BaseException as problem:  # it belongs to whoever asked
                future.set_exception(problem)

    def close(self) -> None:
        """Wait for what is being done, and drop the rest."""
        if not self._closed:
            self._closed = True
            self._ask_to_end()
            self._thread.join()

    def _ask_to_end(self) -> None:
        self._asked.put((_AT_LAST, next(self._numbers), Future(), lambda: None))
