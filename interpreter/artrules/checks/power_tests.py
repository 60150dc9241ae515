"""Which powers a condition lets through, as far as it asks for attributes of powers and constants.

Attributes are known from the sets, so `w.when is as_played` can be judged for each power; anything else can't, and may
hold or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from artrules.diagnostics.effort import STEPS
from artrules.diagnostics.report import Report
from artrules.ir.declarations import Function, PowerDefinition, Procedure
from artrules.ir.model import Model
from artrules.ir.nodes import (
    Binder,
    Call,
    Constant,
    Expression,
    ExpressionNode,
    If,
    Listing,
    Local,
    Node,
    Operation,
    Perform,
    PowerAttributeOf,
    Set,
    walk,
)

Constants = Mapping[str, Any]
"""Names whose value is known."""


def holds(condition: Expression | None, local: str, power: PowerDefinition, known: Constants) -> bool | None:
    """Whether a condition holds for a power under a name; None when that can't be told."""
    match condition:
        case Operation(operator="not", operands=[inner]):
            result = holds(inner, local, power, known)
            return None if result is None else not result
        case Operation(operator="and" | "or" as operator, operands=operands):
            results = [holds(o, local, power, known) for o in operands]
            decisive = operator == "or"
            if decisive in results:
                return decisive
            return None if None in results else not decisive
        case Operation(operator="=" | "!=" as operator, operands=[left, right]):
            values = [_value(left, local, power, known), _value(right, local, power, known)]
            return None if () in values else (values[0] == values[1]) == (operator == "=")
        case Operation(operator="in" | "not in" as operator, operands=[left, Listing(items=items)]):
            value, others = _value(left, local, power, known), [_value(i, local, power, known) for i in items]
            return None if () in [value, *others] else (value in others) == (operator == "in")
        case ExpressionNode():
            value = _value(condition, local, power, known)
            return value if isinstance(value, bool) else None
    return None


class Powers:
    """All powers of a model. Those with the same attributes are judged together, and a condition once."""

    def __init__(self, powers: Iterable[PowerDefinition], report: Report) -> None:
        self.all = list(powers)
        self.report = report
        alike: dict[tuple[tuple[str, Any], ...], list[PowerDefinition]] = {}
        for power in self.all:
            alike.setdefault(tuple(sorted(power.attributes.items())), []).append(power)
        self._alike = list(alike.values())
        self._known: dict[tuple[object, ...], frozenset[PowerDefinition] | None] = {}

    def candidates(
        self, condition: Expression, local: str, known: Constants, truth: bool = True
    ) -> frozenset[PowerDefinition] | None:
        """The powers for which a condition may hold (or not hold); None when it says nothing about any of them."""
        asked = [(n.name, known[n.name]) for n in walk(condition) if isinstance(n, Local) and n.name in known]
        key = (condition, local, truth, *asked)
        if key not in self._known:
            self.report.spend(STEPS, len(self._alike), condition.at)
            self._known[key] = self._candidates(condition, local, known, truth)
        return self._known[key]

    def _candidates(
        self, condition: Expression, local: str, known: Constants, truth: bool
    ) -> frozenset[PowerDefinition] | None:
        results = [holds(condition, local, powers[0], known) for powers in self._alike]
        if all(result is None for result in results):
            return None
        pairs = zip(self._alike, results, strict=True)
        return frozenset(power for powers, result in pairs if result is not (not truth) for power in powers)


def telling(body: Iterable[Node]) -> Iterator[str]:
    """The names in code of which the value may say which powers are meant there."""
    for node in body:
        match node:
            case Binder(condition=ExpressionNode() as condition) | If(condition=condition):
                nodes = list(walk(condition))
                if any(isinstance(n, PowerAttributeOf) for n in nodes):
                    yield from (n.name for n in nodes if isinstance(n, Local))
            case Set(place=Local(), value=value):
                yield from (n.name for n in walk(value) if isinstance(n, Local))


class Telling:
    """For procedures and functions the parameters of which a constant may say which powers are meant: in their own
    code, or in what they call. The others needn't be told apart when code is followed."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._known: dict[Procedure | Function, frozenset[str]] = {}

    def of(self, declaration: Procedure | Function) -> frozenset[str]:
        if declaration not in self._known:
            self._known[declaration] = frozenset()  # for circles, which are found elsewhere
            nodes = list(walk(self.model.code_of(declaration)))
            names = set(telling(nodes))
            for node in nodes:
                if isinstance(node, (Call, Perform)):
                    called = node.function if isinstance(node, Call) else node.procedure
                    asked = self.of(called)
                    for parameter, argument in zip(self.model.locals[called], node.arguments, strict=False):
                        if parameter.name in asked:
                            names |= {n.name for n in walk(argument) if isinstance(n, Local)}
            self._known[declaration] = frozenset(names)
        return self._known[declaration]


def _value(expression: Expression, local: str, power: PowerDefinition, known: Constants) -> Any:
    """A constant's or attribute's value; an empty tuple when it is not known."""
    match expression:
        case Constant(value=value):
            return value
        case Local(name=name) if name in known:
            return known[name]
        case PowerAttributeOf(attribute=attribute, power=Local(name=name)) if name == local:
            return power.attributes.get(attribute, ())
    return ()
