"""One figure beside what it is compared with."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure: so many slices of each contender, each of at least so many seconds; so many runs of each
    command."""

    slices: int = 9
    seconds: float = 0.5
    runs: int = 7


@dataclass(frozen=True, slots=True)
class Figure:
    """A median. `ratio` is that of the figure to its reference, the median of what was found slice by slice; `reached`
    is None where there is no goal."""

    name: str
    value: float
    unit: str
    reference_name: str
    reference: float
    ratio: float
    goal: str
    reached: bool | None

    def as_data(self) -> dict[str, Any]:
        return asdict(self)
