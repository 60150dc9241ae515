"""Standard input, output and error, in whatever state a command finds them.

A shell can close each of them. What a command opens then gets its number, and what is meant for a reader would be
written into a game that is kept. So each number is taken up before anything else is opened, and using a stream that was
closed fails as one on a full disk does.
"""

from __future__ import annotations

import io
import os
import select
import sys
from contextlib import suppress
from typing import TextIO


def take_up_streams() -> None:
    """Make sure that all three streams are open; titles may hold characters that an encoding lacks."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if not _is_open(number):
            # What nobody reads may go nowhere on standard error alone: there is no place left to say so.
            os.open(os.devnull, os.O_RDONLY if name == "stdout" else os.O_WRONLY)
        stream = getattr(sys, name)
        if stream is None:
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115  it lasts as long as we do
            setattr(sys, name, stream)
        if isinstance(stream, io.TextIOWrapper):
            with suppress(ValueError, OSError):
                stream.reconfigure(errors="replace")


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def let_go() -> None:
    """Nobody reads any more: drop what is left to write and everything that follows."""
    for stream in (sys.stdout, sys.stderr):
        if not _takes(stream):
            drop(stream)


def let_go_at_once() -> None:
    """Don't wait for output: drop what waits to be written and everything that follows, except what standard error can
    take."""
    drop(sys.stdout)
    if waits(sys.stderr):
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Drop what wasn't written to a stream yet, and everything that follows."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def waits(stream: TextIO) -> bool:
    """Whether writing to a stream would wait for its reader, as far as the system knows."""
    try:
        return not select.select([], [stream.fileno()], [], 0)[1]
    except (OSError, ValueError):
        return False


def _takes(stream: TextIO) -> bool:
    """Whether everything written to a stream so far could be handed on."""
    try:
        stream.flush()
    except (OSError, ValueError):
        return False
    return True
