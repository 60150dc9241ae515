"""A file of lines, each a JSON object with a check sum, to which lines are added.

Whenever the process or the machine stops, all lines that were written are there, and perhaps a part of the next one,
which is dropped. The check sum of a line covers all lines before it too. So what is damaged, left out or put elsewhere
is found. It proves nothing against somebody who edits the file on purpose, for anybody can compute it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

from artrules.session.write import replace_file
from artrules.source.bounded_file import open_regular_file

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
