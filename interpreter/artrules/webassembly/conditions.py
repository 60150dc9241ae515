"""Translates conditions to branches: they go to a label if a condition holds, or if it doesn't."""

from __future__ import annotations

from artrules.machine_code.nodes import Both, Compare, Const, Not, OneOf, Value
from artrules.webassembly import opcodes
from artrules.webassembly.expressions import OPPOSITES, ValueTranslator


class ConditionTranslator(ValueTranslator):
    """Translates the conditions of one function."""

    def branch_if(self, condition: Value, label: int) -> None:
        """Go to a label if a condition holds."""
        match condition:
            case Const(value=number):
                if number:
                    self._code.branch(label)
            case Not(value=inner):
                self.branch_unless(inner, label)
            case OneOf(left=left, right=right):
                self.branch_if(left, label)
                self.branch_if(right, label)
            case Both(left=left, right=right):
                past = self._code.block()
                self.branch_unless(left, past)
                self.branch_if(right, label)
                self._code.end()
            case _:
                self.condition(condition)
                self._code.branch_if(label)

    def branch_unless(self, condition: Value, label: int) -> None:
        """Go to a label if a condition doesn't hold."""
        match condition:
            case Const(value=number):
                if not number:
                    self._code.branch(label)
            case Not(value=inner):
                self.branch_if(inner, label)
            case Both(left=left, right=right):
                self.branch_unless(left, label)
                self.branch_unless(right, label)
            case OneOf(left=left, right=right):
                past = self._code.block()
                self.branch_if(left, past)
                self.branch_unless(right, label)
                self._code.end()
            case Compare(operator=operator):
                self.compare(condition, OPPOSITES[operator])
                self._code.branch_if(label)
            case _:
                self.condition(condition)
                self._code.add(opcodes.I32_IS_ZERO)
                self._code.branch_if(label)
