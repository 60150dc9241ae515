"""Parses a YAML scalar that holds code; what is wrong with it becomes a diagnostic in the author's file."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from artrules.diagnostics.budget import WORDS
from artrules.diagnostics.fix import Edit, Fix
from artrules.diagnostics.kinds import syntax as kinds
from artrules.diagnostics.report import Report
from artrules.source.look_alikes import report_look_alikes_in_code
from artrules.source.node import Scalar
from artrules.syntax.parse import parse_bindings, parse_signature, size
from artrules.syntax.problem import Replacement, SyntaxProblem

T = TypeVar("T")
_PLAIN = re.compile(r"[a-z0-9_ .()<>=+*/-]*")
"""Text that can stand in any YAML scalar, in quotes or not; at its beginning, if it begins with a letter."""
_DECLARES: tuple[Callable[[str], Any], ...] = (parse_bindings, parse_signature)
"""What makes trees of code whose names are used elsewhere."""


def parse_scalar(parse: Callable[[str], T], scalar: Scalar, report: Report) -> T | None:
    """The syntax tree that `parse` (one of the entry points of `syntax/parse.py`) makes of a scalar's text.

    None, after a diagnostic, when it can't be parsed. Raises ReportFull when more code is judged than may be.
    """
    report.spend(WORDS, size(scalar.text), scalar.span)
    try:
        return parse(scalar.text)
    except SyntaxProblem as problem:
        if parse in _DECLARES:
            report.leave_unread([scalar.text])
        if not report.has_error_at(scalar.span):
            report_syntax(report, scalar, problem)
        return None


def report_syntax(report: Report, scalar: Scalar, problem: SyntaxProblem) -> None:
    """Add a syntax problem in a code string, at its place in the author's file."""
    if report_look_alikes_in_code(scalar, problem.start, report):
        return
    report.add(
        kinds.BAD_SYNTAX,
        problem.message,
        scalar.span_of(problem.start, problem.end),
        expected=problem.expected,
        found=problem.found,
        suggestions=problem.suggestions,
        fix=_fix(scalar, problem.fix),
    )


def _fix(scalar: Scalar, replacement: Replacement | None) -> Fix | None:
    """A replacement in code as an edit of the author's file; None where YAML would read its text differently."""
    if replacement is None:
        return None
    span = scalar.span_of(replacement.start, replacement.end)
    as_written = (span.end_line, span.end_column - span.column) == (span.line, replacement.end - replacement.start)
    harmless = replacement.start > 0 or replacement.text[:1].isalpha()
    if not as_written or not (scalar.style == "literal" or (harmless and _PLAIN.fullmatch(replacement.text))):
        return None
    about = f"write `{replacement.text.strip()}`" if replacement.text.strip() else "remove it"
    return Fix(about, (Edit(span, replacement.text),))
