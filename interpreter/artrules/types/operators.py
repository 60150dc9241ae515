"""Literals, comparison, logic and arithmetic."""

from __future__ import annotations

from lark import Token

from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.span import Span
from artrules.kernel.nodes import Constant, Either, Expression, IsKind, Listing, Operation, Span_, TopOf
from artrules.kernel.type import (
    ANY_NUMBER,
    BOOL,
    NOTHING,
    UNKNOWN,
    WIDE,
    Card,
    ListOf,
    Number,
    SetOf,
    Type,
    Unknown,
    Zone,
    alike,
    element,
    join,
)
from artrules.types.elaborate import ElaboratorBase, Syntax, _as_set
from artrules.types.scope import facts

COMPARISONS = {"less": "<", "at_most": "<=", "more": ">", "at_least": ">="}


class Operators(ElaboratorBase):
    """Everything that combines values."""

    def expression_number(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        value = int(str(tree.children[0]))
        if value > WIDE:
            self.complain(kinds.WRONG_VALUE, f"numbers go up to {WIDE}", tree, found=str(value))
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

    # -- logic

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
            then, otherwise = _as_set(then, otherwise.type), _as_set(otherwise, then.type)
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

    # -- comparison

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
        left, right = _as_set(left, right.type), _as_set(right, left.type)
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
        left, right = _as_set(left, right.type), _as_set(right, left.type)
        a, b = element(left.type), element(right.type)
        if a is None or b is None or not alike(a, b):
            self.complain(
                kinds.WRONG_TYPE, "these can share nothing", tree, expected=str(left.type), found=str(right.type)
            )
            return self.unknown(tree)
        return Operation(self.at(tree), BOOL, "shares", [left, right])

    # -- arithmetic

    def expression_span(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        low, high = (self.number(c, "a range's end") for c in tree.children)  # type: ignore[arg-type]
        least = low.type.low if isinstance(low.type, Number) else -WIDE
        most = high.type.high if isinstance(high.type, Number) else WIDE
        return Span_(self.at(tree), ListOf(Number(min(least, most), max(least, most))), low, high)

    def expression_plus(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._sum(tree, "+", "join", wanted)

    def expression_minus(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._sum(tree, "-", "without", wanted)

    def _sum(self, tree: Syntax, operator: str, on_lists: str, wanted: Type | None) -> Expression:
        one, other = tree.children
        left = self.expression(one, wanted)
        if element(left.type) is None:
            return self.arithmetic(tree, operator, left, self.number(other, "what is added"))  # type: ignore[arg-type]
        return self.together(self.at(tree), on_lists, left, self.expression(other, left.type))

    def together(self, at: Span, operator: str, left: Expression, right: Expression) -> Expression:
        """Two lists or sets joined, or the one without the other."""
        left, right = _as_set(left, right.type), _as_set(right, left.type)
        type_ = join(left.type, right.type)
        if isinstance(type_, Zone) or type_ is None:
            a, b = element(left.type), element(right.type)
            inner = join(a, b) if a is not None and b is not None else None
            type_ = ListOf(inner) if inner is not None else None
        if operator == "without" and type_ is not None:
            type_ = left.type if isinstance(left.type, SetOf) else ListOf(element(left.type) or UNKNOWN)
        if type_ is None:
            self.complain(
                kinds.WRONG_TYPE, "these can't be put together", left.at, expected=str(left.type), found=str(right.type)
            )
            return Constant(left.at, UNKNOWN, None)
        return Operation(at, type_, operator, [left, right])

    def expression_times_(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._product(tree, "*")

    def expression_over(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._product(tree, "/")

    def expression_modulo(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._product(tree, "%")

    def _product(self, tree: Syntax, operator: str) -> Expression:
        one, other = tree.children
        left = self.number(one, "a number here")  # type: ignore[arg-type]
        return self.arithmetic(tree, operator, left, self.number(other, "a number here"))  # type: ignore[arg-type]

    def arithmetic(self, tree: Syntax, operator: str, left: Expression, right: Expression) -> Expression:
        left = self.convert(left, ANY_NUMBER, "a number here", left.at)
        return Operation(self.at(tree), bounds(operator, left.type, right.type), operator, [left, right])

    def expression_negative(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        value = self.number(tree.children[0], "a number here")  # type: ignore[arg-type]
        if isinstance(value, Constant) and isinstance(value.value, int):
            return Constant(self.at(tree), Number(-value.value, -value.value), -value.value)
        type_ = Number(-value.type.high, -value.type.low) if isinstance(value.type, Number) else value.type
        return Operation(self.at(tree), type_, "negative", [value])

    # -- piles

    def expression_top(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._end(tree, from_bottom=False)

    def expression_bottom(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        return self._end(tree, from_bottom=True)

    def _end(self, tree: Syntax, from_bottom: bool) -> Expression:
        _, count_, pile_ = tree.children
        assert not isinstance(pile_, Token)
        pile = self.expression(pile_)
        if isinstance(pile.type, Unknown):
            return pile
        if not isinstance(pile.type, Zone):
            self.complain(
                kinds.WRONG_TYPE, "only zones have a top and a bottom", pile_, expected="a zone", found=str(pile.type)
            )
            return self.unknown(tree)
        card = Card(pile.type.kinds)
        if count_ is None:
            return TopOf(self.at(tree), card, pile, None, from_bottom)
        count = self.number(count_, "how many")  # type: ignore[arg-type]
        return TopOf(self.at(tree), ListOf(card), pile, count, from_bottom)


def bounds(operator: str, left: Type, right: Type) -> Type:
    """The range in which a result lies, given the ranges of both numbers."""
    if not (isinstance(left, Number) and isinstance(right, Number)):
        return UNKNOWN
    a, b, c, d = left.low, left.high, right.low, right.high
    match operator:
        case "+":
            low, high = a + c, b + d
        case "-":
            low, high = a - d, b - c
        case "*":
            ends = [a * c, a * d, b * c, b * d]
            low, high = min(ends), max(ends)
        case "%" if c > 0:
            low, high = 0, d - 1
        case "/" if c > 0:
            ends = [a // c, a // d, b // c, b // d]
            low, high = min(ends), max(ends)
        case _:
            low, high = -WIDE, WIDE
    return Number(max(low, -WIDE), min(high, WIDE)) if low <= WIDE and high >= -WIDE else ANY_NUMBER
