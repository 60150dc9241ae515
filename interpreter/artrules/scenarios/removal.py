"""Finds powers that no scenario would miss: each is taken out in turn, and some scenario that passed must then fail.

A power that can vanish unnoticed is untested, however many scenarios name it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from artrules.kernel.declarations import PowerDefinition
from artrules.ruleset import Ruleset
from artrules.run.runtime import Runtime
from artrules.scenarios.position import RuntimeFor
from artrules.scenarios.run import run_scenario
from artrules.scenarios.scenario import Scenario, read_scenarios


def removed_powers_unnoticed(
    ruleset: Ruleset, scenarios: list[Scenario] | None = None, powers: Iterable[PowerDefinition] | None = None
) -> list[str]:
    """The names (SET/GROUP.KEY.N) of powers (of all, if none are named) whose removal none of some scenarios (or of
    all) notices."""
    removal = Removal(ruleset, scenarios)
    return [
        power.key for power in (ruleset.model.powers if powers is None else powers) if not removal.is_noticed(power)
    ]


class Removal:
    """Looks at the powers of a ruleset. What was found out about a scenario is kept for the next power."""

    def __init__(self, ruleset: Ruleset, scenarios: list[Scenario] | None = None) -> None:
        self.ruleset = ruleset
        self.scenarios = read_scenarios(ruleset.content.files) if scenarios is None else scenarios
        self._passes: dict[int, bool] = {}

    def is_noticed(self, power: PowerDefinition) -> bool:
        """Whether a scenario that passes fails without a power. Those that are about the power are tried first."""
        without = without_power(self.ruleset, power)
        concerned = [s for s in self.scenarios if self._plays(s, power)]
        return any(self._notices(s, without) for s in sorted(concerned, key=lambda s: _distance(s, power)))

    def _notices(self, scenario: Scenario, without: RuntimeFor) -> bool:
        return not run_scenario(self.ruleset, scenario, without).passed and self._passes_now(scenario)

    def _passes_now(self, scenario: Scenario) -> bool:
        known = self._passes.get(id(scenario))
        if known is None:
            known = self._passes[id(scenario)] = run_scenario(self.ruleset, scenario).passed
        return known

    def _plays(self, scenario: Scenario, power: PowerDefinition) -> bool:
        """Whether the set of a power fills its key in a scenario."""
        players = scenario.players.value if scenario.players is not None else self.ruleset.fewest_players
        try:
            runtime, _ = self.ruleset.runtime(players if isinstance(players, int) else 0, scenario.chosen)
        except ValueError:
            return False
        chosen = runtime.layout.configuration.chosen.get(power.group, {})
        return chosen.get(power.group_key) == power.owner


def without_power(ruleset: Ruleset, power: PowerDefinition) -> RuntimeFor:
    """The ruleset's runtimes, in which no card has a power of its own."""
    made: dict[int, Runtime] = {}

    def runtime_for(players: int, settings: Mapping[str, Any]) -> tuple[Runtime, dict[str, Any]]:
        runtime, chosen = ruleset.runtime(players, settings)
        if id(runtime) not in made:
            index = next(p.index for p in runtime.program.model.powers if p.key == power.key)
            made[id(runtime)] = runtime.without_power(index)
        return made[id(runtime)], chosen

    return runtime_for


def _distance(scenario: Scenario, power: PowerDefinition) -> int:
    """How far a scenario is from being about a power: it names the power, its key, its set, or nothing of it."""
    key = f"{power.group}.{power.group_key}"
    if power.name in scenario.about:
        return 0
    if key in scenario.about or any(about.startswith(f"{key}.") for about in scenario.about):
        return 1
    return 2 if scenario.heading == power.owner else 3
