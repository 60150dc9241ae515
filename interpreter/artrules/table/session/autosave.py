"""Files of games: where they lie, reading one, and saving a game again after each choice."""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Self

from artrules.text.source.bounded_file import read_regular_file
from artrules.text.source.written_file import PUBLIC, FileLock, replace_file

LARGEST_GAME = 16 * 1024 * 1024
"""Bytes of a file of a game. The longest games of the shipped rulesets take a tenth of this."""


def games_folder() -> Path:
    """The folder for games that are saved under no name of their own.

    It is named by the environment variable ARTRULES_GAMES, or lies in the folder that the system has for a user's data.
    """
    folder = os.environ.get("ARTRULES_GAMES")
    if folder:
        return Path(folder)
    from platformdirs import user_data_path

    return user_data_path("artrules", appauthor=False) / "games"


def create_game_file(name: str) -> Path:
    """Create an empty file for a game of the ruleset `name`, in the folder of games. Returns its path. Raises OSError.

    No other process gets the same file.
    """
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{name}-{datetime.now():%Y%m%d-%H%M%S}"
    number = 1
    while True:
        path = folder / (f"{stem}.json" if number == 1 else f"{stem}-{number}.json")
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            number += 1
        else:
            return path


def read_game(path: Path) -> str:
    """The text of a file of a game. Raises OSError when it can't be read, UnicodeDecodeError when it isn't UTF-8."""
    content = read_regular_file(path, LARGEST_GAME)
    if len(content) > LARGEST_GAME:
        raise OSError(errno.EFBIG, f"the file is too large for a game (at most {LARGEST_GAME:,} bytes)")
    return content.decode("utf-8", "surrogatepass")


class GameFile:
    """The file to which one game is saved again and again, locked against other processes until the end of a `with`.

    A problem with saving is reported once, and then once more when it is over.
    """

    def __init__(self, path: Path, *, new: bool = False) -> None:
        """`new` says that `create_game_file` made the file: it is removed again if nothing is written to it."""
        self.path = path
        self.problem: str | None = None
        self._new = new
        self._lock: FileLock | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        if self._new:
            with suppress(OSError):
                self.path.unlink()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def lock(self) -> None:
        """Lock the file against other processes, if it isn't locked yet.

        Raises FileLocked when another process has locked it, and another OSError when nothing can be written there.
        """
        if self._lock is None:
            self._lock = FileLock(self.path)

    def write(self, text: str, mode: int = PUBLIC) -> None:
        """Replace the content of the file, locking it first. Raises OSError, whose text can be shown; then the old
        content is still there."""
        if len(text.encode("utf-8", "surrogatepass")) > LARGEST_GAME:  # it couldn't be read again
            raise OSError(errno.EFBIG, f"it has become too large (at most {LARGEST_GAME:,} bytes)")
        self.lock()
        replace_file(self.path, text, mode)
        self._new = False
        if self._lock is not None:
            self._lock.lock_itself()

    def save(self, text: Callable[[], str]) -> str | None:
        """Write the game, and return a message for the players if saving has begun to fail, or works again."""
        before = self.problem
        try:
            self.write(text())
        except OSError as problem:
            self.problem = problem.strerror or str(problem)
            return None if before else f"the game can't be kept in {self.path}: {self.problem}"
        self.problem = None
        return f"the game is kept again, in {self.path}" if before else None
