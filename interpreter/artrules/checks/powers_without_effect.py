"""Powers that do nothing.

A power whose effect is `skip` is right where other code asks whether a card has such a power
(`any(w in c.powers where w.when is always)`). Where nothing goes through powers in a way that this one could be found
by, it has no effect at all. That is judged from the attributes that conditions ask for; what can't be judged is taken
to find it. Going through powers only to use them finds none that does nothing.
"""

from __future__ import annotations

import re

from artrules.checks.calls import every_body
from artrules.checks.power_tests import holds
from artrules.diagnostics.kinds.checks import POWER_WITHOUT_EFFECT
from artrules.diagnostics.report import Report
from artrules.kernel.nodes import Best, Binder, Expression, Fold, PowersOf
from artrules.resolve.model import Model

_WORK = re.compile(r"\s*(?!skip\b)[^\s#]")
"""A line that holds a statement other than `skip`."""


def check(model: Model, report: Report) -> None:
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
        if power.effect_code is not None and any(_WORK.match(line) for line in power.effect_code.text.splitlines()):
            continue
        if not any(b.condition is None or holds(b.condition, b.local.name, power, {}) is not False for b in readers):
            report.add(
                POWER_WITHOUT_EFFECT,
                f"this power of {power.title} does nothing, and nothing asks for it",
                power.at,
                expected="something under `do`",
            )
