"""Keys of a group that no set fills.

A group that is keyed by numbers expects powers for each of them. A set may leave some to others, since sets can be
mixed; but what none of those found fills is probably forgotten. That may be meant, so it is a warning.
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
            elsewhere = {key for other in model.sets.values() for key in other.fills.get(name, {})}
            missing = [str(key) for key in range(low, high + 1) if key not in elsewhere]
            if missing:
                report.add(
                    UNFILLED_KEY,
                    f"the set `{power_set.name}` has nothing for {name} {', '.join(missing)}",
                    power_set.at,
                    expected=f"a key for each number from {low} to {high}",
                )
