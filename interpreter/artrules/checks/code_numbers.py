"""Collects the numbers that occur in a power's code, and in everything that the code calls or reads."""

from __future__ import annotations

from collections.abc import Sequence

from artrules.diagnostics.budget import STEPS
from artrules.diagnostics.report import Report
from artrules.ir.declarations import Declaration, Enum, Function, Limit, Procedure, Table, Variable
from artrules.ir.model import Model
from artrules.ir.nodes import (
    AllMembers,
    Body,
    Branch,
    Call,
    Constant,
    Lookup,
    Node,
    Perform,
    SettingValue,
    Span_,
    VariableOf,
    Watch,
    walk,
)
from artrules.ir.powers import PowerDefinition
from artrules.ir.types import Bool, Number, Type

_WIDEST = 20
"""Maximum number of values of a range that count as numbers of the code, besides its ends."""


class Numbers:
    """The numbers in the code of powers. Each declaration that code reaches is looked at once."""

    def __init__(self, model: Model, report: Report) -> None:
        self.model = model
        self.report = report
        self._known: dict[object, tuple[frozenset[int], tuple[Declaration, ...]]] = {}

    def of(self, power: PowerDefinition) -> set[int]:
        """The numbers in a power's code and attributes, and in all that the code reaches. Raises ReportFull."""
        found: set[int] = set()
        for name, attribute in self.model.power_attributes.items():
            _take(found, power.attributes.get(name), attribute.type)
        waiting: list[Declaration] = [power]
        seen: set[Declaration] = {power}
        while waiting:
            declaration = waiting.pop()
            if declaration not in self._known:
                self._known[declaration] = self._look_at(self._code_of(declaration))
            numbers, reached = self._known[declaration]
            self.report.spend(STEPS, 1, power.at)
            found |= numbers
            for other in reached:
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return found

    def _look_at(self, roots: Sequence[Node | Body | None]) -> tuple[frozenset[int], tuple[Declaration, ...]]:
        """The numbers in some code, and the declarations that it calls or reads."""
        found: set[int] = set()
        reached: dict[Declaration, None] = {}
        for node in (n for root in roots if root is not None for n in walk(root)):
            match node:
                case Constant():
                    _take(found, node.value, node.type)
                case Lookup():
                    found |= _numbers_of_table(node.table)
                case SettingValue():
                    _take(found, node.declaration.starts, node.declaration.type)
                case Watch():
                    found.add(node.every)
                case Span_(low=Constant(value=int(low)), high=Constant(value=int(high))):
                    found |= set(range(low, min(high, low + _WIDEST)))
                case AllMembers():
                    found |= _sizes(self.model.enums[node.enum])
                case Call():
                    reached[node.function] = None
                case Perform():
                    reached[node.procedure] = None
                case VariableOf():
                    reached[node.declaration] = None
                case Branch() if node.limit is not None:
                    reached[node.limit] = None
        return frozenset(found), tuple(reached)

    def _code_of(self, declaration: Declaration) -> Sequence[Node | Body | None]:
        model = self.model
        match declaration:
            case PowerDefinition():
                limits = [model.at_most.get(limit) for limit in declaration.limits]
                return [model.bodies[declaration], model.conditions.get(declaration), *limits]
            case Function():
                return [model.values.get(declaration)]
            case Procedure():
                return [model.bodies[declaration]]
            case Variable():
                return [model.starts.get(declaration)]
            case Limit():
                return [model.at_most.get(declaration)]
        return []


def _take(found: set[int], value: object, type_: Type | None) -> None:
    if isinstance(type_, Number) and isinstance(value, int):
        found.add(value)


def _numbers_of_table(table: Table) -> set[int]:
    return {number for step in table.steps for number in step} | set(table.slope or ())


def _sizes(enum: Enum) -> set[int]:
    """The number of members of an enum, and for each property that is yes or no, the number of members that have it."""
    sizes = {len(enum.members)}
    for name, type_ in enum.properties.items():
        if isinstance(type_, Bool):
            sizes.add(sum(value is True for value in enum.values.get(name, {}).values()))
    return sizes
