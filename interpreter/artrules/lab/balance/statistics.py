"""Estimates with intervals, from deals that don't depend on one another; what belongs to one deal may.

It needs NumPy and SciPy, so only what makes a report imports it.
"""

from collections.abc import Sequence
from math import isfinite
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from artrules.lab.balance.report import Figure
from artrules.text.record import dataclass

Numbers = NDArray[np.float64]
Ratio: TypeAlias = tuple[Sequence[float], Sequence[float]]
"""By deal, what is summed above and what below the line."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure: its value, and the bounds of its interval. `games` is how many games it was estimated from."""

    value: float
    low: float
    high: float
    games: int

    def differs_from(self, number: float) -> bool:
        """Whether the interval leaves a number out: whether the figure differs from it beyond chance."""
        return not self.low <= number <= self.high


@dataclass(frozen=True, slots=True)
class Fit:
    """Coefficients of a regression, and how they vary together. `free` are the degrees of freedom of the t
    distribution from which intervals come."""

    coefficients: Numbers
    covariance: Numbers
    free: int
    games: int

    def estimate(self, weights: Sequence[float] | Numbers, level: float) -> Estimate:
        """A weighted sum of the coefficients, with its interval at a level of confidence."""
        weighed = np.asarray(weights, dtype=np.float64)
        value = float(weighed @ self.coefficients)
        spread = float(np.sqrt(max(0.0, float(weighed @ self.covariance @ weighed))))
        return _around(value, spread, self.free, level, self.games)


def level_of_each(level: float, compared: int) -> float:
    """The level of each of several intervals, so that all of them hold together at a level at least (Bonferroni)."""
    return 1 - (1 - level) / max(1, compared)


def mean(values: Sequence[float] | Numbers, level: float) -> Estimate:
    """The mean of values that don't depend on one another, by Student's t distribution."""
    numbers = np.asarray(values, dtype=np.float64)
    number = len(numbers)
    spread = float(numbers.std(ddof=1) / np.sqrt(number)) if number > 1 else float("inf")
    return _around(float(numbers.mean()), spread, number - 1, level, number)


def count(values: Sequence[float] | Numbers, level: float) -> Estimate:
    """The mean of values that are never below 0."""
    estimate = mean(values, level)
    return Estimate(estimate.value, max(0.0, estimate.low), estimate.high, estimate.games)


def proportion(times: int, of: int, level: float) -> Estimate:
    """How often something happens, by Wilson's score interval."""
    interval = stats.binomtest(times, of).proportion_ci(level, method="wilson")
    return Estimate(times / of, float(interval.low), float(interval.high), of)


def share(values: Sequence[float] | Numbers, level: float) -> Estimate:
    """The mean of shares between 0 and 1. Where all are alike, the interval is that of a proportion."""
    numbers = np.asarray(values, dtype=np.float64)
    if len(numbers) < 2 or float(numbers.std()) == 0:
        return proportion(round(float(numbers.sum())), len(numbers), level)
    estimate = mean(numbers, level)
    return Estimate(estimate.value, max(0.0, estimate.low), min(1.0, estimate.high), estimate.games)


def ratio(above: Sequence[float], below: Sequence[float], level: float) -> Estimate:
    """The sum of some values by the sum of others, where each pair belongs to one deal (Cochran 1977, chapter 6)."""
    upper, lower = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    value = float(upper.sum() / lower.sum())
    number = len(upper)
    rest = upper - value * lower
    spread = float(rest.std(ddof=1) / np.sqrt(number) / lower.mean()) if number > 1 else float("inf")
    return _around(value, spread, number - 1, level, number)


def rate(times: Sequence[float], of: Sequence[float], level: float) -> Estimate:
    """A ratio of how often something happens to how often it could have, which lies between 0 and 1."""
    estimate = ratio(times, of, level)
    return Estimate(estimate.value, max(0.0, estimate.low), min(1.0, estimate.high), estimate.games)


def difference_of_ratios(here: Ratio, there: Ratio, level: float) -> Estimate:
    """How much more one ratio is than another, where the pairs of both at one place belong to one deal. What the two
    have in common cancels out."""
    first, second = ratio(*here, level), ratio(*there, level)
    number = len(here[0])
    rests = [
        (np.asarray(above) - estimate.value * np.asarray(below)) / np.mean(below)
        for (above, below), estimate in ((here, first), (there, second))
    ]
    spread = float((rests[0] - rests[1]).std(ddof=1) / np.sqrt(number)) if number > 1 else float("inf")
    return _around(first.value - second.value, spread, number - 1, level, number)


def regression(columns: Numbers, outcome: Numbers, deals: NDArray[np.int64], games: int) -> Fit:
    """Least squares, with a covariance that holds whatever the rows of one deal have in common (Liang and Zeger 1986,
    with the usual correction for few deals).

    `columns` has a row for each value of `outcome`, `deals` says to which deal each belongs.
    """
    inverse = np.linalg.pinv(columns.T @ columns)
    coefficients = inverse @ columns.T @ outcome
    rest = outcome - columns @ coefficients
    places = np.unique(deals, return_inverse=True)[1]
    number = int(places.max()) + 1
    sums = np.zeros((number, columns.shape[1]))
    np.add.at(sums, places, columns * rest[:, None])
    rows, width = columns.shape
    correction = number / max(1, number - 1) * (rows - 1) / max(1, rows - width)
    covariance = correction * (inverse @ (sums.T @ sums) @ inverse)
    return Fit(coefficients, covariance, number - 1, games)


def _around(value: float, spread: float, free: int, level: float, games: int) -> Estimate:
    half = float(stats.t.ppf((1 + level) / 2, free)) * spread if free > 0 else float("inf")
    return Estimate(value, value - half, value + half, games)


# Figures as they stand in a report.

DIGITS = 6
"""Digits after the point. Sums of numbers may differ in the last bits from machine to machine; reports may not."""


def figure(estimate: Estimate) -> Figure:
    """An estimate as a report has it."""
    return Figure(_rounded(estimate.value) or 0.0, _rounded(estimate.low), _rounded(estimate.high), estimate.games)


def _rounded(number: float) -> float | None:
    return round(number, DIGITS) + 0.0 if isfinite(number) else None
