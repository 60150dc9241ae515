"""Code that may fail where nothing can be taken back: after a shuffle, a draw or a reveal, and in watches."""

from collections.abc import Iterator, Sequence

from artrules.check.checks.check import model_check
from artrules.model.analyses.calls import every, every_body
from artrules.model.analyses.failures import FailingCalls
from artrules.model.analyses.failures_after_commit import CommitAnalysis, Seen
from artrules.model.analyses.ownership import OwnershipAnalysis
from artrules.model.analyses.power_tests import Powers, SelectingParameters
from artrules.model.ir import nodes as k
from artrules.model.ir.code import Code
from artrules.model.ir.model import Model
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import Report

# What may fail after a shuffle, a random draw or a reveal.
#
# The engine can take back what a player chose, but only until something unforeseen has happened: a commit. A failure
# after a commit stops the game. So this check follows each piece of code, into the procedures that it calls, and
# reports what may fail once a commit has certainly happened, unless a choice that can be declined lies between the two.
# Steps of the setup are left out: no player has chosen anything there, and the number of cards in each pile is settled.
# `analyses/failures_after_commit.py` says what else is left out.

FAILURE_AFTER_COMMIT = declare(4003, "failure-after-commit", "something may fail that can't be taken back")


@model_check(FAILURE_AFTER_COMMIT)
def failure_after_commit(model: Model, report: Report) -> None:
    codes = [code for code in every_body(model) if not code.name.startswith("setup ")]
    nodes = [node for code in codes for node in code.every_node]
    watched = frozenset(node.event for node in nodes if isinstance(node, k.Watch))
    follower = OwnershipAnalysis(model, Powers(model.powers, report), SelectingParameters(model))
    seen, failing_calls = Seen(), FailingCalls()
    for body, tested, commit in _starts(codes):
        search = CommitAnalysis(model, watched, follower, report, seen, failing_calls)
        search.body(body, commit, guards=tested)
        for late_failure in search.late_failures:
            related = [("this can't be foreseen or taken back", late_failure.commit)]
            if late_failure.call is not None:
                related.append(("here it may fail", late_failure.failure.at))
            report.add(
                FAILURE_AFTER_COMMIT,
                f"{late_failure.failure.why}, after something that can't be taken back",
                late_failure.call or late_failure.failure.at,
                expected="a test before it, or a `may`",
                related=related,
            )


def _starts(codes: list[Code]) -> Iterator[tuple[Sequence[k.Node], bool, Span | None]]:
    """Where to start following: each piece of code, branch, watch and question, with whether a condition comes before
    it, and the commit that does."""
    for code in codes:
        yield code.nodes, any(isinstance(node, k.Expression) for node in code.nodes), None
        for node in code.every_node:
            match node:
                case k.Branch(binders=binders, guard=guard, body=body):
                    yield body, guard is not None or any(b.condition is not None for b in binders), None
                case k.Watch(condition=condition, body=body):
                    yield body, condition is not None, None
                case k.Ask(players=players, body=body):
                    # Who is asked may have been found by a condition, but not where these are all or all others.
                    yield body, not isinstance(players, k.AllPlayers | k.BuiltinCall | k.Listing), node.at


# Watches whose suites may fail.
#
# A watch acts when its event happens, often in another player's turn. No choice was made that could be taken back if
# the watch failed. So this check follows each watch's suite as if after a commit, and reports whatever may fail in it
# outside a choice that can be declined. A choice can be declined if one of its branches is always offered and can't
# fail itself. Powers that the suite uses are not followed.

FAILING_WATCH = declare(4004, "failing-watch", "a watch that may fail")


def _tests_the_table(condition: k.Expression | None) -> bool:
    """Whether a condition reads more than the event itself: then it may have tested what could fail."""
    looks = (k.AttributeOf, k.SharedAttribute, k.BuiltinCall, k.Call, k.Fold, k.VariableOf, k.ZoneOf)
    return condition is not None and any(isinstance(node, looks) for node in k.walk(condition))


@model_check(FAILING_WATCH)
def watch_failure(model: Model, report: Report) -> None:
    follower = OwnershipAnalysis(model, Powers(model.powers, report), SelectingParameters(model))
    seen, failing_calls = Seen(), FailingCalls()
    for _, watch in every(model, k.Watch):
        tested = _tests_the_table(watch.condition)
        search = CommitAnalysis(model, frozenset(), follower, report, seen, failing_calls, strict=True, guarded=tested)
        search.body(watch.body, watch.at)
        for late_failure in search.late_failures:
            failure, call = late_failure.failure, None if watch.of_powers else late_failure.call
            what = "a power that runs by itself" if watch.of_powers else "this watch"
            report.add(
                FAILING_WATCH,
                f"{failure.why}, and {what} may not fail",
                call or failure.at,
                expected="a `may`, or a test before it",
                related=[("here it may fail", failure.at)] if call is not None else [],
            )
