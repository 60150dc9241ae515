"""A crew of processes on this machine. Each reads the ruleset itself."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait as wait_for_connection
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from artrules.lab.parallel.job import ContentChanged, Job, PlayedShare, ProcessLost, play_share
from artrules.play.content_search import find_outside
from artrules.play.ruleset import Ruleset
from artrules.play.stored.content import open_content

# Worker processes, started afresh (`spawn`) on every system.
#
# They end with the work: when it is done, when it fails or is interrupted, and also when their parent process is
# killed. A keyboard interrupt reaches all processes of a terminal; only the parent reacts to it.


@contextmanager
def workers(
    number: int, begin: Callable[..., None] | None = None, arguments: tuple[Any, ...] = ()
) -> Iterator[Executor]:
    """A pool of worker processes; each calls `begin` first."""
    others = set(active_children())
    pool = ProcessPoolExecutor(number, get_context("spawn"), _begin_worker, (begin, arguments))
    done = False
    try:
        with _not_interrupted():  # what is started meanwhile begins with that
            for _ in range(number):
                pool.submit(_started)
        yield pool
        done = True
    finally:
        if not done:  # what they are at may take long, and nobody wants it any more
            for process in set(active_children()) - others:
                process.kill()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _not_interrupted() -> Iterator[None]:
    """Hold back keyboard interrupts and signals to terminate until the end of a `with`.

    A process that its parent leaves while it is being started would say that it was told only half of what to do, and
    whoever is interrupted while a future is locked may leave it locked.
    """
    mask = getattr(signal, "pthread_sigmask", None)
    before = mask(signal.SIG_BLOCK, {signal.SIGINT, *_to_terminate()}) if mask is not None else None
    try:
        yield
    finally:
        if mask is not None:
            mask(signal.SIG_SETMASK, before)


def _to_terminate() -> set[signal.Signals]:
    return {getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)}


def _started() -> None:
    """Do nothing: submitting this starts a process."""


def _begin_worker(begin: Callable[..., None] | None, arguments: tuple[Any, ...]) -> None:
    with suppress(ValueError, AttributeError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _to_terminate())
    Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin(*arguments)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait_for_connection([parent.sentinel])
        os._exit(1)


_ruleset: Ruleset | None = None
"""In a process of the pool: the ruleset that it plays."""


class Pool:
    """Processes of this machine. A share is never cancelled when nobody wants the rest: a pool whose processes are
    killed doesn't expect that."""

    def __init__(self, executor: Executor, number: int, job: Job[Any, Any]) -> None:
        self._executor = executor
        self._number = number
        self._job = job
        self._waiting: dict[Future[PlayedShare], range] = {}
        self._done: SimpleQueue[Future[PlayedShare]] = SimpleQueue()
        """Those that are done. Waiting for futures themselves takes their locks, and whoever is interrupted then keeps
        them: nothing could end the pool."""

    def places(self) -> int:
        return self._number

    def hand_out(self, share: range) -> None:
        # A range is short however many indices it means: what is sent must fit into a pipe that nobody reads any more
        # when the processes have been ended.
        with _not_interrupted():
            try:
                future = self._executor.submit(_play, self._job, share)
            except BrokenProcessPool as broken:  # a process has ended since the last share was done
                future = Future()
                future.set_exception(broken)
            self._waiting[future] = share
            future.add_done_callback(self._done.put)

    def next_done(self) -> tuple[range, PlayedShare | Exception]:
        future = self._done.get()
        share = self._waiting.pop(future)
        try:
            with _not_interrupted():
                return share, future.result()
        except BrokenProcessPool:
            raise ProcessLost(
                "a process that was working has been ended from outside, perhaps because there isn't enough memory"
            ) from None
        except Exception as problem:
            return share, problem


@contextmanager
def process_pool(ruleset: Ruleset, job: Job[Any, Any], number: int) -> Iterator[Pool]:
    """So many processes for the length of a `with`."""
    files = ruleset.content.files
    begin = (files.folder, files.shown_as, tuple(files.extra_rules.values()), ruleset.content_hash)
    with workers(number, _begin, begin) as executor:
        yield Pool(executor, number, job)


def _begin(folder: Path, shown_as: str, extra: tuple[Path, ...], content_hash: str) -> None:
    global _ruleset
    content, programs = open_content(folder, shown_as, find_outside(extra))
    if content.hash == content_hash:
        _ruleset = Ruleset(content, programs=programs)


def _play(job: Job[Any, Any], share: range) -> PlayedShare:
    if _ruleset is None:
        raise ContentChanged
    return play_share(_ruleset, job, share)
