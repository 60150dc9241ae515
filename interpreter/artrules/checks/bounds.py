"""Numbers of declarations that leave no room.

A limit that is never above 0 makes whatever has it unusable for ever; a last round before the first ends a game that
never began. Both are seen from constants and from the bounds of the expression's type. Start values outside their type
are refused by the types stage.
"""

from __future__ import annotations

from artrules.diagnostics.kinds.checks import NO_ROOM
from artrules.diagnostics.report import Report
from artrules.kernel.type import Number
from artrules.resolve.model import Model


def check(model: Model, report: Report) -> None:
    for limit in model.limits.values():
        most = limit.at_most
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
