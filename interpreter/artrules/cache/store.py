"""Keeps what took long to make, by a key that names everything that it was made of.

An entry is one file: a check sum of its name and data, then the data. It is written beside its place and moved there
whole, so that other processes see all of it or nothing. Nothing here fails: what can't be kept is made again, and an
entry that is damaged, or stands under another one's name, is removed. Other files in the folder are left alone.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from artrules.cache.engine import engine_identity
from artrules.cache.folder import cache_folder

MOST_BYTES = 256 * 1024 * 1024
"""Bytes of all entries. When there are more, those go that were used longest ago."""
_LEFT = MOST_BYTES * 3 // 4
_DIGEST = 16
_UNFINISHED = "unfinished-"
_SUFFIX = ".artrules"
_BINARY = getattr(os, "O_BINARY", 0)
_READ = os.O_RDONLY | _BINARY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY


def key_of(*parts: str | bytes) -> str:
    """A key for what was made of some parts by this engine, under this Python."""
    digest = blake2b(digest_size=_DIGEST)
    for part in (engine_identity(), *parts):
        data = part.encode(errors="surrogateescape") if isinstance(part, str) else part
        digest.update(f"{len(data)}\0".encode() + data)
    return digest.hexdigest()


def is_there() -> bool:
    """Whether anything can be kept at all."""
    return cache_folder() is not None


def find(kind: str, key: str) -> bytes | None:
    """The data of an entry; None where there is none."""
    folder = cache_folder()
    if folder is None:
        return None
    path = folder / f"{kind}-{key}{_SUFFIX}"
    try:
        data = _read_own(path)
    except OSError:
        return None
    if data is None or _check_sum(path, data[_DIGEST:]) != data[:_DIGEST]:
        _remove(path)
        return None
    with suppress(OSError):
        os.utime(path)  # it was used now
    return data[_DIGEST:]


def keep(kind: str, key: str, data: bytes) -> None:
    """Make an entry, or replace it."""
    folder = cache_folder()
    if folder is None:
        return
    path = folder / f"{kind}-{key}{_SUFFIX}"
    unfinished = folder / f"{_UNFINISHED}{os.urandom(8).hex()}{_SUFFIX}"
    try:
        with os.fdopen(os.open(unfinished, _CREATE, 0o600), "wb") as file:
            file.write(_check_sum(path, data) + data)
        unfinished.replace(path)
    except OSError:
        _remove(unfinished)
    _bound(folder)


def _read_own(path: Path) -> bytes | None:
    """The content of a file; None for what is no file, or another user's. Raises OSError."""
    with os.fdopen(os.open(path, _READ), "rb") as file:
        found = os.fstat(file.fileno())
        own = os.name != "posix" or found.st_uid == os.geteuid()
        return file.read() if own and stat.S_ISREG(found.st_mode) else None


def _check_sum(path: Path, data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST, key=blake2b(path.name.encode()).digest()).digest()


def _bound(folder: Path) -> None:
    entries = sorted(_entries(folder))
    held = sum(length for _, length, _ in entries)
    if held > MOST_BYTES:
        for _, length, path in entries:
            if held <= _LEFT:
                break
            _remove(path)
            held -= length


def _entries(folder: Path) -> Iterator[tuple[int, int, Path]]:
    """All entries in the folder: when each was last used, how many bytes it has, its path."""
    with suppress(OSError), os.scandir(folder) as files:
        for entry in files:
            if not entry.name.endswith(_SUFFIX):
                continue
            with suppress(OSError):
                found = entry.stat(follow_symlinks=False)
                yield found.st_mtime_ns, found.st_size, Path(entry.path)


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
