"""How a scenario's game is set up, and where it goes on from its position: the phase, and whose part of it it is."""

from __future__ import annotations

from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.suggest import closest
from artrules.ir.flow import Phase
from artrules.ir.model import Model
from artrules.scenario_files.scenario import Scenario
from artrules.scenario_files.setup import BadSetup
from artrules.source.node import Scalar


def report_bad_setup(scenario: Scenario, problem: BadSetup, report: Report) -> None:
    """Report that a scenario's game can't be set up as it says, at the setting or number that is wrong."""
    at, found = scenario.key.span, problem.found
    if problem.setting is None and scenario.players is not None:
        at = scenario.players.span
    for name, value in scenario.settings.values if scenario.settings is not None else ():
        if name.text == problem.setting:
            at = value.span if problem.of_value else name.span
    report.add(
        kinds.BAD_POSITION,
        problem.fault,
        at,
        expected=f"one of {', '.join(problem.known)}" if problem.known else None,
        found=f"`{found}`" if found else None,
        suggestions=closest(found, problem.known),
    )


def find_phase(model: Model, named: Scalar | None, report: Report) -> int | None:
    """The index of the phase with a name; without a name it is the first. None after a diagnostic, or if there are no
    phases at all, which is reported elsewhere."""
    if named is None or not model.flow.phases:
        return 0 if model.flow.phases else None
    names = [phase.name for phase in model.flow.phases]
    if named.text in names:
        return names.index(named.text)
    report.add(
        kinds.BAD_POSITION,
        f"there is no phase `{named.text}`",
        named.span,
        expected=f"one of {', '.join(names)}",
        found=f"`{named.text}`",
        suggestions=closest(named.text, names),
    )
    return None


def check_turn(phase: Phase, turn: Scalar, report: Report) -> None:
    """Report a turn in a phase that isn't played in turn."""
    if phase.who != "in_turn":
        report.add(kinds.BAD_POSITION, f"the phase `{phase.name}` is not played in turn", turn.span)
