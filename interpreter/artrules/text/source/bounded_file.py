"""Reads a file safely. Every file that a user, a save or a configuration names is read here, and nowhere else.

A path may lead to anything: a pipe without a writer, a device, a socket, an endless file. Only ordinary files are
opened, and without waiting. The type is tested again after opening, since the path may lead elsewhere by then. No more
is read than the caller's bound. A client may give contents that are read in place of some files, to try what would
become of them, or because an editor hasn't saved them yet. There needn't be a file where one of them belongs.
"""

import errno
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

NOT_A_REGULAR_FILE = "this is no ordinary file"
_NO_NAME = "this is no name of a file"
_CIRCLE = "the link leads in a circle"
_READ_AT_ONCE = 1024 * 1024
_FLAGS = (
    getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_NONBLOCK", 0)
)

_NOTHING: Mapping[Path, bytes] = {}
_in_place = ContextVar("contents that are read in place of files", default=_NOTHING)


@contextmanager
def read_in_place(contents: Mapping[Path, bytes]) -> Iterator[None]:
    """Inside the `with`, these contents are read in place of files, given by their real paths, besides those of a
    `with` around it. Where no file lies, it is as if there were one."""
    token = _in_place.set({**_in_place.get(), **contents})
    try:
        yield
    finally:
        _in_place.reset(token)


def _content_in_place(path: Path) -> bytes | None:
    """What is read in place of a file, if anything is. Whatever else lies at the path isn't replaced."""
    contents = _in_place.get()
    content = contents.get(real_path(path)) if contents else None
    return content if content is not None and (os.path.isfile(path) or not os.path.exists(path)) else None


def is_file(path: Path) -> bool:
    """Whether an ordinary file lies at a path, or something is read in place of one."""
    return os.path.isfile(path) or _content_in_place(path) is not None


def missing_files(folder: Path) -> list[Path]:
    """The paths below a folder at which no file lies, and something is read in place of one. They are sorted."""
    contents = _in_place.get()
    home = real_path(folder) if contents else folder
    inside = (path for path in contents if path.is_relative_to(home) and not os.path.lexists(path))
    return sorted(folder / path.relative_to(home) for path in inside)


def matching_files(folder: Path, pattern: str) -> Iterator[Path]:
    """What lies in a folder under names that match a pattern, such as `*.yaml`, in no order."""
    yield from folder.glob(pattern)
    yield from (path for path in missing_files(folder) if path.parent == folder and path.match(pattern))


def read_regular_file(path: Path, most: int) -> bytes:
    """The first `most` + 1 bytes of a file. A result longer than `most` means that the file is too large.

    Raises OSError, whose text can be shown, for what can't be read or is no ordinary file.
    """
    try:
        if (content := _content_in_place(path)) is not None:
            return content[: most + 1]
        check_regular_file(os.stat(path))  # opening some devices does something already
    except ValueError:
        raise OSError(errno.EINVAL, _NO_NAME) from None
    except OSError as problem:
        raise _without_circle(problem) from None
    descriptor = open_regular_file(path)
    try:
        parts, wanted = [], most + 1
        while wanted > 0 and (part := os.read(descriptor, min(wanted, _READ_AT_ONCE))):
            parts.append(part)
            wanted -= len(part)
        return b"".join(parts)
    finally:
        os.close(descriptor)


def open_regular_file(path: Path, access: int = os.O_RDONLY) -> int:
    """Open an ordinary file that is there; `access` is `os.O_RDONLY` or `os.O_RDWR`. Gives the descriptor.

    Raises OSError, whose text can be shown, for what can't be opened or is no ordinary file.
    """
    try:
        check_regular_file(os.stat(path))
        descriptor = os.open(path, access | _FLAGS)
    except ValueError:
        raise OSError(errno.EINVAL, _NO_NAME) from None
    except OSError as problem:
        raise _without_circle(problem) from None
    try:
        check_regular_file(os.fstat(descriptor))
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _without_circle(problem: OSError) -> OSError:
    return OSError(errno.ELOOP, _CIRCLE) if problem.errno == errno.ELOOP else problem


def check_regular_file(status: os.stat_result) -> None:
    """Raise OSError for anything but an ordinary file."""
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, "this is a folder")
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, NOT_A_REGULAR_FILE)


def folder_with(folders: Sequence[Path], path: str) -> Path:
    """The first of some folders in which something lies at a path, by default the very first."""
    return next((folder for folder in folders if os.path.lexists(folder / path)), folders[0])


def real_path(path: Path) -> Path:
    """A path with all links resolved. A circle of links, and what can't be a path, is returned as it is."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return path
