"""Holds a place for a file, so that no two processes write to it.

Who holds a place has a lock on a file beside it. The system takes the lock away when the process ends, however it does;
the file is taken away when the place is let go, or by the next who comes by. A system without locks lets everybody
pass.
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

from artrules.source.bounded_file import real_path

MARK = ".artrules-"
"""What the names of files that lie beside a place for a while begin with."""
LOCK, NEW = ".lock", ".new"
_FLAGS = os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class Held(OSError):
    """Another process holds the place."""


def _locker() -> Callable[[int], None]:
    """Locks an open file without waiting; raises OSError where that can't be."""
    if sys.platform == "win32":
        import msvcrt

        return lambda descriptor: msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    import fcntl

    return lambda descriptor: fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def take_lock(descriptor: int) -> bool:
    """Lock an open file until it is closed; no when another has locked it."""
    try:
        _locker()(descriptor)
    except (BlockingIOError, PermissionError):
        return False
    except (OSError, ImportError):
        return True  # there are no locks here
    return True


class Hold:
    """A place that is held until it is let go, or to the end of a `with`."""

    def __init__(self, path: Path) -> None:
        """Raises Held when another process holds it, OSError when nothing can be written beside it."""
        place = real_path(path)
        name = blake2b(os.fsencode(place.name), digest_size=8).hexdigest()
        self._lock = place.with_name(f"{MARK}{name}{LOCK}")
        self._descriptor: int | None = _open_locked(self._lock)

    def let_go(self) -> None:
        """Others may have the place."""
        if self._descriptor is not None:
            take_away(self._lock, self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.let_go()


def _open_locked(lock: Path) -> int:
    while True:
        descriptor = os.open(lock, _FLAGS | os.O_CREAT, 0o600)
        try:
            if not take_lock(descriptor):
                raise Held(errno.EBUSY, "another process is writing to it")
            if is_at(lock, descriptor):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # who held it has just let go, and taken the file away


def is_at(path: Path, descriptor: int) -> bool:
    """Whether an open file is still the one at a path."""
    try:
        return os.path.samestat(os.stat(path, follow_symlinks=False), os.fstat(descriptor))
    except OSError:
        return False


def take_away(path: Path, descriptor: int) -> None:
    """Close a locked file, and leave nothing of it. It goes while it is locked, or on some systems right after."""
    try:
        with suppress(OSError):
            os.unlink(path)
            return
    finally:
        os.close(descriptor)
    with suppress(OSError):
        os.unlink(path)


def clear_left(folder: Path) -> None:
    """Take away what processes that were ended have left in a folder: files that they were writing, and locks."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            ours = entry.name.startswith(MARK) and entry.name.endswith((LOCK, NEW))
            if ours and entry.is_file(follow_symlinks=False):
                _clear(Path(entry.path))


def _clear(path: Path) -> None:
    with suppress(OSError):
        descriptor = os.open(path, _FLAGS)
        if take_lock(descriptor) and is_at(path, descriptor):
            take_away(path, descriptor)
        else:
            os.close(descriptor)
