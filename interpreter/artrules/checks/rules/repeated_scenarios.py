"""Scenarios of one file that say the same twice."""

from __future__ import annotations

from artrules.checks.check import scenario_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.scenario_files.file import ScenarioFile
from artrules.scenario_files.scenario import Scenario
from artrules.source.lookup import number
from artrules.source.node import to_data

REPEATED_SCENARIO = declare(
    4204,
    "repeated-scenario",
    "a scenario is the same as another one of its file",
    """
    Both begin in the same position, with the same players and settings, and have the same steps: one of them proves
    nothing more. Remove it, or change what was forgotten when it was copied.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              red_fits:
                given: {players: {1: {hand: [red 1, blue 3], row: [red 2]}}}
                steps: [{offered: [play red 1], by: 1}]
              blue_fits:  #!
                given: {players: {1: {hand: [red 1, blue 3], row: [red 2]}}}
                steps: [{offered: [play red 1], by: 1}]
            """,
        ),
        repaired=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              red_fits:
                given: {players: {1: {hand: [red 1, blue 3], row: [red 2]}}}
                steps: [{offered: [play red 1], by: 1}]
              blue_fits:
                given: {players: {1: {hand: [red 1, blue 3], row: [blue 2]}}}
                steps: [{offered: [play blue 3], by: 1}]
            """,
        ),
        near_misses=(
            Example(
                "scenarios",
                """
                scenarios: lanterns
                list:
                  at_two:
                    players: 2
                    given: {players: {1: {hand: [red 1, blue 3], row: [red 2]}}}
                    steps: [{offered: [play red 1], by: 1}]
                  at_three:
                    players: 3
                    given: {players: {1: {hand: [red 1, blue 3], row: [red 2]}}}
                    steps: [{offered: [play red 1], by: 1}]
                """,
            ),
        ),
    ),
)


@scenario_check(REPEATED_SCENARIO)
def repeated_scenarios(file: ScenarioFile, report: Report) -> None:
    known: dict[str, Scenario] = {}
    for scenario, _ in file.scenarios:
        other = known.setdefault(_said(scenario), scenario)
        if other is not scenario:
            report.add(
                REPEATED_SCENARIO,
                f"the scenario `{scenario.name}` is the same as `{other.name}`",
                scenario.key.span,
                related=[("the same", other.key.span)],
            )


def _said(scenario: Scenario) -> str:
    """All that a scenario says, but for its name and what it is about."""
    given = to_data(scenario.given.node) if scenario.given is not None else None
    steps = [to_data(step.node) for step in scenario.steps]
    return repr((number(scenario.players), scenario.seed, sorted(scenario.chosen.items()), given, steps))
