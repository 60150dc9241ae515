"""Writes a document as one HTML page, for the screen and for paper. The page loads no other files.

The page is built as an element tree and serialized by the standard library. So no text can become markup.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, tostring

from artrules.booklet.document import (
    Block,
    Code,
    Document,
    Emphasis,
    Entry,
    Heading,
    Inline,
    Line,
    Listing,
    Paragraph,
    Points,
    Rows,
    Strong,
)

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
                _line(_new(into, "p"), block.line)
            case Points():
                points = _new(into, "ul")
                for line in block.lines:
                    _line(_new(points, "li"), line)
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
            _line(SubElement(line, "td"), cell)


def _line(into: Element, line: Line) -> None:
    for part in line:
        _inline(into, part)


def _inline(into: Element, part: Inline) -> None:
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
