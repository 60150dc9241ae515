"""Carries lines between a person and a session, until one of them ends it.

A signal to end the program takes effect while it waits for a line, or while a bot thinks. During a choice, the signal
waits until the choice is made and saved, but only for a moment: the saved file is complete at any time. A second signal
doesn't wait.
"""

import errno
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, Protocol

from artrules.table.terminal.session import Reply
from artrules.table.terminal.streams import discard, discard_failed_output, would_block
from artrules.text.diagnostics.render import escape_control_characters
from artrules.text.plain_text import clear_screen, output

_Handler = Any
_GRACE = 2.0
"""Seconds that a choice in progress may still take."""
_ALARM: int | None = getattr(signal, "SIGALRM", None)
_LONGEST = 10_000
"""Characters of a line from a file or another program."""


class Ending(Enum):
    """Why the conversation ended. The value is the exit code of the program; 128 + N for a signal N, as in a shell."""

    DONE = 0
    HUNG_UP = 129
    INTERRUPTED = 130
    TERMINATED = 143


class Speaker(Protocol):
    """What answers a person's lines, such as a session or a replayer."""

    def start(self) -> Reply: ...
    def answer(self, typed: str) -> Reply: ...


class _Stopped(BaseException):
    """A signal to end the program. It isn't an `Exception`, so nothing on the way takes it for an error of its own."""


class Loop:
    """One conversation on standard input and output."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._ending: Ending | None = None
        self._at_once = False
        """Whether a signal takes effect at once, because there is nothing to complete."""

    def run(self, speaker: Speaker) -> Ending:
        """Carry lines to and fro until one side ends it. Passes on whatever the speaker raises."""
        before = self._catch()
        try:
            ending = self._talk(speaker)
        finally:
            if self._ending is not None and _ALARM is not None:
                signal.setitimer(signal.ITIMER_REAL, 0)
            for number, handler in before.items():
                signal.signal(number, handler)
        if ending in (Ending.INTERRUPTED, Ending.TERMINATED):
            if would_block(sys.stdout):
                discard(sys.stdout)
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
            discard_failed_output()
            return Ending.HUNG_UP

    def _show(self, reply: Reply) -> None:
        if reply.clear:
            self._clear()
        for line in reply.lines:
            output(line)
        sys.stdout.flush()

    def _clear(self) -> None:
        """Remove everything that one seat could leave for the next: from the screen, and from the history of lines."""
        if self.interactive:
            clear_screen()
            with suppress(ImportError):
                import readline

                readline.clear_history()
        else:
            output("-" * 40)

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Let a signal take effect at once inside the `with`, for what can be abandoned."""
        self._at_once = True
        try:
            if self._ending is not None:
                raise _Stopped
            yield
        finally:
            self._at_once = False

    def _read(self, prompt: str) -> str | None:
        """A line; None at the end of the input."""
        try:
            with self.interruptible():
                return input(prompt) if self.interactive else self._read_plainly(prompt)
        except EOFError:
            output("")
            return None

    def _read_plainly(self, prompt: str) -> str:
        """A line from a file or another program. It is shown as if it had been typed."""
        output(prompt, end="")
        line = _read_line()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            output(escape_control_characters(line.rstrip("\n")))
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
            if again or self._at_once:
                raise _Stopped
            if _ALARM is not None:
                signal.setitimer(signal.ITIMER_REAL, _GRACE)

        return handle


def _read_line() -> str:
    """A line of standard input; empty at its end. Raises OSError, with a text that can be shown."""
    try:
        line = sys.stdin.readline(_LONGEST + 1)
    except OSError as problem:
        raise OSError(problem.errno, f"standard input can't be read: {problem.strerror or problem}") from None
    if len(line) > _LONGEST:
        raise OSError(errno.EMSGSIZE, f"a line of standard input is too long (at most {_LONGEST:,} characters)")
    return line
