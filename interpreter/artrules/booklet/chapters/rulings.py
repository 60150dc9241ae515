"""Rulings: those that stand beneath what cites them, and a chapter for the others."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from artrules.booklet.document import Block, Emphasis, Heading, Inline, Line, Paragraph, Points, Strong
from artrules.ir.model import Model
from artrules.ir.texts import Ruling


def chapter(model: Model, left_out: Collection[Ruling]) -> Iterator[Block]:
    """A chapter of rulings, without some."""
    blocks = list(headings(model, 3, left_out))
    if blocks:
        yield Heading(2, "Rulings")
        yield from blocks


def headings(model: Model, level: int, left_out: Collection[Ruling] = ()) -> Iterator[Block]:
    """The rulings under their headings, without some; a heading without rulings is told if it says something."""
    for heading in model.ruling_headings:
        rulings = [ruling for ruling in heading.rulings if ruling not in left_out]
        if not rulings and not heading.about:
            continue
        of_set = f"{model.sets[heading.owner].title}: " if heading.owner else ""
        yield Heading(level, of_set + heading.name)
        if heading.about:
            yield Paragraph((heading.about,))
        if rulings:
            yield Points(tuple(ruling_line(ruling) for ruling in rulings))


def ruling_line(ruling: Ruling) -> Line:
    """A ruling on a line: its number, what was open, what holds, and where that comes from."""
    line: list[Inline] = [Strong(ruling.name)]
    if ruling.question:
        line += [" ", Emphasis(ruling.question if ruling.question.endswith("?") else f"{ruling.question}:")]
    line.append(f" {ruling.text}")
    told = [ruling.source, f"assumed: {ruling.assumed}" if ruling.assumed else ""]
    if any(told):
        line.append(f" ({'; '.join(part for part in told if part)})")
    return tuple(line)
