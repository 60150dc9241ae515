"""Arithmetic, and lists and sets put together."""

from __future__ import annotations

from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.span import Span
from artrules.elaborate.elaborator import ElaboratorBase, Syntax, as_set
from artrules.ir.nodes import Checked, Constant, Expression, Operation, Span_
from artrules.ir.types import (
    ANY_NUMBER,
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


class Arithmetic(ElaboratorBase):
    """Everything that makes a value of two."""

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
        left, right = as_set(left, right.type), as_set(right, left.type)
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
        low, high = bounds(operator, left.type, right.type)
        type_ = Number(max(low, -WIDE), min(high, WIDE)) if low <= WIDE and high >= -WIDE else ANY_NUMBER
        if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
            return Operation(self.at(tree), UNKNOWN, operator, [left, right])
        result = Operation(self.at(tree), type_, operator, [left, right])
        if low >= -WIDE and high <= WIDE:
            return result
        # Numbers would grow without end where a loop multiplies what it has.
        return Checked(self.at(tree), type_, result, -WIDE, WIDE, "this number")

    def expression_negative(self, tree: Syntax, wanted: Type | None = None) -> Expression:
        value = self.number(tree.children[0], "a number here")  # type: ignore[arg-type]
        if isinstance(value, Constant) and isinstance(value.value, int):
            return Constant(self.at(tree), Number(-value.value, -value.value), -value.value)
        type_ = Number(-value.type.high, -value.type.low) if isinstance(value.type, Number) else value.type
        return Operation(self.at(tree), type_, "negative", [value])


def bounds(operator: str, left: Type, right: Type) -> tuple[int, int]:
    """The least and the most that may come out, given the ranges of both numbers."""
    if not (isinstance(left, Number) and isinstance(right, Number)):
        return -WIDE, WIDE
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
    return low, high
