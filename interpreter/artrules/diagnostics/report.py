"""Collects diagnostics. Stages add to a report and go on, so that an author sees all that is wrong at once.

Files come from anywhere, so what is said about them is bounded: texts are cut, and when a report is full the stages are
stopped. Nobody reads a thousand diagnostics, and finding each of them costs time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.effort import STEPS, Effort, Measure
from artrules.diagnostics.kinds.report import TOO_MANY_DIAGNOSTICS, TOO_MANY_WAYS, TOO_MUCH_TO_JUDGE
from artrules.diagnostics.registry import Kind
from artrules.diagnostics.span import Span
from artrules.diagnostics.suggest import Closest

MOST = 1000
MOST_SUGGESTED = 100
"""Diagnostics for which a word is looked for that may have been meant: who mends these finds the next ones told."""
LONGEST = 400
"""Characters of a message, and of what was expected or found."""


class ReportFull(Exception):
    """There is so much, or so much wrong, that no more is looked at; whoever began the stages goes on from here."""


class Report:
    """What the stages have found so far."""

    def __init__(self) -> None:
        self._found: dict[Diagnostic, Diagnostic] = {}
        """Each by what it says without suggestions: the same one is found once for each combination of overlays."""
        self._suggested = 0
        self.effort = Effort()

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
            related=tuple((cut(text), place) for text, place in related),
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
        """Suggestions, as long as not too many have been looked for."""
        if isinstance(suggestions, Closest):
            self._suggested += 1
            if self._suggested > MOST_SUGGESTED:
                return ()
        return tuple(suggestions)

    def spend(self, measure: Measure, units: int, at: Span | None) -> None:
        """Count what is judged here. Raises ReportFull, with a diagnostic, when that is more than is judged."""
        if not self.effort.spend(measure, units):
            kind = TOO_MANY_WAYS if measure is STEPS else TOO_MUCH_TO_JUDGE
            message = f"there is too much to be judged: more than {measure.most:,} {measure.what}"
            self.add(kind, message, at, expected=measure.remedy, found=f"{self.effort.spent(measure):,} up to here")
            raise ReportFull

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add diagnostics that were found elsewhere."""
        for diagnostic in diagnostics:
            self._found.setdefault(replace(diagnostic, suggestions=()), diagnostic)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All of them, in the order in which they are shown."""
        return sorted(self._found.values(), key=lambda diagnostic: diagnostic.sort_key)

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
