"""Numbers in declarations that leave no room.

A limit that is never above 0 makes whatever it limits unusable for ever. The check sees it from
constants and from the bounds of the expression's type. Start values outside their type are refused earlier, by
`elaborate/`, and a last round before the first by the schema.
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
    A limit whose `at_most` is never above 0 forbids everything that it counts. Raise the number, or remove what can
    never happen.
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
