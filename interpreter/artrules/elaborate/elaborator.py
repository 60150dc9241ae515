"""One code string's syntax tree to kernel nodes: names resolved, types found, sugar gone.

The work is shared out over the files of this folder by kind of form; `Elaborator` joins them. After a mistake a node
of type Unknown stands in, which fits everywhere: one mistake gives one diagnostic, and everything else is still
looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lark import Token, Tree

from artrules.declare.symbol_table import SymbolTable
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.registry import Kind
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.elaborate.context import Context
from artrules.elaborate.scope import Scope
from artrules.ir.declarations import Function
from artrules.ir.nodes import Checked, Constant, Either, Expression, Listing, Local, Operation
from artrules.ir.types import (
    ANY_NUMBER,
    BOOL,
    PLAYER,
    UNKNOWN,
    ListOf,
    Nothing,
    Number,
    Optional,
    SetOf,
    Type,
    Unknown,
    fits,
)
from artrules.source.node import Scalar

Syntax = Tree[Token]
MOST_TURNING = 12
"""Loops, and binders, that may lie in one another; Python allows of loops 20."""


class ElaboratorBase:
    """State and helpers that all parts share."""

    def __init__(self, model: SymbolTable, report: Report, scalar: Scalar, context: Context) -> None:
        self.model = model
        self.report = report
        self.scalar = scalar
        self.context = context
        self.offset = 0
        self.scope = Scope()
        self.loops = 0
        self.gaining: list[tuple[int, Local]] = []
        """Powers that cards have while the suites around here run, each with the number of loops around it."""
        self.watching = 0
        self.sites = 0
        self.assigned: frozenset[str] = frozenset()
        self.function_type: Callable[[Function], Type] = lambda function: UNKNOWN
        at = scalar.span
        self.me = Local(at, PLAYER, "me") if context.me else None

    # -- places and complaints

    def at(self, tree: Syntax | Token) -> Span:
        """The place of a piece of syntax in the author's file."""
        if isinstance(tree, Token):
            start, end = tree.start_pos or 0, tree.end_pos or 0
        elif tree.meta.empty:
            start, end = 0, 1
        else:
            start, end = tree.meta.start_pos, tree.meta.end_pos
        return self.scalar.span_of(start + self.offset, end + self.offset)

    def complain(
        self,
        kind: Kind,
        message: str,
        at: Syntax | Token | Span,
        *,
        expected: str | None = None,
        found: str | None = None,
        suggestions: Iterable[str] = (),
        related: tuple[tuple[str, Span], ...] = (),
    ) -> None:
        span = at if isinstance(at, Span) else self.at(at)
        self.report.add(kind, message, span, expected=expected, found=found, suggestions=suggestions, related=related)

    def unknown(self, at: Syntax | Token) -> Expression:
        """Stands where something is wrong already."""
        return Constant(self.at(at), UNKNOWN, None)

    def turn(self, tree: Syntax) -> None:
        """Note that what follows in the scope that is open is gone through again and again."""
        self.scope.turning += 1
        if self.scope.turning == MOST_TURNING + 1:
            self.complain(kinds.TOO_DEEP, f"more than {MOST_TURNING} loops and binders lie in one another here", tree)

    # -- expressions

    def expression(self, tree: Syntax | Token, wanted: Type | None = None) -> Expression:
        """The kernel expression of a tree. `wanted` helps literals; it is not yet demanded."""
        if isinstance(tree, Token):
            raise AssertionError(f"a token is no expression: {tree.type}")
        method = getattr(self, f"expression_{tree.data}")
        result: Expression = method(tree, wanted)
        return result

    def demand(self, tree: Syntax, wanted: Type, what: str) -> Expression:
        """An expression that must be of a type; numbers that may leave its bounds are tested as it runs."""
        value = self.expression(tree, wanted)
        return self.convert(value, wanted, what, self.at(tree))

    def condition(self, tree: Syntax, what: str = "a condition") -> Expression:
        return self.demand(tree, BOOL, what)

    def number(self, tree: Syntax, what: str) -> Expression:
        return self.demand(tree, ANY_NUMBER, what)

    def convert(self, value: Expression, wanted: Type, what: str, at: Span) -> Expression:
        """The value as one of the wanted type, or a diagnostic."""
        if isinstance(value.type, Unknown) or isinstance(wanted, Unknown):
            return value
        may_be_none = isinstance(value.type, Optional) and not isinstance(wanted, (Optional, Nothing))
        if may_be_none and fits(value.type.of, wanted):  # type: ignore[attr-defined]
            message = f"{what} may be none here"
            self.report.add(kinds.MAYBE_NONE, message, at, expected=str(wanted), found=str(value.type))
            return Constant(value.at, UNKNOWN, None)
        value = as_set(value, wanted)
        if not fits(value.type, wanted):
            self.report.add(
                kinds.WRONG_TYPE, f"{what} is of the wrong type", at, expected=str(wanted), found=str(value.type)
            )
            return Constant(value.at, UNKNOWN, None)
        target = wanted.of if isinstance(wanted, Optional) else wanted
        match target, value.type:
            case Number(low, high), Number(least, most) if least < low or most > high:
                return Checked(value.at, target, value, low, high, what)
            case SetOf(Number(low, high)), SetOf(Number(least, most)) if least < low or most > high:
                return Checked(value.at, target, value, low, high, what)
        return value


def as_set(value: Expression, wanted: Type) -> Expression:
    """A literal list as a set where one is wanted."""
    target = wanted.of if isinstance(wanted, Optional) else wanted
    if not isinstance(target, SetOf):
        return value
    if isinstance(value, Listing) and isinstance(value.type, ListOf):
        return Listing(
            value.at, target if isinstance(value.type.of, Unknown | Nothing) else SetOf(value.type.of), value.items
        )
    if isinstance(value, Either):
        then, otherwise = as_set(value.then, target), as_set(value.otherwise, target)
        if then.type != value.then.type or otherwise.type != value.otherwise.type:
            return Either(value.at, then.type, value.condition, then, otherwise)
    if isinstance(value, Operation) and value.operator in ("join", "without") and isinstance(value.type, ListOf):
        operands = [as_set(o, target) for o in value.operands]
        if all(isinstance(o.type, SetOf) for o in operands):
            return Operation(value.at, operands[0].type, value.operator, operands)
    return value
