"""Carries lines between a person and a session, until one of them ends it.

A signal that asks the program to end is heeded where it waits for a line; one that comes while a choice is made waits
until that is made and kept, but not longer than a moment: what is kept is whole at any time. A second one doesn't wait.
"""

from __future__ import annotations

import errno
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, Protocol

from artrules.diagnostics.drawing import visible
from artrules.terminal.colour import clear_screen, output
from artrules.terminal.session import Reply
from artrules.terminal.streams import drop, let_go, waits

_Handler = Any
_GRACE = 2.0
"""Seconds that a choice which is being made may still take."""
_ALARM: int | None = getattr(signal, "SIGALRM", None)
_LONGEST = 10_000
"""Characters of a line from a file or another program."""


class Ending(Enum):
    """Why it ended; the value is the program's exit code."""

    DONE = 0
    HUNG_UP = 129
    INTERRUPTED = 130
    TERMINATED = 143


class Speaker(Protocol):
    """What is talked to."""

    def start(self) -> Reply: ...
    def answer(self, typed: str) -> Reply: ...


class _Stopped(BaseException):
    """A signal has asked to end. No `Exception`, so that nothing on the way takes it for a mistake of its own."""


class Loop:
    """One conversation on standard input and output."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._ending: Ending | None = None
        self._reading = False

    def run(self, speaker: Speaker) -> Ending:
        """Talk to the end. What the speaker raises comes out."""
        before = self._catch()
        try:
            ending = self._talk(speaker)
        finally:
            if self._ending is not None and _ALARM is not None:
                signal.setitimer(signal.ITIMER_REAL, 0)
            for number, handler in before.items():
                signal.signal(number, handler)
        if ending in (Ending.INTERRUPTED, Ending.TERMINATED):
            if waits(sys.stdout):
                drop(sys.stdout)
            with suppress(OSError):
                output("")
        return ending

    def _talk(self, speaker: Speaker) -> Ending:
        try:
            reply = speaker.start()
            while True:
                self._show(reply)
                if reply.ended:
                    return Ending.DONE
                typed = self._read(reply.prompt)
                if typed is None:
                    return Ending.DONE
                reply = speaker.answer(typed)
        except _Stopped:
            return self._ending or Ending.INTERRUPTED
        except BrokenPipeError:
            raise
        except OSError:
            if not self.interactive:
                raise
            let_go()
            return Ending.HUNG_UP

    def _show(self, reply: Reply) -> None:
        if reply.clear:
            self._clear()
        for line in reply.lines:
            output(line)
        sys.stdout.flush()

    def _clear(self) -> None:
        """Leave nothing of one seat to the next: neither on the screen nor among the lines that arrow keys bring."""
        if self.interactive:
            clear_screen()
            with suppress(ImportError):
                import readline

                readline.clear_history()
        else:
            output("-" * 40)

    def _read(self, prompt: str) -> str | None:
        """A line, or None when there are no more."""
        self._reading = True
        try:
            if self._ending is not None:
                raise _Stopped
            return input(prompt) if self.interactive else self._read_plainly(prompt)
        except EOFError:
            output("")
            return None
        finally:
            self._reading = False

    def _read_plainly(self, prompt: str) -> str:
        """A line from a file or another program: what was read is shown, as it would be where it is typed."""
        output(prompt, end="")
        line = _read_line()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            output(visible(line.rstrip("\n")))
        return line

    # -- signals

    def _catch(self) -> dict[int, _Handler]:
        before: dict[int, _Handler] = {}
        if current_thread() is not main_thread():
            return before
        if self.interactive:
            with suppress(ImportError):
                import readline  # noqa: F401  lines can be edited, and earlier ones brought back
        for name, ending in (
            ("SIGINT", Ending.INTERRUPTED),
            ("SIGTERM", Ending.TERMINATED),
            ("SIGHUP", Ending.HUNG_UP),
        ):
            number = getattr(signal, name, None)
            if number is not None:
                before[number] = signal.signal(number, self._handler(ending))
        if _ALARM is not None:
            before[_ALARM] = signal.signal(_ALARM, self._stop)
        return before

    def _stop(self, number: int, frame: FrameType | None) -> None:
        raise _Stopped

    def _handler(self, ending: Ending) -> Callable[[int, FrameType | None], None]:
        def handle(number: int, frame: FrameType | None) -> None:
            again = self._ending is not None
            self._ending = ending
            if again and ending is Ending.INTERRUPTED:
                raise KeyboardInterrupt
            if again or self._reading:
                raise _Stopped
            if _ALARM is not None:
                signal.setitimer(signal.ITIMER_REAL, _GRACE)

        return handle


def _read_line() -> str:
    """A line of standard input; nothing at its end. Raises OSError, with a text that can be shown."""
    try:
        line = sys.stdin.readline(_LONGEST + 1)
    except OSError as problem:
        raise OSError(problem.errno, f"standard input can't be read: {problem.strerror or problem}") from None
    if len(line) > _LONGEST:
        raise OSError(errno.EMSGSIZE, f"a line of standard input is too long (at most {_LONGEST:,} characters)")
    return line
