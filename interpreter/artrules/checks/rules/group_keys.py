"""Keys of a group that no set fills.

A set may leave some keys to other sets, since sets can be mixed. But a key that no known set fills was probably
forgotten, and cards with that key have no powers, without a word. The keys are the numbers of a group that is keyed by
numbers, or the names printed on the pieces of a group that is keyed by names. It is a warning, because having no powers
may be meant.
"""

from __future__ import annotations

from typing import Any

from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.declarations import Group
from artrules.ir.model import Model
from artrules.ir.powers import key_members, keys_by_name

UNFILLED_KEY = declare(
    4015,
    "unfilled-key",
    "a set leaves a key of its group empty",
    """
    Cards with this key have no powers when the set is in play. If that is meant, give the key a name, a text and
    `powers: []`.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "set",
            """
            set: sea  #!
            of: lanterns
            tune:
              1: {name: Lullaby, text: Nothing., powers: []}
            """,
            with_sections="""
            groups:
              tune: {keyed_by: 1..2, chosen_by: tunes}
            settings:
              tunes: {set_of: tune, starts: sea}
            """,
        ),
        repaired=Example(
            "set",
            """
            set: sea
            of: lanterns
            tune:
              1: {name: Lullaby, text: Nothing., powers: []}
              2: {name: Silence, text: Nothing., powers: []}
            """,
            with_sections="""
            groups:
              tune: {keyed_by: 1..2, chosen_by: tunes}
            settings:
              tunes: {set_of: tune, starts: sea}
            """,
        ),
    ),
)


@model_check(UNFILLED_KEY)
def group_keys(model: Model, report: Report) -> None:
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
        members = key_members(group, kind, model.enums) if kind is not None else ()
        if members and kind is not None and kind.powers is not None:
            found = [values.get(kind.powers.by) for _, values, _ in pieces.rows]
            printed |= {members[index] for index in found if isinstance(index, int)}
    return [name for name in keys_by_name(group, model.kinds, model.enums) if name in printed]
