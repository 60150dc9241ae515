"""Rewrites several files together, all or none.

All new contents lie in temporary files on the disk before the first file is replaced. What remains is renaming, one
file after the other; when that fails, the files that were replaced get their old contents back.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from artrules.table.session.lock import FileLock, remove_leftovers
from artrules.table.session.write import PUBLIC, NewFile, replace_file
from artrules.text.source.bounded_file import read_regular_file, real_path


class FileChanged(OSError):
    """A file isn't what it was when it was read."""


class NotRestored(OSError):
    """Writing failed, and some files that had been replaced couldn't get their old contents back."""

    def __init__(self, problem: BaseException, paths: list[Path]) -> None:
        known = problem if isinstance(problem, OSError) else OSError(errno.EINTR, "it was interrupted")
        super().__init__(known.errno, known.strerror or str(known), known.filename)
        self.paths = paths


def write_files(contents: Mapping[Path, tuple[bytes, bytes]]) -> None:
    """Rewrite several files, all or none. Each has the content that it must still have, and the one that it gets.

    Raises OSError, whose `filename` is the file that can't be written, and FileChanged for a file that holds something
    else; then all files are as they were. Some are new and some old only if the machine stops amid the renaming, or
    after NotRestored, which names the new ones.
    """
    for folder in {real_path(path).parent for path in contents}:
        remove_leftovers(folder)
    with ExitStack() as stack:
        new: dict[Path, NewFile] = {}
        for path, (before, after) in sorted(contents.items()):
            with _naming(path):
                stack.enter_context(FileLock(path))
                _check_unchanged(path, before)
                new[path] = NewFile(path, after, PUBLIC)
                stack.callback(new[path].close)
        moved: list[Path] = []
        try:
            for path, file in new.items():
                with _naming(path):
                    _check_unchanged(path, contents[path][0])
                    moved.append(path)
                    file.move()
        except BaseException as problem:
            stayed = [path for path in moved if not _is_restored(path, *contents[path])]
            if stayed:
                raise NotRestored(problem, stayed) from problem
            raise


def _is_restored(path: Path, before: bytes, after: bytes) -> bool:
    """Give a file that was replaced its old content back, unless somebody has changed it since; False if that fails."""
    try:
        if read_regular_file(path, len(after)) == after:
            replace_file(path, before)
    except OSError:
        return False
    return True


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Inside the `with`, an OSError gets this path as its file."""
    try:
        yield
    except OSError as problem:
        problem.filename = str(path)
        raise


def _check_unchanged(path: Path, content: bytes) -> None:
    """Raise OSError for a file that may not be written, and FileChanged for one that holds anything else."""
    place = real_path(path)
    if not (place.stat().st_mode & stat.S_IWUSR and os.access(place, os.W_OK)):
        raise OSError(errno.EACCES, "the file may not be written")
    if read_regular_file(place, len(content)) != content:
        raise FileChanged(errno.EBUSY, "the file has been changed meanwhile")
