"""Runs a ruleset's scenarios on programs that count what they run, and gives what the scenarios covered."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, replace

from artrules.ruleset import Ruleset
from artrules.scenario_files.scenario import Scenario
from artrules.scenarios.coverage.collect import Units, collect
from artrules.scenarios.coverage.numbers import UnitNumbers
from artrules.scenarios.coverage.reasons import Reasons
from artrules.scenarios.coverage.recorder import Recorder
from artrules.scenarios.coverage.units import Unit
from artrules.scenarios.run import ScenarioResult, run_scenario


@dataclass(frozen=True)
class Miss:
    """A unit that no scenario has run, or outcomes of a condition that no scenario has brought about (None for a unit
    that isn't a condition)."""

    unit: Unit
    outcomes: tuple[bool | None, ...]
    text: str
    """The code as the author wrote it."""
    reason: str


@dataclass
class Coverage:
    """The results of scenarios, all units of the content, and those that were missed."""

    results: list[ScenarioResult]
    units: list[Unit]
    misses: list[Miss]
    text: Callable[[Unit], str]
    """Gives the code of a unit as the author wrote it."""

    def of_files(self, files: Container[str]) -> Coverage:
        """The coverage of the code in some files, given by the names that diagnostics show."""
        units = [unit for unit in self.units if unit.at.file in files]
        return replace(self, units=units, misses=[miss for miss in self.misses if miss.unit.at.file in files])


def measure(ruleset: Ruleset, scenarios: Iterable[Scenario]) -> Coverage:
    """Run scenarios and find out which of the content's code runs in them."""
    measuring = _Measuring(ruleset)
    results = [run_scenario(measuring.counting, scenario, measuring.recorder) for scenario in scenarios]
    reasons = measuring.reasons()
    return Coverage(results, measuring.units.all, measuring.misses(reasons), reasons.text)


class _Measuring:
    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.recorder = Recorder()
        self.units = Units()
        for model in ruleset.content.models.values():
            numbers = self.recorder.numbers[id(model)] = UnitNumbers()
            collect(model, self.units, numbers, self.recorder.requirements)
        self.counting = ruleset.counting()

    def reasons(self) -> Reasons:
        """What finds the reasons for misses, once all scenarios have run."""
        recorder = self.recorder
        recorder.take_in()
        offered = {
            number
            for numbers in recorder.numbers.values()
            for node, number in numbers.nodes.items()
            if node in recorder.offered
        }
        written = {
            number
            for model, sets in recorder.played
            for number in recorder.numbers[model].all()
            if self.units.all[number].suite.body.owner in (None, *sets)
        }
        return Reasons(recorder, written, offered, self.ruleset.content.source_text)

    def misses(self, reasons: Reasons) -> list[Miss]:
        """The misses, in the order of the files."""
        found = []
        for unit in sorted(self.units.all, key=lambda u: (u.at.file, u.at.line, u.at.column, u.number)):
            seen = self.recorder.seen.get(unit.number, set())
            missing = tuple(outcome for outcome in unit.outcomes if outcome not in seen)
            if missing:
                found.append(Miss(unit, missing, reasons.text(unit), reasons.reason(unit)))
        return found
