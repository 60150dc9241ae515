"""Worker processes, started afresh (`spawn`) on every system.

They end with the work: when it is done, when it fails or is interrupted, and also when their parent process is killed.
A keyboard interrupt reaches all processes of a terminal; only the parent reacts to it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Any


@contextmanager
def workers(
    number: int, begin: Callable[..., None] | None = None, arguments: tuple[Any, ...] = ()
) -> Iterator[Executor]:
    """A pool of worker processes; each calls `begin` first."""
    others = set(active_children())
    pool = ProcessPoolExecutor(number, get_context("spawn"), _begin, (begin, arguments))
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

    A process that its parent leaves while it is being started would say that it was told only half of what to do.
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


def _begin(begin: Callable[..., None] | None, arguments: tuple[Any, ...]) -> None:
    with suppress(ValueError, AttributeError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _to_terminate())
    Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin(*arguments)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
