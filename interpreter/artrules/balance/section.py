"""Tables of figures, as all forms of a report show them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from artrules.balance.report import Figure, Unit
from artrules.record import dataclass

Shown: TypeAlias = Unit | Literal["change"]
"""The unit of a column: one of the report, or a change in percent of what it was."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of figures: what it is called, and its unit."""

    title: str
    unit: Shown


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: what it is about, a figure for each column (None for none), and a word about it. `unit` is that
    of its figures where it isn't that of the columns."""

    about: str
    figures: tuple[Figure | None, ...]
    word: str = ""
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A table with its heading and what must be said of it. `plotted` is the column that a plot shows, if any, and
    `line` the value that the plot marks: where there is no effect."""

    name: str
    heading: str
    words: str
    about: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    plotted: int | None = None
    line: float | None = None
