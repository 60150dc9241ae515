"""Elaborates labels: text for people, with expressions in braces."""

from __future__ import annotations

from artrules.declare.parse_scalar import report_syntax
from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.kinds.syntax import BAD_SYNTAX
from artrules.elaborate.elaborator import Elaborator
from artrules.ir.nodes import Constant, Either, Expression, Label
from artrules.ir.types import WORDS, Zone
from artrules.syntax.ast.expressions import Worded, Words
from artrules.syntax.ast.node import Text
from artrules.syntax.parse import parse_hole
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
        tree = parse_hole(hole.text)
    except SyntaxProblem as problem:
        raise problem.moved(hole.start) from None
    outer = elaborator.offset
    elaborator.offset = outer + start + hole.start
    try:
        value = _worded(elaborator, tree) if isinstance(tree, Worded) else elaborator.expression(tree)
    finally:
        elaborator.offset = outer
    if isinstance(value.type, Zone):
        message = "a zone has no text; name a card or a number"
        elaborator.complain(kinds.WRONG_TYPE, message, value.at, found=value.type)
    return value


def _worded(elaborator: Elaborator, node: Worded) -> Expression:
    """Words that depend on a condition; none where it doesn't hold and nothing stands after `else`."""
    at, condition = elaborator.at(node), elaborator.condition(node.condition)
    then = Constant(elaborator.at(node.then), WORDS, node.then.text.text)
    otherwise: Expression = Constant(at, WORDS, "")
    if isinstance(node.otherwise, Words):
        otherwise = Constant(elaborator.at(node.otherwise), WORDS, node.otherwise.text.text)
    elif node.otherwise is not None:
        with elaborator.scope.suite(elaborator.where(condition, False)):
            otherwise = _worded(elaborator, node.otherwise)
    return Either(at, WORDS, condition, then, otherwise)
