"""Statements that are never reached, because what stands before them never goes on.

`stop` leaves the loop and `end game` ends the game at once; so does an `if` or a choice all of whose ways end like
this. After a `repeat:` that nothing leaves nothing is reached either. `stop watching` ends no suite.
"""

from __future__ import annotations

from collections.abc import Sequence

from artrules.analyses.certain.findings import Sort
from artrules.analyses.certainties import certain_in_all
from artrules.checks.check import ruleset_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.model import Model

UNREACHABLE = declare(
    4101,
    "unreachable",
    "a statement that is never reached",
    """
    Nothing goes on after `stop` and `end game`, after an `if` or a choice all of whose ways end so, and after a
    `repeat:` without a `stop`. Write what is to happen before that, or indent it less. Only the first of several such
    statements is reported.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            if left = 0:
                end game
                my coins += 2  #!
            """,
        ),
        repaired=Example(
            "procedure",
            """
            if left = 0:
                my coins += 2
                end game
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                watch lit as e until turn ends:
                    stop watching
                    draw(1)
                for c in my row:
                    if c.dim:
                        stop
                    draw(1)
                draw(1)
                """,
            ),
        ),
    ),
)


@ruleset_check(UNREACHABLE)
def unreachable_code(models: Sequence[Model], report: Report) -> None:
    for certainty in certain_in_all(models, Sort.REACHED):
        report.add(UNREACHABLE, "this is never reached", certainty.at, related=certainty.because)
