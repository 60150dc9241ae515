"""Elaborates expressions: maps each form to the function that elaborates it. mypy proves that none is missing.

Here are literals and comparisons. Operations, names, calls and folds have chapters of their own.
"""

from __future__ import annotations

from typing import assert_never

from artrules.model.elaborate import calls, folds, names
from artrules.model.elaborate import names as members
from artrules.model.elaborate import names as piles
from artrules.model.elaborate import operations as arithmetic
from artrules.model.elaborate import operations as logic
from artrules.model.elaborate.elaborator import Elaborator, as_set
from artrules.model.elaborate.names import domain
from artrules.model.ir.nodes import Constant, Expression, IsKind, Listing, Operation
from artrules.model.ir.operators import OperatorName
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import (
    BOOL,
    NOTHING,
    UNKNOWN,
    Card,
    ListOf,
    Number,
    Optional,
    SetOf,
    Type,
    Unknown,
    alike,
    element,
    first_value,
    join,
    whole,
)
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.syntax.ast import expressions as ast

# Elaborates comparisons: equality, order, membership, `shares`.


def equality(elaborator: Elaborator, node: ast.Equality) -> Expression:
    """`=` and `!=`, and the test of a card's kind, which has the same syntax."""
    if isinstance(node.left, ast.Member) and node.left.name.text == "kind":
        return _kind_test(elaborator, node, node.left)
    left = elaborator.expression(node.left)
    right = elaborator.expression(node.right, left.type)
    left, right = as_set(left, right.type), as_set(right, left.type)
    if not alike(left.type, right.type):
        elaborator.complain(kinds.WRONG_TYPE, "these can never be the same", node, expected=left.type, found=right.type)
    return Operation(elaborator.at(node), BOOL, node.operator, (left, right))


def _kind_test(elaborator: Elaborator, node: ast.Equality, member: ast.Member) -> Expression:
    """`card.kind is name`: `name` is a kind of card here, not a value."""
    card = elaborator.expression(member.owner)
    kind = node.right.text if isinstance(node.right, ast.Name) else ""
    if isinstance(card.type, Unknown):
        return elaborator.unknown(node)
    if not isinstance(card.type, Card):
        message = "only cards have a kind"
        elaborator.complain(kinds.WRONG_TYPE, message, member, expected="a card", found=card.type)
        return elaborator.unknown(node)
    known = elaborator.symbols.kinds
    if kind not in known:
        message = "this is no kind of card"
        elaborator.complain(kinds.WRONG_TYPE, message, node.right, expected=", ".join(sorted(known)))
        return elaborator.unknown(node)
    if kind not in card.type.kinds:
        message = f"this can never be a {kind}"
        elaborator.complain(kinds.WRONG_TYPE, message, node, expected=card.type, found=kind)
    test = IsKind(elaborator.at(node), BOOL, card, kind)
    return test if node.operator == "=" else Operation(elaborator.at(node), BOOL, "not", (test,))


def ordering(elaborator: Elaborator, node: ast.Ordering) -> Expression:
    """`<`, `<=`, `>`, `>=` between numbers."""
    left = elaborator.number(node.left, "what is compared")
    right = elaborator.number(node.right, "what is compared")
    return Operation(elaborator.at(node), BOOL, node.operator, (left, right))


def membership(elaborator: Elaborator, node: ast.Membership) -> Expression:
    """`item in group`, `item not in group`, `group has item`. The group is elaborated first, for the item's type."""
    item_node, group_node = (node.right, node.left) if node.operator == "has" else (node.left, node.right)
    group = domain(elaborator, group_node)
    inner = element(group.type)
    if inner is None:
        message = "this holds nothing"
        expected = "a list, set or zone"
        elaborator.complain(kinds.WRONG_TYPE, message, group_node, expected=expected, found=group.type)
        return elaborator.unknown(node)
    item = elaborator.expression(item_node, inner)
    if not alike(item.type, inner):
        message = "this can never be in there"
        elaborator.complain(kinds.WRONG_TYPE, message, item_node, expected=inner, found=item.type)
    operator: OperatorName = "not in" if node.operator == "not in" else "in"
    return Operation(elaborator.at(node), BOOL, operator, (item, group))


def groups(elaborator: Elaborator, node: ast.GroupComparison) -> Expression:
    """Two lists, sets or zones compared by what is in them. Their things must be of types that share values."""
    left = elaborator.expression(node.left)
    right = elaborator.expression(node.right, left.type)
    left, right = as_set(left, right.type), as_set(right, left.type)
    a, b = element(left.type), element(right.type)
    if a is None or b is None or not alike(a, b):
        elaborator.complain(kinds.WRONG_TYPE, "these can share nothing", node, expected=left.type, found=right.type)
        return elaborator.unknown(node)
    return Operation(elaborator.at(node), BOOL, node.operator, (left, right))


# Elaborates literals: numbers, `yes`, `no`, `none`, lists; and the first values of types.


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


# Maps each form of expression to the function that elaborates it. mypy proves that none is missing.


def elaborate_expression(elaborator: Elaborator, node: ast.Expression, wanted: Type | None) -> Expression:
    """The ir of an expression. `wanted` is as in `Elaborator.expression`."""
    match node:
        case ast.Name():
            return names.name(elaborator, node)
        case ast.Member():
            return members.member(elaborator, node)
        case ast.Mine():
            return members.mine(elaborator, node)
        case ast.Index():
            return members.index(elaborator, node)
        case ast.Number():
            return number(elaborator, node)
        case ast.Truth():
            return truth(elaborator, node)
        case ast.NoneLiteral():
            return none(elaborator, node)
        case ast.ListLiteral():
            return listing(elaborator, node, wanted)
        case ast.Call():
            return calls.call(elaborator, node)
        case ast.Equality():
            return equality(elaborator, node)
        case ast.Ordering():
            return ordering(elaborator, node)
        case ast.Membership():
            return membership(elaborator, node)
        case ast.GroupComparison():
            return groups(elaborator, node)
        case ast.Logic():
            return logic.logic(elaborator, node)
        case ast.Not():
            return logic.negation(elaborator, node)
        case ast.Conditional():
            return logic.conditional(elaborator, node, wanted)
        case ast.Arithmetic():
            return arithmetic.arithmetic(elaborator, node, wanted)
        case ast.Negative():
            return arithmetic.negative(elaborator, node)
        case ast.Range():
            return arithmetic.range_(elaborator, node)
        case ast.PileEnd():
            return piles.pile_end(elaborator, node)
        case ast.Quantified():
            return folds.quantified(elaborator, node)
        case ast.Folded():
            return folds.folded(elaborator, node)
        case ast.Largest():
            return folds.largest(elaborator, node)
        case ast.Best():
            return folds.best(elaborator, node)
        case ast.TheBest():
            return folds.the_best(elaborator, node)
        case ast.Holds():
            return folds.holds(elaborator, node)
    assert_never(node)
