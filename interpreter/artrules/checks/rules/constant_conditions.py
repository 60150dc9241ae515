"""Conditions that never hold.

An option that is never offered, a suite that never runs, a power that is never usable and a `for` that finds nothing
are mostly slips: a wrong number, or a name that means something else. A condition never holds if it is the constant
`no`, or if it compares numbers whose bounds exclude it. The check looks into `and` and `or`.
"""

from __future__ import annotations

from collections.abc import Iterator

from artrules.analyses.calls import every_body
from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.model import Model
from artrules.ir.nodes import (
    Binder,
    Branch,
    Checked,
    Constant,
    Expression,
    ExpressionNode,
    If,
    Node,
    Operation,
    Require,
)
from artrules.ir.types import Number

NEVER_TRUE = declare(
    4011,
    "never-true",
    "a condition that never holds",
    """
    The condition is `no`, or it compares numbers in a way that their types exclude. So what depends on it never
    happens. Look at the numbers, and at the types of what is compared.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            if round_number < 1:  #!
                my coins += 1
            """,
        ),
        repaired=Example(
            "procedure",
            """
            if round_number <= 1:
                my coins += 1
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                if my coins > 98 or no:
                    my coins -= 1
                """,
            ),
        ),
    ),
)


@model_check(NEVER_TRUE)
def constant_conditions(model: Model, report: Report) -> None:
    for power in model.powers:
        if (condition := model.conditions.get(power)) is not None and _never(condition):
            report.add(NEVER_TRUE, "this power is never usable", condition.at)
    for code in every_body(model):
        for node in code.every_node:
            for condition, what in _conditions(node):
                if _never(condition):
                    report.add(NEVER_TRUE, what, condition.at)


def _conditions(node: Node) -> Iterator[tuple[Expression, str]]:
    match node:
        case Branch(guard=ExpressionNode() as guard):
            yield guard, "this is never offered: its condition never holds"
        case If(condition=condition):
            yield condition, "this suite never runs: its condition never holds"
        case Binder(condition=ExpressionNode() as condition):
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
