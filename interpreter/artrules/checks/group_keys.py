"""Keys of a group that a set leaves empty.

A group that is keyed by numbers expects powers for each of them: cards with a number that the set leaves out have none.
That may be meant, so it is a warning. A set that gives nothing at all for a group is not made for it and is left alone.
"""

from __future__ import annotations

from artrules.diagnostics.kinds.checks import UNFILLED_KEY
from artrules.diagnostics.report import Report
from artrules.resolve.model import Model


def check(model: Model, report: Report) -> None:
    for power_set in model.sets.values():
        for name, filled in power_set.fills.items():
            group = model.groups.get(name)
            if group is None or group.by_number is None or not filled:
                continue
            low, high = group.by_number
            missing = [str(key) for key in range(low, high + 1) if key not in filled]
            if missing:
                report.add(
                    UNFILLED_KEY,
                    f"the set `{power_set.name}` has nothing for {name} {', '.join(missing)}",
                    power_set.at,
                    expected=f"a key for each number from {low} to {high}",
                )
