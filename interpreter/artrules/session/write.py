"""Writes a file so that there is always a whole one.

It is written beside its place, brought to the disk, and then put in its place in one step: whenever the machine stops,
either the old one is there or the new one. Nothing is left when writing fails.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from artrules.session.lock import MARK, NEW, Hold, clear_left, is_at, take_lock
from artrules.source.bounded_file import real_path, see_ordinary

PUBLIC = 0o666
"""The mode of a file that a person asks for, of which the system takes away what the umask says."""
PRIVATE = 0o600
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def write_whole(path: Path, text: str | bytes, mode: int = PUBLIC) -> None:
    """Write a file to which no other process writes meanwhile; one that is there already keeps its mode.

    Raises OSError, with a text that can be shown; what was there is then still there.
    """
    clear_left(real_path(path).parent)
    with Hold(path):
        put_whole(path, text, mode)


def put_whole(path: Path, text: str | bytes, mode: int = PUBLIC) -> None:
    """The same, for who holds the place."""
    place = real_path(path)
    replaced = _mode_of(place)
    new, descriptor = _open_new(place.parent, mode)
    try:
        if replaced is not None:
            _give_mode(new, replaced)
        # A path may hold bytes that are no UTF-8.
        content = memoryview(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
        while content:
            content = content[os.write(descriptor, content) :]
        os.fsync(descriptor)
        if os.name == "nt":  # a file that is open isn't moved there
            os.close(descriptor)
            descriptor = -1
        os.replace(new, place)
    except BaseException:
        with suppress(OSError):
            os.unlink(new)
        raise
    finally:
        if descriptor >= 0:
            os.close(descriptor)
    _settle(place.parent)


def _mode_of(place: Path) -> int | None:
    """The mode of the file at a place, None when there is none. Raises OSError where anything else is."""
    try:
        found = place.stat()
    except FileNotFoundError:
        return None
    see_ordinary(found)
    return stat.S_IMODE(found.st_mode)


def _give_mode(path: Path, mode: int) -> None:
    with suppress(OSError):
        path.chmod(mode)


def _open_new(folder: Path, mode: int) -> tuple[Path, int]:
    """A new file in a folder, open and locked: so it is seen that it isn't left over."""
    while True:
        path = folder / f"{MARK}{token_hex(8)}{NEW}"
        descriptor = os.open(path, _FLAGS, mode)
        if take_lock(descriptor) and is_at(path, descriptor):
            return path, descriptor
        os.close(descriptor)  # somebody who clears up was faster than the lock


def _settle(folder: Path) -> None:
    """Bring to the disk which files a folder holds, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
