"""Small edits of a text: what stands at some places is replaced, the rest stays to the last blank."""

from __future__ import annotations

from collections.abc import Iterable

from artrules.diagnostics.span import Span
from artrules.record import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """What is to stand in place of a span. With an empty span, it is inserted there."""

    span: Span
    text: str


def insertion(line: int, column: int, text: str) -> Edit:
    """An edit that inserts a text before the character at a line and column, both counted from 1."""
    return Edit(Span("", line, column, line, column), text)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text after some edits, which don't overlap. A byte-order mark isn't counted as a column; line breaks in the
    edits become those of the text."""
    mark, text = ("\ufeff", text[1:]) if text.startswith("\ufeff") else ("", text)
    line_break = "\r\n" if "\r\n" in text else "\n"
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for edit in sorted(edits, key=lambda e: (e.span.line, e.span.column), reverse=True):
        span = edit.span
        first = min(starts[span.line - 1] + span.column - 1, len(text))
        last = min(starts[span.end_line - 1] + span.end_column - 1, len(text))
        text = text[:first] + edit.text.replace("\n", line_break) + text[last:]
    return mark + text
