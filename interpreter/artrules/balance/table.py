"""Writes a report as a table of comma-separated values: a line for each figure."""

from __future__ import annotations

import csv
from io import StringIO

from artrules.balance.report import Report
from artrules.balance.section import Shown
from artrules.balance.sections import sections
from artrules.balance.written import DIGITS

HEAD = ("section", "about", "figure", "unit", "value", "low", "high", "games", "word")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet's formula begins with."""


def write_table(report: Report) -> str:
    """The table. A unit `part` means a value between 0 and 1, `points` one in points of a hundred, `change` a part of
    what a figure was. A text that a spreadsheet would take for a formula gets an apostrophe before it (CWE-1236)."""
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEAD)
    for section in sections(report):
        for row in section.rows:
            for column, figure in zip(section.columns, row.figures, strict=True):
                if figure is not None:
                    unit = column.unit if row.unit is None else row.unit
                    numbers = [_number(number, unit) for number in (figure.value, figure.low, figure.high)]
                    head = [section.name, _plain(row.about), column.title, unit]
                    writer.writerow([*head, *numbers, figure.games, _plain(row.word)])
    return text.getvalue()


def _number(number: float | None, unit: Shown) -> float | str:
    if number is None:
        return ""
    return round(100 * number, DIGITS) if unit == "points" else number


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
