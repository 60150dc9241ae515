"""Writes a document as one HTML page, for the screen and for paper. The page loads no other files.

The page is built as an element tree and serialized by the standard library. So no text can become markup.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, tostring

from artrules.author.booklet.document import (
    Block,
    Code,
    Document,
    Emphasis,
    Entry,
    Figure,
    Heading,
    Index,
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
    """The text of an HTML file with the whole document: a title page, contents, the chapters."""
    page = Element("html", lang="en")
    head, body = SubElement(page, "head"), SubElement(page, "body")
    SubElement(head, "meta", charset="utf-8")
    SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    _text(SubElement(head, "title"), document.title)
    SubElement(head, "style").text = "\n" + _STYLE.read_text(encoding="utf-8") + _own_style(document)
    _text(SubElement(body, "a", {"class": "skip", "href": "#rules"}), "Skip the contents")
    title = _new(body, "header")
    _text(SubElement(title, "h1"), document.title)
    if document.subtitle:
        _text(SubElement(title, "p"), document.subtitle)
    if document.cover:
        cover = SubElement(title, "div", {"class": "cover"})
        for picture in document.cover:
            SubElement(cover, "img", src=picture.data, alt="")
    chapters = _new(body, "nav", **{"aria-label": "Contents"})
    writer = _Writer()
    writer.blocks(_new(body, "main", id="rules"), document.blocks)
    writer.contents(chapters)
    if not len(chapters):
        body.remove(chapters)
    return f"<!DOCTYPE html>\n{tostring(page, encoding='unicode', method='html')}\n"


def _own_style(document: Document) -> str:
    """What of the style depends on the game: its colours, and its title above each page of paper."""
    theme = document.theme
    colours = {name: colour for name in ("table", "card", "accent") if (colour := getattr(theme, name)) is not None}
    names = "".join(f" --{name}: {colour};" for name, colour in colours.items())
    # Every character is written as an escape, so that none can end the string.
    title = "".join(f"\\{ord(character):x} " for character in _clean(document.title))
    return f':root {{{names} }}\n@page {{ @top-center {{ content: "{title}"; }} }}\n'


class _Writer:
    """Adds blocks to the page, and remembers all headings for the table of contents."""

    def __init__(self) -> None:
        self.headings: list[tuple[Heading, str]] = []

    def blocks(self, into: Element, blocks: Iterable[Block]) -> None:
        for block in blocks:
            self.block(into, block)

    def block(self, into: Element, block: Block) -> None:
        match block:
            case Heading():
                self.heading(into, block)
            case Paragraph():
                _add_line(_new(into, "p", **({"class": "lead"} if block.is_lead else {})), block.line)
            case Points():
                points = _new(into, "ol" if block.numbered else "ul")
                for line in block.lines:
                    _add_line(_new(points, "li"), line)
            case Rows():
                _rows(_new(_new(into, "div", **{"class": "table"}), "table"), block)
            case Listing():
                _text(SubElement(_new(into, "pre"), "code"), block.text)
            case Entry():
                self.entry(into, block)
            case Figure():
                _figure(_new(into, "figure"), block)
            case Index():
                _index(_new(into, "ul", **{"class": "index"}), block)

    def heading(self, into: Element, heading: Heading) -> None:
        place = f"part-{heading.number}".replace(".", "-") if heading.number else f"heading-{len(self.headings) + 1}"
        self.headings.append((heading, place))
        element = _new(into, f"h{heading.level}", id=place)
        _text(element, heading.text) if not heading.number else _with_number(element, heading)

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
        listed = [(heading, place) for heading, place in self.headings if heading.level <= 3]
        if not listed:
            return
        points = _new(into, "ul")
        for heading, place in listed:
            point = _new(points, "li", **{"class": f"level-{heading.level}"})
            link = SubElement(point, "a", href=f"#{place}")
            _text(link, heading.text) if not heading.number else _with_number(link, heading)


def _new(into: Element, tag: str, **attributes: str) -> Element:
    """A new child element of `into`, on a line of its own in the file."""
    element = SubElement(into, tag, attributes)
    element.tail = "\n"
    return element


def _with_number(element: Element, heading: Heading) -> None:
    number = SubElement(element, "span", {"class": "number"})
    _text(number, heading.number)
    number.tail = f" {_clean(heading.text)}"


def _rows(table: Element, block: Rows) -> None:
    head = SubElement(_new(table, "thead"), "tr")
    for text in block.head:
        _text(SubElement(head, "th"), text)
    body = SubElement(table, "tbody")
    for row in block.rows:
        line = _new(body, "tr")
        for cell in row:
            _add_line(SubElement(line, "td"), cell)


def _figure(figure: Element, block: Figure) -> None:
    for picture in block.pictures:
        shown = SubElement(figure, "span")
        SubElement(shown, "img", src=picture.data, alt=_clean(picture.words))
        if block.with_words:
            _text(SubElement(shown, "span"), picture.words)


def _index(points: Element, block: Index) -> None:
    for word, numbers in block.entries:
        point = _new(points, "li")
        _text(SubElement(point, "span"), word)
        for number in numbers:
            link = SubElement(point, "a", href=f"#part-{number}".replace(".", "-"))
            _text(link, number)
            link.tail = " "


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
