"""How the game of a scenario is set up: all that is known of it before anything is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from artrules.check.scenario_files.places import Places
from artrules.check.scenario_files.scenario import Scenario, scenarios_in
from artrules.model.ir.declarations import ZoneDeclaration, ZoneOrder
from artrules.model.ir.model import Model, Phase
from artrules.text.content import scenarios as content
from artrules.text.content.section import read
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.report import Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import Mapping as MappingNode
from artrules.text.source.node import Scalar, number


class Setup:
    """One way to set up a game. `sets` are the names of the sets in play."""

    def __init__(self, model: Model, players: int, sets: frozenset[str]) -> None:
        self.model = model
        self.players = players
        self.sets = sets
        self.zone_declarations = [z for z in model.zones.values() if z.owner is None or z.owner in sets]
        self.variables = [v for v in model.variables.values() if v.owner is None or v.owner in sets]
        self.places = Places(self)

    def order_of(self, zone: ZoneDeclaration) -> ZoneOrder:
        """How cards lie in a zone."""
        return self.model.order_of(zone, self.sets)


class BadSetup(ValueError):
    """Raised where a game can't be set up as it is wished. `fault` says what is wrong, with the author's words in
    backticks."""

    setting: str | None = None
    """The setting at fault, as it is written; None where it is the number of players."""
    of_value: bool = False
    """Whether the value of the setting is at fault."""
    found: str = ""
    known: Sequence[str] = ()
    """What would be possible in the place of what was found."""

    def __init__(self, message: str, fault: str) -> None:
        super().__init__(message)
        self.fault = fault


# A file of scenarios as the checks see it: its scenarios, each with the game that it is set in.

FindSetup = Callable[[int | None, Mapping[str, Any]], Setup]
"""How the game of so many players (by default the fewest) with some settings is set up. Raises BadSetup."""


class SetScenario(NamedTuple):
    """A scenario and how its game is set up, or why that is impossible."""

    scenario: Scenario
    setup: Setup | BadSetup


class ScenarioFile:
    """A file of scenarios, and the models of its ruleset: at least one, and the first is the game without overlays."""

    def __init__(self, document: MappingNode, models: Sequence[Model], find_setup: FindSetup) -> None:
        self.section = read(content.Scenarios, document)
        self.models = models
        self.scenarios = tuple(_set(scenario, find_setup) for scenario in scenarios_in(self.section))

    @property
    def possible(self) -> Iterator[tuple[Scenario, Setup]]:
        """The scenarios whose games can be set up."""
        for scenario, setup in self.scenarios:
            if isinstance(setup, Setup):
                yield scenario, setup


def _set(scenario: Scenario, find_setup: FindSetup) -> SetScenario:
    try:
        return SetScenario(scenario, find_setup(number(scenario.players), scenario.chosen))
    except BadSetup as problem:
        return SetScenario(scenario, problem)


# How a scenario's game is set up, and where it goes on from its position: the phase, and whose part of it it is.


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
