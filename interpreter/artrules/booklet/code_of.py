"""Cuts the author's own code out of a content file, to print it in the booklet."""

from __future__ import annotations

from artrules.diagnostics.span import Span
from artrules.ir.model import Model


def code_of(model: Model, at: Span) -> str:
    """The text of a span of a content file, without the indentation that all of its lines share.

    Empty when the model doesn't hold the text of that file.
    """
    text = model.source_text(at.file)
    if text is None:
        return ""
    lines = text.splitlines()[at.line - 1 : at.end_line]
    if not lines:
        return ""
    if len(lines) >= at.end_line - at.line + 1:
        lines[-1] = lines[-1][: max(0, at.end_column - 1)]
    lines[0] = lines[0][at.column - 1 :]
    indentation = at.column - 1
    rest = [line[min(indentation, len(line) - len(line.lstrip(" "))) :] for line in lines[1:]]
    return "\n".join([lines[0], *rest]).rstrip()
