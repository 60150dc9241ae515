"""What has been played for the table: deals of rows that aren't finished, and how finished rows came out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any

from artrules.lab.parallel.job import Job, PlanT, ResultT
from artrules.play.ruleset import Ruleset
from artrules.play.stored.cache import source_digest

from .rows import Row

FILE = Path(__file__).parent / "played.jsonl"


@dataclass(frozen=True)
class Kept:
    """A line of the file: one part of a row, or, with no `index`, its result. `content` is the ruleset's hash; for a
    part the engine's, too: a row must not come from two engines."""

    row: str
    content: str
    index: int | None
    data: Any

    def as_line(self) -> str:
        return json.dumps([self.row, self.content, self.index, self.data], separators=(",", ":")) + "\n"


class Keeper:
    """Keeps what is played in a file, a line at a time, so that it can be gone on with at another time."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lines = list(_read(file))
        if file.is_file():
            self._write()  # without what was half written

    def result(self, row: Row, content: str) -> dict[str, Any] | None:
        """How a finished row came out; None if it isn't finished, or was played with other content."""
        found = [each.data for each in self._of(row, content) if each.index is None]
        return found[-1] if found else None

    def last_result(self, row: Row) -> dict[str, Any] | None:
        """The same, whatever the content was."""
        found = [each.data for each in self._lines if each.row == row.name and each.index is None]
        return found[-1] if found else None

    def parts(self, row: Row, content: str) -> list[Any]:
        """What this engine has played of a row, in order."""
        found = {each.index: each.data for each in self._of(row, with_engine(content)) if each.index is not None}
        parts: list[Any] = []
        while len(parts) in found:
            parts.append(found[len(parts)])
        return parts

    def add(self, kept: Kept) -> None:
        """Keep one more line."""
        self._lines.append(kept)
        with self.file.open("a", encoding="utf-8", newline="\n") as stream:
            stream.write(kept.as_line())

    def finish(self, row: Row, content: str, data: dict[str, Any]) -> None:
        """Keep the result of a row in place of its parts and of older results."""
        self.forget(row)
        self.add(Kept(row.name, content, None, data))

    def forget(self, row: Row) -> None:
        """Keep nothing of a row."""
        self._lines = [each for each in self._lines if each.row != row.name]
        self._write()

    def _write(self) -> None:
        new = self.file.with_suffix(".new")
        new.write_text("".join(each.as_line() for each in self._lines), encoding="utf-8", newline="\n")
        new.replace(self.file)

    def _of(self, row: Row, content: str) -> list[Kept]:
        return [each for each in self._lines if (each.row, each.content) == (row.name, content)]


def _read(file: Path) -> Iterator[Kept]:
    """The lines of a file. One that was only half written is dropped."""
    if not file.is_file():
        return
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            yield Kept(*json.loads(line))
        except (ValueError, TypeError):
            continue


def with_engine(content: str) -> str:
    """The hash of content, and that of the engine's sources."""
    return f"{content} {_engine()}"


@cache
def _engine() -> str:
    return source_digest()


class Budget:
    """So many minutes from now."""

    def __init__(self, minutes: float) -> None:
        self._end = monotonic() + 60 * minutes

    @property
    def used_up(self) -> bool:
        return monotonic() >= self._end


class KeptRun:
    """Runs the jobs of a row: gives what was played before, and goes on until the budget is used up."""

    def __init__(self, keeper: Keeper, row: Row, budget: Budget) -> None:
        self.broken_off = False
        """Whether the budget didn't last."""
        self._keeper, self._row, self._budget = keeper, row, budget

    def __call__(self, ruleset: Ruleset, job: Job[PlanT, ResultT]) -> Iterator[ResultT]:
        before = self._keeper.parts(self._row, ruleset.content_hash)
        for index in range(job.count):
            if index < len(before):
                yield job.read(before[index])
                continue
            if self._budget.used_up:
                self.broken_off = True
                return
            [text] = job.texts_of(ruleset, range(index, index + 1))
            data = json.loads(text)
            result = job.read(data)
            self._keeper.add(Kept(self._row.name, with_engine(ruleset.content_hash), index, data))
            yield result
