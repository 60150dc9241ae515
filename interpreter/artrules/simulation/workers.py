"""Processes that share work, started afresh (`spawn`) on every system alike.

They end with the work: when it is done, when something goes wrong with it or it is interrupted, and also when the
process that gave it to them is killed. An interruption from the keyboard reaches all processes of a terminal; it is
heeded by the one that was called.
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
    """So many processes; each calls `begin` first."""
    others = set(active_children())
    pool = ProcessPoolExecutor(number, get_context("spawn"), _begin, (begin, arguments))
    done = False
    try:
        with _not_interrupted():  # what is started meanwhile begins with that, and stays so
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
    """An interruption from the keyboard waits until the end of this."""
    mask = getattr(signal, "pthread_sigmask", None)
    before = mask(signal.SIG_BLOCK, {signal.SIGINT}) if mask is not None else None
    try:
        yield
    finally:
        if mask is not None:
            mask(signal.SIG_SETMASK, before)


def _started() -> None:
    """Nothing: it takes a process to do it."""


def _begin(begin: Callable[..., None] | None, arguments: tuple[Any, ...]) -> None:
    with suppress(ValueError, AttributeError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin(*arguments)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
