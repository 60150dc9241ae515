"""Conditions that never hold, and conditions that always hold.

An option that is never offered, a suite that never runs, a power that is never usable and a `for` that finds nothing
are mostly slips: a wrong number, `and` for `or`, or a name that means something else. So are conditions that always
hold. `analyses/certainties.py` finds both from types, from what else the condition says, and from what is known where
it stands. Settings are not looked at: which value they have is chosen for each game. Nothing is reported that some
overlay makes uncertain.
"""

from __future__ import annotations

from collections.abc import Sequence

from artrules.analyses.certain.findings import Certainty, Sort
from artrules.analyses.certainties import certain_in_all
from artrules.checks.check import ruleset_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.model import Model

NEVER_TRUE = declare(
    4011,
    "never-true",
    "a condition that never holds",
    """
    The condition is `no`, asks for values that can't be, or contradicts what is known where it stands: another part of
    the same condition, a condition around it, or a value given just before. So what depends on it never happens. Look
    at the numbers and names that it compares. For one of several values write `or`, not `and`: a lantern is never red
    and blue.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            if round_number < 1:  #!
                my coins += 1
            for c in my row where c.shade is red and c.shade is blue:  #!
                c.dim becomes yes
            if my coins > 5:
                draw(1)
            elif my coins > 9:  #!
                draw(2)
            """,
        ),
        repaired=Example(
            "procedure",
            """
            if round_number <= 1:
                my coins += 1
            for c in my row where c.printed = 1 or c.shade is blue:
                c.dim becomes yes
            if my coins > 9:
                draw(2)
            elif my coins > 5:
                draw(1)
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                if my coins > 98 or no:
                    my coins -= 1
                """,
            ),
            Example(
                "procedure",
                """
                if my coins > 5:
                    buy(1)
                    if my coins < 3:
                        draw(1)
                """,
            ),
        ),
    ),
)
ALWAYS_TRUE = declare(
    4100,
    "always-true",
    "a condition that always holds",
    """
    The condition is `yes`, leaves out no value that can be, or says what is known where it stands already. So it
    decides nothing. Look at the numbers and names that it compares. Where neither of two values is meant, write `and`,
    not `or`: every lantern is not red or not blue. If nothing has to be decided, leave the condition out.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "procedure",
            """
            if size(my hand) >= 0:  #!
                draw(1)
            for c in my row where c.shade is not red or c.shade is not blue:  #!
                c.dim becomes yes
            require left > 5
            require left > 2  #!
            draw(1)
            """,
        ),
        repaired=Example(
            "procedure",
            """
            if size(my hand) > 0:
                draw(1)
            for c in my row where c.shade is not red and c.printed != 1:
                c.dim becomes yes
            require left > 5
            draw(1)
            """,
        ),
        near_misses=(
            Example(
                "procedure",
                """
                for c in my row:
                    if c.shade is red:
                        draw(1)
                    elif c.shade is blue:
                        draw(2)
                """,
            ),
            Example(
                "procedure",
                """
                if my coins < 5:
                    draw(1)
                elif my coins >= 5:
                    draw(2)
                """,
            ),
            Example(
                "procedure",
                """
                if round_number = 1:
                    watch lit as e until game ends:
                        if round_number = 1:
                            draw(1)
                """,
            ),
        ),
    ),
)


@ruleset_check(NEVER_TRUE, ALWAYS_TRUE)
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
