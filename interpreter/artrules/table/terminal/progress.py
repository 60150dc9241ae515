"""Tells people that something takes its time, on standard error: how far long work has come, and that bots are still
thinking.
"""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Timer
from time import monotonic

import click

from artrules.text.plain_text import output

# Shows how far long work has come, and how much time is left, on standard error: a bar on a terminal, and elsewhere a
# line from time to time.

_LINE_EVERY = 30.0
"""Seconds between lines, where there is no terminal. Work that is done sooner prints none."""
_BAR_EVERY = 0.1
"""Seconds between changes of the bar."""
_WIDEST_BAR = 30


class Progress:
    """The progress of some work. What can't be shown, because standard error is closed, say, is left out."""

    def __init__(self, total: int, what: str, known: int = 0, clock: Callable[[], float] = monotonic) -> None:
        """`what` is done, such as `games`, in the plural. Of the `total`, so many are `known` from before: they took no
        time now."""
        self._total = total
        self._what = what
        self._known = known
        self._clock = clock
        self._began = self._shown = clock()
        self._on_terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._bar = click.progressbar(length=total, file=sys.stderr, color=False, show_percent=False)
        if self._on_terminal:
            with suppress(OSError, ValueError):
                self._draw(0)

    def __call__(self, done: int) -> None:
        """Show that so many are done, those known from before too, unless something was shown just now."""
        now = self._clock()
        if now - self._shown < (_BAR_EVERY if self._on_terminal else _LINE_EVERY) and done < self._total:
            return
        with suppress(OSError, ValueError):
            if self._on_terminal:
                self._draw(done)
            elif done < self._total:
                output(self._text(done), to_error=True)
        self._shown = now

    def close(self) -> None:
        """End the line of the bar, which stays there."""
        if self._on_terminal:
            with suppress(OSError, ValueError):
                self._bar.render_finish()
            self._on_terminal = False

    def _draw(self, done: int) -> None:
        columns = shutil.get_terminal_size().columns - 1  # in the last column the cursor of some terminals goes on
        self._bar.label = self._text(done)[:columns]
        self._bar.width = max(0, min(_WIDEST_BAR, columns - len(self._bar.label) - len(" []")))
        self._bar.bar_template = "%(label)s [%(bar)s]" if self._bar.width else "%(label)s"
        self._bar.update(done - self._bar.pos)
        self._bar.render_progress()

    def _text(self, done: int) -> str:
        text = f"{done:,} of {self._total:,} {self._what}"
        new = done - self._known
        if new <= 0 or done >= self._total:
            return text
        return f"{text}, {clock_time((self._clock() - self._began) / new * (self._total - done))} left"


def clock_time(seconds: float) -> str:
    """A length of time as on a clock: `0:07`, `12:30`, `1:02:30`."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


# Tells people at a terminal that bots are still thinking.

PATIENCE = 0.7
"""Seconds before anything is shown."""
WARMING_UP = "warming up …"
"""Said while a program is compiled, or a bot learns what positions of a game are worth."""


@contextmanager
def show_if_long(text: str) -> Iterator[None]:
    """Show a text on standard error if that is a terminal and what is inside the `with` takes long; remove it then."""
    if not sys.stderr.isatty():
        yield
        return
    notice = _Notice(text)
    timer = Timer(PATIENCE, notice.show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        notice.remove()


class _Notice:
    """A text on the last line of standard error. A text that is shown after it was to be removed never appears."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lock = Lock()
        self._shown = self._removed = False

    def show(self) -> None:
        with self._lock, suppress(OSError, ValueError):
            if not self._removed:
                self._shown = True
                output(self._text, to_error=True, end="\r")

    def remove(self) -> None:
        with self._lock, suppress(OSError, ValueError):
            self._removed = True
            if self._shown:
                output(" " * len(self._text), to_error=True, end="\r")
