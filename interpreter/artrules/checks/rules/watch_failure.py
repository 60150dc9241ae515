"""Watches whose suites may fail.

A watch acts when its event happens, often in another player's turn. No choice was made that could be taken back if the
watch failed. So this check follows each watch's suite as if after a commit, and reports whatever may fail in it outside
a choice that can be declined. A choice can be declined if one of its branches is always offered and can't fail itself.
Powers that the suite uses are not followed.
"""

from __future__ import annotations

from artrules.analyses.calls import every_body
from artrules.analyses.failures import Known
from artrules.analyses.failures_after_commit import CommitAnalysis, Seen
from artrules.analyses.known_values import KnownValues
from artrules.analyses.power_tests import Powers, SelectingParameters
from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.model import Model
from artrules.ir.nodes import (
    AttributeOf,
    BuiltinCall,
    Call,
    Expression,
    Fold,
    SharedAttribute,
    VariableOf,
    Watch,
    ZoneOf,
    walk,
)

FAILING_WATCH = declare(
    4004,
    "failing-watch",
    "a watch that may fail",
    """
    A watch acts in the middle of what somebody else does, so nothing can be taken back if it fails. Put whatever may
    fail in it inside a choice that can be declined (`may`), or behind a condition that tests it.
    """,
    examples=Examples(
        fails=Example(
            "procedure",
            """
            watch lit as e until turn ends:
                require my coins > 0  #!
            """,
        ),
        repaired=Example(
            "procedure",
            """
            watch lit as e until turn ends:
                if my coins > 0:
                    my coins -= 1
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                watch lit as e until turn ends:
                    may "x":
                        require my coins > 3
                """,
            ),
        ),
    ),
)


def _tests_the_table(condition: Expression | None) -> bool:
    """Whether a condition reads more than the event itself: then it may have tested what could fail."""
    looks = (AttributeOf, SharedAttribute, BuiltinCall, Call, Fold, VariableOf, ZoneOf)
    return condition is not None and any(isinstance(node, looks) for node in walk(condition))


@model_check(FAILING_WATCH)
def watch_failure(model: Model, report: Report) -> None:
    bound, seen, known = KnownValues(Powers(model.powers, report), SelectingParameters(model)), Seen(), Known()
    for code in every_body(model):
        for watch in code.every_node:
            if not isinstance(watch, Watch):
                continue
            tested = _tests_the_table(watch.condition)
            search = CommitAnalysis(
                model, frozenset(), bound.unbound(), report, seen, known, strict=True, guarded=tested
            )
            search.body(watch.body, watch.at)
            for found in search.found:
                report.add(
                    FAILING_WATCH,
                    f"{found.failure.why}, and this watch may not fail",
                    found.call or found.failure.at,
                    expected="a `may`, or a test before it",
                    related=[("here it may fail", found.failure.at)] if found.call is not None else [],
                )
