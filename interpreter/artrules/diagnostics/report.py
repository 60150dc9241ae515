"""Collects diagnostics. Stages add to a report and go on, so that an author sees all that is wrong at once.

Files come from anywhere, so what is said about them is bounded: texts are cut, and when a report is full the stages are
stopped. Nobody reads a thousand diagnostics, and finding each of them costs time.
"""

from __future__ import annotations

from collections.abc import Iterable

from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.kinds.report import TOO_MANY_DIAGNOSTICS
from artrules.diagnostics.registry import Kind
from artrules.diagnostics.span import Span

MOST = 1000
LONGEST = 400
"""Characters of a message, and of what was expected or found."""


class ReportFull(Exception):
    """There are so many diagnostics that no more are looked for; whoever began the stages goes on from here."""


class Report:
    """What the stages have found so far."""

    def __init__(self) -> None:
        self._found: dict[Diagnostic, None] = {}

    def add(
        self,
        kind: Kind,
        message: str,
        span: Span | None,
        *,
        expected: str | None = None,
        found: str | None = None,
        suggestions: Iterable[str] = (),
        related: Iterable[tuple[str, Span]] = (),
    ) -> Diagnostic:
        """Add a diagnostic; the same one twice counts once. Raises ReportFull when there are too many."""
        diagnostic = Diagnostic(
            kind,
            cut(message),
            span,
            cut(expected) if expected is not None else None,
            cut(found) if found is not None else None,
            tuple(suggestions),
            tuple((cut(text), place) for text, place in related),
        )
        self._found[diagnostic] = None
        if len(self._found) >= MOST:
            message = f"there are {MOST:,} diagnostics and perhaps more: what comes after is not looked at"
            self._found[Diagnostic(TOO_MANY_DIAGNOSTICS, message, span)] = None
            raise ReportFull
        return diagnostic

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add diagnostics that were found elsewhere."""
        self._found.update(dict.fromkeys(diagnostics))

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All of them, in the order in which they are shown."""
        return sorted(self._found, key=lambda diagnostic: diagnostic.sort_key)

    @property
    def errors(self) -> list[Diagnostic]:
        """Those for which the content is refused."""
        return [diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"]

    def has(self, kind: Kind) -> bool:
        """Whether there is a diagnostic of a kind."""
        return any(diagnostic.kind is kind for diagnostic in self._found)

    @property
    def has_errors(self) -> bool:
        """Whether the content is refused."""
        return any(diagnostic.severity == "error" for diagnostic in self._found)


def cut(text: str) -> str:
    """A text without its end, when that is far off."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
