"""Rulings: a line for one, as other chapters print it below what cites it, and a chapter for those cited nowhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from artrules.booklet.document import Block, Emphasis, Heading, Inline, Line, Paragraph, Points, Strong
from artrules.ir.model import Model
from artrules.ir.texts import Ruling


def chapter(model: Model, left_out: Collection[Ruling]) -> Iterator[Block]:
    """The chapter of all rulings except those that are left out."""
    blocks = list(headings(model, 3, left_out))
    if blocks:
        yield Heading(2, "Rulings")
        yield from blocks


def headings(model: Model, level: int, left_out: Collection[Ruling] = ()) -> Iterator[Block]:
    """The rulings under their headings, except those that are left out.

    `level` is that of the headings. A heading without rulings appears only if it has a text of its own.
    """
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
    """A ruling in a line: its number, the question, the answer, and the source of the answer."""
    line: list[Inline] = [Strong(ruling.name)]
    if ruling.question:
        line += [" ", Emphasis(ruling.question if ruling.question.endswith("?") else f"{ruling.question}:")]
    line.append(f" {ruling.text}")
    provenance = [ruling.source, f"assumed: {ruling.assumed}" if ruling.assumed else ""]
    if any(provenance):
        line.append(f" ({'; '.join(part for part in provenance if part)})")
    return tuple(line)
