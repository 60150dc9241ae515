"""Reads the author's text at a place in the content, so that an answer shows conditions as they were written."""

import re

from artrules.model.ir.model import Model
from artrules.text.diagnostics.diagnostic import Span

_TEXT_OR_COMMENT = re.compile(r'("[^"]*")|#.*')


class Author:
    """Gives the text of places. Each file is split into lines only once."""

    def __init__(self, model: Model) -> None:
        self._source_text = model.source_text
        self._lines: dict[str, list[str]] = {}

    def words(self, span: Span) -> str:
        """The text at a place, on one line and without comments; empty when the file can't be read."""
        if span.file not in self._lines:
            text = self._source_text(span.file) or ""
            self._lines[span.file] = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        lines = self._lines[span.file][span.line - 1 : span.end_line]
        if not lines:
            return ""
        if len(lines) == span.end_line - span.line + 1:
            lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return " ".join(" ".join(_TEXT_OR_COMMENT.sub(lambda m: m[1] or "", line) for line in lines).split())
