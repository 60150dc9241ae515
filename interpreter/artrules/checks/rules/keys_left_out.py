"""Keys that a set says it leaves out, and fills.

A set may get a key from an overlay. So a key counts as filled only if it is in every combination of overlays.
"""

from __future__ import annotations

from collections.abc import Sequence

from artrules.checks.check import ruleset_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.model import Model

FILLED_AND_LEFT_OUT = declare(
    4159,
    "filled-and-left-out",
    "a set fills a key that it says it leaves out",
    """
    `leaves_out` names the keys for which the set has nothing on purpose, and the set has something for this one. Take
    the key out of the list, or out of the group.
    """,
    severity="warning",
    examples=Examples(
        fails=Example(
            "set",
            """
            set: sea
            of: lanterns
            leaves_out: [2, 3]  #!
            guild:
              1: {name: The Gull, text: Nothing., powers: []}
              2: {name: The Seal, text: Nothing., powers: []}
            """,
        ),
        repaired=Example(
            "set",
            """
            set: sea
            of: lanterns
            leaves_out: [3]
            guild:
              1: {name: The Gull, text: Nothing., powers: []}
              2: {name: The Seal, text: Nothing., powers: []}
            """,
        ),
    ),
)


@ruleset_check(FILLED_AND_LEFT_OUT)
def keys_left_out(models: Sequence[Model], report: Report) -> None:
    base, *others = models
    for power_set in base.sets.values():
        for group, keys in power_set.leaves_out.items():
            for key, at in keys.items():
                filled = [other.sets[power_set.name].fills.get(group, {}) for other in (base, *others)]
                if all(key in each for each in filled):
                    report.add(
                        FILLED_AND_LEFT_OUT,
                        f"the set `{power_set.name}` has something for {group} {key}, which it says it leaves out",
                        at,
                        related=[("what it has", filled[0][key].at)],
                    )
