"""Makes standard input, output and error safe to use, and discards output that nobody reads.

A shell can start a command with any of the three closed. The next file that the command opened would then get the free
file descriptor, and text for a reader would be written into a saved game. So a closed descriptor is opened first, in a
mode in which using it fails like a write to a full disk.
"""

import io
import os
import select
import sys
from contextlib import suppress
from typing import TextIO


def open_streams() -> None:
    """Make sure that all three streams are open, and that they replace characters that their encoding lacks."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if not _is_open(number):
            # The wrong mode makes reading and writing fail. Only standard error swallows what is written to it, because
            # there is no other place to report the failure.
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


def discard_failed_output() -> None:
    """Discard the buffered and all later text of standard output and error, if writing to the stream fails."""
    for stream in (sys.stdout, sys.stderr):
        if not _can_flush(stream):
            discard(stream)


def discard_waiting_output() -> None:
    """Discard the buffered and all later text of standard output, without waiting for its reader.

    The same for standard error, but only if its reader would have to be waited for.
    """
    discard(sys.stdout)
    if would_block(sys.stderr):
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Discard the buffered and all later text of a stream: its file descriptor then leads to the null device."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def would_block(stream: TextIO) -> bool:
    """Whether writing to a stream would block until its reader reads; False if the system can't tell."""
    try:
        return not select.select([], [stream.fileno()], [], 0)[1]
    except (OSError, ValueError):
        return False


def _can_flush(stream: TextIO) -> bool:
    """Flush a stream; whether that succeeded."""
    try:
        stream.flush()
    except (OSError, ValueError):
        return False
    return True
