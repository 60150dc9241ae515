"""Keys of a group that no set fills.

A set may leave some keys to others, since sets can be mixed; but what none of those found fills is probably forgotten,
and cards with such a key silently have no powers. Keys are the numbers of a group that is keyed by numbers, and the
names on the pieces there are of one that is keyed by names. That they have none may be meant, so it is a warning.
"""

from __future__ import annotations

from typing import Any

from artrules.diagnostics.kinds.checks import UNFILLED_KEY
from artrules.diagnostics.report import Report
from artrules.kernel.declarations import Group
from artrules.resolve.model import Model


def check(model: Model, report: Report) -> None:
    for power_set in model.sets.values():
        for name, filled in power_set.fills.items():
            group = model.groups.get(name)
            if group is None or not filled:
                continue
            elsewhere = {key for other in model.sets.values() for key in other.fills.get(name, {})}
            missing = [str(key) for key in _keys(model, group) if key not in elsewhere]
            if missing:
                of_numbers = group.by_number
                each = f"number from {of_numbers[0]} to {of_numbers[1]}" if of_numbers else "name on a card"
                report.add(
                    UNFILLED_KEY,
                    f"the set `{power_set.name}` has nothing for {name} {', '.join(missing)}",
                    power_set.at,
                    expected=f"a key for each {each}",
                )


def _keys(model: Model, group: Group) -> list[Any]:
    if group.by_number is not None:
        low, high = group.by_number
        return list(range(low, high + 1))
    printed: set[str] = set()
    for pieces in model.pieces.values():
        kind = model.kinds.get(pieces.kind)
        members = model.key_members(group, kind) if kind is not None else []
        if members and kind is not None and kind.powers is not None:
            found = [values.get(kind.powers.by) for _, values, _ in pieces.rows]
            printed |= {members[index] for index in found if isinstance(index, int)}
    return [name for name in model.keys_by_name(group) if name in printed]
