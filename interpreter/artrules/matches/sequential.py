"""A sequential probability ratio test for shares: numbers between 0 and 1 that are independent of each other.

Wald's test multiplies likelihood ratios. This one multiplies the gains of fair bets instead, which needs no
distribution: while a hypothesis about the mean holds, the wealth of one who bets against it is a nonnegative
supermartingale, and by Ville's inequality it ever reaches 1/error with a probability of at most `error`
(I. Waudby-Smith and A. Ramdas, Estimating means of bounded random variables by betting, 2024). For one game a share,
won or lost, the bets are those of Wald's likelihood ratio (Sequential tests of statistical hypotheses, 1945).
"""

from __future__ import annotations

from enum import StrEnum
from math import log

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
