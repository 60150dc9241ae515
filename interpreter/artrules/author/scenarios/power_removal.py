"""Finds powers that no scenario would miss: without the power some scenario that passes must fail.

A power that can vanish unnoticed is untested, however many scenarios name it.
"""

from collections.abc import Iterable
from typing import Any

from artrules.author.scenarios.run import run_scenario
from artrules.check.scenario_files.scenario import Scenario, read_scenarios
from artrules.model.ir.declarations import PowerDefinition
from artrules.play.ruleset import Ruleset


def removed_powers_unnoticed(
    ruleset: Ruleset, scenarios: list[Scenario] | None = None, powers: Iterable[PowerDefinition] | None = None
) -> list[str]:
    """The keys (SET/GROUP.KEY.N) of the powers whose removal no scenario notices: of all powers and all scenarios of
    the ruleset unless some are given."""
    removal = Removal(ruleset, scenarios)
    return [
        power.key for power in (ruleset.model.powers if powers is None else powers) if not removal.is_noticed(power)
    ]


class Removal:
    """Tests the powers of a ruleset. It remembers what it found out about scenarios for the next power."""

    def __init__(self, ruleset: Ruleset, scenarios: list[Scenario] | None = None) -> None:
        self.ruleset = ruleset
        self.scenarios = read_scenarios(ruleset.content.files) if scenarios is None else scenarios
        self._passes: dict[int, bool] = {}
        """By identity of a scenario: whether it passes."""
        self._chosen: dict[int, dict[str, dict[Any, str]]] = {}
        """By identity of a scenario: the set in play for each key of each group."""

    def is_noticed(self, power: PowerDefinition) -> bool:
        """Whether a scenario that passes fails without a power. It tries scenarios about the power first."""
        without = self.ruleset.without_power(power.key)
        concerned = [s for s in self.scenarios if self._plays(s, power)]
        return any(self._notices(s, without) for s in sorted(concerned, key=lambda s: _distance(s, power)))

    def _notices(self, scenario: Scenario, without: Ruleset) -> bool:
        return not run_scenario(without, scenario).passed and self._passes_now(scenario)

    def _passes_now(self, scenario: Scenario) -> bool:
        verdict = self._passes.get(id(scenario))
        if verdict is None:
            verdict = self._passes[id(scenario)] = run_scenario(self.ruleset, scenario).passed
        return verdict

    def _plays(self, scenario: Scenario, power: PowerDefinition) -> bool:
        """Whether the set of a power fills the power's key in a scenario."""
        chosen = self._chosen.get(id(scenario))
        if chosen is None:
            chosen = self._chosen[id(scenario)] = self._sets_in(scenario)
        return chosen.get(power.group, {}).get(power.group_key) == power.owner

    def _sets_in(self, scenario: Scenario) -> dict[str, dict[Any, str]]:
        """The set in play for each key of each group; none when the scenario can't be set up."""
        players = scenario.players.value if scenario.players is not None else self.ruleset.fewest_players
        try:
            _, configuration, _ = self.ruleset.configured(players if isinstance(players, int) else 0, scenario.chosen)
        except ValueError:
            return {}
        return configuration.chosen


def _distance(scenario: Scenario, power: PowerDefinition) -> int:
    """How far a scenario is from being about a power: 0 when it names the power, 1 its key, 2 its set, 3 nothing of
    it."""
    key = f"{power.group}.{power.group_key}"
    if power.name in scenario.about:
        return 0
    if key in scenario.about or any(about.startswith(f"{key}.") for about in scenario.about):
        return 1
    return 2 if scenario.heading == power.owner else 3
