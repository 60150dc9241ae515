"""A stretch of an author's file. Every stage passes spans on, so every message can name a file, a line and a column."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from artrules.text.record import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file. Lines and columns (characters) count from 1; the end is the first place after it."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def as_data(self) -> dict[str, Any]:
        """The span as plain data for JSON. The keys are stable."""
        return asdict(self)
