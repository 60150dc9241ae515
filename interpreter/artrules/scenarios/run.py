"""Runs scenarios and gives the result of each. A scenario ends at its first step that fails: what follows would be
noise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.game.decision import GameFault
from artrules.game.game import Game
from artrules.ruleset import Ruleset
from artrules.scenario_files.scenario import Scenario, read_scenarios
from artrules.scenarios.position import BadPosition, game_for
from artrules.scenarios.steps import ScenarioRun


@dataclass(slots=True)
class ScenarioResult:
    """The result of a scenario: the diagnostics of what failed."""

    scenario: Scenario
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.diagnostics

    @property
    def name(self) -> str:
        return self.scenario.name

    @property
    def file(self) -> str:
        return self.scenario.file

    @property
    def heading(self) -> str:
        """What the scenario's file is about; reports count it under this."""
        return self.scenario.heading

    @property
    def about(self) -> list[str]:
        """The powers and rules that the scenario is about."""
        return self.scenario.about

    @property
    def source(self) -> str:
        """Where the rule that it tests is written down."""
        return self.scenario.source


def run_scenarios(ruleset: Ruleset, only: Iterable[str] | None = None) -> list[ScenarioResult]:
    """Run the scenarios of a ruleset. With `only`, run those with one of these names: of a scenario, a file, a heading,
    or of something that a scenario is about."""
    names = None if only is None else list(only)
    chosen = [
        s for s in read_scenarios(ruleset.content.files) if names is None or any(s.goes_by(name) for name in names)
    ]
    return [run_scenario(ruleset, scenario) for scenario in chosen]


class ScenarioObserver(Protocol):
    """Watches a scenario while it runs."""

    def begins(self, game: Game) -> None:
        """The game stands at the scenario's position: what happens from now on is what the scenario is about."""

    def goes_on(self, game: Game) -> None:
        """Players must decide now. Called at the beginning and after each step."""


def run_scenario(ruleset: Ruleset, scenario: Scenario, witness: ScenarioObserver | None = None) -> ScenarioResult:
    """Run one scenario, perhaps watched by a witness."""
    report = Report()
    at = scenario.key.span
    try:
        begins = witness.begins if witness is not None else None
        game = game_for(ruleset, scenario, report, begins)
        play = ScenarioRun(game, report)
        if witness is not None:
            witness.goes_on(game)
        for step in scenario.steps:
            at = step.node.span
            play.run(step)
            if witness is not None:
                witness.goes_on(game)
            if report.has_errors:
                break
    except BadPosition:
        pass  # the report holds its diagnostics
    except GameFault as fault:
        report.extend(_within(scenario, at, d) for d in fault.diagnostics)
    except Exception as problem:
        problem.add_note(f"in the scenario {scenario.name}, {at.file}:{at.line}")
        raise
    return ScenarioResult(scenario, [_placed(d, at) for d in report.diagnostics])


def _within(scenario: Scenario, at: Span, diagnostic: Diagnostic) -> Diagnostic:
    """A diagnostic of a fault in the content, with the line of the scenario that led to it."""
    related = (*diagnostic.related, (f"in the scenario `{scenario.name}`, here", at))
    return replace(diagnostic, related=related)


def _placed(diagnostic: Diagnostic, at: Span) -> Diagnostic:
    return diagnostic if diagnostic.span is not None else replace(diagnostic, span=at)
