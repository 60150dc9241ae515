"""Tells people at a terminal that bots are still thinking."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Timer

from artrules.terminal.colour import output

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
