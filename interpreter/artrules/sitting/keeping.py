"""Where the files of games lie, and writing them so that there is always a whole one.

A file is written beside its place, brought to the disk, and then put in its place in one step: whenever the machine
stops, either the old one is there or the new one.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tempfile import NamedTemporaryFile


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


def write_whole(path: Path, text: str) -> None:
    """Write a file so that there is never half of it. Raises OSError; what was there is then still there."""
    place = path.resolve()
    with NamedTemporaryFile(
        "w", dir=place.parent, prefix=f".{place.name}.", suffix=".new", encoding="utf-8", newline="\n", delete=False
    ) as file:
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            file.close()
            os.replace(file.name, place)
        except BaseException:
            file.close()
            with suppress(OSError):
                os.unlink(file.name)
            raise
    _settle(place.parent)


def _settle(folder: Path) -> None:
    """Bring to the disk which files a folder holds, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


class Keeper:
    """Writes one game again and again to one place. What goes wrong with that is told once, and then when it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem: str | None = None

    def keep(self, text: Callable[[], str]) -> str | None:
        """Write the game; gives what is to be told about it, if anything."""
        before = self.problem
        try:
            write_whole(self.path, text())
        except OSError as problem:
            self.problem = problem.strerror or str(problem)
            return None if before else f"the game can't be kept in {self.path}: {self.problem}"
        self.problem = None
        return f"the game is kept again, in {self.path}" if before else None
