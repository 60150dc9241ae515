"""Ranges without numbers, and what is done 0 times.

A range goes up: `5..3` holds nothing. So a loop over it never runs, and nothing can be drawn or chosen from it. The
same is meant by `repeat 0 times` and `top 0 of`. Only what is certain is reported: a range such as `1..left` may be
empty at times, and is then meant to be.
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

EMPTY_RANGE = declare(
    4102,
    "empty-range",
    "a range in which there is nothing",
    """
    A range goes from its lower to its higher number; the other way round it holds nothing: write `3..5`, not `5..3`.
    What is repeated 0 times never happens, and there are no `top 0` cards.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            for n in 5..3:  #!
                my coins += n
            repeat 0 times:  #!
                draw(1)
            """,
        ),
        repaired=Example(
            "procedure",
            """
            for n in 3..5:
                my coins += n
            repeat 1 times:
                draw(1)
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                for n in 1..left - 3:
                    my coins += 1
                repeat left times:
                    draw(1)
                move top 3 - size(my hand) of my deck to my hand
                """,
            ),
        ),
    ),
)


@ruleset_check(EMPTY_RANGE)
def empty_ranges(models: Sequence[Model], report: Report) -> None:
    for certainty in certain_in_all(models, Sort.EMPTY):
        report.add(EMPTY_RANGE, "there is nothing in this range", certainty.at, related=certainty.because)
    for certainty in certain_in_all(models, Sort.TIMES):
        report.add(
            EMPTY_RANGE,
            "this is never above 0: nothing ever happens here",
            certainty.at,
            expected="a number from 1 on",
            related=certainty.because,
        )
