"""A file of scenarios as the checks see it: its scenarios, each with the game that it is set in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from artrules.content import scenarios as content
from artrules.content.section import read
from artrules.ir.model import Model
from artrules.scenario_files.scenario import Scenario, scenarios_in
from artrules.scenario_files.setup import BadSetup, Setup
from artrules.source.lookup import number
from artrules.source.node import Mapping as MappingNode

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
