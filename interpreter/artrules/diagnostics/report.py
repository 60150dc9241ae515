"""Collects diagnostics. Stages add to a report and go on, so that an author sees all that is wrong at once."""

from __future__ import annotations

from collections.abc import Iterable

from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.registry import Kind
from artrules.diagnostics.span import Span


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
        """Add a diagnostic; the same one twice counts once."""
        diagnostic = Diagnostic(kind, message, span, expected, found, tuple(suggestions), tuple(related))
        self._found[diagnostic] = None
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

    @property
    def has_errors(self) -> bool:
        """Whether the content is refused."""
        return any(diagnostic.severity == "error" for diagnostic in self._found)
