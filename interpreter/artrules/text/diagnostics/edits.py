"""Small edits of a text: what stands at some places is replaced, the rest stays to the last blank."""

from __future__ import annotations

from collections.abc import Iterable

from artrules.text.diagnostics.fix import Edit
from artrules.text.diagnostics.span import Span


def insertion(line: int, column: int, text: str) -> Edit:
    """An edit that inserts a text before the character at a line and column, both counted from 1."""
    return Edit(Span("", line, column, line, column), text)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text after some edits, which don't overlap. A byte-order mark isn't counted as a column; line breaks in the
    edits become those of the text."""
    mark, text = ("\ufeff", text[1:]) if text.startswith("\ufeff") else ("", text)
    line_break = "\r\n" if "\r\n" in text else "\n"
    starts = line_starts(text)
    for edit in sorted(edits, key=lambda e: (e.span.line, e.span.column), reverse=True):
        span = edit.span
        first = offset_of(starts, span.line, span.column)
        last = offset_of(starts, span.end_line, span.end_column)
        text = text[:first] + edit.text.replace("\n", line_break) + text[last:]
    return mark + text


def line_starts(text: str) -> list[int]:
    """The offset at which each line of a text begins, and at last the length of the text."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    starts[-1] = len(text)
    return starts


def offset_of(starts: list[int], line: int, column: int) -> int:
    """The offset of a line and column, counted from 1; the nearest one for a place that the text doesn't have."""
    before = min(line, len(starts)) - 1
    return min(starts[before] + column - 1, starts[-1])
