"""Collects diagnostics. A stage adds to a report and goes on, so that an author sees all mistakes at once.

Files may come from anywhere, so a report is bounded: long texts are cut, and a full report stops the stages. Nobody
reads a thousand diagnostics, and finding each of them costs time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from artrules.diagnostics.budget import STEPS, Measure, WorkBudget
from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.kinds.report import TOO_MANY_DIAGNOSTICS, TOO_MANY_WAYS, TOO_MUCH_TO_JUDGE
from artrules.diagnostics.registry import Kind
from artrules.diagnostics.span import Span
from artrules.diagnostics.suggest import Closest

MOST = 1000
"""Number of diagnostics at which a report is full."""
MOST_SUGGESTED = 100
"""Maximum number of diagnostics that get suggestions. An author who corrects these finds the next ones afterwards."""
LONGEST = 400
"""Maximum number of characters of a message, and of what was expected or found."""


class ReportFull(Exception):
    """Stops the stages, because too much is wrong or there is too much to judge. The report says which of the two."""


class Report:
    """The diagnostics that the stages have found so far, and the work that they have counted."""

    def __init__(self) -> None:
        self._found: dict[Diagnostic, Diagnostic] = {}
        """Each diagnostic by its copy without suggestions, so that finding it again for other overlays adds nothing."""
        self._suggested = 0
        self.budget = WorkBudget()

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
        """Add a diagnostic and return it. Adding the same one again adds nothing. Raises ReportFull."""
        diagnostic = Diagnostic(
            kind,
            truncate(message),
            span,
            truncate(expected) if expected is not None else None,
            truncate(found) if found is not None else None,
            related=tuple((truncate(text), place) for text, place in related),
        )
        if (known := self._found.get(diagnostic)) is not None:
            return known
        told = replace(diagnostic, suggestions=self._wanted(suggestions))
        self._found[diagnostic] = told
        if len(self._found) >= MOST:
            message = f"there are {MOST:,} diagnostics and perhaps more: what comes after is not looked at"
            self.extend([Diagnostic(TOO_MANY_DIAGNOSTICS, message, span)])
            raise ReportFull
        return told

    def _wanted(self, suggestions: Iterable[str]) -> tuple[str, ...]:
        """The suggestions, or none if too many diagnostics have had them looked for already."""
        if isinstance(suggestions, Closest):
            self._suggested += 1
            if self._suggested > MOST_SUGGESTED:
                return ()
        return tuple(suggestions)

    def spend(self, measure: Measure, units: int, at: Span | None) -> None:
        """Add to a count of work. Raises ReportFull, after adding a diagnostic at `at`, if the maximum is exceeded."""
        if not self.budget.spend(measure, units):
            kind = TOO_MANY_WAYS if measure is STEPS else TOO_MUCH_TO_JUDGE
            message = f"there is too much to be judged: more than {measure.most:,} {measure.what}"
            self.add(kind, message, at, expected=measure.remedy, found=f"{self.budget.spent(measure):,} up to here")
            raise ReportFull

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add diagnostics that were found elsewhere. These may exceed the maximum number."""
        for diagnostic in diagnostics:
            self._found.setdefault(replace(diagnostic, suggestions=()), diagnostic)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All diagnostics, in the order in which they are shown."""
        return sorted(self._found.values(), key=lambda diagnostic: diagnostic.sort_key)

    @property
    def errors(self) -> list[Diagnostic]:
        """The diagnostics that are errors, in the order in which they are shown."""
        return [diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"]

    def has(self, kind: Kind) -> bool:
        """Whether the report holds a diagnostic of a kind."""
        return any(diagnostic.kind is kind for diagnostic in self._found)

    @property
    def has_errors(self) -> bool:
        """Whether the report holds an error, so that the content is refused."""
        return any(diagnostic.severity == "error" for diagnostic in self._found)


def truncate(text: str) -> str:
    """The text, with its end replaced by `…` if it is longer than LONGEST characters."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
