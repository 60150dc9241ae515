"""What took long to make, kept for the next start: rulesets that were read, programs, compiled modules.

In: bytes and a key that names everything that they were made of. Out: the same bytes, in any later process of the same
engine.
"""

import copyreg
import os
import pickle
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

import artrules
from artrules.text.diagnostics.kinds import Kind
from artrules.text.source.written_file import PRIVATE, NewFile

# The folder of the cache, and whether it may be used.
#
# What lies there is run: compiled modules are native code, and what was pickled can call anything. So the folder must
# be the user's own, with nobody else let in (mode 0700), and no link. Any other folder is left alone, which is said
# once.

VARIABLE = "ARTRULES_CACHE"
"""The environment variable that names the folder. Where it is empty, nothing is cached."""
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_refused: set[Path] = set()


def cache_folder() -> Path | None:
    """The folder, which is created if need be. None where there is none that may be used."""
    path = named_folder()
    if path is None:
        return None
    try:
        status = path.lstat()
    except OSError:
        if (created := _created(path)) is None:
            return None
        status = created
    reason = why_not_own(status)
    if reason is None:
        return path
    if path not in _refused:
        _refused.add(path)
        # Here, because logging takes time to import. Unless a program says otherwise, this is a line on stderr.
        import logging

        logging.getLogger("artrules").warning("nothing is cached, because %s %s", path, reason)
    return None


def named_folder() -> Path | None:
    """The folder that the environment names, or else the one that the system has for a user's caches."""
    named_path = os.environ.get(VARIABLE)
    if named_path is not None:
        return Path(named_path) if named_path else None
    from platformdirs import user_cache_path

    try:
        path = user_cache_path("artrules", appauthor=False)
    except RuntimeError:
        return None  # a user without a home
    return path if path.is_absolute() else None  # the same, as earlier versions of platformdirs say it


def _created(path: Path) -> os.stat_result | None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=0o700, exist_ok=True)
        return path.lstat()
    except OSError:
        return None  # such as a home that can't be written


def why_not_own(status: os.stat_result) -> str | None:
    """None for a folder of the user's own; else what speaks against it."""
    if not stat.S_ISDIR(status.st_mode):
        return "is a link" if stat.S_ISLNK(status.st_mode) else "is no folder"
    if os.name != "posix":
        return None  # a user's folders are closed to other users there, and modes say nothing
    if status.st_uid != os.geteuid():
        return "belongs to another user"
    return "is open to other users (its mode should be 0700)" if status.st_mode & _OTHERS else None


# What tells one engine from another: what one engine has kept, another one must not take up.

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


LIBRARIES = ("yaml", "jsonschema", "jsonschema_rs", "lark")
"""They judge content beside the engine. Another version may say something else."""


@cache
def judges() -> str:
    """What tells the schemas and libraries that are there from others: place, size and time of change."""
    from artrules.text.schema.load import folder

    paths = sorted(path for path in folder().iterdir() if path.suffix == ".json")
    file_names = [str(path) for path in paths]
    specs = [find_spec(name) for name in LIBRARIES]
    file_names += [spec.origin for spec in specs if spec is not None and spec.origin is not None]
    states = [(path, os.stat(path)) for path in file_names]
    return repr([(path, state.st_size, state.st_mtime_ns) for path, state in states])


def sources(folder: Path) -> Iterator[tuple[str, int, int]]:
    """The sources in a folder: the path, the size and the time of change of each."""
    waiting = [os.fspath(folder)]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.name != "__pycache__" and entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif entry.name.endswith(_SOURCES):
                    status = entry.stat()
                    yield entry.path, status.st_size, status.st_mtime_ns


# Keeps what took long to make, by a key that names everything that it was made of.
#
# An entry is one file: a check sum of its name and data, then the data. It is written beside its place and moved there
# whole, so that other processes see all of it or nothing. Nothing here fails: what can't be kept is made again, and an
# entry that is damaged, or stands under another one's name, is removed. Other files in the folder are left alone.

MOST_BYTES = 256 * 1024 * 1024
"""Bytes of all entries. When there are more, those go that were used longest ago."""
_BOUND_TO = 0.75
"""The share of them that remains then."""
_DIGEST = 16
_UNFINISHED = "unfinished-"
_SUFFIX = ".artrules"
_BINARY = getattr(os, "O_BINARY", 0)
_READ = os.O_RDONLY | _BINARY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


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
    content = _check_sum(path, data) + data
    with suppress(OSError), NewFile(path, content, PRIVATE, temporary=unfinished, flushes=False) as new:
        new.move()
    _bound(folder, len(content))


def _read_own(path: Path) -> bytes | None:
    """The content of a file; None for what is no file, or another user's. Raises OSError."""
    with os.fdopen(os.open(path, _READ), "rb") as file:
        status = os.fstat(file.fileno())
        own = os.name != "posix" or status.st_uid == os.geteuid()
        return file.read() if own and stat.S_ISREG(status.st_mode) else None


def _check_sum(path: Path, data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST, key=blake2b(path.name.encode()).digest()).digest()


# Pickles of what holds diagnostics.


def dump(data: object) -> bytes:
    """A pickle, in which kinds of diagnostic are codes."""
    _Pickler(file := BytesIO(), pickle.HIGHEST_PROTOCOL).dump(data)
    return file.getvalue()


def load(pickled: bytes) -> Any:
    """What `dump` was given."""
    return pickle.loads(pickled)


def _kind_called(name: str) -> Kind:
    # Here, because all checks are imported to know all kinds, and most rulesets have no diagnostics.
    from artrules.check.checks.registry import find

    kind = find(name)
    if kind is None:
        raise pickle.UnpicklingError(f"there is no kind {name}")
    return kind


class _Pickler(pickle.Pickler):
    dispatch_table: Mapping[type, Callable[[Any], Any]] = {
        **copyreg.dispatch_table,
        Kind: lambda kind: (_kind_called, (kind.name,)),
    }


_room: dict[Path, int] = {}
"""By folder: the bytes that this process may add before it looks again how many there are."""


def _bound(folder: Path, added: int) -> None:
    """Remove the entries that weren't used for longest when there are too many bytes. Looking at each entry takes
    longer than making one, so it is done again only when an eighth of the room may be used up."""
    _room[folder] = _room.get(folder, 0) - added
    if _room[folder] >= 0:
        return
    entries = sorted(_entries(folder))
    total = sum(length for _, length, _ in entries)
    if total > MOST_BYTES:
        for _, length, path in entries:
            if total <= MOST_BYTES * _BOUND_TO:
                break
            _remove(Path(path))
            total -= length
    _room[folder] = (MOST_BYTES - total) // 8


def _entries(folder: Path) -> Iterator[tuple[int, int, str]]:
    """All entries in the folder: when each was last used, how many bytes it has, its path."""
    with suppress(OSError), os.scandir(folder) as files:
        for entry in files:
            if not entry.name.endswith(_SUFFIX):
                continue
            with suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                yield status.st_mtime_ns, status.st_size, entry.path


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
