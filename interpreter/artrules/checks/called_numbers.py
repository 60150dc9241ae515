"""All numbers that the code of a power has, in itself and in all that it reaches."""

from __future__ import annotations

from collections.abc import Iterator

from artrules.kernel.declarations import Enum, PowerDefinition, Table
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


def numbers_of(model: Model, power: PowerDefinition) -> set[int]:
    """The numbers that a power's code has, and that of all functions, procedures and tables that it reaches."""
    roots: list[object] = [power.body, power.condition, *(limit.at_most for limit in power.limits)]
    found: set[int] = set()
    for name, attribute in model.power_attributes.items():
        _take(found, power.attributes.get(name), attribute.type)
    for node in _reached(roots):
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
                found |= _sizes(model.enums[node.enum])
    return found


def _reached(roots: list[object]) -> Iterator[Node]:
    """All nodes of some code and of what it calls or reads, each declaration once."""
    waiting, seen = list(roots), set[int]()
    while waiting:
        root = waiting.pop()
        if not isinstance(root, (Node, list)):
            continue
        for node in walk(root):
            yield node
            declaration: object
            more: list[object]
            match node:
                case Call():
                    declaration, more = node.function, [node.function.value]
                case Perform():
                    declaration, more = node.procedure, [node.procedure.body]
                case VariableOf():
                    declaration, more = node.declaration, [node.declaration.starts]
                case Branch() if node.limit is not None:
                    declaration, more = node.limit, [node.limit.at_most]
                case _:
                    continue
            if id(declaration) not in seen:
                seen.add(id(declaration))
                waiting += more


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
