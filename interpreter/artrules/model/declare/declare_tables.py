"""Declares tables: functions of a number that are given in steps."""

from __future__ import annotations

from artrules.model.declare.declarator import Declarator, author_text
from artrules.model.declare.symbol_table import parse_scalar
from artrules.model.ir.declarations import Table
from artrules.model.ir.types import WIDE, whole
from artrules.text.content.section import Named
from artrules.text.content.zones import Table as TableSection
from artrules.text.diagnostics import kinds
from artrules.text.source.node import Scalar
from artrules.text.syntax.ast.types import Slope
from artrules.text.syntax.parse import parse_table


def declare_tables(d: Declarator, tables: Named[TableSection], owner: str | None = None) -> None:
    """The tables of the game or of a set; rows that can't be right get a diagnostic."""
    for key, section in tables:
        if d.reserve_name(key, owner):
            text = section.steps
            steps, slope = _steps(d, text) if text is not None else ([], None)
            table = Table(key.text, key.span, tuple(steps), slope, author_text(text), owner=owner)
            d.symbols.tables[table.key] = table


def _steps(d: Declarator, text: Scalar) -> tuple[list[tuple[int, int]], tuple[int, int] | None]:
    """The steps and the slope that a text of rows gives."""
    steps: list[tuple[int, int]] = []
    slope: tuple[int, int] | None = None
    written_table = parse_scalar(parse_table, text, d.report)
    for row in written_table.rows if written_table is not None else ():
        at = text.span_of(row.start, row.end)
        number, value = whole(row.number), whole(row.value)
        if number is None or value is None:
            d.report.add(kinds.WRONG_VALUE, f"numbers lie between -{WIDE:,} and {WIDE:,}", at)
            continue
        if isinstance(row, Slope):
            if slope is not None or not steps or number < 1:
                d.report.add(kinds.BAD_TABLE, "a table ends with one slope, after its steps", at)
            slope = (number, value)
            continue
        if slope is not None or (steps and steps[-1][0] >= number):
            d.report.add(kinds.BAD_TABLE, "a table's steps stand in rising order", at, expected="a larger number")
        steps.append((number, value))
    return steps, slope
