"""A checkpoint: the file that keeps the results of jobs, so that work that was interrupted goes on from there.

Its first line says which engine began it, a further one begins each job, and the others hold results of shares.
A command that runs several jobs runs them in the same order when it goes on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from artrules.lab.parallel.job import Job, PlayedShare, engine, job_identity, other_engine, other_job
from artrules.play.ruleset import Ruleset
from artrules.text.source.bounded_file import open_regular_file
from artrules.text.source.written_file import FileLock, replace_file

# A file of lines, each a JSON object with a check sum, to which lines are added.
#
# Whenever the process or the machine stops, all lines that were written are there, and perhaps a part of the next one,
# which is dropped. The check sum of a line covers all lines before it too. So what is damaged, left out or put
# elsewhere is found. It proves nothing against somebody who edits the file on purpose, for anybody can compute it.

LONGEST = 64 * 1024 * 1024
"""Bytes of a line."""
_FIRST_LONGEST = 64 * 1024
"""Bytes of the first line: a file that has a longer one is of another kind."""
_AT_ONCE = 1024 * 1024
_KEY = b'{"check":"'
_DIGEST = 32
"""Hexadecimal digits of a check sum."""


class DamagedLine(ValueError):
    """A line that wasn't written so. The message says which, and why."""


class CheckedLines:
    """Such a file, open to be read and added to. Whoever opens it holds a lock on it."""

    def __init__(self, path: Path, first: dict[str, Any]) -> None:
        """Open the file; where there is none, or it is empty, it is written with its first line. Raises OSError."""
        if not path.exists() or (path.is_file() and path.stat().st_size == 0):
            replace_file(path, _line(first, "")[0])
        self._descriptor = open_regular_file(path, os.O_RDWR)
        self._end = 0
        self._last = ""
        self._clean = False

    def read(self) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """All whole lines, each with its place and its length in bytes. They must be read before a line is added.

        Raises DamagedLine, and OSError.
        """
        number = 0
        for line in self._lines():
            number += 1
            data = self._checked(line, number)
            place = self._end
            self._end += len(line)
            yield place, len(line), data
        if number == 0:
            raise DamagedLine("it has no whole line")

    def read_again(self, place: int, length: int) -> dict[str, Any]:
        """A line that was read or written before, by its place and its length. Raises OSError and DamagedLine."""
        try:
            data = json.loads(os.pread(self._descriptor, length, place))
        except ValueError:
            raise DamagedLine("it has changed meanwhile") from None
        return dict(data)

    def add(self, data: dict[str, Any], **texts: str) -> None:
        """Add a line; `texts` are values that are JSON already. Afterwards it is on the disk. Raises OSError."""
        line, check = _line(data, self._last, **texts)
        if not self._clean:  # a part of a line may lie behind the last whole one
            os.ftruncate(self._descriptor, self._end)
        self._clean = False
        rest, place = memoryview(line), self._end
        while rest:
            written = os.pwrite(self._descriptor, rest, place)
            rest, place = rest[written:], place + written
        os.fsync(self._descriptor)
        self._end, self._last, self._clean = place, check, True

    def close(self) -> None:
        """Close the file. A second call does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _lines(self) -> Iterator[bytes]:
        """The lines, each with its line break; a last one without it is left out."""
        waiting, place, most = b"", 0, _FIRST_LONGEST
        while part := os.pread(self._descriptor, min(_AT_ONCE, most), place):
            place += len(part)
            *whole, waiting = (waiting + part).split(b"\n")
            for line in whole:
                yield line + b"\n"
                most = LONGEST
            if len(waiting) > most:
                raise DamagedLine("it has too long a line")

    def _checked(self, line: bytes, number: int) -> dict[str, Any]:
        """The data of a line, whose check sum follows that of the line before it."""
        start = len(_KEY) + _DIGEST
        if not line.startswith(_KEY) or line[start : start + 2] != b'",':
            raise DamagedLine(f"line {number} isn't one that artrules writes")
        check = _check_sum(self._last, line[start + 2 : -1])
        if line[len(_KEY) : start] != check.encode():
            raise DamagedLine(f"line {number} is damaged")
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise DamagedLine(f"line {number} isn't one that artrules writes") from None
        self._last = check
        return dict(data)


def _line(data: dict[str, Any], last: str, **texts: str) -> tuple[bytes, str]:
    """A line after one with a check sum, and its own check sum."""
    values = {**{key: json.dumps(value, separators=(",", ":")) for key, value in data.items()}, **texts}
    rest = (",".join(f"{json.dumps(key)}:{value}" for key, value in values.items()) + "}").encode()
    check = _check_sum(last, rest)
    return _KEY + check.encode() + b'",' + rest + b"\n", check


def _check_sum(last: str, rest: bytes) -> str:
    return blake2b(rest, digest_size=_DIGEST // 2, key=last.encode()).hexdigest()


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
        return KeptResults(self, number, sorted(self._shares[number], key=lambda share: share.indices.start))

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
