"""Labels: text for people with expressions in it."""

from __future__ import annotations

from lark import Token

from artrules.declare.type_names import report_syntax
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.kinds.syntax import BAD_SYNTAX
from artrules.elaborate.elaborator import ElaboratorBase
from artrules.ir.nodes import Expression, Label
from artrules.ir.types import Zone
from artrules.syntax.parse import SyntaxProblem, parse
from artrules.syntax.template import Hole, split

LONGEST = 1000


class Labels(ElaboratorBase):
    """Texts in code and labels in YAML."""

    def label(self, token: Token) -> Label:
        """The label of a text in code; its quotes are not part of it."""
        return self.template(str(token)[1:-1], (token.start_pos or 0) + 1)

    def template(self, text: str, start: int) -> Label:
        """The label of a text that begins at an offset of the scalar."""
        at = self.scalar.span_of(start + self.offset, start + self.offset + max(1, len(text)))
        parts: list[str | Expression] = []
        if len(text) > LONGEST:
            self.complain(BAD_SYNTAX, f"this text is longer than {LONGEST:,} characters", at)
            return Label(at, parts)
        try:
            for part in split(text):
                parts.append(self._hole(part, start) if isinstance(part, Hole) else part)
        except SyntaxProblem as problem:
            problem.start += start + self.offset
            problem.end += start + self.offset
            report_syntax(self.report, self.scalar, problem)
        return Label(at, parts)

    def _hole(self, hole: Hole, start: int) -> Expression:
        outer = self.offset
        try:
            tree = parse("expression", hole.text)
        except SyntaxProblem as problem:
            problem.start += hole.start
            problem.end += hole.start
            raise
        self.offset = outer + start + hole.start
        try:
            value = self.expression(tree.children[0])
        finally:
            self.offset = outer
        if isinstance(value.type, Zone):
            self.complain(
                kinds.WRONG_TYPE, "a zone has no text; name a card or a number", value.at, found=str(value.type)
            )
        return value
