"""All numbers that the code of a power has, in itself and in all that it reaches."""

from __future__ import annotations

from artrules.diagnostics.effort import STEPS
from artrules.diagnostics.report import Report
from artrules.kernel.declarations import (
    Declaration,
    Enum,
    Function,
    Limit,
    PowerDefinition,
    Procedure,
    Table,
    Variable,
)
from artrules.kernel.nodes import (
    AllMembers,
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
from artrules.kernel.type import Bool, Number, Type
from artrules.resolve.model import Model

_WIDEST = 20
"""So many numbers of a range are taken to be in the code, besides its ends."""


class Numbers:
    """The numbers that powers have. Each declaration that code reaches is looked at once."""

    def __init__(self, model: Model, report: Report) -> None:
        self.model = model
        self.report = report
        self._known: dict[object, tuple[frozenset[int], tuple[Declaration, ...]]] = {}

    def of(self, power: PowerDefinition) -> set[int]:
        """The numbers that a power's code has, and that of all functions, procedures and tables that it reaches."""
        found: set[int] = set()
        for name, attribute in self.model.power_attributes.items():
            _take(found, power.attributes.get(name), attribute.type)
        waiting: list[Declaration] = [power]
        seen: set[Declaration] = {power}
        while waiting:
            declaration = waiting.pop()
            if declaration not in self._known:
                self._known[declaration] = self._look_at(_code_of(declaration))
            numbers, reached = self._known[declaration]
            self.report.spend(STEPS, 1, power.at)
            found |= numbers
            for other in reached:
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return found

    def _look_at(self, roots: list[object]) -> tuple[frozenset[int], tuple[Declaration, ...]]:
        """The numbers in some code, and what it calls or reads."""
        found: set[int] = set()
        reached: dict[Declaration, None] = {}
        for node in (n for root in roots if isinstance(root, (Node, list)) for n in walk(root)):
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


def _code_of(declaration: Declaration) -> list[object]:
    match declaration:
        case PowerDefinition():
            return [declaration.body, declaration.condition, *(limit.at_most for limit in declaration.limits)]
        case Function():
            return [declaration.value]
        case Procedure():
            return [declaration.body]
        case Variable():
            return [declaration.starts]
        case Limit():
            return [declaration.at_most]
    return []


def _take(found: set[int], value: object, type_: Type | None) -> None:
    if isinstance(type_, Number) and isinstance(value, int):
        found.add(value)


def _numbers_of_table(table: Table) -> set[int]:
    return {number for step in table.steps for number in step} | set(table.slope or ())


def _sizes(enum: Enum) -> set[int]:
    """How many members there are, and how many have each property that is yes or no."""
    sizes = {len(enum.members)}
    for name, type_ in enum.properties.items():
        if isinstance(type_, Bool):
            sizes.add(sum(value is True for value in enum.values.get(name, {}).values()))
    return sizes
