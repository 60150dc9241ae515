"""Declares tables: functions of a number that are given in steps."""

from __future__ import annotations

from typing import Any

from lark import Tree

from artrules.declare.declarator import Declaring
from artrules.declare.read import code, entries, get, written
from artrules.declare.type_names import report_syntax
from artrules.diagnostics.effort import WORDS
from artrules.diagnostics.kinds import types as kinds
from artrules.ir.declarations import Table
from artrules.ir.types import WIDE, whole
from artrules.source.node import Node, Scalar
from artrules.syntax.parse import SyntaxProblem, parse, size


def declare_tables(d: Declaring, node: Node | None, owner: str | None = None) -> None:
    """The tables of the game or of a set; rows that can't be right get a diagnostic."""
    for key, value in entries(node):
        if d.give(key, owner):
            text = code(value) or code(get(value, "steps"))
            steps, slope = _steps(d, text) if text is not None else ([], None)
            table = Table(key.text, key.span, tuple(steps), slope, written(text), owner=owner)
            d.symbols.tables[table.key] = table


def _steps(d: Declaring, text: Scalar) -> tuple[list[tuple[int, int]], tuple[int, int] | None]:
    """The steps and the slope that a text of rows gives."""
    steps: list[tuple[int, int]] = []
    slope: tuple[int, int] | None = None
    for row in _rows(d, text):
        at = text.span_of(row.meta.start_pos, row.meta.end_pos)
        spelled = ["".join(str(t) for t in c.children) if isinstance(c, Tree) else str(c) for c in row.children]
        values = [value for number in spelled if (value := whole(number)) is not None]
        if len(values) < len(spelled):
            d.report.add(kinds.WRONG_VALUE, f"numbers lie between -{WIDE:,} and {WIDE:,}", at)
            continue
        if row.data == "slope":
            if slope is not None or not steps or values[0] < 1:
                d.report.add(kinds.BAD_TABLE, "a table ends with one slope, after its steps", at)
            slope = (values[0], values[1])
            continue
        if slope is not None or (steps and steps[-1][0] >= values[0]):
            d.report.add(kinds.BAD_TABLE, "a table's steps stand in rising order", at, expected="a larger number")
        steps.append((values[0], values[1]))
    return steps, slope


def _rows(d: Declaring, text: Scalar) -> list[Tree[Any]]:
    d.report.spend(WORDS, size(text.text), text.span)
    try:
        return [row for row in parse("table", text.text).children if isinstance(row, Tree)]
    except SyntaxProblem as problem:
        report_syntax(d.report, text, problem)
        return []
