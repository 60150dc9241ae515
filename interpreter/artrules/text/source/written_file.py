"""Writes files atomically, and locks them against other processes. Every file that is written for a person, and every
entry of the cache, is written here.

Whenever the machine stops, the old content is there, or the new one: it is written to a temporary file beside the old
one, flushed to the disk, and then renamed. Whoever writes a file that other processes may write too holds its lock. So
the temporary file of each file has one name, and what a process that was killed has left there goes with the next
write.
"""

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Self

from artrules.text.source.bounded_file import check_regular_file, read_regular_file, real_path

PUBLIC = 0o666
"""The mode of a file that a person names; the system applies the umask to it."""
PRIVATE = 0o600
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_LONGEST_WAIT = 0.1
"""Seconds in which a lock that is just released may be taken."""


def _beside(place: Path, suffix: str) -> Path:
    """The path of a file that belongs to another one, in the same folder."""
    return place.with_name(f".artrules-{blake2b(os.fsencode(place.name), digest_size=8).hexdigest()}{suffix}")


# -- locks


class FileLocked(OSError):
    """Another process has locked the file."""

    def __init__(self) -> None:
        super().__init__(errno.EBUSY, "another process is writing to it")


class FileLock:
    """A lock on a file, held until it is released or to the end of a `with`.

    It is a lock on a second file beside it, and on Linux also on the file itself, which may have other names. The
    system releases it when the process ends, however it ends. The second file is removed when the lock is released.
    """

    def __init__(self, path: Path) -> None:
        """Raises FileLocked when another process has the lock, and another OSError when nothing can be written
        there."""
        import filelock  # here, because whoever only reads doesn't need it, and importing it takes long

        self._place = real_path(path)
        self._itself: int | None = None
        os.stat(self._place.parent)  # where there is no folder, none is made
        self._lock = filelock.FileLock(_beside(self._place, ".lock"), mode=PRIVATE, thread_local=False)
        try:
            self._lock.acquire(timeout=_LONGEST_WAIT, poll_interval=_LONGEST_WAIT / 10)
            self.lock_itself()
        except filelock.Timeout:
            raise FileLocked from None
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
        elif _lock_descriptor(descriptor):
            self._close_itself()
            self._itself = descriptor
        else:
            os.close(descriptor)
            raise FileLocked

    def _close_itself(self) -> None:
        itself, self._itself = self._itself, None
        if itself is not None:
            os.close(itself)

    def release(self) -> None:
        """Release the lock. A second call does nothing."""
        self._close_itself()
        if self._lock.is_locked:
            with suppress(OSError):
                os.unlink(self._lock.lock_file)  # whoever opened it meanwhile sees that it is gone, and tries again
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.release()


def _lock_descriptor(descriptor: int) -> bool:
    """Lock an open file until it is closed. Returns False when another process has locked it."""
    import filelock  # here, as above

    try:
        return filelock.lock_descriptor(descriptor, blocking=False)
    except OSError:
        return True  # there are no locks here


# -- one file


def check_writable(path: Path) -> None:
    """Raise OSError for a file or folder that may not be written. A file that may not be could be replaced all the
    same, as that changes its folder alone; but somebody has wanted it to stay."""
    status = path.stat()
    if not (status.st_mode & stat.S_IWUSR and os.access(path, os.W_OK)):
        what = "folder" if stat.S_ISDIR(status.st_mode) else "file"
        raise OSError(errno.EACCES, f"the {what} may not be written")


def write_file(path: Path, text: str | bytes | Iterable[str], mode: int = PUBLIC) -> None:
    """Write a file, locked against other processes meanwhile; a text may come in pieces, of which no more than one is
    held. A file that is replaced keeps its mode.

    Raises OSError, whose text can be shown; then the old content is still there.
    """
    with FileLock(path):
        replace_file(path, text, mode)


def replace_file(path: Path, text: str | bytes | Iterable[str], mode: int = PUBLIC) -> None:
    """The same for a caller that has locked the file."""
    with NewFile(path, text, mode) as new:
        new.move()


class NewFile:
    """The new content of a file that is locked, in a temporary file beside it until it is moved, or to the end of a
    `with`."""

    def __init__(
        self,
        path: Path,
        text: str | bytes | Iterable[str],
        mode: int = PUBLIC,
        *,
        temporary: Path | None = None,
        flushes: bool = True,
    ) -> None:
        """`temporary` is the temporary file, for a file that nobody locks: its name must be new. A link is replaced
        then, not what it leads to. `flushes` says whether the content must be on the disk before it is moved. Raises
        OSError."""
        self._place = real_path(path) if temporary is None else path
        self._flushes = flushes
        replaced = _mode_of(self._place)
        if temporary is None:
            temporary = _beside(self._place, ".new")
            with suppress(FileNotFoundError):
                os.unlink(temporary)
        self._temporary = temporary
        self._is_there = False
        descriptor = os.open(temporary, _CREATE, mode)
        self._is_there = True
        try:
            if replaced is not None:
                with suppress(OSError):
                    temporary.chmod(replaced)
            for piece in (text,) if isinstance(text, str | bytes) else text:
                # A path may hold bytes that are no UTF-8.
                content = memoryview(piece.encode("utf-8", "surrogatepass") if isinstance(piece, str) else piece)
                while content:
                    content = content[os.write(descriptor, content) :]
            if flushes:
                os.fsync(descriptor)
        except BaseException:
            self.remove()
            raise
        finally:
            os.close(descriptor)

    def move(self) -> None:
        """Put it in the place of the file. Raises OSError."""
        os.replace(self._temporary, self._place)
        self._is_there = False
        if self._flushes:
            _flush_folder(self._place.parent)

    def remove(self) -> None:
        """Remove the temporary file, unless it has been moved."""
        if self._is_there:
            with suppress(OSError):
                os.unlink(self._temporary)
            self._is_there = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.remove()


def _mode_of(place: Path) -> int | None:
    """The mode of the file at a path; None when nothing is there. Raises OSError for what is no ordinary file."""
    try:
        status = place.stat()
    except FileNotFoundError:
        return None
    check_regular_file(status)
    return stat.S_IMODE(status.st_mode)


def _flush_folder(folder: Path) -> None:
    """Flush the list of a folder's files to the disk, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


# -- several files


class FileChanged(OSError):
    """A file isn't what it was when it was read."""


class NotRestored(OSError):
    """Writing failed, and some files that had been replaced couldn't get their old contents back."""

    def __init__(self, problem: BaseException, paths: list[Path]) -> None:
        error = problem if isinstance(problem, OSError) else OSError(errno.EINTR, "it was interrupted")
        super().__init__(error.errno, error.strerror or str(error), error.filename)
        self.paths = paths


def write_files(contents: Mapping[Path, tuple[bytes, bytes]]) -> None:
    """Rewrite several files, all or none. Each has the content that it must still have, and the one that it gets.

    All new contents lie in temporary files on the disk before the first file is replaced. What remains is renaming, one
    file after the other; when that fails, the files that were replaced get their old contents back.

    Raises OSError, whose `filename` is the file that can't be written, and FileChanged for a file that holds something
    else; then all files are as they were. Some are new and some old only if the machine stops amid the renaming, or
    after NotRestored, which names the new ones.
    """
    with ExitStack() as stack:
        new: dict[Path, NewFile] = {}
        for path, (before, after) in sorted(contents.items()):
            with _naming(path):
                stack.enter_context(FileLock(path))
                _check_unchanged(path, before)
                new[path] = stack.enter_context(NewFile(path, after))
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
    check_writable(place)
    if read_regular_file(place, len(content)) != content:
        raise FileChanged(errno.EBUSY, "the file has been changed meanwhile")
