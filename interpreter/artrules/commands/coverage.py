"""Two options of `artrules test`: coverage of scenarios, and powers whose removal no scenario would notice."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from artrules.terminal.colour import output as put

if TYPE_CHECKING:
    from artrules.diagnostics.diagnostic import Diagnostic
    from artrules.ruleset import Ruleset
    from artrules.scenario_files.scenario import Scenario
    from artrules.scenarios.run import ScenarioResult


@dataclass
class TestRun:
    """The results of testing one ruleset."""

    results: list[ScenarioResult]
    lines: list[str] = field(default_factory=list)
    """Coverage, for people."""
    coverage: dict[str, Any] | None = None
    """Coverage, for programs."""
    uncovered: bool = False
    wrong_exceptions: list[Diagnostic] = field(default_factory=list)
    unnoticed: list[str] | None = None
    """Powers without which all scenarios still pass; None unless asked for."""
    powers: int = 0
    """How many powers were tested."""


def with_coverage(ruleset: Ruleset, scenarios: Sequence[Scenario], files: Container[str] | None = None) -> TestRun:
    """Run scenarios and measure what they cover; of `files` (names in diagnostics) alone, where these are given."""
    from artrules.diagnostics.report import Report
    from artrules.scenarios.coverage.exceptions import apply_exceptions
    from artrules.scenarios.coverage.measure import measure
    from artrules.scenarios.coverage.report import as_data, as_text

    report = Report()
    coverage = measure(ruleset, scenarios)
    misses, excepted = apply_exceptions(ruleset.content.files, coverage, report)
    wrong = report.diagnostics
    if files is not None:
        coverage = coverage.of_files(files)
        misses = [miss for miss in misses if miss.unit.at.file in files]
        excepted = [each for each in excepted if each.miss.unit.at.file in files]
        # Exceptions in other files belong to scenarios that didn't run.
        run = {scenario.file for scenario in scenarios}
        wrong = [d for d in wrong if d.span is not None and (d.span.file in files or d.span.file in run)]
    return TestRun(
        coverage.results,
        as_text(coverage, misses, excepted),
        as_data(coverage, misses, excepted),
        bool(misses),
        wrong,
    )


def render_removal(tested: TestRun) -> None:
    """Print which powers could be removed without a failing scenario."""
    for power in tested.unnoticed or ():
        put(f"no scenario fails without {power}")
    if tested.unnoticed == []:
        put("each power is missed by a scenario" if tested.powers else "there are no powers here to take out")
