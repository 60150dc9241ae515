"""Exceptions: code that may stay uncovered, with the reason. Files of scenarios hold them under `uncovered`.

Each exception is checked: it must name code that exists and that no scenario covers.
"""

from __future__ import annotations

from dataclasses import dataclass

from artrules.content.scenarios import Scenarios, Uncovered
from artrules.content.section import read
from artrules.declare.files import RulesetFiles
from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.scenarios.coverage.measure import Coverage, Miss
from artrules.scenarios.coverage.units import Unit
from artrules.source.lookup import word

Key = tuple[int, bool | None]
"""The number of a unit, and an outcome."""


@dataclass(frozen=True)
class CoverageException:
    """A miss with the reason that excuses it."""

    miss: Miss
    reason: str


def apply_exceptions(
    files: RulesetFiles, coverage: Coverage, report: Report
) -> tuple[list[Miss], list[CoverageException]]:
    """The misses that are left, and those that are excused. Mistakes in the exceptions go to the report."""
    missing = {(m.unit.number, outcome): m for m in coverage.misses for outcome in m.outcomes}
    excepted: list[CoverageException] = []
    for document in files.scenarios:
        for exception in read(Scenarios, document).uncovered:
            for key in _named(exception, coverage, missing, report):
                miss = missing.pop(key)
                excepted.append(CoverageException(_only(miss, (key[1],)), word(exception.reason)))
    left = []
    for miss in coverage.misses:
        if outcomes := tuple(o for o in miss.outcomes if (miss.unit.number, o) in missing):
            left.append(_only(miss, outcomes))
    return left, excepted


def _named(exception: Uncovered, coverage: Coverage, missing: dict[Key, Miss], report: Report) -> list[Key]:
    """The misses that an exception excuses; none, with a diagnostic, when the code is unknown or covered."""
    at, what, outcome = exception.at, exception.what, exception.outcome
    if at is None or what is None:
        return []
    wanted = outcome.value if outcome is not None else None
    there = [u for u in coverage.units if u.suite.body.name == at.text]
    found = [u for u in there if coverage.text(u) == " ".join(what.text.split())]
    if not found:
        names = sorted({u.suite.body.name for u in coverage.units})
        texts = list(dict.fromkeys(coverage.text(u) for u in there))
        wrong, known = (what, texts) if there else (at, names)
        report.add(
            kinds.UNKNOWN_EXCEPTION,
            f"there is no such code in `{at.text}`" if there else f"nothing is called `{at.text}`",
            wrong.span,
            found=f"`{wrong.text}`",
            suggestions=closest(wrong.text, known),
        )
        return []
    keys = [(u.number, o) for u in found for o in u.outcomes if wanted is None or _as_told(u, o) is wanted]
    left = [key for key in keys if key in missing]
    if not left:
        report.add(kinds.COVERED_AFTER_ALL, f"`{what.text}` is covered", what.span)
    return left


def _as_told(unit: Unit, outcome: bool | None) -> bool:
    """How an exception writes an outcome: yes when an option is chosen, no when it is declined."""
    return outcome if outcome is not None else unit.what != "declined"


def _only(miss: Miss, outcomes: tuple[bool | None, ...]) -> Miss:
    return Miss(miss.unit, outcomes, miss.text, miss.reason)
