"""A diagnostic: one message about one place in an author's files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from artrules.text.diagnostics.fix import Fix
from artrules.text.diagnostics.registry import Kind, Severity
from artrules.text.diagnostics.span import Span


@dataclass(frozen=True)
class Diagnostic:
    """A message of some kind, with its place and what helps to repair its cause.

    The message is one sentence in lower case without a full stop; the author's own words stand in backticks. `span` is
    None if there is no place to show. `expected` and `found` are short texts; `suggestions` are names that may have
    been meant, the nearest first; `related` are other places, each with a text that says what is there.
    """

    kind: Kind
    message: str
    span: Span | None = None
    expected: str | None = None
    found: str | None = None
    suggestions: tuple[str, ...] = ()
    related: tuple[tuple[str, Span], ...] = ()
    fix: Fix | None = None
    raised: bool = False
    """Whether a warning counts as an error, because somebody wants it so."""

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
        """`error` if the content is refused or the author wants to be stopped, `warning` if not."""
        return "error" if self.raised else self.kind.severity

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Sorts diagnostics by place, then code, then message; those without a place come first."""
        if self.span is None:
            return ("", 0, 0, self.code, self.message)
        return (self.span.file, self.span.line, self.span.column, self.code, self.message)

    def as_data(self) -> dict[str, Any]:
        """The diagnostic as plain data for JSON. The keys are stable."""
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
