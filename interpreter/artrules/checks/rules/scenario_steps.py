"""Steps of scenarios that prove nothing, or can't be reached."""

from __future__ import annotations

from artrules.checks.check import scenario_check
from artrules.content.scenarios import Step
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.scenario_files.file import ScenarioFile
from artrules.source.lookup import items

NOTHING_EXPECTED = declare(
    4202,
    "nothing-expected",
    "a scenario says nothing of what must come of its choices",
    """
    A scenario of choices alone proves only that they can be made; and a list without labels fits whatever happens. Say
    what must hold: with `expect`, `options`, `took`, `result` or another of the steps.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              lighting:  #!
                given: {players: {1: {hand: [red 1, red 3]}}}
                steps:
                  - {by: 1, choose: play red 1}
                  - {by: 1, choose: play red 3}
              not_lighting:
                given: {players: {1: {hand: [red 1, red 3]}}}
                steps:
                  - not_offered: []  #!
            """,
        ),
        repaired=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              lighting:
                given: {players: {1: {hand: [red 1, red 3]}}}
                steps:
                  - {by: 1, choose: play red 1}
                  - {by: 1, choose: play red 3}
                  - expect: {players: {1: {row: [red 1, red 3]}}}
              not_lighting:
                given: {players: {1: {hand: [red 1, red 3]}}}
                steps:
                  - not_offered: [play red 2]
            """,
        ),
        near_misses=(
            Example(
                "scenarios",
                """
                scenarios: lanterns
                list:
                  may_be_lit:
                    given: {players: {1: {hand: [red 1, red 3]}}}
                    steps:
                      - options: [play red 1, play red 3, stop playing]
                      - choose: play red 1
                """,
            ),
        ),
    ),
)
AFTER_THE_END = declare(
    4203,
    "after-the-end",
    "a scenario goes on although it has said that the game is over",
    """
    After `finished: yes`, or after `result`, the game is over: nobody decides anything, and nothing is offered.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              over:
                given: {phase: tidy, variables: {ending: yes}}
                steps:
                  - finished: yes
                  - choose: leave  #!
            """,
        ),
        repaired=Example(
            "scenarios",
            """
            scenarios: lanterns
            list:
              over:
                given: {phase: tidy, variables: {ending: yes}}
                steps:
                  - finished: yes
                  - result: {stalled: no}
                  - not_offered: [leave]
            """,
        ),
    ),
)


@scenario_check(NOTHING_EXPECTED, AFTER_THE_END)
def scenario_steps(file: ScenarioFile, report: Report) -> None:
    for scenario, _ in file.scenarios:
        if all(step.choose is not None for step in scenario.steps):
            message = f"the scenario `{scenario.name}` only chooses, and doesn't say what comes of it"
            report.add(NOTHING_EXPECTED, message, scenario.key.span, expected="a step such as `expect` or `options`")
        ended: Step | None = None
        for step in scenario.steps:
            if ended is not None and _needs_a_game(step):
                message = "the game is over here, so nobody decides anything"
                report.add(
                    AFTER_THE_END, message, step.node.span, related=[("here it is over already", ended.node.span)]
                )
                break
            _report_empty(step, report)
            if _ends(step):
                ended = step


def _report_empty(step: Step, report: Report) -> None:
    """Report a list without labels that fits whatever happens."""
    for name in ("offered", "not_offered", "took", "not_took"):
        node = getattr(step, name)
        if node is not None and not items(node):
            message = f"`{name}` without labels says nothing"
            report.add(NOTHING_EXPECTED, message, node.span, expected="at least one label")


def _ends(step: Step) -> bool:
    """Whether the game is over if this step holds."""
    if step.finished is not None:
        return step.finished.value is True
    result = step.result
    return result is not None and not (result.finished is not None and result.finished.value is False)


def _needs_a_game(step: Step) -> bool:
    """Whether a step fails when the game is over."""
    choosing = step.choose is not None or step.decides is not None or step.why_not is not None
    goes_on = step.finished is not None and step.finished.value is False
    return choosing or goes_on or step.options is not None or step.offered is not None
