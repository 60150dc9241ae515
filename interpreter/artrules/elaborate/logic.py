"""Literals and logic: numbers, truth values, lists, `and`, `or`, `not`, `if … else`."""

from __future__ import annotations

from artrules.diagnostics.kinds import types as kinds
from artrules.elaborate.elaborator import ElaboratorBase, Syntax, as_set
from artrules.elaborate.scope import facts
from artrules.ir.nodes import Constant, Either, Expression, Listing, Operation
from artrules.ir.types import (
    BOOL,
    NOTHING,
    UNKNOWN,
    WIDE,
    ListOf,
    Number,
    SetOf,
    Type,
    element,
    join,
    whole,
)


class Logic(ElaboratorBase):
    """Values that stand for themselves, and what joins truth values."""

    def expression_number(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        value = whole(str(tree.children[0]))
        if value is None:
            digits = str(tree.children[0])
            self.complain(kinds.WRONG_VALUE, f"numbers go up to {WIDE}", tree, found=digits)
            return self.unknown(tree)
        return Constant(self.at(tree), Number(value, value), value)

    def expression_yes(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return Constant(self.at(tree), BOOL, True)

    def expression_no(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return Constant(self.at(tree), BOOL, False)

    def expression_none(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return Constant(self.at(tree), NOTHING, None)

    def expression_list_of(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        inner = element(wanted) if wanted is not None else None
        items = [self.expression(c, inner) for c in tree.children if isinstance(c, type(tree))]
        type_: Type | None = items[0].type
        for item in items[1:]:
            type_ = join(type_, item.type) if type_ is not None else None
        if type_ is None:
            self.complain(
                kinds.WRONG_TYPE,
                "the things in a list are of one type",
                tree,
                found=", ".join(str(i.type) for i in items),
            )
            type_ = UNKNOWN
        return Listing(self.at(tree), ListOf(type_), items)

    def expression_and_(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._logic(tree, "and", True)

    def expression_or_(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._logic(tree, "or", False)

    def _logic(self, tree: Syntax, operator: str, truth: bool) -> Expression:
        one, other = tree.children
        left = self.condition(one)  # type: ignore[arg-type]
        with self.scope.suite(facts(left, truth)):
            right = self.condition(other)  # type: ignore[arg-type]
        return Operation(self.at(tree), BOOL, operator, [left, right])

    def expression_not_(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return Operation(self.at(tree), BOOL, "not", [self.condition(tree.children[0])])  # type: ignore[arg-type]

    def expression_either(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        then_, condition_, otherwise_ = tree.children
        condition = self.condition(condition_)  # type: ignore[arg-type]
        with self.scope.suite(facts(condition, True)):
            then = self.expression(then_, wanted)
        with self.scope.suite(facts(condition, False)):
            otherwise = self.expression(otherwise_, wanted)
        if isinstance(then.type, SetOf) != isinstance(otherwise.type, SetOf):
            then, otherwise = as_set(then, otherwise.type), as_set(otherwise, then.type)
        type_ = join(then.type, otherwise.type)
        if type_ is None:
            self.complain(
                kinds.WRONG_TYPE,
                "both values must be of one type",
                tree,
                expected=str(then.type),
                found=str(otherwise.type),
            )
            type_ = UNKNOWN
        return Either(self.at(tree), type_, condition, then, otherwise)
