"""What a booklet consists of, whatever it is written as: headings, paragraphs, points, tables, code, entries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Strong:
    text: str


@dataclass(frozen=True, slots=True)
class Emphasis:
    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """Code within a line."""

    text: str


Inline: TypeAlias = str | Strong | Emphasis | Code
Line: TypeAlias = tuple[Inline, ...]
"""Text of one paragraph, point or cell. Plain strings are text, never markup."""


@dataclass(frozen=True, slots=True)
class Heading:
    """`level` is 1 for the title, 2 for chapters, 3 and 4 within them."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    line: Line


@dataclass(frozen=True, slots=True)
class Points:
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """A table: a head, and rows with as many cells."""

    head: tuple[str, ...]
    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """Code on lines of its own."""

    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """Blocks that belong together, with the code that does what they say beside them."""

    blocks: tuple[Block, ...]
    beside: tuple[Listing, ...] = ()


Block: TypeAlias = Heading | Paragraph | Points | Rows | Listing | Entry


@dataclass(slots=True)
class Document:
    title: str
    blocks: list[Block] = field(default_factory=list)


def joined(lines: list[Line], between: str) -> Line:
    """Several lines as one, with this between them."""
    whole: list[Inline] = []
    for line in lines:
        if whole:
            whole.append(between)
        whole += line
    return tuple(whole)
