"""A confidence sequence for the mean of shares: an interval that holds whenever one stops.

An interval of a fixed sample is too narrow after a test that stops when it has seen enough. This one is the set of
means against which no bettor is rich: the hedged capital process of I. Waudby-Smith and A. Ramdas (Estimating
means of bounded random variables by betting, 2024, theorem 3 and section 4.2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt

from artrules.matches.sequential import ERROR, Spread
from artrules.record import dataclass

_MOST_STAKED = 0.75
_PRIOR_WEIGHT = 4.0
_STEPS = 30
"""Halvings of an interval in search of its ends."""


@dataclass(frozen=True, slots=True)
class Interval:
    """From `low` to `high`, both included."""

    low: float
    high: float

    def within(self, lowest: float, highest: float) -> Interval:
        """The same interval of a quantity that is `lowest` where this one is 0, and `highest` where it is 1."""
        ends = sorted((lowest + self.low * (highest - lowest), lowest + self.high * (highest - lowest)))
        return Interval(*ends)


def confidence_interval(shares: Sequence[float], games: int = 1, error: float = ERROR) -> Interval:
    """The interval in which the mean lies with a probability of at least 1 - error, at all times together.

    The shares lie between 0 and 1 and are independent. `games` is how many independent games each stands for, roughly:
    it sets how narrow the interval is after few shares, not how right it is.
    """
    stakes = _stakes(shares, games, error)
    bound = log(2 / error)
    middle = sum(shares) / len(shares) if shares else 0.5

    def too_low(mean: float) -> bool:
        """Whether one who bets that the mean is above this is rich."""
        return _gained(mean, shares, stakes) >= bound

    def too_high(mean: float) -> bool:
        return _gained(1 - mean, [1 - share for share in shares], stakes) >= bound

    return Interval(_edge(too_low, 0.0, middle), _edge(too_high, 1.0, middle))


def _stakes(shares: Sequence[float], games: int, error: float) -> list[float]:
    """What is staked on each share: it depends on earlier ones alone."""
    spread = Spread(0.5)
    stakes = []
    for number, share in enumerate(shares, 1):
        variance = spread.variance(0.25 / games, _PRIOR_WEIGHT)
        stakes.append(sqrt(2 * log(2 / error) / (variance * number * log(number + 1))))
        spread.add(share)
    return stakes


def _gained(mean: float, shares: Sequence[float], stakes: Sequence[float]) -> float:
    """The logarithm of the wealth of one who bets that the true mean is above this one."""
    wealth = 0.0
    for share, stake in zip(shares, stakes, strict=True):
        stake = min(stake, _MOST_STAKED / mean) if mean > 0 else stake
        wealth += log(1 + stake * (share - mean))
    return wealth


def _edge(refuted: Callable[[float], bool], outer: float, inner: float) -> float:
    """Where means begin that aren't refuted, on the way from an outer one to an inner one, which isn't."""
    if not refuted(outer):
        return outer
    for _ in range(_STEPS):
        between = (outer + inner) / 2
        if refuted(between):
            outer = between
        else:
            inner = between
    return outer
