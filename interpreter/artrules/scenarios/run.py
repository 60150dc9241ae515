"""Runs scenarios and tells how each came out. The first step that fails ends a scenario: the rest would be noise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from artrules.diagnostics.diagnostic import Diagnostic
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.ruleset import Ruleset
from artrules.run.decision import GameFault
from artrules.run.game import Game
from artrules.run.state import State
from artrules.scenarios.position import BadPosition, RuntimeFor, game_for
from artrules.scenarios.scenario import Scenario, read_scenarios
from artrules.scenarios.steps import Play


@dataclass(slots=True)
class ScenarioResult:
    """How a scenario came out."""

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
        """What its file is about: it is counted under this."""
        return self.scenario.heading

    @property
    def about(self) -> list[str]:
        """The powers and rules that it is about."""
        return self.scenario.about

    @property
    def source(self) -> str:
        """Where the rule is written down."""
        return self.scenario.source


def run_scenarios(ruleset: Ruleset, only: Iterable[str] | None = None) -> list[ScenarioResult]:
    """Run the scenarios of a ruleset, or only those that go by one of some names: of scenarios, files, headings, or
    of what they are about."""
    names = None if only is None else list(only)
    chosen = [
        s for s in read_scenarios(ruleset.content.files) if names is None or any(s.goes_by(name) for name in names)
    ]
    return [run_scenario(ruleset, scenario) for scenario in chosen]


class Witness(Protocol):
    """Looks on while a scenario runs."""

    def begins(self, S: State) -> None:
        """The position is there: what happens from now on is what the scenario is about."""

    def goes_on(self, game: Game) -> None:
        """Players must decide now; told at the beginning and after each step."""


def run_scenario(
    ruleset: Ruleset, scenario: Scenario, runtime_for: RuntimeFor | None = None, witness: Witness | None = None
) -> ScenarioResult:
    """Run one scenario, with the ruleset's own runtimes unless others are given."""
    report = Report()
    at = scenario.key.span
    runtimes = runtime_for or ruleset.runtime
    try:
        begins = witness.begins if witness is not None else None
        game = game_for(scenario, runtimes, ruleset.fewest_players, ruleset.content_hash, report, begins)
        play = Play(game, game._runtime, report)
        if witness is not None:
            witness.goes_on(game)
        for step in scenario.steps:
            at = step.span
            play.run(step)
            if witness is not None:
                witness.goes_on(game)
            if report.has_errors:
                break
    except BadPosition:
        pass  # its diagnostics are in the report
    except GameFault as fault:
        report.extend(_within(scenario, at, d) for d in fault.diagnostics)
    except Exception as problem:
        problem.add_note(f"in the scenario {scenario.name}, {at.file}:{at.line}")
        raise
    return ScenarioResult(scenario, [_placed(d, at) for d in report.diagnostics])


def _within(scenario: Scenario, at: Span, diagnostic: Diagnostic) -> Diagnostic:
    """A fault of the content, together with the line of the scenario where it came about."""
    related = (*diagnostic.related, (f"in the scenario `{scenario.name}`, here", at))
    return replace(diagnostic, related=related)


def _placed(diagnostic: Diagnostic, at: Span) -> Diagnostic:
    return diagnostic if diagnostic.span is not None else replace(diagnostic, span=at)
