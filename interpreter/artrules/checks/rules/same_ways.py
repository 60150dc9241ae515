"""Ways that do the same, and choices after which nothing happens: then nothing depends on the condition or the choice.

Mostly one of two suites was copied and then not changed. A choice among several options, all of which do nothing, holds
up the game. An option that does nothing is right beside others that do something, such as to pass. So is a single
option, by which a player says that the game may go on.
"""

from __future__ import annotations

from artrules.analyses.calls import every
from artrules.analyses.certain.same_suites import same_suites
from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.facts.same_value import key_of
from artrules.ir.model import Model
from artrules.ir.nodes import Choose, Either, If

SAME_SUITES = declare(
    4105,
    "same-suites",
    "both ways do the same",
    """
    What happens if the condition holds is the same as what happens if it doesn't, so the condition decides nothing.
    Mostly one of the two was copied and was to be changed. If both are right, leave the condition out.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            if left = 3:  #!
                draw(1)
            else:
                draw(1)
            if left = 4:  #!
                skip
            """,
        ),
        repaired=Example(
            "procedure",
            """
            if left = 3:
                draw(1)
            else:
                draw(2)
            if left = 4:
                skip
            else:
                draw(1)
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                if left = 3:
                    draw(1)
                elif left = 4:
                    draw(2)
                else:
                    draw(1)
                """,
            ),
        ),
    ),
)
EMPTY_CHOICE = declare(
    4106,
    "empty-choice",
    "a choice after which nothing happens",
    """
    All options do nothing, so it makes no difference which one is taken. Write below an option what is to happen, or
    leave the choice out.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            may "take a coin":  #!
                skip
            """,
        ),
        repaired=Example(
            "procedure",
            """
            may "take a coin":
                my coins += 1
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                choose one:
                    "take a coin": my coins += 1
                    "pass": skip
                choose one:
                    "go on": skip
                """,
            ),
        ),
    ),
)


@model_check(SAME_SUITES, EMPTY_CHOICE)
def same_ways(model: Model, report: Report) -> None:
    for _, node in every(model, If):
        if same_suites(node.then, node.otherwise):
            what = "the same stands below both" if node.then else "nothing stands below it but `skip`"
            report.add(SAME_SUITES, f"{what}: the condition decides nothing", node.condition.at)
    for _, value in every(model, Either):
        if key_of(value.then) == key_of(value.otherwise) and value.then.at != value.otherwise.at:
            report.add(SAME_SUITES, "both values are the same: the condition decides nothing", value.condition.at)
    for _, choice in every(model, Choose):
        if _decides_nothing(choice):
            report.add(EMPTY_CHOICE, "nothing happens after this choice, whatever is chosen", choice.at)


def _decides_nothing(choice: Choose) -> bool:
    several = len(choice.branches) > 1 or any(branch.binders for branch in choice.branches)
    nothing = all(not branch.body and branch.limit is None for branch in choice.branches)
    return choice.has_suites and several and nothing
