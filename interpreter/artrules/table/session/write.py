"""Writes a file atomically: whenever the machine stops, the old content is there, or the new one.

The new content is written to a temporary file, flushed to the disk, and then renamed. When writing fails, the temporary
file is removed.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from artrules.table.session.lock import MARK, NEW, FileLock, is_at, remove_leftovers, try_lock
from artrules.text.source.bounded_file import check_regular_file, real_path

PUBLIC = 0o666
"""The mode of a file that a person names; the system applies the umask to it."""
PRIVATE = 0o600
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def write_file(path: Path, text: str | bytes, mode: int = PUBLIC) -> None:
    """Write a file, locked against other processes meanwhile. A file that is replaced keeps its mode.

    Raises OSError, whose text can be shown; then the old content is still there.
    """
    remove_leftovers(real_path(path).parent)
    with FileLock(path):
        replace_file(path, text, mode)


def replace_file(path: Path, text: str | bytes, mode: int = PUBLIC) -> None:
    """The same for a caller that has locked the file."""
    new = NewFile(path, text, mode)
    try:
        new.move()
    finally:
        new.close()


class NewFile:
    """The new content of a file, in a temporary file beside it that is flushed to the disk, until it is moved."""

    def __init__(self, path: Path, text: str | bytes, mode: int) -> None:
        self._place = real_path(path)
        replaced = _mode_of(self._place)
        self._path, self._descriptor = _open_new(self._place.parent, mode)
        try:
            if replaced is not None:
                _give_mode(self._path, replaced)
            # A path may hold bytes that are no UTF-8.
            content = memoryview(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
            while content:
                content = content[os.write(self._descriptor, content) :]
            os.fsync(self._descriptor)
        except BaseException:
            self.close()
            raise

    def move(self) -> None:
        """Put it in the place of the file."""
        if os.name == "nt":  # a file that is open isn't moved there
            self._close_descriptor()
        os.replace(self._path, self._place)
        self._close_descriptor()
        _settle(self._place.parent)

    def close(self) -> None:
        """Remove the temporary file, unless it has been moved."""
        if self._descriptor >= 0 or os.name == "nt":
            with suppress(OSError):
                os.unlink(self._path)
        self._close_descriptor()

    def _close_descriptor(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _mode_of(place: Path) -> int | None:
    """The mode of the file at a path; None when nothing is there. Raises OSError for what is no ordinary file."""
    try:
        found = place.stat()
    except FileNotFoundError:
        return None
    check_regular_file(found)
    return stat.S_IMODE(found.st_mode)


def _give_mode(path: Path, mode: int) -> None:
    with suppress(OSError):
        path.chmod(mode)


def _open_new(folder: Path, mode: int) -> tuple[Path, int]:
    """A new temporary file in a folder, open, and locked so that no other process takes it for a leftover."""
    while True:
        path = folder / f"{MARK}{token_hex(8)}{NEW}"
        descriptor = os.open(path, _FLAGS, mode)
        if try_lock(descriptor) and is_at(path, descriptor):
            return path, descriptor
        os.close(descriptor)  # another process removed it as a leftover before it was locked


def _settle(folder: Path) -> None:
    """Flush the list of a folder's files to the disk, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
