"""Power tests: conditions on attributes of powers, decided before the game.

Attributes of powers never change. So it is known for each power whether `w.when is as_played` holds. The outcome of any
other part of a condition is unknown.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Function, PowerDefinition, Procedure
from artrules.model.ir.model import Model
from artrules.text.diagnostics.report import STEPS, Report

Constants = Mapping[str, Any]
"""Names of locals → their values, for the locals whose value is known."""
UNKNOWN: Final = ()
"""Stands for a value that isn't known."""


def holds(condition: k.Expression | None, local: str, power: PowerDefinition, constants: Constants) -> bool | None:
    """Whether a condition holds if the local named `local` is a certain power; None if that isn't known."""
    value = _value(condition, local, power, constants) if condition is not None else UNKNOWN
    return value if isinstance(value, bool) else None


def _value(e: k.Expression, local: str, power: PowerDefinition, constants: Constants) -> Any:
    """The value of an expression if `local` is a certain power; UNKNOWN if more than its attributes matters."""
    match e:
        case k.Constant(value=value):
            return value
        case k.Local(name=name):
            return constants.get(name, UNKNOWN)
        case k.PowerAttributeOf(attribute=attribute, power=k.Local(name=name)) if name == local:
            return power.attributes.get(attribute, UNKNOWN)
        case k.Operation(operator="not", operands=[inner]):
            value = _value(inner, local, power, constants)
            return UNKNOWN if value == UNKNOWN else not value
        case k.Operation(operator="and" | "or" as operator, operands=operands):
            values = [_value(o, local, power, constants) for o in operands]
            decisive = operator == "or"
            if decisive in values:
                return decisive
            return UNKNOWN if UNKNOWN in values else not decisive
        case k.Operation(operator="=" | "!=" as operator, operands=[left, right]):
            values = [_value(left, local, power, constants), _value(right, local, power, constants)]
            return UNKNOWN if UNKNOWN in values else (values[0] == values[1]) == (operator == "=")
        case k.Operation(operator="in" | "not in" as operator, operands=[left, k.Listing(items=items)]):
            value, others = _value(left, local, power, constants), [_value(i, local, power, constants) for i in items]
            return UNKNOWN if UNKNOWN in [value, *others] else (value in others) == (operator == "in")
    return UNKNOWN


class PowerTests:
    """Numbered tables for conditions of loops over a card's powers.

    A table says for each definition whether it may pass the condition. Equal tables share a number. The arguments
    `constants` are the locals whose values are known. `tables` are the first tables, if there are some already.
    """

    def __init__(self, powers: Sequence[PowerDefinition], tables: Iterable[tuple[bool, ...]] = ()) -> None:
        self.powers = powers
        self._numbers = {table: number for number, table in enumerate(tables)}

    @property
    def tables(self) -> list[tuple[bool, ...]]:
        return list(self._numbers)

    def table(self, binder: k.Binder, constants: Constants) -> int:
        """The number of the table for the condition of a binder over powers."""
        values = tuple(self.may_pass(binder, definition, constants) for definition in self.powers)
        return self._numbers.setdefault(values, len(self._numbers))

    def may_pass(self, binder: k.Binder, definition: PowerDefinition, constants: Constants) -> bool:
        """Whether the condition of a binder over powers may hold for a definition."""
        return (
            binder.condition is None or holds(binder.condition, binder.local.name, definition, constants) is not False
        )

    def rest(self, binder: k.Binder, constants: Constants) -> k.Expression | None:
        """The part of a binder's condition that its table doesn't decide; None if it decides everything."""
        return self._rest(binder.condition, binder.local.name, constants)

    def _rest(self, condition: k.Expression | None, local: str, constants: Constants) -> k.Expression | None:
        if condition is None or not self.powers:
            return condition
        if all(holds(condition, local, definition, constants) is not None for definition in self.powers):
            return None
        if not (isinstance(condition, k.Operation) and condition.operator == "and"):
            return condition
        left, right = (self._rest(c, local, constants) for c in condition.operands)
        if left is None or right is None:
            return left or right
        return k.Operation(condition.at, condition.type, "and", (left, right))


class Powers:
    """The powers of a model. Powers with the same attributes are judged together, and results are remembered."""

    def __init__(self, powers: Iterable[PowerDefinition], report: Report) -> None:
        self.all = list(powers)
        self.report = report
        alike: dict[tuple[tuple[str, Any], ...], list[PowerDefinition]] = {}
        for power in self.all:
            alike.setdefault(tuple(sorted(power.attributes.items())), []).append(power)
        self._alike = list(alike.values())
        self._memo: dict[tuple[object, ...], frozenset[PowerDefinition] | None] = {}

    def candidates(
        self, condition: k.Expression, local: str, constants: Constants, truth: bool = True
    ) -> frozenset[PowerDefinition] | None:
        """The powers for which a condition may hold, or may not hold if `truth` is False; None if it decides
        nothing."""
        asked = [
            (n.name, constants[n.name]) for n in k.walk(condition) if isinstance(n, k.Local) and n.name in constants
        ]
        key = (condition, local, truth, *asked)
        if key not in self._memo:
            self.report.spend(STEPS, len(self._alike), condition.at)
            self._memo[key] = self._candidates(condition, local, constants, truth)
        return self._memo[key]

    def _candidates(
        self, condition: k.Expression, local: str, constants: Constants, truth: bool
    ) -> frozenset[PowerDefinition] | None:
        results = [holds(condition, local, powers[0], constants) for powers in self._alike]
        if all(result is None for result in results):
            return None
        pairs = zip(self._alike, results, strict=True)
        return frozenset(power for powers, result in pairs if result is not (not truth) for power in powers)


def selecting_names(body: Iterable[k.Node]) -> Iterator[str]:
    """The names of locals whose values may select powers: in conditions on powers' attributes, or in what is
    assigned."""
    for node in body:
        match node:
            case k.Binder(condition=k.ExpressionNode() as condition) | k.If(condition=condition):
                nodes = list(k.walk(condition))
                if any(isinstance(n, k.PowerAttributeOf) for n in nodes):
                    yield from (n.name for n in nodes if isinstance(n, k.Local))
            case k.Set(place=k.Local(), value=value):
                yield from (n.name for n in k.walk(value) if isinstance(n, k.Local))


class SelectingParameters:
    """Finds the parameters of procedures and functions whose values may select powers, there or in called code.

    Who follows code through calls needs to remember constants for these parameters only.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self._memo: dict[Procedure | Function, frozenset[str]] = {}

    def of(self, declaration: Procedure | Function) -> frozenset[str]:
        """The names of these parameters of a procedure or function."""
        if declaration not in self._memo:
            self._memo[declaration] = frozenset()  # ends a recursion, which other code reports
            nodes = list(k.walk(self.model.code_of(declaration)))
            names = set(selecting_names(nodes))
            for node in nodes:
                if isinstance(node, (k.Call, k.Perform)):
                    called = node.function if isinstance(node, k.Call) else node.procedure
                    asked = self.of(called)
                    for parameter, argument in zip(self.model.locals[called], node.arguments, strict=False):
                        if parameter.name in asked:
                            names |= {n.name for n in k.walk(argument) if isinstance(n, k.Local)}
            self._memo[declaration] = frozenset(names)
        return self._memo[declaration]
