"""Setups of a game, which are a number of players and values of the settings: which overlays apply to one, and what is
wrong with one that can't be.

A game that is begun asks for this alone. `overlay_combinations.py` reads the conditions, and tries all setups.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Sequence
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from artrules.model.ir.builtins import BUILTINS, SIZE
from artrules.model.ir.declarations import Enum
from artrules.model.ir.model import Model
from artrules.model.ir.types import whole
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import STEPS, Report
from artrules.text.diagnostics.suggest import closest
from artrules.text.source.node import Scalar
from artrules.text.syntax.ast import expressions as ast
from artrules.text.syntax.ast.node import walk

Names: TypeAlias = tuple[str, ...]
"""The names of overlays that apply together."""


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


@dataclass(slots=True)
class OverlaySetups:
    """The setups for which one combination of overlays applies."""

    first: tuple[int, dict[str, Any]]
    """One of them: the number of players, and the values of the settings in conditions of overlays."""
    counts: set[int] = field(default_factory=set)
    """The numbers of players of all of them."""


def with_required(names: Iterable[str], required: MappingOf[str, frozenset[str]]) -> list[str]:
    """Which of the overlays apply whose conditions hold: an expansion doesn't without those that it requires."""
    applying = list(names)
    while lacking := [name for name in applying if not required[name] <= set(applying)]:
        applying = [name for name in applying if name not in lacking]
    return applying


Members: TypeAlias = MappingOf[str, tuple[Enum, int]]
"""The enum and the index of a member, by the member's name."""


class Condition:
    """The `applies` of an overlay: a comparison of settings and of the number of players, with `and`, `or`, `not`.

    It is judged before there is a game, so it may use nothing else.
    """

    def __init__(
        self,
        tree: ast.Expression | None,
        written: Scalar | None,
        overlay: Span,
        report: Report,
        members: Members,
        sets: Collection[str],
        settings: Sequence[str] = (),
        steps: int = 0,
    ) -> None:
        """`tree` is what is `written`, or what follows from the head of an `overlay`; none where it always applies, or
        couldn't be read. `sets` are the names of all sets, `settings` the names that are suggested in place of others,
        `steps` the work of judging it once."""
        self.tree = tree
        self.scalar = written
        self.at = overlay
        self.report = report
        self.members = members
        self._sets = frozenset(sets)
        self._settings = settings
        self._steps = steps
        self.faulty = False
        """Whether something in it has been reported because it may not be asked for."""

    @property
    def names(self) -> frozenset[str]:
        """The names in it: settings, and members."""
        nodes = walk(self.tree) if self.tree is not None else ()
        return frozenset(node.text for node in nodes if isinstance(node, ast.Name))

    def holds(self, players: int, settings: dict[str, Any]) -> bool:
        """Whether the overlay applies, with a report of the work."""
        if self.scalar is not None:
            self.report.spend(STEPS, self._steps, self.scalar.span)
        return self.applies(players, settings)

    def applies(self, players: int, settings: dict[str, Any]) -> bool:
        """Whether the overlay applies; one without a condition always does."""
        if self.scalar is None and self.tree is None:
            return True
        return self.tree is not None and bool(self._value(self.tree, players, settings))

    def _value(self, node: ast.Expression, players: int, settings: dict[str, Any]) -> Any:
        """The value of a part of the condition: a truth value, a number, the index of a member of an enum, the name of
        a set, or the sets that a setting has put into play: it is each of these."""
        match node:
            case ast.Logic() | ast.Equality() | ast.Ordering():
                left, right = (self._value(part, players, settings) for part in (node.left, node.right))
                if isinstance(left, frozenset) and isinstance(right, str) and node.operator in ("=", "!="):
                    return (right in left) == (node.operator == "=")
                return OPERATORS[node.operator](left, right)
            case ast.Not(operand=operand):
                return not self._value(operand, players, settings)
            case ast.Number(digits=digits) if (number := whole(digits)) is not None:
                return number
            case ast.Truth(value=truth):
                return truth
            case ast.Name(text=name) if name in settings:
                return settings[name]
            case ast.Name(text=name) if name in self.members:
                return self.members[name][1]
            case ast.Name(text=name) if name in self._sets:
                return name
            case ast.Call(name=called, arguments=(ast.Name(text="players"),)) if BUILTINS.get(called.text) is SIZE:
                return players
        assert self.scalar is not None
        self.faulty = True
        suggestions: Sequence[str] = ()
        message = "a condition of when something applies asks for settings and the number of players only"
        match node:
            case ast.Name(text=name):
                suggestions = closest(name, [*self._settings, *self.members, *self._sets])
                message = f"there is no setting `{name}`, and when something applies is known by settings alone"
            case ast.Call(name=called, arguments=(ast.Name(text=name) as counted,)) if (
                BUILTINS.get(called.text) is SIZE
            ):
                node, suggestions = counted, closest(name, ["players"])
            case ast.Call(name=called):
                suggestions = ["size(players)"] if closest(called.text, [SIZE.name]) else ()
        self.report.add(
            kinds.WRONG_TYPE,
            message,
            self.scalar.span_of(node.start, node.end),
            expected="settings, `size(players)`, numbers and members",
            suggestions=suggestions,
        )
        return False


ChosenSets: TypeAlias = MappingOf[str, MappingOf[Any, str]]
"""By group and key, the name of the set that fills it."""

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class ApplicableOverlays:
    """Says which overlays of a ruleset apply to one setup."""

    def __init__(
        self,
        model: Model,
        overlays: MappingOf[str, tuple[range, Condition]],
        required: MappingOf[str, frozenset[str]],
        always: Names,
    ) -> None:
        """`model` is the game without overlays. By the name of each overlay: the numbers of players that it adds with
        its condition, and the names of those without which it doesn't apply."""
        self._own_counts = range(model.players[0], model.players[1] + 1)
        self._groups = {setting.name: setting.group for setting in model.settings.values() if setting.group is not None}
        self._overlays = overlays
        self._required = required
        self.always = always
        """The names of the expansions that apply whatever the setup is."""

    def names(self, players: int, settings: MappingOf[str, Any], chosen: ChosenSets) -> tuple[str, ...]:
        """The names of those that apply, with the values of settings, and by group and key the set that is chosen."""
        sets = {name: frozenset(chosen.get(group, {}).values()) for name, group in self._groups.items()}
        asked = {**settings, **sets}
        holding = [name for name, (_, condition) in self._overlays.items() if condition.applies(players, asked)]
        return tuple(with_required(holding, self._required))

    def player_counts(self, settings: MappingOf[str, Any], chosen: ChosenSets) -> list[int]:
        """The numbers of players that are possible with some settings, sorted: the game's own and those of overlays."""
        counts = set(self._own_counts)
        for added in {count for counts, _ in self._overlays.values() for count in counts}:
            names = self.names(added, settings, chosen)
            counts |= {added for name in names if added in self._overlays[name][0]}
        return sorted(counts)
