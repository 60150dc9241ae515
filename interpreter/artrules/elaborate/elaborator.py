"""What the elaboration of one code string knows and keeps: its place in the model, names in scope, numbers given out.

The functions for the forms of the language lie in the other modules and take an Elaborator first. They come back here
for the expressions and statements inside their own form. `code.py` joins both ends.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

from artrules.declare.symbol_table import SymbolTable
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.registry import Kind
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.elaborate.context import Context
from artrules.elaborate.conversion import convert
from artrules.elaborate.scope import Scope
from artrules.ir.declarations import Function
from artrules.ir.nodes import Body, Constant, Expression, Local
from artrules.ir.types import ANY_NUMBER, BOOL, PLAYER, UNKNOWN, Type
from artrules.source.node import Scalar
from artrules.syntax.ast import expressions as ast
from artrules.syntax.ast.node import Node
from artrules.syntax.ast.statements import Statement as StatementSyntax

MOST_TURNING = 12
"""Loops, and binders, that may lie in one another; Python allows of loops 20."""


class Elaborator(ABC):
    """The state of the elaboration of one code string, or of several that share their names, such as a menu's entry."""

    def __init__(self, symbols: SymbolTable, report: Report, scalar: Scalar, context: Context) -> None:
        self.symbols = symbols
        self.report = report
        self.scalar = scalar
        """The code string, which knows where it stands in the author's file."""
        self.context = context
        self.offset = 0
        """Where the code that is elaborated now begins in the scalar: above 0 for an expression in a label."""
        self.scope = Scope()
        self.depth = 0
        """How many suites lie around this place."""
        self.loops = 0
        """How many loops lie around this place, within the innermost watch."""
        self.gaining: list[tuple[int, Local]] = []
        """Powers that cards have while the suites around here run, each with the number of loops around it."""
        self.watching = 0
        """How many watches lie around this place."""
        self.sites = 0
        """How many decisions and watches have been numbered. Saved games and option ids refer to these numbers."""
        self.assigned: frozenset[str] = frozenset()
        """The names that are given another value somewhere in the effect."""
        self.function_type: Callable[[Function], Type] = lambda function: UNKNOWN
        """The type of a function's value, found by elaborating the function when that hasn't been done."""
        self.me = Local(scalar.span, PLAYER, "me") if context.me else None
        """The player who acts here; None where nobody does."""

    @abstractmethod
    def expression(self, node: ast.Expression, wanted: Type | None = None) -> Expression:
        """The IR of an expression. `wanted` helps literals to find their type; it is not demanded."""

    @abstractmethod
    def statement(self, node: StatementSyntax) -> Body:
        """The IR of a statement: none, one or several statements, since sugar may take several."""

    def at(self, node: Node) -> Span:
        """The place of a piece of syntax in the author's file."""
        return self.scalar.span_of(node.start + self.offset, node.end + self.offset)

    def complain(
        self,
        kind: Kind,
        message: str,
        at: Node | Span,
        *,
        expected: str | None = None,
        found: str | None = None,
        suggestions: Iterable[str] = (),
        related: tuple[tuple[str, Span], ...] = (),
    ) -> None:
        """Add a diagnostic to the report."""
        span = at if isinstance(at, Span) else self.at(at)
        self.report.add(kind, message, span, expected=expected, found=found, suggestions=suggestions, related=related)

    def unknown(self, node: Node) -> Expression:
        """What stands where something is wrong already."""
        return Constant(self.at(node), UNKNOWN, None)

    def turn(self, node: Node) -> None:
        """Note that what follows in the open scope runs again and again."""
        self.scope.turning += 1
        if self.scope.turning == MOST_TURNING + 1:
            self.complain(kinds.TOO_DEEP, f"more than {MOST_TURNING} loops and binders lie in one another here", node)

    def demand(self, node: ast.Expression, wanted: Type, what: str) -> Expression:
        """An expression that must be of a type; numbers that may leave its bounds are tested at run time.

        `what` names the expression in diagnostics, such as "the new value".
        """
        value = self.expression(node, wanted)
        return self.convert(value, wanted, what, self.at(node))

    def condition(self, node: ast.Expression) -> Expression:
        """An expression that must be `yes` or `no`."""
        return self.demand(node, BOOL, "a condition")

    def number(self, node: ast.Expression, what: str) -> Expression:
        """An expression that must be a number."""
        return self.demand(node, ANY_NUMBER, what)

    def convert(self, value: Expression, wanted: Type, what: str, at: Span) -> Expression:
        """The value as one of the wanted type, or a diagnostic at `at`."""
        return convert(self.report, value, wanted, what, at)
