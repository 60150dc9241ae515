"""Suites of watches that may fail.

A watch acts when something happens, often in another player's turn: nothing was chosen that could be taken back if it
failed. So each watch's suite is followed as if after a commit, and whatever may fail in it outside a choice that can be
declined is an error. A choice counts as such when one of its branches is always there and can't fail itself. Powers
that it uses are not followed.
"""

from __future__ import annotations

from artrules.checks.after_commit import Search, Seen
from artrules.checks.bound import Bound
from artrules.checks.calls import every_body
from artrules.checks.failures import Known
from artrules.checks.power_tests import Powers, Telling
from artrules.diagnostics.kinds.checks import FAILING_WATCH
from artrules.diagnostics.report import Report
from artrules.kernel.nodes import (
    AttributeOf,
    BuiltinCall,
    Call,
    Expression,
    Fold,
    VariableOf,
    Watch,
    ZoneOf,
    walk,
)
from artrules.resolve.model import Model


def _tests_the_table(condition: Expression | None) -> bool:
    """Whether a condition looks at more than the happening itself: it may then have tested what could fail."""
    looks = (AttributeOf, BuiltinCall, Call, Fold, VariableOf, ZoneOf)
    return condition is not None and any(isinstance(node, looks) for node in walk(condition))


def check(model: Model, report: Report) -> None:
    bound, seen, known = Bound(Powers(model.powers, report), Telling()), Seen(), Known()
    for code in every_body(model):
        for watch in code.every_node:
            if not isinstance(watch, Watch):
                continue
            tested = _tests_the_table(watch.condition)
            search = Search(frozenset(), bound.unbound(), report, seen, known, strict=True, guarded=tested)
            search.body(watch.body, watch.at)
            for found in search.found:
                report.add(
                    FAILING_WATCH,
                    f"{found.failure.why}, and this watch may not fail",
                    found.call or found.failure.at,
                    expected="a `may`, or a test before it",
                    related=[("here it may fail", found.failure.at)] if found.call is not None else [],
                )
