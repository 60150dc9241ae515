"""Where the files of games lie; reading them, and keeping a game in one."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Self

from artrules.session.lock import Hold, clear_left
from artrules.session.write import PUBLIC, put_whole
from artrules.source.bounded_file import read_ordinary, real_path

LARGEST_GAME = 16 * 1024 * 1024
"""Bytes of a file of a game. The longest games of the shipped rulesets take a tenth."""


def games_folder() -> Path:
    """Where games are kept that nobody gave a place: ARTRULES_GAMES, or the folder that the system has for a person's
    data."""
    given = os.environ.get("ARTRULES_GAMES")
    if given:
        return Path(given)
    from platformdirs import user_data_path

    return user_data_path("artrules", appauthor=False) / "games"


def new_place(name: str) -> Path:
    """The path of a new, empty file for a game of a ruleset with a name: no other has it. Raises OSError."""
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
    """The text of a file of a game. Raises OSError for what can't be read, UnicodeDecodeError for what is no text."""
    content = read_ordinary(path, LARGEST_GAME)
    if len(content) > LARGEST_GAME:
        raise OSError(errno.EFBIG, f"the file is too large for a game (at most {LARGEST_GAME:,} bytes)")
    return content.decode("utf-8", "surrogatepass")


class Keeper:
    """Writes one game again and again to one place, which no other process may write to meanwhile, until the end of a
    `with`. What goes wrong with keeping it is told once, and then when it ends."""

    def __init__(self, path: Path, *, new: bool = False) -> None:
        """`new` is for a place that `new_place` has made: where nothing gets written, nothing is left."""
        self.path = path
        self.problem: str | None = None
        self._new = new
        self._hold: Hold | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        if self._new:
            with suppress(OSError):
                self.path.unlink()
        if self._hold is not None:
            self._hold.let_go()
            self._hold = None

    def hold(self) -> None:
        """From now on nobody else may write to the place. Raises OSError: Held when another process does already."""
        if self._hold is None:
            clear_left(real_path(self.path).parent)
            self._hold = Hold(self.path)

    def write(self, text: str, mode: int = PUBLIC) -> None:
        """Write the game. Raises OSError, with a text that can be shown; what was there is then still there."""
        if len(text.encode("utf-8", "surrogatepass")) > LARGEST_GAME:  # it couldn't be read again
            raise OSError(errno.EFBIG, f"it has become too large (at most {LARGEST_GAME:,} bytes)")
        self.hold()
        put_whole(self.path, text, mode)
        self._new = False

    def keep(self, text: Callable[[], str]) -> str | None:
        """Write the game; gives what is to be told about it, if anything."""
        before = self.problem
        try:
            self.write(text())
        except OSError as problem:
            self.problem = problem.strerror or str(problem)
            return None if before else f"the game can't be kept in {self.path}: {self.problem}"
        self.problem = None
        return f"the game is kept again, in {self.path}" if before else None
