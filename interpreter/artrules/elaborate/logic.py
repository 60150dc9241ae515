"""Elaborates `and`, `or`, `not` and `if … else`. Their conditions narrow types."""

from __future__ import annotations

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.conversion import as_set
from artrules.elaborate.elaborator import Elaborator
from artrules.ir.nodes import Either, Expression, Operation
from artrules.ir.types import BOOL, UNKNOWN, SetOf, Type, join
from artrules.syntax.ast import expressions as ast


def logic(elaborator: Elaborator, node: ast.Logic) -> Expression:
    """`and` and `or`. The right side only runs if the left side is true (`and`) or false (`or`), which narrows types
    in it."""
    left = elaborator.condition(node.left)
    with elaborator.scope.suite(elaborator.where(left, node.operator == "and")):
        right = elaborator.condition(node.right)
    return Operation(elaborator.at(node), BOOL, node.operator, (left, right))


def negation(elaborator: Elaborator, node: ast.Not) -> Expression:
    """`not`."""
    return Operation(elaborator.at(node), BOOL, "not", (elaborator.condition(node.operand),))


def conditional(elaborator: Elaborator, node: ast.Conditional, wanted: Type | None) -> Expression:
    """`a if condition else b`. The condition is elaborated first, and narrows types in both values."""
    condition = elaborator.condition(node.condition)
    with elaborator.scope.suite(elaborator.where(condition, True)):
        then = elaborator.expression(node.then, wanted)
    with elaborator.scope.suite(elaborator.where(condition, False)):
        otherwise = elaborator.expression(node.otherwise, wanted)
    if isinstance(then.type, SetOf) != isinstance(otherwise.type, SetOf):
        then, otherwise = as_set(then, otherwise.type), as_set(otherwise, then.type)
    type_ = join(then.type, otherwise.type)
    if type_ is None:
        elaborator.complain(
            kinds.WRONG_TYPE,
            "both values must be of one type",
            node,
            expected=then.type,
            found=otherwise.type,
        )
        type_ = UNKNOWN
    return Either(elaborator.at(node), type_, condition, then, otherwise)
