"""Writes a report as one HTML page, which loads nothing: verdicts first, then plots and tables. It needs Matplotlib."""

import re
from io import StringIO
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, fromstring, register_namespace, tostring

from matplotlib import rc_context
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Canvas

from artrules.lab.balance.report import Report
from artrules.lab.balance.sections import Section, cells, heading_of, sections
from artrules.text.record import dataclass

# Draws the figures of a section with their intervals, as SVG. It needs Matplotlib.

MOST_ROWS = 60
"""Rows that a plot shows at most, the first ones."""
_INK, _ACCENT = "#010101", "#020202"
"""Colours that stand for those of the page, which is light or dark."""
_SVG = "http://www.w3.org/2000/svg"
_UNUSED_ID = re.compile(
    r' id="(?:figure|axes|patch|line2d|text|matplotlib|xtick|ytick|PathCollection|LineCollection)[._0-9a-z]*"'
)


def plot(section: Section) -> Element:
    """The plot of the column of a section that is `plotted`: for each row a point and the line of its interval. Equal
    sections give equal plots."""
    assert section.plotted is not None
    column = section.columns[section.plotted]
    scale = 1 if column.unit == "" else 100
    rows = [(row.about, figure) for row in section.rows[:MOST_ROWS] if (figure := row.figures[section.plotted])]
    with rc_context(
        {
            "svg.hashsalt": section.name,
            "svg.fonttype": "none",
            "text.parse_math": False,
            "font.family": "sans-serif",
            "text.color": _INK,
            "axes.edgecolor": _INK,
            "axes.labelcolor": _INK,
            "xtick.color": _INK,
            "ytick.color": _INK,
        }
    ):
        canvas = Canvas(figsize=(7.5, 0.9 + 0.3 * len(rows)), layout="constrained")
        FigureCanvasSVG(canvas)
        axes = canvas.add_subplot()
        if section.line is not None:
            axes.axvline(scale * section.line, color=_INK, linewidth=0.8, linestyle=":")
        for place, (_, figure) in enumerate(rows):
            if figure.low is not None and figure.high is not None:
                axes.plot([scale * figure.low, scale * figure.high], [place, place], color=_ACCENT, linewidth=2)
            axes.plot([scale * figure.value], [place], "o", color=_ACCENT)
        axes.set_yticks(range(len(rows)), [about for about, _ in rows])
        axes.invert_yaxis()
        unit = {"part": ", %", "change": ", %", "points": ", points of a hundred"}.get(column.unit, "")
        axes.set_xlabel(f"{column.title}{unit}")
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
        text = StringIO()
        canvas.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _element(text.getvalue(), section)


def _element(text: str, section: Section) -> Element:
    """A plot as an element of a page, with its colours and without what only a file of its own needs."""
    register_namespace("", _SVG)
    coloured = text.replace(_INK, "currentColor").replace(_ACCENT, "var(--accent)")
    svg = fromstring(_UNUSED_ID.sub("", coloured))
    for metadata in svg.findall(f"{{{_SVG}}}metadata"):
        svg.remove(metadata)
    for key in ("width", "height"):
        svg.attrib.pop(key, None)
    for element in svg.iter():
        element.tag = element.tag.rpartition("}")[2]
        for name in [name for name in element.attrib if name.startswith("{")]:
            element.set(name.rpartition("}")[2], element.attrib.pop(name))
    svg.set("role", "img")
    svg.set("aria-label", section.heading)
    return svg


# The page is built as an element tree and serialized by the standard library. So no text can become markup.

_STYLE = Path(__file__).with_name("page.css")
_NOT_IN_XML = {code: 0xFFFD for code in (*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)}
"""For `str.translate`: replaces the characters that XML 1.0 doesn't allow (section 2.2, Char) by U+FFFD."""


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the page, and what it means."""

    term: str
    meaning: str


TERMS = (
    Term("deal", "Everything that chance brings to one game: a seed. It is played as it is, and again with changes."),
    Term("part of the win", "1 for who wins alone, an equal part for each of several winners, 0 for the others."),
    Term("points of a hundred", "A difference of two rates in percent: from 50 % to 61 % is 11 points."),
    Term(
        "interval",
        "Where the true figure lies, as far as these games show. All intervals of one table hold together at the level "
        "of confidence: they are wider the more is compared (Bonferroni).",
    ),
    Term("lacking", "A player can't use a power, or takes no option about a card; all else is as it was."),
    Term(
        "effect",
        "What changes because of something. It was given or taken away at random, so nothing else explains it.",
    ),
    Term("correlation", "What goes together. It may have another cause: who is ahead can afford more."),
    Term("watched", "Games in which every option that was offered is counted."),
)


def write_page(report: Report) -> str:
    """The text of an HTML file."""
    run = report.made
    page = Element("html", lang="en")
    head, body = SubElement(page, "head"), SubElement(page, "body")
    SubElement(head, "meta", charset="utf-8")
    SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    _text(SubElement(head, "title"), f"{run.title}: balance")
    SubElement(head, "style").text = "\n" + _STYLE.read_text(encoding="utf-8")
    main = _new(body, "main")
    _text(_new(main, "h1"), f"{run.title}: what is balanced, and what isn't")
    _text(_new(main, "p"), heading_of(run))
    if run.partial:
        _text(_new(main, "p", **{"class": "partial"}), f"Partial: {run.partial}.")
    verdicts = _new(main, "ul", **{"class": "verdicts"})
    for verdict in report.verdicts:
        _text(_new(verdicts, "li"), verdict)
    for section in sections(report):
        _section(main, section)
    _made(main, report)
    return f"<!DOCTYPE html>\n{tostring(page, encoding='unicode', method='html')}\n"


def _section(main: Element, section: Section) -> None:
    _text(_new(main, "h2", id=section.name), section.heading)
    if section.words:
        _text(_new(main, "p"), section.words)
    if section.plotted is not None:
        drawing = plot(section)
        drawing.tail = "\n"
        _new(main, "figure").append(drawing)
    head, *rows = cells(section)
    scroll = _new(main, "div", **{"class": "table"})
    table = _new(scroll, "table")
    line = SubElement(_new(table, "thead"), "tr")
    for text in head:
        _text(SubElement(line, "th"), text)
    body = _new(table, "tbody")
    for row in rows:
        line = _new(body, "tr")
        for text in row:
            _text(SubElement(line, "td"), text)


def _made(main: Element, report: Report) -> None:
    run = report.made
    _text(_new(main, "h2", id="made"), "How this was made")
    facts = _new(main, "dl")
    for name, text in (
        ("again", run.command),
        ("content", f"{run.ruleset} {run.content}"),
        ("settings", ", ".join(run.settings) or "as the game has them"),
        ("bots", ", ".join(run.bots)),
        ("seed", str(run.seed)),
        ("games", f"{run.games:,}, of {run.deals:,} deals, of which {run.watched:,} were watched"),
        ("level of confidence", f"{run.level * 100:g} %"),
        ("artrules", run.artrules),
    ):
        _text(_new(facts, "dt"), name)
        _text(_new(facts, "dd"), text)
    _text(_new(main, "h2", id="terms"), "Terms")
    terms = _new(main, "dl")
    for term in TERMS:
        _text(_new(terms, "dt"), term.term)
        _text(_new(terms, "dd"), term.meaning)


def _new(into: Element, tag: str, **attributes: str) -> Element:
    """A new child element, on a line of its own in the file."""
    element = SubElement(into, tag, attributes)
    element.tail = "\n"
    return element


def _text(element: Element, text: str) -> None:
    element.text = text.translate(_NOT_IN_XML)
