"""A diagnostic: one message about one place in an author's files, and perhaps the edits that repair its cause."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from artrules.text.diagnostics.kinds import Kind, Severity
from artrules.text.record import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file. Lines and columns (characters) count from 1; the end is the first place after it."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def as_data(self) -> dict[str, Any]:
        """The span as plain data for JSON. The keys are stable."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Edit:
    """Text that replaces what stands at a span; an empty text removes it."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that belong together. `about` says in a few words what they do, such as `write 9 instead of 12`."""

    about: str
    edits: tuple[Edit, ...]

    def as_data(self) -> dict[str, Any]:
        """The fix as plain data for JSON. The keys are stable."""
        return {"about": self.about, "edits": [{**edit.span.as_data(), "text": edit.text} for edit in self.edits]}


@dataclass(frozen=True, slots=True)
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
