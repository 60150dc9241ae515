"""Sums up the games of a match, and rates several bots by the games between them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from hashlib import blake2b
from math import log, log10, sqrt
from statistics import NormalDist, fmean
from typing import Any

from artrules.lab.matches.deal import MatchGame
from artrules.lab.matches.sequential import Interval, confidence_interval

# Sums up the games of a match.

Deal = Sequence[MatchGame]
"""The games of one deal: the bot's first seats first."""


class Measure(StrEnum):
    """What of a game is tested."""

    WINS = "wins"
    RANK = "rank"


MEASURES: dict[Measure, Callable[[MatchGame], float]] = {
    Measure.WINS: lambda game: game.share,
    Measure.RANK: lambda game: (len(game.places) - game.place) / (len(game.places) - 1),
}
"""What each measure makes of a game: a number from 0 to 1, larger if the bot did better."""


def deal_share(deal: Deal, measure: Measure) -> float:
    """The mean of a measure over the games of a deal."""
    return fmean(MEASURES[measure](game) for game in deal)


@dataclass(frozen=True)
class BotFigures:
    """How the bot did, or those against it: figures of one player. Seconds are processor time. `won` is the part of its
    games that it has won, where all play against the game; otherwise None."""

    spec: str
    mean_points: float
    decisions_per_game: float
    seconds_per_decision: float
    won: float | None = None


@dataclass(frozen=True)
class MatchSummary:
    """The figures of a match, without its verdict. Intervals hold with 95 %, whenever the match was stopped.

    `wins` are the bot's alone, `shared` those with others. `digest` is a hash of all final positions, in the order of
    the games.
    """

    deals: int
    games: int
    wins: int
    shared: int
    share: float
    share_interval: Interval
    mean_rank: float
    mean_rank_interval: Interval
    bot: BotFigures
    against: BotFigures
    mean_rounds: float
    won_by_nobody: int
    """In how many games nobody wins: they count as won by all together."""
    stalled: int
    digest: str

    def as_data(self) -> dict[str, Any]:
        """The summary as plain data. Its keys are a promise."""
        data = asdict(self)
        for bot in (data["bot"], data["against"]):
            if bot["won"] is None:
                del bot["won"]
        return data


def sum_up(deals: Sequence[Deal], bot: str, against: str) -> MatchSummary:
    """Sum up deals, at least one."""
    games = [game for deal in deals for game in deal]
    players = len(games[0].places)
    digest = blake2b(digest_size=16)
    for game in games:
        digest.update(game.digest.encode())
    won = [game for game in games if game.won]
    alone = sum(game.winning_sides == 1 for game in won)
    intervals = {
        measure: confidence_interval([deal_share(deal, measure) for deal in deals], len(deals[0]))
        for measure in Measure
    }
    return MatchSummary(
        deals=len(deals),
        games=len(games),
        wins=alone,
        shared=len(won) - alone,
        share=_rounded(fmean(game.share for game in games)),
        share_interval=_interval(intervals[Measure.WINS]),
        mean_rank=_rounded(fmean(game.place for game in games)),
        mean_rank_interval=_interval(intervals[Measure.RANK].within(players, 1)),
        bot=_figures(games, bot, own=True),
        against=_figures(games, against, own=False),
        mean_rounds=_rounded(fmean(game.rounds for game in games)),
        won_by_nobody=sum(not game.winners for game in games),
        stalled=sum(game.stalled for game in games),
        digest=digest.hexdigest(),
    )


def _figures(games: Sequence[MatchGame], spec: str, *, own: bool) -> BotFigures:
    which = 0 if own else 1
    points = [p for game in games for seat, p in enumerate(game.points, 1) if (seat in game.seats) is own]
    decisions = sum(game.decisions[which] for game in games)
    seconds = sum(game.seconds[which] for game in games) / decisions if decisions else 0.0
    played = [game for game in games if game.is_cooperative and bool(game.seats) is own]
    won = _rounded(fmean(bool(game.winners) for game in played)) if played else None
    return BotFigures(spec, _rounded(fmean(points)), _rounded(decisions / len(points)), round(seconds, 6), won)


def _rounded(number: float) -> float:
    return round(number, 4)


def _interval(interval: Interval) -> Interval:
    return Interval(_rounded(interval.low), _rounded(interval.high))


# How strong several bots are, from the games between them: the Bradley-Terry model, in the form for several players.
#
# One player of a game wins; each wins with a probability in proportion to its strength (R. D. Luce, Individual choice
# behavior, 1959). The strengths that make the results likeliest are found by a minorization-maximization algorithm (D.
# R. Hunter, MM algorithms for generalized Bradley-Terry models, 2004).

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
    Stein, The jackknife estimate of variance, 1981). A few deals often come out alike, and would tell of no error at
    all: so the variance of one deal of equal players is pooled with theirs.
    """
    deals = len(next(iter(shares.values())))
    sums = {pairing: sum(each) for pairing, each in shares.items()}
    whole = _strengths(len(specs), sums, deals, players, [1.0] * len(specs))

    def rate(sums: Mapping[tuple[int, int], float], deals: int) -> list[float]:
        return _elo(_strengths(len(specs), sums, deals, players, whole))

    rated = _elo(whole)
    without = [rate({p: sums[p] - shares[p][left_out] for p in shares}, deals - 1) for left_out in range(deals)]
    deviated = [rate({**sums, pairing: _deviated(sums[pairing], deals, players)}, deals) for pairing in shares]
    errors = []
    for bot, rating in enumerate(rated):
        of_deals = _jackknife_variance([each[bot] for each in without])
        of_equals = sum((each[bot] - rating) ** 2 for each in deviated)
        errors.append(_two_sided(deals) * sqrt(((deals - 1) * of_deals + of_equals) / deals))
    return [Rating(s, round(r, 1), round(e, 1)) for s, r, e in zip(specs, rated, errors, strict=True)]


def _deviated(share: float, deals: int, players: int) -> float:
    """A bot's share of the wins, summed up over all deals, one standard deviation towards a draw or past it: each deal
    is taken to lie as far from the mean of these as one of equal players does."""
    drawn = 1 / players
    chance = (share + drawn) / (deals + 1)
    deviation = sqrt(deals * (drawn * (1 - drawn) / players + (drawn - chance) ** 2))
    return share + (deviation if chance < drawn else -deviation)


def _two_sided(degrees: int) -> float:
    """How many standard errors lie on each side in an interval of 95 %, by Student's t distribution with at least two
    degrees of freedom. The relative error is below 1/30 (M. Abramowitz and I. A. Stegun, Handbook of mathematical
    functions, 26.7.5)."""
    z = NormalDist().inv_cdf(0.975)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / degrees + second / degrees**2 + third / degrees**3


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
        new_strengths = [w / e for w, e in zip(won, expected, strict=True)]
        middle = 10 ** fmean(log10(strength) for strength in new_strengths)
        new_strengths = [strength / middle for strength in new_strengths]
        change = max(abs(log(new / old)) for new, old in zip(new_strengths, strengths, strict=True))
        strengths = new_strengths
        if change < _ENOUGH:
            break
    return strengths


def _elo(strengths: Sequence[float]) -> list[float]:
    return [400 * log10(strength) for strength in strengths]


def _jackknife_variance(values: Sequence[float]) -> float:
    """The variance of an estimate, from the values without one observation each."""
    mean = fmean(values)
    return (len(values) - 1) / len(values) * sum((value - mean) ** 2 for value in values)
