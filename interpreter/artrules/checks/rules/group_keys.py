"""Keys of its groups for which a set has nothing, unless its `leaves_out` says that this is meant.

A key that a set lacks was probably forgotten, and then cards with that key have no powers, without a word. But sets can
be mixed, and a small set may leave most keys to others. So a set that fills more than half of the keys that cards have
is taken for a whole one. A key that no known set fills is missing in all of them. Where no card has a key printed on
it, the keys that count are the numbers of the group.
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
    Cards with this key have no powers when the set is in play. If that is meant, say so: `leaves_out: [5]`, beside the
    set's name. A set that has at most half of the keys is taken for a small one, made to be mixed with others.
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
        near_misses=(
            Example(
                "set",
                """
                set: sea
                of: lanterns
                leaves_out: [2]
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
            Example(
                "set",
                """
                set: sea
                of: lanterns
                guild:
                  1: {name: The Gull, text: Nothing., powers: []}
                """,
            ),
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
            printed = _printed(model, group)
            numbers = group.by_number
            every_key: list[Any] = list(range(numbers[0], numbers[1] + 1)) if numbers is not None else printed
            is_whole = 2 * sum(key in filled for key in printed or every_key) > len(printed or every_key)
            missing = [
                str(key)
                for key in every_key
                if key not in filled
                and key not in power_set.leaves_out.get(name, {})
                and (key not in elsewhere or (is_whole and key in (printed or every_key)))
            ]
            if missing:
                each = f"number from {numbers[0]} to {numbers[1]}" if numbers else "name on a card"
                report.add(
                    UNFILLED_KEY,
                    f"the set `{power_set.name}` has nothing for {name} {', '.join(missing)}",
                    power_set.at,
                    expected=f"a key for each {each}, or `leaves_out: [{', '.join(missing)}]`",
                )


def _printed(model: Model, group: Group) -> list[Any]:
    """The keys of a group that are printed on cards, in order."""
    printed: set[Any] = set()
    for pieces in model.pieces.values():
        kind = model.kinds.get(pieces.kind)
        if kind is None or kind.powers is None or kind.powers.group != group.name:
            continue
        members = key_members(group, kind, model.enums)
        found = [values.get(kind.powers.by) for _, values, _ in pieces.rows]
        printed |= {members[key] if members else key for key in found if isinstance(key, int)}
    if group.by_number is not None:
        low, high = group.by_number
        return [key for key in range(low, high + 1) if key in printed]
    return [name for name in keys_by_name(group, model.kinds, model.enums) if name in printed]
