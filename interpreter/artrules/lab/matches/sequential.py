"""Sequential statistics of shares, which are numbers between 0 and 1 that are independent of each other: a probability
ratio test, and an interval that holds whenever one stops.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from math import log, sqrt

from artrules.text.record import dataclass

# A sequential probability ratio test for shares: numbers between 0 and 1 that are independent of each other.
#
# Wald's test multiplies likelihood ratios. This one multiplies the gains of fair bets instead, which needs no
# distribution: while a hypothesis about the mean holds, the wealth of one who bets against it is a nonnegative
# supermartingale, and by Ville's inequality it ever reaches 1/error with a probability of at most `error`
# (I. Waudby-Smith and A. Ramdas, Estimating means of bounded random variables by betting, 2024). For one game a share,
# won or lost, the bets are those of Wald's likelihood ratio (Sequential tests of statistical hypotheses, 1945).

ERROR = 0.05
"""The probability of each of the two errors, at most."""
_MOST_STAKED = 0.9
"""The part of the wealth that may be lost by one share. All of it would end the test."""
_PRIOR_WEIGHT = 4.0
"""So many shares the variance counts with which the bets begin."""


class Verdict(StrEnum):
    """What a test has found: the mean is above `equal`; it is below `goal`; or neither."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNDECIDED = "undecided"


class SequentialTest:
    """Tests whether the mean of shares is at most `equal` (H0) or at least `goal` (H1), one share after another.

    `games` is how many independent games a share stands for, roughly: it sets how much is staked at first, not how
    right the test is. The first verdict stays. Needs 0 < equal < goal < 1.
    """

    def __init__(self, equal: float, goal: float, games: int = 1, error: float = ERROR) -> None:
        self.verdict = Verdict.UNDECIDED
        self._equal = equal
        self._goal = goal
        self._games = games
        self._decided_at = -log(error)
        self._above = 0.0
        """The logarithm of the wealth of one who bets that the mean is above `equal`."""
        self._below = 0.0
        """The same, below `goal`."""
        self._spread = Spread((equal + goal) / 2)

    def add(self, share: float) -> Verdict:
        """Take one more share into account, and give the verdict so far."""
        equal, goal = self._equal, self._goal
        above = min(self._stake(goal), _MOST_STAKED / equal)
        below = min(self._stake(equal), _MOST_STAKED / (1 - goal))
        self._above += log(1 + above * (share - equal))
        self._below += log(1 - below * (share - goal))
        self._spread.add(share)
        if self.verdict is Verdict.UNDECIDED:
            if self._above >= self._decided_at:
                self.verdict = Verdict.ACCEPTED
            elif self._below >= self._decided_at:
                self.verdict = Verdict.REFUSED
        return self.verdict

    def _stake(self, mean: float) -> float:
        """What gains most if this is the mean, by the variance of the shares so far."""
        apart = self._goal - self._equal
        variance = self._spread.variance(mean * (1 - mean) / self._games, _PRIOR_WEIGHT)
        return apart / (variance + apart * apart)


class Spread:
    """The mean and variance of shares so far, beginning with a guess that counts as one share."""

    def __init__(self, guess: float) -> None:
        self.count = 0
        self._sum = guess
        self._squares = 0.0

    def add(self, share: float) -> None:
        """Take one more share into account."""
        self.count += 1
        self._sum += share
        self._squares += (share - self._sum / (self.count + 1)) ** 2

    def variance(self, prior: float, weight: float) -> float:
        """The variance, with a prior one that counts as so many shares."""
        return (prior * weight + self._squares) / (weight + self.count)


# A confidence sequence for the mean of shares: an interval that holds whenever one stops.
#
# An interval of a fixed sample is too narrow after a test that stops when it has seen enough. This one is the set of
# means against which no bettor is rich: the hedged capital process of I. Waudby-Smith and A. Ramdas (Estimating
# means of bounded random variables by betting, 2024, theorem 3 and section 4.2).

_MOST_STAKED_ON_A_MEAN = 0.75
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
        stake = min(stake, _MOST_STAKED_ON_A_MEAN / mean) if mean > 0 else stake
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
