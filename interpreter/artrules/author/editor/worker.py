"""A process that reads and judges beside the one that answers the editor.

In: tasks, one at a time. Out: what each gave. A task that takes too long is ended with its process, and a process that
has gone is replaced; so nothing in a text can wedge the server, and a crash costs one answer.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Any, Literal, Protocol, TypeVar

from artrules.text.garbage import Garbage

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
log = logging.getLogger(__name__)

LONGEST = 60.0
"""Seconds that a task may take."""
_REST = 2.0
"""Seconds without a task after which nobody seems to be typing."""


class Task(Protocol[T_co]):
    """Something to do in the other process; it can be pickled. `memory` is the process's own, for what tasks keep for
    those that come after them. Through `line` a task tells what it has found so far, and asks whether it is still
    wanted."""

    def run(self, memory: dict[str, Any], line: Line) -> T_co: ...


class Line:
    """What a task has to do with the process that wants it."""

    def __init__(self, connection: Connection | None = None) -> None:
        self._connection = connection

    def tell(self, part: object) -> None:
        """Tell a part of the result."""
        if self._connection is not None:
            self._connection.send(_Part(part))

    def check(self) -> None:
        """Raise NotWanted if nobody waits for the result any more."""
        if self._connection is not None and self._connection.poll():
            raise NotWanted


class NotWanted(BaseException):
    """Nobody waits for a task any more. It isn't an Exception: no task that goes on after faults goes on after it."""


class TaskFailed(Exception):
    """A task has failed, has taken too long, or its process is gone. The text says what happened."""


class TaskLeft(TaskFailed):
    """A task was left because nobody wanted it any more."""


LEFT = "left"


@dataclass(frozen=True, slots=True)
class _Failure:
    """What a process hands over in place of a result: the traceback."""

    text: str


@dataclass(frozen=True, slots=True)
class _Part:
    """What a process hands over before the result."""

    content: object


_STOP = None
"""What is sent to a process that should leave its task."""

_State = Literal["rests", "begins", "is to be left", "runs", "is left"]
"""What a worker does. Until a task has been sent it may take a second, because the process has to begin, too. A task
that is to be left before is told so right after."""


class Worker:
    """One such process. It begins with the first task."""

    def __init__(self, longest: float = LONGEST) -> None:
        """`longest` is how many seconds a task may take."""
        self.longest = longest
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._turn = asyncio.Lock()
        self._state: _State = "rests"
        self._changing_state = Lock()
        """Held while the state changes, and for what is sent then: two threads must not write at once."""
        self._thread = ThreadPoolExecutor(1, "worker")

    async def run(self, task: Task[T], tell: Callable[[Any], None] | None = None) -> T:
        """What a task gives; tasks wait for each other. `tell` is called with what it tells before. Raises
        TaskFailed, and TaskLeft."""
        async with self._turn:
            loop = asyncio.get_running_loop()

            def pass_on(part: object) -> None:
                if tell is not None:
                    loop.call_soon_threadsafe(tell, part)

            self._state = "begins"
            try:
                return await loop.run_in_executor(self._thread, self._ask, task, pass_on)
            finally:
                self._state = "rests"

    def leave(self) -> None:
        """Let the task that runs, or is about to, be left, if it asks."""
        with self._changing_state:
            if self._state == "runs" and self._connection is not None:
                self._stop(self._connection)
            elif self._state == "begins":
                self._state = "is to be left"

    def _stop(self, connection: Connection) -> None:
        self._state = "is left"
        with suppress(OSError):
            connection.send(_STOP)

    def _ask(self, task: Task[T], pass_on: Callable[[object], None]) -> T:
        connection = self._connected()
        try:
            connection.send(task)
            with self._changing_state:
                if self._state == "is to be left":
                    self._stop(connection)
                else:
                    self._state = "runs"
            result: Any = _Part(None)
            while isinstance(result, _Part):
                if not connection.poll(self.longest):
                    self._end()
                    raise TaskFailed(f"{type(task).__name__} took longer than {self.longest:g} seconds")
                result = connection.recv()
                if isinstance(result, _Part):
                    pass_on(result.content)
        except (EOFError, OSError) as problem:
            self._end()
            raise TaskFailed(f"the process of {type(task).__name__} is gone ({problem})") from None
        if isinstance(result, _Failure):
            raise TaskLeft if result.text == LEFT else TaskFailed(result.text)
        answer: T = result
        return answer

    def _connected(self) -> Connection:
        if self._process is None or not self._process.is_alive() or self._connection is None:
            self._end()
            context = get_context("spawn")
            ours, theirs = context.Pipe()
            self._process = context.Process(target=serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
            self._connection = ours
        return self._connection

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None:
            self._process.kill()
        self._thread.shutdown(wait=False, cancel_futures=True)


def serve(connection: Connection) -> None:
    """What the process does: one task after another, until the other side is gone."""
    from traceback import format_exc

    _keep_quiet()
    garbage = Garbage()
    memory: dict[str, Any] = {}
    while True:
        try:
            if not connection.poll(_REST):
                garbage.at_rest()
            task: Task[Any] | None = connection.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        if task is _STOP:
            continue
        result: Any
        try:
            result = task.run(memory, Line(connection))
        except NotWanted:
            result = _Failure(LEFT)
        except KeyboardInterrupt:
            return
        except Exception:  # whatever a task raises is told to whoever wants it; the process goes on with the next
            result = _Failure(format_exc())
        try:
            connection.send(result)
        except (EOFError, OSError):
            return
        garbage.after_task()


def _keep_quiet() -> None:
    """What the process prints goes to standard error: standard output belongs to the protocol."""
    os.dup2(2, 1)
    sys.stdout = sys.stderr


class Latest:
    """Runs something again and again, each time for the newest state. What has run for an older one is dropped."""

    def __init__(self, pause: float) -> None:
        """`pause` is how many seconds to wait for further changes before a run."""
        self._pause = pause
        self._changed = asyncio.Event()
        self._leave: Callable[[], None] = lambda: None
        self.version = 0
        """How many changes there have been."""

    def change(self) -> None:
        """There is a newer state."""
        self.version += 1
        self._changed.set()
        self._leave()

    async def run(
        self,
        begin: Callable[[], Task[T]],
        end: Callable[[T | None], None],
        worker: Worker,
        tell: Callable[[Any], None] = lambda part: None,
    ) -> None:
        """Run the task that `begin` gives after each change, and hand what it gave to `end` if nothing has changed
        meanwhile, and to `tell` what it tells before. Goes on until it is cancelled; what fails is logged, and gives
        None."""

        def tell_if_new(version: int, part: Any) -> None:
            if version == self.version:
                tell(part)

        self._leave = worker.leave
        while True:
            await self._changed.wait()
            await asyncio.sleep(self._pause)
            self._changed.clear()
            version, result = self.version, None
            try:
                result = await worker.run(begin(), partial(tell_if_new, version))
            except TaskLeft:
                continue
            except TaskFailed as problem:
                log.error("%s", problem)
            except Exception:  # a mistake in one run is logged, and mustn't end all that come after it
                log.exception("a run failed")
            if version == self.version:
                end(result)
