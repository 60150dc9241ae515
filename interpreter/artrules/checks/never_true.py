"""Conditions that never hold.

An option that is never offered, a suite that never runs, a power that is never usable and a `for` that goes through
nothing are mostly slips: a wrong number, a name that means something else. A condition never holds when it is the
constant `no`, or compares numbers whose bounds are such that it can't; `and` and `or` are seen through.
"""

from __future__ import annotations

from collections.abc import Iterator

from artrules.checks.calls import every_body
from artrules.diagnostics.kinds.checks import NEVER_TRUE
from artrules.diagnostics.report import Report
from artrules.kernel.nodes import Binder, Branch, Checked, Constant, Expression, If, Node, Operation, Require
from artrules.kernel.type import Number
from artrules.resolve.model import Model


def check(model: Model, report: Report) -> None:
    for power in model.powers:
        if power.condition is not None and _never(power.condition):
            report.add(NEVER_TRUE, "this power is never usable", power.condition.at)
    for code in every_body(model):
        for node in code.every_node:
            for condition, what in _conditions(node):
                if _never(condition):
                    report.add(NEVER_TRUE, what, condition.at)


def _conditions(node: Node) -> Iterator[tuple[Expression, str]]:
    match node:
        case Branch(guard=Expression() as guard):
            yield guard, "this is never offered: its condition never holds"
        case If(condition=condition):
            yield condition, "this suite never runs: its condition never holds"
        case Binder(condition=Expression() as condition):
            yield condition, "nothing is ever found here: the condition never holds"
        case Require(condition=condition):
            yield condition, "this always fails"


def _never(condition: Expression) -> bool:
    match condition:
        case Constant(value=False):
            return True
        case Operation(operator="not", operands=[Constant(value=True)]):
            return True
        case Operation(operator="and", operands=operands):
            return any(_never(operand) for operand in operands)
        case Operation(operator="or", operands=operands):
            return all(_never(operand) for operand in operands)
        case Operation(operator=operator, operands=[left, right]):
            return _apart(operator, _plain(left), _plain(right))
    return False


def _plain(value: Expression) -> Expression:
    return value.value if isinstance(value, Checked) else value


def _apart(operator: str, left: Expression, right: Expression) -> bool:
    if not (isinstance(left.type, Number) and isinstance(right.type, Number)):
        return False
    a, b = left.type, right.type
    match operator:
        case "<":
            return a.low >= b.high
        case "<=":
            return a.low > b.high
        case ">":
            return a.high <= b.low
        case ">=":
            return a.high < b.low
        case "=":
            return a.high < b.low or a.low > b.high
        case "!=":
            return a.low == a.high == b.low == b.high
    return False
