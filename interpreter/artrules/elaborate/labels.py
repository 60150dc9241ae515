"""Elaborates labels: text for people, with expressions in braces."""

from __future__ import annotations

from artrules.declare.parse_scalar import report_syntax
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.kinds.syntax import BAD_SYNTAX
from artrules.elaborate.elaborator import Elaborator
from artrules.ir.nodes import Expression, Label
from artrules.ir.types import Zone
from artrules.syntax.ast.node import Text
from artrules.syntax.parse import parse_expression
from artrules.syntax.problem import SyntaxProblem
from artrules.syntax.template import Hole, split

LONGEST = 1000
"""The most characters in a label."""


def label(elaborator: Elaborator, node: Text) -> Label:
    """The label of a quoted text in code. The quotes aren't part of it."""
    return template(elaborator, node.text, node.start + 1)


def template(elaborator: Elaborator, text: str, start: int) -> Label:
    """The label of a text. `start` is the index of the text in the current code."""
    at = elaborator.scalar.span_of(start + elaborator.offset, start + elaborator.offset + max(1, len(text)))
    if len(text) > LONGEST:
        elaborator.complain(BAD_SYNTAX, f"this text is longer than {LONGEST:,} characters", at)
        return Label(at, ())
    parts: list[str | Expression] = []
    try:
        for part in split(text):
            parts.append(_hole(elaborator, part, start) if isinstance(part, Hole) else part)
    except SyntaxProblem as problem:
        report_syntax(elaborator.report, elaborator.scalar, problem.moved(start + elaborator.offset))
    return Label(at, tuple(parts))


def _hole(elaborator: Elaborator, hole: Hole, start: int) -> Expression:
    """The expression in one pair of braces. `start` is the index of the label's text in the current code. Raises
    SyntaxProblem, with indices in the label's text."""
    try:
        tree = parse_expression(hole.text)
    except SyntaxProblem as problem:
        raise problem.moved(hole.start) from None
    outer = elaborator.offset
    elaborator.offset = outer + start + hole.start
    try:
        value = elaborator.expression(tree)
    finally:
        elaborator.offset = outer
    if isinstance(value.type, Zone):
        message = "a zone has no text; name a card or a number"
        elaborator.complain(kinds.WRONG_TYPE, message, value.at, found=str(value.type))
    return value
