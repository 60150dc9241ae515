"""Sums up the games of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from hashlib import blake2b
from statistics import fmean
from typing import Any

from artrules.matches.confidence import Interval, confidence_interval
from artrules.matches.deal import MatchGame

Deal = Sequence[MatchGame]
"""The games of one deal: the bot's first seat first."""


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
class Side:
    """How the bot did, or those against it: figures of one player. Seconds are processor time."""

    spec: str
    mean_points: float
    decisions_per_game: float
    seconds_per_decision: float


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
    bot: Side
    against: Side
    mean_rounds: float
    won_by_nobody: int
    """In how many games nobody wins: they count as won by all together."""
    stalled: int
    digest: str

    def as_data(self) -> dict[str, Any]:
        """The summary as plain data. Its keys are a promise."""
        return asdict(self)


def sum_up(deals: Sequence[Deal], bot: str, against: str) -> MatchSummary:
    """Sum up deals, at least one."""
    games = [game for deal in deals for game in deal]
    players = len(games[0].places)
    digest = blake2b(digest_size=16)
    for game in games:
        digest.update(game.digest.encode())
    won = [game for game in games if game.seat in game.winners]
    alone = sum(len(game.winners) == 1 for game in won)
    intervals = {
        measure: confidence_interval([deal_share(deal, measure) for deal in deals], players) for measure in Measure
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
        bot=_side(games, bot, own=True),
        against=_side(games, against, own=False),
        mean_rounds=_rounded(fmean(game.rounds for game in games)),
        won_by_nobody=sum(not game.winners for game in games),
        stalled=sum(game.stalled for game in games),
        digest=digest.hexdigest(),
    )


def _side(games: Sequence[MatchGame], spec: str, *, own: bool) -> Side:
    which = 0 if own else 1
    seats = 1 if own else len(games[0].places) - 1
    points = fmean(p for game in games for seat, p in enumerate(game.points, 1) if (seat == game.seat) is own)
    decisions = sum(game.decisions[which] for game in games)
    seconds = sum(game.seconds[which] for game in games) / decisions if decisions else 0.0
    return Side(spec, _rounded(points), _rounded(decisions / len(games) / seats), round(seconds, 6))


def _rounded(number: float) -> float:
    return round(number, 4)


def _interval(interval: Interval) -> Interval:
    return Interval(_rounded(interval.low), _rounded(interval.high))
