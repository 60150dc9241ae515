"""Locks a file, so that no two processes write to it.

The lock is on a second file beside it, and on Linux also on the file itself, which may have other names. The system
releases the lock when the process ends, however it ends. The second file is removed when the lock is released, or by
the next process that writes to the folder. On a system without file locks everybody gets the lock.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Self

from artrules.text.source.bounded_file import real_path

MARK = ".artrules-"
"""How the names of temporary files begin, which lie beside the file that is locked or written."""
LOCK, NEW = ".lock", ".new"
_FLAGS = os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class FileLocked(OSError):
    """Another process has locked the file."""


def _locker() -> Callable[[int], None]:
    """The system's function that locks an open file without waiting, and raises OSError when it can't."""
    if sys.platform == "win32":
        import msvcrt

        return lambda descriptor: msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    import fcntl

    return lambda descriptor: fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def try_lock(descriptor: int) -> bool:
    """Lock an open file until it is closed. Returns False when another process has locked it."""
    try:
        _locker()(descriptor)
    except (BlockingIOError, PermissionError):
        return False
    except (OSError, ImportError):
        return True  # there are no locks here
    return True


class FileLock:
    """A lock on a file, held until it is released or to the end of a `with`."""

    def __init__(self, path: Path) -> None:
        """Raises FileLocked when another process has the lock, and another OSError when nothing can be written
        there."""
        place = real_path(path)
        name = blake2b(os.fsencode(place.name), digest_size=8).hexdigest()
        self._place = place
        self._itself: int | None = None
        self._lock = place.with_name(f"{MARK}{name}{LOCK}")
        self._descriptor: int | None = _open_locked(self._lock)
        try:
            self.lock_itself()
        except BaseException:
            self.release()
            raise

    def lock_itself(self) -> None:
        """Lock the file itself as it is now, for it may have other names. To be called again when it was made or
        replaced. Raises FileLocked when another process has locked it."""
        if sys.platform != "linux":
            return  # elsewhere SQLite's own locks may be of the same kind
        try:
            descriptor = os.open(self._place, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            return  # it isn't there yet, or can't be opened at all
        if self._itself is not None and os.path.samestat(os.fstat(self._itself), os.fstat(descriptor)):
            os.close(descriptor)
        elif try_lock(descriptor):
            self._close_itself()
            self._itself = descriptor
        else:
            os.close(descriptor)
            raise FileLocked(errno.EBUSY, "another process is writing to it")

    def _close_itself(self) -> None:
        itself, self._itself = self._itself, None
        if itself is not None:
            os.close(itself)

    def release(self) -> None:
        """Release the lock. A second call does nothing."""
        self._close_itself()
        if self._descriptor is not None:
            _remove_locked(self._lock, self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.release()


def _open_locked(lock: Path) -> int:
    while True:
        descriptor = os.open(lock, _FLAGS | os.O_CREAT, 0o600)
        try:
            if not try_lock(descriptor):
                raise FileLocked(errno.EBUSY, "another process is writing to it")
            if is_at(lock, descriptor):
                return descriptor
        except BaseException:  # a signal, too, must not leave the file open; the error goes on
            os.close(descriptor)
            raise
        os.close(descriptor)  # its owner has just released it, and removed the file


def is_at(path: Path, descriptor: int) -> bool:
    """Whether an open file is still the one at a path."""
    try:
        return os.path.samestat(os.stat(path, follow_symlinks=False), os.fstat(descriptor))
    except OSError:
        return False


def _remove_locked(path: Path, descriptor: int) -> None:
    """Remove and close a locked file: while it is locked, or right after on systems that can't remove an open file."""
    try:
        with suppress(OSError):
            os.unlink(path)
            return
    finally:
        os.close(descriptor)
    with suppress(OSError):
        os.unlink(path)


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files that processes which were killed have left in a folder."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            ours = entry.name.startswith(MARK) and entry.name.endswith((LOCK, NEW))
            if ours and entry.is_file(follow_symlinks=False):
                _remove_leftover(Path(entry.path))


def _remove_leftover(path: Path) -> None:
    with suppress(OSError):
        descriptor = os.open(path, _FLAGS)
        if try_lock(descriptor) and is_at(path, descriptor):
            _remove_locked(path, descriptor)
        else:
            os.close(descriptor)
