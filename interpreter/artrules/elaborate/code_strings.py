"""Single strings of the author's code: each is parsed, and elaborated in its context."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lark import Tree

from artrules.declare.symbol_table import SymbolTable
from artrules.declare.type_names import report_syntax
from artrules.diagnostics.effort import WORDS
from artrules.diagnostics.report import Report
from artrules.elaborate.collect import Elaborator
from artrules.elaborate.context import Context
from artrules.ir.declarations import Function, Parameter
from artrules.ir.nodes import Body, Expression, Label, Local
from artrules.ir.types import Type
from artrules.source.node import Scalar
from artrules.syntax.parse import SyntaxProblem, parse, size


class CodeStrings:
    """Elaborates strings of one ruleset. `function_type` gives the type of a function's value."""

    def __init__(self, symbols: SymbolTable, report: Report, function_type: Callable[[Function], Type]) -> None:
        self.symbols = symbols
        self.report = report
        self._function_type = function_type

    def elaborator(self, text: Scalar, context: Context) -> Elaborator:
        """What elaborates the pieces of one string."""
        elaborator = Elaborator(self.symbols, self.report, text, context)
        elaborator.function_type = self._function_type
        return elaborator

    def tree(self, kind: str, text: Scalar) -> Tree[Any] | None:
        """The syntax tree of a string; None, with a diagnostic, when it has none."""
        self.report.spend(WORDS, size(text.text), text.span)
        try:
            return parse(kind, text.text)
        except SyntaxProblem as problem:
            report_syntax(self.report, text, problem)
            return None

    def expression(self, text: Scalar | None, context: Context, wanted: Type, what: str) -> Expression | None:
        """The expression in a string, which must be of a type; None where there is none, or it can't be parsed."""
        tree = self.tree("expression", text) if text is not None else None
        if text is None or tree is None:
            return None
        return self.elaborator(text, context).demand(tree.children[0], wanted, what)

    def of_any_type(self, text: Scalar | None, context: Context) -> Expression | None:
        """The expression in a string; None where there is none, or it can't be parsed."""
        tree = self.tree("expression", text) if text is not None else None
        if text is None or tree is None:
            return None
        return self.elaborator(text, context).expression(tree.children[0])

    def effect(
        self, text: Scalar | None, context: Context, parameters: Sequence[Parameter] = ()
    ) -> tuple[list[Local], Body]:
        """The parameters as locals, and the body, of an effect in a string; both empty where it can't be parsed."""
        tree = self.tree("effect", text) if text is not None else None
        if text is None or tree is None:
            return [], []
        elaborator = self.elaborator(text, context)
        elaborator.assigned = assigned_names(tree)
        locals_ = [elaborator.scope.bind(p.name, p.type, p.at) for p in parameters]
        return locals_, elaborator.suite(tree)

    def label(self, text: Scalar, context: Context) -> Label:
        """A text with code in it."""
        return self.template(self.elaborator(text, context), text)

    def template(self, elaborator: Elaborator, text: Scalar) -> Label:
        """A text with code in it, which sees the names that are bound already."""
        self.report.spend(WORDS, size(text.text), text.span)
        elaborator.scalar = text
        return elaborator.template(text.text, 0)


def assigned_names(tree: Tree[Any]) -> frozenset[str]:
    """Names that are given another value somewhere in an effect."""
    found = set()
    for node in tree.iter_subtrees():
        if node.data in ("becomes", "add", "take"):
            target = node.children[0]
            if isinstance(target, Tree) and target.data == "name":
                found.add(str(target.children[0]))
    return frozenset(found)
