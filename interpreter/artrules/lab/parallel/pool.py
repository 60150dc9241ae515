"""Processes on this machine that do tasks for this one.

They are started afresh (`spawn`) on every system, and end with the work: when it is done, when it fails or is
interrupted, and also when their parent process is killed. A keyboard interrupt reaches all processes of a terminal;
only the parent reacts to it.
"""

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for_connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from traceback import format_exception
from typing import Any, Generic, TypeVar

from artrules.lab.parallel.job import Job, PlayedShare, ProcessLost, open_again, play_share
from artrules.play.ruleset import Ruleset

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")


class Pool(Generic[TaskT, ResultT]):
    """Processes that do tasks, in any order.

    Each has a pipe of its own, which ends with it. `ProcessPoolExecutor` has one for the results of all: when a process
    is ended while it sends one, the executor waits for the rest for ever.
    """

    def __init__(self, processes: Mapping[Connection, BaseProcess]) -> None:
        """`processes` are those that work, by the connections with them."""
        self._processes = processes
        self._idle = deque(processes)
        self._tasks: dict[Connection, TaskT] = {}
        """The task of each busy process. Nothing is sent to one: if both sides sent more than a pipe holds, each would
        wait for the other to read."""
        self._waiting: deque[TaskT] = deque()
        """What none has been sent yet."""
        self._readable: deque[Connection] = deque()

    def places(self) -> int:
        """How many tasks are worked on at a time."""
        return len(self._processes)

    def hand_out(self, task: TaskT) -> None:
        """Have a task done, as soon as there is a place."""
        self._waiting.append(task)
        self._send_waiting()

    def next_done(self) -> tuple[TaskT, ResultT | Exception]:
        """Wait until any task is done. Gives its result, or what was raised. Raises ProcessLost."""
        try:
            if not self._readable:
                # On Windows the pipe of a process that ends before it has begun stays open.
                sentinels = (self._processes[connection].sentinel for connection in self._tasks)
                wait_for_connection([*self._tasks, *sentinels])
                self._readable.extend(connection for connection in self._tasks if connection.poll())
                if not self._readable:
                    raise EOFError
            connection = self._readable.popleft()
            result = connection.recv()
        except (EOFError, OSError):
            raise ProcessLost(
                "a process that was working has been ended from outside, perhaps because there isn't enough memory"
            ) from None
        task = self._tasks.pop(connection)
        self._idle.append(connection)
        self._send_waiting()
        return task, result

    def _send_waiting(self) -> None:
        while self._waiting and self._idle:
            connection = self._idle.popleft()
            self._tasks[connection] = self._waiting.popleft()
            with suppress(OSError):  # it has ended, which whoever waits for its results will notice
                connection.send(self._tasks[connection])


@contextmanager
def processes(
    number: int, begin: Callable[..., Callable[[TaskT], ResultT]], *arguments: Any
) -> Iterator[Pool[TaskT, ResultT]]:
    """So many processes for the length of a `with`. Each calls `begin` before its first task, and what that gives with
    each task."""
    context, started, done = get_context("spawn"), dict[Connection, BaseProcess](), False
    try:
        with _not_interrupted():  # what is started meanwhile begins with that
            for _ in range(number):
                ours, theirs = context.Pipe()
                process: BaseProcess = context.Process(target=_work, args=(theirs, begin, arguments), daemon=True)
                process.start()
                started[ours] = process
                theirs.close()
        yield Pool[TaskT, ResultT](started)
        done = True
    finally:
        for connection, process in started.items():
            if not done:  # what it is at may take long, and nobody wants it any more
                process.kill()
            connection.close()
        for process in started.values():
            process.join()


@contextmanager
def _not_interrupted() -> Iterator[None]:
    """Hold back keyboard interrupts and signals to terminate until the end of a `with`: a process that its parent
    leaves while it is being started would say that it was told only half of what to do."""
    mask = getattr(signal, "pthread_sigmask", None)
    if mask is None:
        yield
        return
    resource_tracker.ensure_running()  # else the first process starts it, and that lets all signals through again
    before = mask(signal.SIG_BLOCK, ())
    try:
        mask(signal.SIG_BLOCK, {signal.SIGINT, *_to_terminate()})
        yield
    finally:
        mask(signal.SIG_SETMASK, before)


def _to_terminate() -> set[signal.Signals]:
    return {getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)}


# In such a process.


def _work(connection: Connection, begin: Callable[..., Callable[[TaskT], ResultT]], arguments: tuple[Any, ...]) -> None:
    """Do one task after another, until there will be none."""
    with suppress(ValueError, AttributeError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _to_terminate())
    Thread(target=_end_with_parent, daemon=True).start()
    work: Callable[[TaskT], ResultT] | None = None
    with suppress(EOFError, OSError):  # the parent doesn't want anything any more
        while True:
            task = connection.recv()
            try:
                work = work or begin(*arguments)
                result = pickle.dumps(work(task))
            except Exception as problem:  # whatever it is, whoever wants the result gets it
                result = pickle.dumps(_as_sent(problem))
            connection.send_bytes(result)


def _as_sent(problem: Exception) -> Exception:
    """An exception as another process can read it. Where it was raised becomes a note."""
    traceback = "".join(format_exception(problem))
    try:
        problem.add_note(traceback)
        pickle.loads(pickle.dumps(problem))
    except Exception:  # its class does as it likes
        problem = RuntimeError(f"{type(problem).__name__}: {problem}")
        problem.add_note(traceback)
    return problem


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait_for_connection([parent.sentinel])
        os._exit(1)


# Those that play a job's shares.


@contextmanager
def process_pool(ruleset: Ruleset, job: Job[Any, Any], number: int) -> Iterator[Pool[range, PlayedShare]]:
    """So many processes for the length of a `with`. Each reads the ruleset itself."""
    files = ruleset.content.files
    outside = tuple(files.extra_rules.values())
    with processes(number, _begin, job, files.folder, files.shown_as, outside, ruleset.content_hash) as pool:
        yield pool


def _begin(
    job: Job[Any, Any], folder: Path, shown_as: str, outside: tuple[Path, ...], content_hash: str
) -> Callable[[range], PlayedShare]:
    return partial(play_share, open_again(folder, shown_as, outside, content_hash), job)
