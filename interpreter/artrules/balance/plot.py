"""Draws the figures of a section with their intervals, as SVG. It needs Matplotlib."""

from __future__ import annotations

import re
from io import StringIO
from xml.etree.ElementTree import Element, fromstring, register_namespace

from matplotlib import rc_context
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Canvas

from artrules.balance.section import Section

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
