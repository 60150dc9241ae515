"""A booklet as data, independent of any file format, and how it is written: as Markdown, or as one HTML page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias
from xml.etree.ElementTree import Element, SubElement, tostring

# A booklet as data, independent of any file format: headings, paragraphs, lists, tables, code and entries.


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


# Writes a document as Markdown: CommonMark with the tables of GitHub Flavored Markdown.
#
# Characters of a text that Markdown could take for markup are escaped.

_MARKUP = re.compile(r"[\\`*_\[\]<>|~&#]")
_AT_START = re.compile(r"(?:[-+=:]|[0-9]{1,9}(?=[.)]))")
_BACKTICKS = re.compile(r"`+")


def write_markdown(document: Document) -> str:
    """The text of a Markdown file with the whole document."""
    return "\n\n".join([f"# {_escaped(document.title)}", *_blocks(document.blocks)]) + "\n"


def _blocks(blocks: Iterable[Block]) -> Iterable[str]:
    for block in blocks:
        yield from _block(block)


def _block(block: Block) -> Iterable[str]:
    match block:
        case Heading():
            yield f"{'#' * block.level} {_escaped(block.text)}"
        case Paragraph():
            yield _start(_markdown_line(block.line))
        case Points():
            yield "\n".join(f"- {_start(_markdown_line(line))}" for line in block.lines)
        case Rows():
            head = [_escaped(text) for text in block.head]
            cells = [[_markdown_line(cell, in_table=True) for cell in row] for row in block.rows]
            yield "\n".join(_row(row) for row in [head, ["---"] * len(head), *cells])
        case Listing():
            fence = "`" * max(3, _longest_run(block.text) + 1)
            yield f"{fence}yaml\n{block.text}\n{fence}"
        case Entry():
            yield from _blocks(block.blocks)
            yield from _blocks(block.beside)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown_line(line: Line, in_table: bool = False) -> str:
    return "".join(_markdown_of(part, in_table) for part in line)


def _markdown_of(part: Inline, in_table: bool) -> str:
    match part:
        case Strong():
            return f"**{_escaped(part.text)}**"
        case Emphasis():
            return f"*{_escaped(part.text)}*"
        case Code():
            return _code(part.text, in_table)
    return _escaped(part)


def _escaped(text: str) -> str:
    """The text on one line, with every character escaped that Markdown could take for markup."""
    return _MARKUP.sub(r"\\\g<0>", re.sub(r"\s+", " ", text))


def _start(line: str) -> str:
    """The line, with its beginning escaped if Markdown would take that for a list, a heading or a rule."""
    line = line.strip()
    marker = _AT_START.match(line)
    if marker is None:
        return line
    # Markdown has no escape for digits: the dot or bracket after a number is escaped instead.
    end = marker.end()
    return f"{line[:end]}\\{line[end:]}" if line[0].isdigit() else f"\\{line}"


def _code(text: str, in_table: bool) -> str:
    text = re.sub(r"\s+", " ", text).strip()
    ticks = "`" * (_longest_run(text) + 1)
    blank = " " if text.startswith("`") or text.endswith("`") else ""
    shown = f"{ticks}{blank}{text}{blank}{ticks}"
    return shown.replace("|", "\\|") if in_table else shown


def _longest_run(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)


# Writes a document as one HTML page, for the screen and for paper. The page loads no other files.
#
# The page is built as an element tree and serialized by the standard library. So no text can become markup.

_STYLE = Path(__file__).with_name("page.css")
_TAGS: dict[type, str] = {Strong: "strong", Emphasis: "em", Code: "code"}
_NOT_IN_XML = {code: 0xFFFD for code in (*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)}
"""For `str.translate`: replaces the characters that XML 1.0 doesn't allow (section 2.2, Char) by U+FFFD."""


def write_page(document: Document) -> str:
    """The text of an HTML file with the whole document, and a table of contents before the first heading."""
    page = Element("html", lang="en")
    head, body = SubElement(page, "head"), SubElement(page, "body")
    SubElement(head, "meta", charset="utf-8")
    SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    _text(SubElement(head, "title"), document.title)
    SubElement(head, "style").text = "\n" + _STYLE.read_text(encoding="utf-8")
    main = SubElement(body, "main")
    _text(SubElement(main, "h1"), document.title)
    writer = _Writer()
    first = next((i for i, block in enumerate(document.blocks) if isinstance(block, Heading)), len(document.blocks))
    writer.blocks(main, document.blocks[:first])
    chapters = _new(main, "nav")
    writer.blocks(main, document.blocks[first:])
    writer.contents(chapters)
    return f"<!DOCTYPE html>\n{tostring(page, encoding='unicode', method='html')}\n"


class _Writer:
    """Adds blocks to the page, and remembers all headings for the table of contents."""

    def __init__(self) -> None:
        self.headings: list[Heading] = []

    def blocks(self, into: Element, blocks: Iterable[Block]) -> None:
        for block in blocks:
            self.block(into, block)

    def block(self, into: Element, block: Block) -> None:
        match block:
            case Heading():
                self.headings.append(block)
                _text(_new(into, f"h{block.level}", id=f"part-{len(self.headings)}"), block.text)
            case Paragraph():
                _add_line(_new(into, "p"), block.line)
            case Points():
                points = _new(into, "ul")
                for line in block.lines:
                    _add_line(_new(points, "li"), line)
            case Rows():
                _rows(_new(into, "table"), block)
            case Listing():
                _text(SubElement(_new(into, "pre"), "code"), block.text)
            case Entry():
                self.entry(into, block)

    def entry(self, into: Element, entry: Entry) -> None:
        article = _new(into, "article")
        if not entry.beside:
            self.blocks(article, entry.blocks)
            return
        article.set("class", "with-code")
        self.blocks(_new(article, "div"), entry.blocks)
        self.blocks(_new(article, "div"), entry.beside)

    def contents(self, into: Element) -> None:
        """Add the table of contents: links to the chapters and their parts, down to level 3."""
        points = _new(into, "ul")
        for number, heading in enumerate(self.headings, 1):
            if heading.level <= 3:
                point = _new(points, "li", **{"class": f"level-{heading.level}"})
                _text(SubElement(point, "a", href=f"#part-{number}"), heading.text)


def _new(into: Element, tag: str, **attributes: str) -> Element:
    """A new child element of `into`, on a line of its own in the file."""
    element = SubElement(into, tag, attributes)
    element.tail = "\n"
    return element


def _rows(table: Element, block: Rows) -> None:
    head = SubElement(_new(table, "thead"), "tr")
    for text in block.head:
        _text(SubElement(head, "th"), text)
    body = SubElement(table, "tbody")
    for row in block.rows:
        line = _new(body, "tr")
        for cell in row:
            _add_line(SubElement(line, "td"), cell)


def _add_line(into: Element, line: Line) -> None:
    for part in line:
        _add_part(into, part)


def _add_part(into: Element, part: Inline) -> None:
    if not isinstance(part, str):
        _text(SubElement(into, _TAGS[type(part)]), part.text)
    elif len(into):
        into[-1].tail = (into[-1].tail or "") + _clean(part)
    else:
        into.text = (into.text or "") + _clean(part)


def _text(element: Element, text: str) -> None:
    element.text = _clean(text)


def _clean(text: str) -> str:
    return text.translate(_NOT_IN_XML)


# A document as plain data, for whoever draws it in another way.


def document_data(document: Document) -> dict[str, Any]:
    """The title and the blocks of a document. Each block is an object with one key that says what it is; a line is a
    list of texts, and of objects with `strong`, `emphasis` or `code`."""
    return {"title": document.title, "blocks": [_block_data(block) for block in document.blocks]}


def _block_data(block: Block) -> dict[str, Any]:
    match block:
        case Heading():
            return {"heading": {"level": block.level, "text": block.text}}
        case Paragraph():
            return {"paragraph": _line_data(block.line)}
        case Points():
            return {"points": [_line_data(line) for line in block.lines]}
        case Rows():
            return {"rows": {"head": block.head, "rows": [[_line_data(cell) for cell in row] for row in block.rows]}}
        case Listing():
            return {"listing": block.text}
        case Entry():
            return {"entry": [_block_data(each) for each in (*block.blocks, *block.beside)]}


def _line_data(line: Line) -> list[str | dict[str, str]]:
    return [part if isinstance(part, str) else {type(part).__name__.lower(): part.text} for part in line]
