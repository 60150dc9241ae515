"""Figures as they stand in a report."""

from __future__ import annotations

from math import isfinite

from artrules.balance.report import Figure
from artrules.balance.statistics import Estimate

DIGITS = 6
"""Digits after the point. Sums of numbers may differ in the last bits from machine to machine; reports may not."""


def figure(estimate: Estimate) -> Figure:
    """An estimate as a report has it."""
    return Figure(_rounded(estimate.value) or 0.0, _rounded(estimate.low), _rounded(estimate.high), estimate.games)


def _rounded(number: float) -> float | None:
    return round(number, DIGITS) + 0.0 if isfinite(number) else None
