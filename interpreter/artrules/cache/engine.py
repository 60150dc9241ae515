"""What tells one engine from another: what one engine has kept, another one must not take up."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path

import artrules

_FOLDER = Path(artrules.__file__).parent
_SOURCES = (".py", ".lark")


@cache
def engine_identity() -> bytes:
    """A hash of the engine's sources and of the Python that runs them.

    Sources count by size and time of change, as they do for Python's own cache of compiled modules.
    """
    digest = blake2b(f"{sys.version}\0{sys.implementation.cache_tag}".encode(), digest_size=16)
    for path, size, changed in sorted(sources(_FOLDER)):
        digest.update(f"\0{path}\0{size}\0{changed}".encode(errors="surrogateescape"))
    return digest.digest()


@cache
def source_digest() -> str:
    """A hash of the engine's sources, the same wherever they lie: 32 hexadecimal digits."""
    digest = blake2b(digest_size=16)
    for path, _, _ in sorted(sources(_FOLDER)):
        data = Path(path).read_bytes()
        digest.update(f"{Path(path).relative_to(_FOLDER).as_posix()}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


def sources(folder: Path) -> Iterator[tuple[str, int, int]]:
    """The sources in a folder: the path, the size and the time of change of each."""
    waiting = [os.fspath(folder)]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.name != "__pycache__" and entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif entry.name.endswith(_SOURCES):
                    found = entry.stat()
                    yield entry.path, found.st_size, found.st_mtime_ns
