"""A stretch of an author's file. Every stage hands spans on, so that no message ever points into a snippet of code."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file; lines and columns count characters from 1, and the end is the first place after it."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def as_data(self) -> dict[str, Any]:
        """The span as plain data; the keys are a promise."""
        return asdict(self)
