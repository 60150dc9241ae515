"""Elaborates comparisons: equality, order, membership, `shares`."""

from __future__ import annotations

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.conversion import as_set
from artrules.elaborate.elaborator import Elaborator
from artrules.elaborate.names import domain
from artrules.ir.nodes import Expression, IsKind, Operation
from artrules.ir.operators import OperatorName
from artrules.ir.types import BOOL, Card, Unknown, alike, element
from artrules.syntax.ast import expressions as ast


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
