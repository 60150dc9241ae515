"""Counts, over all games: what ran, how conditions came out, and what was offered."""

from __future__ import annotations

from collections import Counter, defaultdict

from artrules.analyses.calls import every
from artrules.diagnostics.span import Span
from artrules.game.decision import Decision
from artrules.game.game import Game
from artrules.game.inspection.execution import powers_on_cards, take_executed, used_power
from artrules.ir import nodes as k
from artrules.random_testing.ways import Form
from artrules.ruleset import Ruleset
from artrules.scenarios.coverage.collect import Units, collect
from artrules.scenarios.coverage.numbers import UnitNumbers
from artrules.scenarios.coverage.units import Unit


class Tally:
    """What has happened in the random games of a ruleset. They must be games of a ruleset that counts."""

    def __init__(self, ruleset: Ruleset) -> None:
        units = Units()
        self.of_powers: set[int] = set()
        """The numbers of options that use powers."""
        self._places: dict[tuple[int, str], Span] = {}
        """By the identity of a model and the key of a power: where that is declared. An overlay may replace it."""
        self.places: dict[int, Span] = {}
        """The same by the identity of a power's body."""
        self._using: set[int] = set()
        """The branches that use powers, by identity."""
        self._numbers: dict[int, UnitNumbers] = {}
        self._requirements: dict[int, list[int]] = {}
        for model in ruleset.content.models.values():
            numbers = self._numbers[id(model)] = UnitNumbers()
            known = len(units.all)
            collect(model, units, numbers, self._requirements)
            self._places.update(((id(model), power.key), power.at) for power in model.powers)
            for unit in units.all[known:]:
                if unit.suite.body.kind == "power":
                    self.places[id(unit.suite.body)] = self._places[id(model), unit.suite.body.name]
            for _, choose in every(model, k.Choose):
                using = [branch for branch in choose.branches if _uses_power(branch)]
                self._using.update(map(id, using))
                self.of_powers |= {numbers.nodes[id(branch)] for branch in using if id(branch) in numbers.nodes}
        self.units: list[Unit] = units.all
        self.times: defaultdict[int, Counter[bool | None]] = defaultdict(Counter)
        """By the number of a unit: how often each outcome came about, None when it simply ran."""
        self.offered: Counter[int] = Counter()
        """By the number of an option's unit: at how many decisions it was offered."""
        self.games_with_power: Counter[Span] = Counter()
        """By the place of a power: the games in which a card had it from the start."""
        self.powers_offered: Counter[Span] = Counter()
        """By the place of a power: the decisions at which some option used it."""

    def ran(self, unit: Unit) -> int:
        """How often a unit ran. That a requirement refused an option doesn't show that it ran."""
        times = self.times[unit.number]
        return times.total() - (times[False] if unit.number in self._requirements else 0)

    def is_requirement(self, unit: Unit) -> bool:
        """Whether a unit is the condition of a `require`."""
        return unit.number in self._requirements

    def note_decision(self, game: Game, decision: Decision) -> list[Form]:
        """Count what a player is offered. Gives the form of each option."""
        forms: list[Form] = []
        branches: set[int] = set()
        for option in decision.options:
            node = option.node
            branches.add(id(node))
            power = (used_power(option) or "") if id(node) in self._using else ""
            forms.append((node.at, power))
        numbers = self._numbers[id(game.model)].nodes
        for branch in branches:
            if branch in numbers:
                self.offered[numbers[branch]] += 1
        for used in {power for _, power in forms if power}:
            self.powers_offered[self._places[id(game.model), used]] += 1
        return forms

    def note_end(self, game: Game) -> None:
        """Take in what has run in a game, once it is over."""
        for key in powers_on_cards(game):
            self.games_with_power[self._places[id(game.model), key]] += 1
        numbers = self._numbers[id(game.model)]
        for counter, outcome, times in take_executed(game):
            number = numbers.of(counter.what, counter.node)
            if number is not None:
                self.times[number][outcome] += times
                if outcome is False:
                    for each in self._requirements.get(number, ()):
                        if each != number:
                            self.times[each][False] += times


def _uses_power(branch: k.Branch) -> bool:
    return any(isinstance(statement, k.UsePower) for statement in branch.body)
