"""Conditions on powers that are known before the game: what `where` asks of the attributes that powers declare.

Attributes of powers never change, so of each definition one knows whether a loop over a card's powers could take it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from artrules.ir import nodes as k
from artrules.ir.declarations import PowerDefinition

ConstantOf = Callable[[str], Any]


class PowerTests:
    """Makes tables, numbered: for each definition whether it may pass. Equal ones are one."""

    def __init__(self, powers: Sequence[PowerDefinition]) -> None:
        self.powers = powers
        self._numbers: dict[tuple[bool, ...], int] = {}

    @property
    def tables(self) -> list[tuple[bool, ...]]:
        return list(self._numbers)

    def table(self, binder: k.Binder, constant_of: ConstantOf) -> int:
        """The number of the table of the definitions that the condition of a binder over powers may let pass.
        `constant_of` gives the value of a local by name, or raises ValueError."""
        values = tuple(self.may_pass(binder, d, constant_of) for d in self.powers)
        return self._numbers.setdefault(values, len(self._numbers))

    def may_pass(self, binder: k.Binder, definition: PowerDefinition, constant_of: ConstantOf) -> bool:
        """Whether the condition of a binder over powers may hold for a definition."""
        return self._may_pass(binder.condition, binder.local.name, definition, constant_of)

    def rest(self, binder: k.Binder, constant_of: ConstantOf) -> k.Expression | None:
        """What of the condition of a binder over powers is not told by its table."""
        return self._rest(binder.condition, binder.local.name, constant_of)

    def _rest(self, condition: k.Expression | None, power: str, constant_of: ConstantOf) -> k.Expression | None:
        if condition is None or not self.powers:
            return condition
        try:
            for definition in self.powers:
                _value(condition, power, definition, constant_of)
        except ValueError:
            if not (isinstance(condition, k.Operation) and condition.operator == "and"):
                return condition
            left, right = (self._rest(c, power, constant_of) for c in condition.operands)
            if left is None or right is None:
                return left or right
            return k.Operation(condition.at, condition.type, "and", [left, right])
        return None

    def _may_pass(
        self, condition: k.Expression | None, power: str, d: PowerDefinition, constant_of: ConstantOf
    ) -> bool:
        if condition is None:
            return True
        try:
            return bool(_value(condition, power, d, constant_of))
        except ValueError:
            if isinstance(condition, k.Operation) and condition.operator == "and":
                return all(self._may_pass(c, power, d, constant_of) for c in condition.operands)
            return True


def _value(e: k.Expression, power: str, d: PowerDefinition, constant_of: ConstantOf) -> Any:
    """The value of an expression over a definition's attributes and constants; ValueError when more is asked."""
    match e:
        case k.Constant(value=value):
            return value
        case k.PowerAttributeOf(attribute=attribute, power=k.Local(name=name)) if name == power:
            return d.attributes.get(attribute)
        case k.Local(name=name):
            return constant_of(name)
        case k.Operation(operator="not", operands=[a]):
            return not _value(a, power, d, constant_of)
        case k.Operation(operator="=" | "!=" as operator, operands=[a, b]):
            same = _value(a, power, d, constant_of) == _value(b, power, d, constant_of)
            return same if operator == "=" else not same
        case k.Operation(operator="and" | "or" as operator, operands=[a, b]):
            left, right = (_value(x, power, d, constant_of) for x in (a, b))
            return left and right if operator == "and" else left or right
    raise ValueError
