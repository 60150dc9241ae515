"""The complete elaborator: the state of `elaborator.py`, joined with all forms of expressions and statements."""

from __future__ import annotations

from artrules.elaborate.elaborator import Elaborator
from artrules.elaborate.expressions import elaborate_expression
from artrules.elaborate.statements import elaborate_statement
from artrules.ir.nodes import Body, Expression
from artrules.ir.types import Type
from artrules.syntax.ast import expressions, statements


class CodeElaborator(Elaborator):
    """Elaborates one code string. The functions for each form call it for the code inside their form."""

    def expression(self, node: expressions.Expression, wanted: Type | None = None) -> Expression:
        return self.narrowed(elaborate_expression(self, node, wanted))

    def statement(self, node: statements.Statement) -> Body:
        return elaborate_statement(self, node)
