"""A rulebook as data, independent of any file format: what its chapters are made of, how they are numbered, and the
same as plain data for whoever draws it in another way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from artrules.model.ir.layout import Theme

# Lines, and the blocks that hold them.


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
    """The heading of a chapter (`level` 2) or of a part of it (3 and 4). Level 1 is the title of the document.

    `number` is that of the chapter or part, such as `3.1`; empty as long as the document isn't complete, and always for
    level 4.
    """

    level: int
    text: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of text. The lead is one that opens what follows, and is set apart."""

    line: Line
    is_lead: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """A list of points, each with a bullet, or with a number where their order matters."""

    lines: tuple[Line, ...]
    numbered: bool = False


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
    """Blocks that describe one thing, which an index names by its title. `beside` holds the code of that thing, if the
    rulebook shows code."""

    title: str
    blocks: tuple[Block, ...]
    beside: tuple[Listing, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as the address of its data, and what it shows in words."""

    data: str
    words: str


@dataclass(frozen=True, slots=True)
class Figure:
    """Pictures in a row; with their words below them, unless what they show is told beside them."""

    pictures: tuple[Picture, ...]
    with_words: bool = True


@dataclass(frozen=True, slots=True)
class Index:
    """Words, each with the numbers of the parts in which they stand."""

    entries: tuple[tuple[str, tuple[str, ...]], ...]


Block: TypeAlias = Heading | Paragraph | Points | Rows | Listing | Entry | Figure | Index


@dataclass(slots=True)
class Document:
    """A whole rulebook: its title, a line and pictures below it, its colours, and its blocks from top to bottom."""

    title: str
    blocks: list[Block] = field(default_factory=list)
    subtitle: str = ""
    theme: Theme = field(default_factory=Theme)
    cover: tuple[Picture, ...] = ()


# Numbers of chapters and their parts.


def number_parts(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with a number in each heading of a chapter or a part of one."""
    chapter, part = 0, 0
    for block in blocks:
        if isinstance(block, Heading) and block.level == 2:
            chapter, part = chapter + 1, 0
            block = replace(block, number=str(chapter))
        elif isinstance(block, Heading) and block.level == 3:
            part += 1
            block = replace(block, number=f"{chapter}.{part}")
        yield block


# What stands in a document, as text.


def texts_of(block: Block) -> Iterator[str]:
    """The texts of a block for people: neither code nor pictures."""
    match block:
        case Heading(text=text):
            yield text
        case Paragraph(line=line):
            yield _plain(line)
        case Points(lines=lines):
            yield from map(_plain, lines)
        case Rows(head=head, rows=rows):
            yield from head
            yield from (_plain(cell) for row in rows for cell in row)
        case Entry(blocks=blocks):
            for each in blocks:
                yield from texts_of(each)
        case Figure(pictures=pictures, with_words=True):
            yield from (picture.words for picture in pictures)


def _plain(line: Line) -> str:
    return "".join(part if isinstance(part, str) else "" if isinstance(part, Code) else part.text for part in line)


# A document as plain data, for whoever draws it in another way.


def document_data(document: Document) -> dict[str, Any]:
    """The titles and the blocks of a document, but for its pictures and its index. Each block is an object with one key
    that says what it is; a line is a list of texts, and of objects with `strong`, `emphasis` or `code`."""
    blocks = _without_pictures(_without_index(document.blocks))
    return {"title": document.title, "subtitle": document.subtitle, "blocks": [_block_data(block) for block in blocks]}


def _without_index(blocks: list[Block]) -> list[Block]:
    """The blocks without those of an index, and without the heading before it."""
    index = next((place for place, block in enumerate(blocks) if isinstance(block, Index)), None)
    return blocks if index is None else [*blocks[: index - 1], *blocks[index + 1 :]]


def _without_pictures(blocks: Iterable[Block]) -> list[Block]:
    return [
        replace(block, blocks=tuple(_without_pictures(block.blocks))) if isinstance(block, Entry) else block
        for block in blocks
        if not isinstance(block, Figure)
    ]


def _block_data(block: Block) -> dict[str, Any]:
    match block:
        case Heading():
            return {"heading": {"level": block.level, "text": block.text}}
        case Paragraph():
            return {"paragraph": _line_data(block.line)}
        case Points():
            return {"steps" if block.numbered else "points": [_line_data(line) for line in block.lines]}
        case Rows():
            return {"rows": {"head": block.head, "rows": [[_line_data(cell) for cell in row] for row in block.rows]}}
        case Listing():
            return {"listing": block.text}
        case Entry():
            return {"entry": [_block_data(each) for each in (*block.blocks, *block.beside)]}
        case Figure() | Index():
            raise ValueError("pictures and indexes are for the page of a whole rulebook")


def _line_data(line: Line) -> list[str | dict[str, str]]:
    return [part if isinstance(part, str) else {type(part).__name__.lower(): part.text} for part in line]
