"""Runs a ruleset's scenarios on programs with probes, and gives what was covered."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from artrules.compile.probes import Probes
from artrules.pipeline import build_runtime
from artrules.ruleset import Ruleset
from artrules.run.runtime import Runtime
from artrules.scenarios.coverage.collect import Units, collect
from artrules.scenarios.coverage.reasons import Reasons
from artrules.scenarios.coverage.recorder import Recorder
from artrules.scenarios.coverage.units import Unit
from artrules.scenarios.run import ScenarioResult, run_scenario
from artrules.scenarios.scenario import Scenario


@dataclass(frozen=True)
class Miss:
    """A unit, or one outcome of a condition (else None), that no scenario has brought about."""

    unit: Unit
    outcomes: tuple[bool | None, ...]
    text: str
    """The code, as it is written."""
    reason: str


@dataclass
class Coverage:
    """What came of it."""

    results: list[ScenarioResult]
    units: list[Unit]
    misses: list[Miss]
    text: Callable[[Unit], str]
    """The code of a unit, as it is written."""

    def of_files(self, files: Container[str]) -> Coverage:
        """What of it belongs to some files, by the names that diagnostics show."""
        units = [unit for unit in self.units if unit.at.file in files]
        return replace(self, units=units, misses=[miss for miss in self.misses if miss.unit.at.file in files])


def measure(ruleset: Ruleset, scenarios: Iterable[Scenario]) -> Coverage:
    """Run scenarios and see what of the content's code runs."""
    measuring = _Measuring(ruleset)
    results = [run_scenario(ruleset, s, measuring.runtime, measuring.recorder) for s in scenarios]
    reasons = measuring.reasons()
    return Coverage(results, measuring.units.all, measuring.misses(reasons), reasons.text)


class _Measuring:
    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.recorder = Recorder()
        self.units = Units()
        self.probes: dict[int, Probes] = {}
        for model in ruleset.content.models.values():
            probes = self.probes[id(model)] = Probes(self.recorder.ran, self.recorder.held, self.recorder.refused)
            collect(model, self.units, probes, self.recorder.requirements)
        self._runtimes: dict[str, tuple[Runtime, dict[str, Any]]] = {}

    def runtime(self, players: int, settings: Mapping[str, Any]) -> tuple[Runtime, dict[str, Any]]:
        """What runs games of one configuration, with probes. Raises ValueError for what can't be set up."""
        key = repr((players, sorted(settings.items())))
        known = self._runtimes.get(key)
        if known is None:
            model, configuration, chosen = self.ruleset.configured(players, settings)
            runtime = build_runtime(model, configuration, self.probes[id(model)])
            self.recorder.deafen(runtime)
            known = self._runtimes[key] = (runtime, chosen)
        return known

    def reasons(self) -> Reasons:
        """What tells why something was not seen, once all scenarios have run."""
        written = {number for probes in self.probes.values() for number in probes.written}
        offered = {
            number
            for probes in self.probes.values()
            for node, number in probes.nodes.items()
            if node in self.recorder.offered
        }
        return Reasons(self.recorder, written, offered, self.ruleset.content.source_text)

    def misses(self, reasons: Reasons) -> list[Miss]:
        """What was not seen, in the order of the files."""
        found = []
        for unit in sorted(self.units.all, key=lambda u: (u.at.file, u.at.line, u.at.column, u.number)):
            seen = self.recorder.seen.get(unit.number, set())
            missing = tuple(outcome for outcome in unit.outcomes if outcome not in seen)
            if missing:
                found.append(Miss(unit, missing, reasons.text(unit), reasons.reason(unit)))
        return found
