"""Stops long work by a signal, so that what is done already can be told."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread
from types import FrameType
from typing import Any, TypeVar

from artrules.commands.exit import PATIENCE, SignalReceived, exit_late

T = TypeVar("T")
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


class StopSignals:
    """Notes Ctrl-C and signals to terminate, and interrupts what is waited for, and nothing else.

    A second signal does what it would do without this. Signals that the parent process has told to ignore stay ignored.
    An exception may be lost in a callback of a library. So a timer ends the process where the work goes on all the
    same.
    """

    def __init__(self) -> None:
        self.code = 0
        """The exit code for the signal that has come; 0 before."""
        self._waiting = False
        self._before: dict[int, Any] = {}
        self._late: Timer | None = None

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Inside the `with` signals are noted."""
        if current_thread() is main_thread():
            for name in _NAMES:
                number = getattr(signal, name, None)
                if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._note)
        try:
            yield
        finally:
            if self._late is not None:
                self._late.cancel()
            self._let_go()

    def wait(self, work: Callable[[], T]) -> T:
        """Do some work. Raises SignalReceived when a signal comes meanwhile, or has come before."""
        self._waiting = True
        try:
            if self.code:
                raise SignalReceived(self.code)
            return work()
        finally:
            self._waiting = False

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self._let_go()
        self.code = 128 + number
        self._late = Timer(PATIENCE, exit_late, [self.code])
        self._late.daemon = True
        self._late.start()
        if self._waiting:
            raise SignalReceived(self.code)

    def _let_go(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before = {}
