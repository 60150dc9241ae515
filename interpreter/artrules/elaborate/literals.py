"""Elaborates literals: numbers, `yes`, `no`, `none`, lists; and the first values of types."""

from __future__ import annotations

from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.span import Span
from artrules.elaborate.elaborator import Elaborator
from artrules.ir.first_value import first_value
from artrules.ir.nodes import Constant, Expression, Listing
from artrules.ir.type_words import in_words
from artrules.ir.types import BOOL, NOTHING, UNKNOWN, ListOf, Number, Optional, SetOf, Type, element, join, whole
from artrules.syntax.ast import expressions as ast


def number(elaborator: Elaborator, node: ast.Number) -> Expression:
    """A number. Its type is the range with only this number."""
    value = whole(node.digits)
    if value is None:
        message, found = "this number is too large", f"`{node.digits}`"
        elaborator.complain(kinds.WRONG_VALUE, message, node, expected="at most a billion", found=found)
        return elaborator.unknown(node)
    return Constant(elaborator.at(node), Number(value, value), value)


def truth(elaborator: Elaborator, node: ast.Truth) -> Expression:
    """`yes` or `no`."""
    return Constant(elaborator.at(node), BOOL, node.value)


def none(elaborator: Elaborator, node: ast.NoneLiteral) -> Expression:
    """`none`."""
    return Constant(elaborator.at(node), NOTHING, None)


def first_of(at: Span, type_: Type) -> Expression:
    """The first value of a type that has one."""
    match type_:
        case ListOf() | SetOf():
            return Listing(at, type_, ())
        case Optional():
            return Constant(at, NOTHING, None)
    return Constant(at, type_, first_value(type_))


def listing(elaborator: Elaborator, node: ast.ListLiteral, wanted: Type | None) -> Expression:
    """A list, whose items must have a common type. If a set is wanted, conversion turns the list into one."""
    inner = element(wanted) if wanted is not None else None
    items = tuple(elaborator.expression(item, inner) for item in node.items)
    type_: Type | None = items[0].type
    for item in items[1:]:
        type_ = join(type_, item.type) if type_ is not None else None
    if type_ is None:
        message = "the things in a list are of one type"
        found = ", ".join(dict.fromkeys(in_words(item.type) for item in items))
        elaborator.complain(kinds.WRONG_TYPE, message, node, found=found)
        type_ = UNKNOWN
    return Listing(elaborator.at(node), ListOf(type_), items)
