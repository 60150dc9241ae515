"""Powers that do nothing.

A power whose effect is `skip` is right if other code asks whether a card has such a power
(`any(w in c.powers where w.when is always)`). If no code goes through powers in a way that could find this one, it has
no effect at all. The check judges that from the attributes that conditions ask for; a condition that it can't judge is
taken to find the power. Code that goes through powers only to use them doesn't count.
"""

from __future__ import annotations

import re

from artrules.analyses.calls import every_body
from artrules.analyses.power_tests import holds
from artrules.checks.check import model_check
from artrules.diagnostics.example import Example, Examples
from artrules.diagnostics.registry import declare
from artrules.diagnostics.report import Report
from artrules.ir.model import Model
from artrules.ir.nodes import Best, Binder, Expression, Fold, PowersOf

POWER_WITHOUT_EFFECT = declare(
    4014,
    "power-without-effect",
    "a power that does nothing",
    """
    The power's effect is `skip`, and no code that goes through powers could find it. Write what it does; or let a rule
    ask for it, such as `any(w in c.powers where w.when is always)`.
    """,
    severity="warning",
    examples=Examples(
        fails=Example("power", "- {when: buying, copyable: no, do: skip}  #!"),
        repaired=Example("power", "- {when: buying, copyable: no, do: draw(1)}"),
        near_misses=(
            Example(
                "set",
                """
                set: sea
                of: lanterns
                guild:
                  1:
                    name: The Gull
                    text: This lantern stays lit.
                    powers:
                      - {when: buying, copyable: no, do: skip}
                """,
                with_sections="""
                procedures:
                  keep(lantern c): |
                    if any(w in c.powers where w.when is buying):
                        my coins += 1
                """,
            ),
        ),
    ),
)

_WORK = re.compile(r"\s*(?!skip\b)[^\s#]")
"""A line that holds a statement other than `skip`."""


@model_check(POWER_WITHOUT_EFFECT)
def powers_without_effect(model: Model, report: Report) -> None:
    readers: list[Binder] = []
    whole = False
    for code in every_body(model):
        bound: set[Expression] = set()
        for node in code.every_node:
            if isinstance(node, Binder):
                bound.add(node.domain)
            if isinstance(node, (Fold, Best)):
                binders = node.binders if isinstance(node, Fold) else [node.binder]
                readers += [b for b in binders if isinstance(b.domain, PowersOf)]
            elif isinstance(node, PowersOf) and node not in bound:
                whole = True
    if whole:
        return  # somewhere all of a card's powers are a value: what becomes of them isn't followed
    for power in model.powers:
        if any(_WORK.match(line) for line in power.effect_text.splitlines()):
            continue
        if not any(b.condition is None or holds(b.condition, b.local.name, power, {}) is not False for b in readers):
            report.add(
                POWER_WITHOUT_EFFECT,
                f"this power of {power.title} does nothing, and nothing asks for it",
                power.at,
                expected="something under `do`",
            )
