"""A booklet as data, independent of any file format: headings, paragraphs, lists, tables, code and entries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Strong:
    """Important text, shown in bold."""

    text: str


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Stressed text, shown in italics."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """Code within a line."""

    text: str


Inline: TypeAlias = str | Strong | Emphasis | Code
Line: TypeAlias = tuple[Inline, ...]
"""The text of a paragraph, a list item or a table cell. Plain strings are text, never markup."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a chapter (`level` 2) or of a part of it (3 and 4). Level 1 is the title of the document."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of text."""

    line: Line


@dataclass(frozen=True, slots=True)
class Points:
    """A list of points, each with a bullet."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """A table: the titles of its columns, and rows with one cell for each column."""

    head: tuple[str, ...]
    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A block of code, on lines of its own."""

    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """Blocks that describe one thing. `beside` holds the code of that thing, if the booklet shows code."""

    blocks: tuple[Block, ...]
    beside: tuple[Listing, ...] = ()


Block: TypeAlias = Heading | Paragraph | Points | Rows | Listing | Entry


@dataclass(slots=True)
class Document:
    """A whole booklet: its title, and its blocks from top to bottom."""

    title: str
    blocks: list[Block] = field(default_factory=list)


def join_lines(lines: list[Line], between: str) -> Line:
    """All lines as one line, separated by the text `between`."""
    whole: list[Inline] = []
    for line in lines:
        if whole:
            whole.append(between)
        whole += line
    return tuple(whole)
