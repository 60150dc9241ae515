"""Elaborates operations: arithmetic, ranges, `+` and `-` of lists and sets, `and`, `or`, `not` and `if … else`."""

from __future__ import annotations

from typing import Literal

from artrules.model.elaborate.elaborator import Elaborator, as_set
from artrules.model.ir.nodes import Checked, Constant, Either, Expression, Operation, Span_
from artrules.model.ir.operators import OPERATORS, NumberWithin, OperatorName, PartOfFirst
from artrules.model.ir.types import (
    ANY_NUMBER,
    BOOL,
    UNKNOWN,
    WIDE,
    ListOf,
    Number,
    SetOf,
    Type,
    Unknown,
    Zone,
    element,
    join,
)
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.syntax.ast import expressions as ast

# Elaborates arithmetic, ranges, and `+` and `-` of lists and sets.

ON_LISTS: dict[Literal["+", "-"], OperatorName] = {"+": "join", "-": "without"}
"""`+` and `-` → the IR's operator for operands that are lists or sets."""


def range_(elaborator: Elaborator, node: ast.Range) -> Expression:
    """`low .. high`."""
    low = elaborator.number(node.low, "a range's end")
    high = elaborator.number(node.high, "a range's end")
    least = low.type.low if isinstance(low.type, Number) else -WIDE
    most = high.type.high if isinstance(high.type, Number) else WIDE
    return Span_(elaborator.at(node), ListOf(Number(min(least, most), max(least, most))), low, high)


def arithmetic(elaborator: Elaborator, node: ast.Arithmetic, wanted: Type | None) -> Expression:
    """An operation on two numbers, or `+` or `-` of two lists or sets."""
    if node.operator not in ON_LISTS:
        left = elaborator.number(node.left, "a number here")
        right = elaborator.number(node.right, "a number here")
        return combined(elaborator, elaborator.at(node), node.operator, left, right)
    left = elaborator.expression(node.left, wanted)
    if isinstance(left.type, Unknown):
        elaborator.expression(node.right)
        return elaborator.unknown(node)
    if element(left.type) is None:
        right = elaborator.number(node.right, "what is added")
        return combined(elaborator, elaborator.at(node), node.operator, left, right)
    right = elaborator.expression(node.right, left.type)
    return together(elaborator, elaborator.at(node), node.operator, left, right)


def together(
    elaborator: Elaborator, at: Span, sign: Literal["+", "-"], left: Expression, right: Expression
) -> Expression:
    """Two lists or sets joined (`+`), or the first without the items of the second (`-`)."""
    operator = ON_LISTS[sign]
    left, right = as_set(left, right.type), as_set(right, left.type)
    type_ = join(left.type, right.type)
    if isinstance(type_, Zone) or type_ is None:
        a, b = element(left.type), element(right.type)
        inner = join(a, b) if a is not None and b is not None else None
        type_ = ListOf(inner) if inner is not None else None
    if isinstance(OPERATORS[operator].result, PartOfFirst) and type_ is not None:
        type_ = left.type if isinstance(left.type, SetOf) else ListOf(element(left.type) or UNKNOWN)
    if type_ is None:
        elaborator.complain(
            kinds.WRONG_TYPE, "these can't be put together", left.at, expected=left.type, found=right.type
        )
        return Constant(left.at, UNKNOWN, None)
    return Operation(at, type_, operator, (left, right))


def combined(
    elaborator: Elaborator, at: Span, operator: OperatorName, left: Expression, right: Expression
) -> Expression:
    """An operation on two numbers. Its type is the range of the possible results."""
    left = elaborator.convert(left, ANY_NUMBER, "a number here", left.at)
    low, high = bounds(operator, left.type, right.type)
    type_ = Number(max(low, -WIDE), min(high, WIDE)) if low <= WIDE and high >= -WIDE else ANY_NUMBER
    if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
        return Operation(at, UNKNOWN, operator, (left, right))
    result = Operation(at, type_, operator, (left, right))
    if low >= -WIDE and high <= WIDE:
        return result
    # Without the check, a loop could multiply a number until it fills the memory.
    return Checked(at, type_, result, -WIDE, WIDE, "this number")


def negative(elaborator: Elaborator, node: ast.Negative) -> Expression:
    """`-n`. The negative of a literal is a literal."""
    value = elaborator.number(node.operand, "a number here")
    if isinstance(value, Constant) and isinstance(value.value, int):
        return Constant(elaborator.at(node), Number(-value.value, -value.value), -value.value)
    type_ = Number(-value.type.high, -value.type.low) if isinstance(value.type, Number) else value.type
    return Operation(elaborator.at(node), type_, "negative", (value,))


def bounds(operator: OperatorName, left: Type, right: Type) -> tuple[int, int]:
    """The least and the greatest possible result, given the types of both operands."""
    result = OPERATORS[operator].result
    if isinstance(result, NumberWithin) and isinstance(left, Number) and isinstance(right, Number):
        return result.bounds(left, right)
    return -WIDE, WIDE


# Elaborates `and`, `or`, `not` and `if … else`. Their conditions narrow types.


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
