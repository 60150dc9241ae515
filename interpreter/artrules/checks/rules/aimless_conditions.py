"""Conditions after `where` that say nothing of what they select, and `best` by what is the same for all.

`any(p in players where my coins > 9)` asks the same of everybody: `p.coins` was meant. A condition is right if it reads
one name of the binders at least, or no name at all: `those(p in players where won)` is everybody or nobody. Conditions
of loops and of options aren't judged: they may say when to go on, or whether anything is offered at all. A sum isn't
judged either, since it may multiply.
"""

from __future__ import annotations

from collections.abc import Iterable

from artrules.analyses.calls import every
from artrules.analyses.local_reads import as_written
from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.model import Model
from artrules.ir.nodes import Best, Binder, Expression, Fold, Local, walk

AIMLESS_CONDITION = declare(
    4153,
    "aimless-condition",
    "a condition doesn't depend on what it is about",
    """
    The condition, or what is compared, is the same for everything that is gone through. Mostly `my` or another name
    stands where the name after the bracket was meant. If it is meant so, write the condition outside: with `and`, or in
    an `if`.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            if any(p in players where my coins > 9):  #!
                draw(1)
            """,
        ),
        repaired=Example(
            "procedure",
            """
            if any(p in players where p.coins > 9):
                draw(1)
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                for n in 1..9 where size(my hand) < 5:
                    draw(1)
                my coins += sum(my extra_uses for c in my row)
                if any(c in my row, d in my hand where d.shade is red):
                    draw(1)
                for p in those(q in players where ending):
                    p.coins += 1
                """,
            ),
        ),
    ),
)


@model_check(AIMLESS_CONDITION)
def aimless_conditions(model: Model, report: Report) -> None:
    for _, fold in every(model, Fold):
        for binder in fold.binders:
            if binder.condition is not None:
                _demand(binder.condition, fold.binders, "this condition", report)
        if fold.value is not None and fold.kind in ("max", "min"):
            _demand(fold.value, fold.binders, "what is compared", report)
    for _, best in every(model, Best):
        for _, key in best.keys:
            _demand(key, [best.binder], "what is compared", report)


def _demand(e: Expression, binders: Iterable[Binder], what: str, report: Report) -> None:
    """Report an expression that reads names, but none of some binders."""
    bound = [binder.local for binder in binders]
    read = {node.name for node in walk(e) if isinstance(node, Local)}
    if read and read.isdisjoint(local.name for local in bound):
        either = " or ".join(f"`{as_written(local)}`" for local in bound)
        report.add(AIMLESS_CONDITION, f"{what} doesn't ask about {either}: it is the same for all", e.at)
