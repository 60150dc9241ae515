"""The chapter of tables: step functions of a number, with a row for each step."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.booklet.document import Block, Heading, Line, Rows
from artrules.booklet.remarks import provenance_within
from artrules.booklet.selection import Subject
from artrules.booklet.words import title_of
from artrules.ir.declarations import Table


def chapter(subject: Subject) -> Iterator[Block]:
    model = subject.model
    shown = [t for t in model.tables.values() if t.owner is None or t.owner in subject.sets]
    if not shown:
        return
    yield Heading(2, "Tables")
    for table in shown:
        of_set = f" ({model.sets[table.owner].title})" if table.owner else ""
        yield Heading(3, title_of(table.name) + of_set)
        yield Rows(("From", "Gives"), tuple(_rows(table)))
        place = f"{table.owner}.tables.{table.name}" if table.owner else f"tables.{table.name}"
        yield from provenance_within(model, place)


def _rows(table: Table) -> Iterator[tuple[Line, ...]]:
    if table.steps:
        yield (f"below {table.steps[0][0]}",), ("0",)
    for start, value in table.steps:
        yield (str(start),), (str(value),)
    if table.slope is not None:
        every, more = table.slope
        yield (f"every {every} more",), (f"{more} more",)
