"""Milliseconds of the dearest decision of hands at which looking ahead takes long: does anything blow up?"""

from __future__ import annotations

from statistics import median

import artrules

from ..worst_hand import KNOWN, cost_of
from .alternating import calm
from .figure import Effort, Figure


def measure(effort: Effort) -> list[Figure]:
    ruleset = artrules.load("avant_carde")
    figures = []
    for name, hand in KNOWN.items():
        with calm():
            costs = [cost_of(ruleset, hand) for _ in range(effort.slices)]
        worst, middle = [c.worst for c in costs], [c.middle for c in costs]
        ratios = [w / m for w, m in zip(worst, middle, strict=True)]
        figures.append(
            Figure(
                name=f"dearest decision, {name}",
                value=median(worst),
                unit="ms",
                reference_name="median decision of that hand",
                reference=median(middle),
                ratio=median(ratios),
                goal="",
                reached=None,
            )
        )
    return figures
