"""Conditions on which nothing depends, and code that is never reached."""

from collections.abc import Iterable, Sequence

from artrules.check.checks.check import model_check, ruleset_check
from artrules.model.analyses.calls import every
from artrules.model.analyses.certainties import certain_in_all
from artrules.model.analyses.judging import Certainty, Sort
from artrules.model.analyses.reads import as_written
from artrules.model.facts.same_value import key_of, same_suites
from artrules.model.ir import nodes as k
from artrules.model.ir.model import Model
from artrules.text.diagnostics.kinds import declare
from artrules.text.diagnostics.report import Report

# Conditions that never hold, and conditions that always hold.
#
# An option that is never offered, a suite that never runs, a power that is never usable and a `for` that finds nothing
# are mostly slips: a wrong number, `and` for `or`, or a name that means something else. So are conditions that always
# hold. `analyses/certainties.py` finds both from types, from what else the condition says, and from what is known where
# it stands. Settings are not looked at: which value they have is chosen for each game. Nothing is reported that some
# overlay makes uncertain.

NEVER_TRUE = declare(4011, "never-true", "a condition that never holds", severity="warning")
ALWAYS_TRUE = declare(4100, "always-true", "a condition that always holds", severity="warning")


@ruleset_check(NEVER_TRUE, ALWAYS_TRUE, in_libraries="alone")
def constant_conditions(models: Sequence[Model], report: Report) -> None:
    for certainty in certain_in_all(models, Sort.HOLDS):
        report.add(
            ALWAYS_TRUE if certainty.holds else NEVER_TRUE,
            _sentence(certainty),
            certainty.at,
            found=certainty.found or None,
            related=certainty.because,
        )


def _sentence(certainty: Certainty) -> str:
    how = "always" if certainty.holds else "never"
    if certainty.whole is not certainty.holds:
        return f"this part of the condition {how} holds, so it decides nothing"
    consequence = certainty.role.always if certainty.holds else certainty.role.never
    return f"{consequence}: its condition {how} holds"


# Conditions after `where` that say nothing of what they select, and `best` by what is the same for all.
#
# `any(p in players where my coins > 9)` asks the same of everybody: `p.coins` was meant. A condition is right if it
# reads one name of the binders at least, or no name at all: `those(p in players where won)` is everybody or nobody.
# Conditions of loops and of options aren't judged: they may say when to go on, or whether anything is offered at all. A
# sum isn't judged either, since it may multiply.

AIMLESS_CONDITION = declare(
    4153, "aimless-condition", "a condition doesn't depend on what it is about", severity="warning"
)


@model_check(AIMLESS_CONDITION, in_libraries="alone")
def aimless_conditions(model: Model, report: Report) -> None:
    for _, fold in every(model, k.Fold):
        for binder in fold.binders:
            if binder.condition is not None:
                _demand(binder.condition, fold.binders, "this condition", report)
        if fold.value is not None and fold.kind in ("max", "min"):
            _demand(fold.value, fold.binders, "what is compared", report)
    for _, best in every(model, k.Best):
        for _, key in best.keys:
            _demand(key, [best.binder], "what is compared", report)


def _demand(e: k.Expression, binders: Iterable[k.Binder], what: str, report: Report) -> None:
    """Report an expression that reads names, but none of some binders."""
    bound = [binder.local for binder in binders]
    read = {node.name for node in k.walk(e) if isinstance(node, k.Local)}
    if read and read.isdisjoint(local.name for local in bound):
        either = " or ".join(f"`{as_written(local)}`" for local in bound)
        report.add(AIMLESS_CONDITION, f"{what} doesn't ask about {either}: it is the same for all", e.at)


# Ways that do the same, and choices after which nothing happens: then nothing depends on the condition or the choice.
#
# Mostly one of two suites was copied and then not changed. A choice among several options, all of which do nothing,
# holds up the game. An option that does nothing is right beside others that do something, such as to pass. So is a
# single option, by which a player says that the game may go on.

SAME_SUITES = declare(4105, "same-suites", "both ways do the same", severity="warning")
EMPTY_CHOICE = declare(4106, "empty-choice", "a choice after which nothing happens", severity="warning")


@model_check(SAME_SUITES, EMPTY_CHOICE)
def same_ways(model: Model, report: Report) -> None:
    for _, node in every(model, k.If):
        if same_suites(node.then, node.otherwise):
            what = "the same stands below both" if node.then else "nothing stands below it but `skip`"
            report.add(SAME_SUITES, f"{what}: the condition decides nothing", node.condition.at)
    for _, value in every(model, k.Either):
        if key_of(value.then) == key_of(value.otherwise) and value.then.at != value.otherwise.at:
            report.add(SAME_SUITES, "both values are the same: the condition decides nothing", value.condition.at)
    for _, choice in every(model, k.Choose):
        if _decides_nothing(choice):
            report.add(EMPTY_CHOICE, "nothing happens after this choice, whatever is chosen", choice.at)


def _decides_nothing(choice: k.Choose) -> bool:
    several = len(choice.branches) > 1 or any(branch.binders for branch in choice.branches)
    nothing = all(not branch.body and branch.limit is None for branch in choice.branches)
    return choice.has_suites and several and nothing


# Statements that are never reached, because what stands before them never goes on.
#
# `stop` leaves the loop and `end game` ends the game at once; so does an `if` or a choice all of whose ways end like
# this. After a `repeat:` that nothing leaves nothing is reached either. `stop watching` ends no suite.

UNREACHABLE = declare(4101, "unreachable", "a statement that is never reached", severity="warning")


@ruleset_check(UNREACHABLE, in_libraries="alone")
def unreachable_code(models: Sequence[Model], report: Report) -> None:
    for certainty in certain_in_all(models, Sort.REACHED):
        report.add(UNREACHABLE, "this is never reached", certainty.at, related=certainty.because)
