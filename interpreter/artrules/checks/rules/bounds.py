"""Numbers in declarations that leave no room.

A limit that is never above 0 makes whatever it limits unusable for ever. A last round before the first ends the game
before it begins. The check sees both from constants and from the bounds of the expression's type. Start values outside
their type are refused earlier, by `elaborate/`.
"""

from __future__ import annotations

from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.model import Model
from artrules.ir.types import Number

NO_ROOM = declare(
    4009,
    "no-room",
    "a bound that leaves no room",
    """
    A limit whose `at_most` is never above 0 forbids everything that it counts, and a game has at least one round. Raise
    the number, or remove what can never happen.
    """,
    examples=Examples(
        fails=Example(
            "sections",
            """
            limits:
              never: {counts_for: card, lasts: turn, at_most: 0} #!
            """,
        ),
        repaired=Example(
            "sections",
            """
            limits:
              once: {counts_for: card, lasts: turn, at_most: 1}
            """,
        ),
        near_misses=(
            Example(
                "sections",
                """
                limits:
                  rare: {counts_for: card, lasts: turn, at_most: my extra_uses}
                """,
            ),
        ),
    ),
)


@model_check(NO_ROOM)
def bounds(model: Model, report: Report) -> None:
    for limit in model.limits.values():
        most = model.at_most.get(limit)
        if most is not None and isinstance(most.type, Number) and most.type.high < 1:
            report.add(
                NO_ROOM,
                f"the limit `{limit.name}` never lets anything happen",
                most.at,
                expected="1 or more",
                found=str(most.type.high),
            )
    last = model.flow.last_round
    if last is not None and last < 1:
        at = model.flow.phases[0].at if model.flow.phases else None
        report.add(NO_ROOM, "the last round comes before the first", at, expected="1 or more", found=str(last))
