"""Parses a YAML scalar that holds code; what is wrong with it becomes a diagnostic in the author's file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from artrules.diagnostics.budget import WORDS
from artrules.diagnostics.kinds import syntax as kinds
from artrules.diagnostics.report import Report
from artrules.source.node import Scalar
from artrules.syntax.parse import size
from artrules.syntax.problem import SyntaxProblem

T = TypeVar("T")


def parse_scalar(parse: Callable[[str], T], scalar: Scalar, report: Report) -> T | None:
    """The syntax tree that `parse` (one of the entry points of `syntax/parse.py`) makes of a scalar's text.

    None, after a diagnostic, when it can't be parsed. Raises ReportFull when more code is judged than may be.
    """
    report.spend(WORDS, size(scalar.text), scalar.span)
    try:
        return parse(scalar.text)
    except SyntaxProblem as problem:
        report_syntax(report, scalar, problem)
        return None


def report_syntax(report: Report, scalar: Scalar, problem: SyntaxProblem) -> None:
    """Add a syntax problem in a code string, at its place in the author's file."""
    report.add(
        kinds.BAD_SYNTAX,
        problem.message,
        scalar.span_of(problem.start, problem.end),
        expected=problem.expected,
        found=problem.found,
        suggestions=problem.suggestions,
    )
