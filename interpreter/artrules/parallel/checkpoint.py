"""A checkpoint: the file that keeps the results of jobs, so that work that was interrupted goes on from there.

Its first line says which engine began it, a further one begins each job, and the others hold results of shares
(`checked_lines.py`). A command that runs several jobs runs them in the same order when it goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from artrules.parallel.checked_lines import CheckedLines, DamagedLine
from artrules.parallel.identity import engine, job_identity, other_engine, other_job
from artrules.parallel.job import Job
from artrules.parallel.share import PlayedShare
from artrules.ruleset import Ruleset
from artrules.session.lock import FileLock, remove_leftovers
from artrules.source.bounded_file import real_path

FORMAT = 1
_TAG = "artrules_checkpoint"


class CheckpointRefused(Exception):
    """A checkpoint that can't be used, with the reason for users: it is none, or damaged, or of other work, or somebody
    writes to it."""


@dataclass(frozen=True, slots=True)
class _KeptShare:
    """Indices whose results are in the file, and the place and length of their line."""

    indices: range
    place: int
    length: int


class Checkpoint:
    """A checkpoint, locked and open. Close it."""

    def __init__(self, path: Path) -> None:
        """Open a checkpoint, or begin one where there is no file or an empty one. Raises CheckpointRefused and
        PluginProblem."""
        self._path = path
        has = engine()
        try:
            remove_leftovers(real_path(path).parent)
            self._lock = FileLock(path)
        except (OSError, ValueError) as problem:
            raise self.refuse(_reason(problem)) from None
        self._lines: CheckedLines | None = None
        self._jobs: list[dict[str, Any]] = []
        self._shares: list[list[_KeptShare]] = []
        self._begun = 0
        try:
            self._lines = CheckedLines(path, {_TAG: FORMAT, **has})
            self._read(self._lines, has)
        except DamagedLine as problem:
            self.close()
            raise self.refuse(f"this is no checkpoint of artrules, or a damaged one: {problem}") from None
        except (OSError, ValueError) as problem:
            self.close()
            raise self.refuse(_reason(problem)) from None
        except BaseException:
            self.close()
            raise

    def begin(self, ruleset: Ruleset, job: Job[Any, Any]) -> KeptResults:
        """The results of the next job that are known. Raises CheckpointRefused where another job was begun there, and
        OSError."""
        has, number = job_identity(ruleset, job), self._begun
        if number < len(self._jobs):
            if other := other_job(self._jobs[number], has):
                raise self.refuse(f"it was begun {other}")
        else:
            self.lines.add({"job": number, **has})
            self._jobs.append(has)
            self._shares.append([])
        self._begun += 1
        return KeptResults(self, number, sorted(self._shares[number], key=lambda kept: kept.indices.start))

    @property
    def lines(self) -> CheckedLines:
        """The lines of the file."""
        assert self._lines is not None
        return self._lines

    def refuse(self, why: str) -> CheckpointRefused:
        """The exception that says why this file isn't used."""
        return CheckpointRefused(f"{self._path}: {why}")

    def close(self) -> None:
        """Close the file and let others write to it. A second call does nothing."""
        if self._lines is not None:
            self._lines.close()
        self._lock.release()

    def _read(self, lines: CheckedLines, has: dict[str, Any]) -> None:
        for number, (place, length, data) in enumerate(lines.read()):
            if number == 0:
                self._check_first(data, has)
            elif "first" in data:
                self._add_share(data, place, length)
            elif data.get("job") != len(self._jobs):
                raise DamagedLine(f"line {number + 1} isn't one that artrules writes")
            else:
                self._jobs.append(data)
                self._shares.append([])

    def _check_first(self, data: dict[str, Any], has: dict[str, Any]) -> None:
        number = data.get(_TAG)
        if type(number) is not int or number < 1:
            raise DamagedLine("its first line isn't that of a checkpoint")
        if number > FORMAT:
            raise self.refuse(f"it was written by a newer version of artrules (format {number}, not {FORMAT})")
        if other := other_engine(data, has):
            raise self.refuse(f"it was begun {other}: their results can't be put together")

    def _add_share(self, data: dict[str, Any], place: int, length: int) -> None:
        job, first, results = data.get("job"), data["first"], data.get("results")
        if not (isinstance(job, int) and isinstance(first, int) and isinstance(results, list)):
            raise DamagedLine("a line of results isn't one that artrules writes")
        if not 0 <= job < len(self._jobs) or first < 0:
            raise DamagedLine("a line has results of no job")
        self._shares[job].append(_KeptShare(range(first, first + len(results)), place, length))


class KeptResults:
    """The results of one job in a checkpoint, to which more are added."""

    def __init__(self, checkpoint: Checkpoint, job: int, shares: list[_KeptShare]) -> None:
        self._checkpoint = checkpoint
        self._job = job
        self._shares: list[_KeptShare] = []
        end = 0
        for share in shares:
            if share.indices.start < end:
                raise checkpoint.refuse("it is damaged: it holds a result twice")
            end = share.indices.stop
            self._shares.append(share)

    def known(self, count: int) -> int:
        """How many of the first `count` results are there."""
        return sum(len(range(s.indices.start, min(s.indices.stop, count))) for s in self._shares)

    def missing(self, count: int) -> Iterator[range]:
        """Which of the first `count` results aren't, in order."""
        at = 0
        for share in self._shares:
            if at < min(share.indices.start, count):
                yield range(at, min(share.indices.start, count))
            at = share.indices.stop
        if at < count:
            yield range(at, count)

    def results(self, count: int) -> Iterator[tuple[int, Any]]:
        """The known ones of the first `count` results with their indices, in order, as plain data. Raises
        CheckpointRefused, and OSError."""
        for share in self._shares:
            if share.indices.start >= count:
                return
            try:
                results = self._checkpoint.lines.read_again(share.place, share.length)["results"]
            except DamagedLine as problem:
                raise self._checkpoint.refuse(str(problem)) from None
            for index, data in zip(share.indices, results, strict=True):
                if index < count:
                    yield index, data

    def keep(self, played: PlayedShare) -> None:
        """Write the results of a share. Raises OSError."""
        data = {"job": self._job, "first": played.indices.start}
        self._checkpoint.lines.add(data, results=f"[{','.join(played.texts)}]")

    def refuse_result(self, index: int) -> Exception:
        """The exception for a result that its job doesn't give."""
        return self._checkpoint.refuse(f"it is damaged: its result {index + 1:,} can't be that")


def _reason(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or str(problem)
