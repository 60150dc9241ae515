"""One thing said about one place of an author's files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from artrules.diagnostics.fix import Fix
from artrules.diagnostics.registry import Kind, Severity
from artrules.diagnostics.span import Span


@dataclass(frozen=True)
class Diagnostic:
    """A message of some kind, with its place and what helps to mend it.

    The message is one sentence in lower case without a full stop; the author's own words stand in backticks.
    """

    kind: Kind
    message: str
    span: Span | None = None
    expected: str | None = None
    found: str | None = None
    suggestions: tuple[str, ...] = ()
    related: tuple[tuple[str, Span], ...] = ()
    fix: Fix | None = None

    @property
    def code(self) -> str:
        """The stable code, such as `ART2001`."""
        return self.kind.name

    @property
    def slug(self) -> str:
        """The stable name, such as `unknown-key`."""
        return self.kind.slug

    @property
    def severity(self) -> Severity:
        """Whether the content is refused (`error`) or only doubted (`warning`)."""
        return self.kind.severity

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Diagnostics are shown by place, then by code and message; those without a place come first."""
        if self.span is None:
            return ("", 0, 0, self.code, self.message)
        return (self.span.file, self.span.line, self.span.column, self.code, self.message)

    def as_data(self) -> dict[str, Any]:
        """The diagnostic as plain data, for machines; the keys are a promise."""
        span = self.span
        return {
            "code": self.code,
            "slug": self.slug,
            "severity": self.severity,
            "message": self.message,
            "file": span.file if span else None,
            "line": span.line if span else None,
            "column": span.column if span else None,
            "end_line": span.end_line if span else None,
            "end_column": span.end_column if span else None,
            "expected": self.expected,
            "found": self.found,
            "suggestions": list(self.suggestions),
            "related": [
                {
                    "message": message,
                    "file": place.file,
                    "line": place.line,
                    "column": place.column,
                    "end_line": place.end_line,
                    "end_column": place.end_column,
                }
                for message, place in self.related
            ],
            "fix": self.fix.as_data() if self.fix is not None else None,
        }
