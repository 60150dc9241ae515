"""Checks the pieces of a configuration: totals are right, and every piece has its values and a place to start."""

from __future__ import annotations

from artrules.compile.names import python_name
from artrules.diagnostics.kinds import runtime as kinds
from artrules.diagnostics.report import Report
from artrules.ir.types import Optional
from artrules.run.metering import MOST_STEPS
from artrules.run.runtime import Runtime
from artrules.run.signals import Fail, Fault

MOST_TO_COUNT = 10_000_000
"""Units of work (`metering.py`) for laying out and counting the pieces, for all checked configurations together."""


def check_pieces(runtime: Runtime, report: Report, left: int = MOST_TO_COUNT) -> int:
    """Lay out the pieces of one configuration and count them, with at most `left` units of work. Gives how many units
    are left. Mistakes go to the report."""
    model = runtime.program.model
    for pieces in model.pieces.values():
        kind = model.kinds[pieces.kind]
        for _, values, at in pieces.rows:
            for attribute in kind.attributes.values():
                missing = attribute.printed and attribute.name not in values
                if missing and attribute.type is not None and not isinstance(attribute.type, Optional):
                    message = f"these pieces have no `{attribute.name}`"
                    report.add(kinds.WRONG_PIECES, message, at, expected=f"a column or `has:` with `{attribute.name}`")
    if report.has_errors:
        return left
    try:
        state = runtime.blank
        state.steps = MOST_STEPS - left
        names = [total.name for total in model.counts]
        counts = {name: runtime.functions[python_name("total", name)](state) for name in names}
    except (Fault, Fail) as problem:
        span, what = model.at, ""
        if problem.site >= 0:
            span, what = runtime.program.sites[problem.site]
        why = f"{what} {problem.message}".strip() if isinstance(problem, Fault) else what
        report.add(kinds.WRONG_PIECES, f"the pieces can't be laid out: {why}".rstrip(": "), span)
        return left
    for name, count in counts.items():
        total = model.totals[name]
        if count != total.expected:
            message = f"the total `{name}` is not what it says"
            report.add(kinds.WRONG_PIECES, message, total.at, expected=str(total.expected), found=str(count))
    return MOST_STEPS - state.steps
