"""Comparison: the same or not, more or less, in or not in, sharing something."""

from __future__ import annotations

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.elaborator import ElaboratorBase, Syntax, as_set
from artrules.ir.nodes import Expression, IsKind, Operation
from artrules.ir.types import (
    BOOL,
    Card,
    Type,
    Unknown,
    alike,
    element,
)

COMPARISONS = {"less": "<", "at_most": "<=", "more": ">", "at_least": ">="}


class Comparison(ElaboratorBase):
    """Everything that compares."""

    def expression_equal(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._same(tree, "=")

    def expression_unequal(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._same(tree, "!=")

    def _same(self, tree: Syntax, operator: str) -> Expression:
        one, other = tree.children
        if isinstance(one, type(tree)) and one.data == "member" and str(one.children[1])[1:].strip() == "kind":
            return self._kind_test(tree, one, other, operator)  # type: ignore[arg-type]
        left = self.expression(one)
        right = self.expression(other, left.type)
        left, right = as_set(left, right.type), as_set(right, left.type)
        if not alike(left.type, right.type):
            self.complain(
                kinds.WRONG_TYPE, "these can never be the same", tree, expected=str(left.type), found=str(right.type)
            )
        return Operation(self.at(tree), BOOL, operator, [left, right])

    def _kind_test(self, tree: Syntax, one: Syntax, other: Syntax, operator: str) -> Expression:
        card = self.expression(one.children[0])
        kind = str(other.children[0]) if other.data == "name" else ""
        if isinstance(card.type, Unknown):
            return self.unknown(tree)
        if not isinstance(card.type, Card):
            self.complain(kinds.WRONG_TYPE, "only cards have a kind", one, expected="a card", found=str(card.type))
            return self.unknown(tree)
        if kind not in self.model.kinds:
            self.complain(
                kinds.WRONG_TYPE, "this is no kind of card", other, expected=", ".join(sorted(self.model.kinds))
            )
            return self.unknown(tree)
        if kind not in card.type.kinds:
            self.complain(kinds.WRONG_TYPE, f"this can never be a {kind}", tree, expected=str(card.type), found=kind)
        test: Expression = IsKind(self.at(tree), BOOL, card, kind)
        return test if operator == "=" else Operation(self.at(tree), BOOL, "not", [test])

    def _compare(self, tree: Syntax) -> Expression:
        one, other = tree.children
        operands = [self.number(one, "what is compared"), self.number(other, "what is compared")]  # type: ignore[arg-type]
        return Operation(self.at(tree), BOOL, COMPARISONS[tree.data], operands)

    def expression_less(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._compare(tree)

    expression_at_most = expression_more = expression_at_least = expression_less

    def expression_within(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._membership(tree, tree.children[1], tree.children[0], "in")  # type: ignore[arg-type]

    def expression_not_within(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._membership(tree, tree.children[1], tree.children[0], "not in")  # type: ignore[arg-type]

    def expression_has(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._membership(tree, tree.children[0], tree.children[1], "in")  # type: ignore[arg-type]

    def _membership(self, tree: Syntax, all_: Syntax, one: Syntax, operator: str) -> Expression:
        whole = self.expression(all_)
        inner = element(whole.type)
        if inner is None:
            self.complain(
                kinds.WRONG_TYPE, "this holds nothing", all_, expected="a list, set or zone", found=str(whole.type)
            )
            return self.unknown(tree)
        item = self.expression(one, inner)
        if not alike(item.type, inner):
            self.complain(
                kinds.WRONG_TYPE, "this can never be in there", one, expected=str(inner), found=str(item.type)
            )
        return Operation(self.at(tree), BOOL, operator, [item, whole])

    def expression_shares(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        one, other = tree.children
        left = self.expression(one)
        right = self.expression(other, left.type)
        left, right = as_set(left, right.type), as_set(right, left.type)
        a, b = element(left.type), element(right.type)
        if a is None or b is None or not alike(a, b):
            self.complain(
                kinds.WRONG_TYPE, "these can share nothing", tree, expected=str(left.type), found=str(right.type)
            )
            return self.unknown(tree)
        return Operation(self.at(tree), BOOL, "shares", [left, right])
