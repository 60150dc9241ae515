"""Which powers a condition lets through, as far as it asks for attributes of powers and constants.

Attributes are known from the sets, so `w.when is as_played` can be judged for each power; anything else can't, and may
hold or not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from artrules.kernel.declarations import PowerDefinition
from artrules.kernel.nodes import Constant, Expression, Listing, Local, Operation, PowerAttributeOf

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
        case Expression():
            value = _value(condition, local, power, known)
            return value if isinstance(value, bool) else None
    return None


def candidates(
    condition: Expression, local: str, powers: list[PowerDefinition], known: Constants, truth: bool = True
) -> frozenset[PowerDefinition] | None:
    """The powers for which a condition may hold (or not hold); None when it says nothing about any of them."""
    results = {power: holds(condition, local, power, known) for power in powers}
    if all(result is None for result in results.values()):
        return None
    return frozenset(power for power, result in results.items() if result is not (not truth))


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
