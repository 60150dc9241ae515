"""Ends what hangs: a test that feeds anything to the engine must fail, and not wait for ever, when it never ends.

An alarm raises `Hang` where the engine is. It comes as soon as Python runs its next instruction; should it be stuck in
one single call of C code, the process is ended after three times as long, with the place on standard error.
"""

from __future__ import annotations

import faulthandler
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from waiting import PATIENCE


class Hang(BaseException):
    """Something took too long. No `Exception`, so that nothing on the way can take it for one of its own."""


@contextmanager
def watched(seconds: float = PATIENCE) -> Iterator[None]:
    """Raises Hang when what is done inside takes longer."""

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise Hang(f"still running after {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    faulthandler.dump_traceback_later(3 * seconds, exit=True, file=sys.__stderr__)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
