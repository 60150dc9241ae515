"""How strong several bots are, from the games between them: the Bradley-Terry model, in the form for several players.

One player of a game wins; each wins with a probability in proportion to its strength (R. D. Luce, Individual choice
behavior, 1959). The strengths that make the results likeliest are found by a minorization-maximization algorithm (D. R.
Hunter, MM algorithms for generalized Bradley-Terry models, 2004).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, log10, sqrt
from statistics import NormalDist, fmean

_ENOUGH = 1e-9
"""A change of all strengths, as a logarithm, below which they are found."""
_MOST_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a bot on the scale of Elo, where 400 points are odds of 10 to 1 and the mean of all is 0. It is
    within `error` of the true one with 95 %."""

    spec: str
    rating: float
    error: float


Shares = Mapping[tuple[int, int], Sequence[float]]
"""For each pairing of bots, by number: the first one's share of the wins in each deal."""


def ratings(specs: Sequence[str], shares: Shares, players: int) -> list[Rating]:
    """The ratings of bots, in their order. A pairing is the first bot against so many of the second that all seats are
    taken; all pairings have the same deals, at least two, and connect all bots.

    A drawn deal is added to each pairing, so that a bot that always wins has a rating, too. The error is a jackknife's,
    which leaves out one deal after another, as deals are independent and the games of one are not (B. Efron and C.
    Stein, The jackknife estimate of variance, 1981).
    """
    deals = len(next(iter(shares.values())))
    sums = {pairing: sum(each) for pairing, each in shares.items()}
    whole = _strengths(len(specs), sums, deals, players, [1.0] * len(specs))
    without = [
        _elo(_strengths(len(specs), {p: sums[p] - shares[p][left_out] for p in shares}, deals - 1, players, whole))
        for left_out in range(deals)
    ]
    sure = NormalDist().inv_cdf(0.975)
    errors = [sure * _jackknife([each[bot] for each in without]) for bot in range(len(specs))]
    return [Rating(s, round(r, 1), round(e, 1)) for s, r, e in zip(specs, _elo(whole), errors, strict=True)]


def _strengths(
    bots: int, sums: Mapping[tuple[int, int], float], deals: int, players: int, begin: Sequence[float]
) -> list[float]:
    """The likeliest strengths, for sums of shares over so many deals."""
    won = [0.0] * bots
    for (one, other), share in sums.items():
        won[one] += share + 1 / players
        won[other] += deals - share + (players - 1) / players
    strengths = list(begin)
    for _ in range(_MOST_STEPS):
        expected = [0.0] * bots
        for one, other in sums:
            rate = (deals + 1) / (strengths[one] + (players - 1) * strengths[other])
            expected[one] += rate
            expected[other] += (players - 1) * rate
        found = [w / e for w, e in zip(won, expected, strict=True)]
        middle = 10 ** fmean(log10(strength) for strength in found)
        found = [strength / middle for strength in found]
        change = max(abs(log(new / old)) for new, old in zip(found, strengths, strict=True))
        strengths = found
        if change < _ENOUGH:
            break
    return strengths


def _elo(strengths: Sequence[float]) -> list[float]:
    return [400 * log10(strength) for strength in strengths]


def _jackknife(values: Sequence[float]) -> float:
    """The standard error, from the values without one observation each."""
    mean = fmean(values)
    return sqrt((len(values) - 1) / len(values) * sum((value - mean) ** 2 for value in values))
