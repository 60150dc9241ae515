"""Finds what an author wrote at a place, to be quoted in messages."""

from __future__ import annotations

from artrules.diagnostics.span import Span
from artrules.ir.model import Model


def source_line(model: Model, at: Span) -> str:
    """The text of a span within one line; empty if it goes on to another line, or the text isn't known."""
    text = model.source_text(at.file)
    if text is None or at.line != at.end_line:
        return ""
    lines = text.split("\n")
    return lines[at.line - 1][at.column - 1 : at.end_column - 1] if at.line <= len(lines) else ""
