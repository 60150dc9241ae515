"""Reads pages as a browser would, as far as tests must know: which elements, well nested, and what text is in them."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img"}
HOLDS_TEXT = {"p", "li", "td", "th", "h1", "h2", "h3", "h4", "pre", "title"}


class Page(HTMLParser):
    """Elements and texts of a page; `texts` are those of paragraphs, points, cells, headings and code."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.broken: list[str] = []
        self.feed(text)
        self.close()
        self.broken += self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)
        if tag in HOLDS_TEXT:
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.broken.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        if HOLDS_TEXT & set(self.open):
            self.texts[-1] += data

    def holds(self, text: str) -> bool:
        """Whether one of the texts is this one, blanks aside."""
        return " ".join(text.split()) in {" ".join(each.split()) for each in self.texts}
