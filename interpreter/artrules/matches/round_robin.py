"""Several bots against each other: all pairings on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

from artrules.matches.deals import deals_of
from artrules.matches.plan import MatchPlan
from artrules.matches.ratings import Rating, ratings
from artrules.matches.summary import Deal, MatchSummary, Measure, deal_share, sum_up
from artrules.parallel.run import Run, run_job
from artrules.record import dataclass
from artrules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """How a round robin came out: a summary for each pairing of its plan, and the rating of each bot."""

    plan: MatchPlan
    summaries: tuple[MatchSummary, ...]
    ratings: tuple[Rating, ...]

    def as_data(self) -> dict[str, Any]:
        """The result as plain data. Its keys are a promise."""
        plan = self.plan
        return {
            "players": plan.players,
            "seed": plan.seed,
            "settings": plan.settings,
            "reproducible": plan.reproducible,
            "ratings": [{"spec": r.spec, "rating": r.rating, "error": r.error} for r in self.ratings],
            "pairings": [summary.as_data() for summary in self.summaries],
        }


class TooFewDeals(ValueError):
    """There are no two deals that all pairings have played."""


def pairings_of(bots: Sequence[str], players: int) -> tuple[tuple[str, str], ...]:
    """Who plays whom. With two players each pair once, as seats rotate; with more, each bot alone against each
    other."""
    return tuple(combinations(bots, 2) if players == 2 else permutations(bots, 2))


def play_round_robin(ruleset: Ruleset, plan: MatchPlan, deals: int, *, run: Run = run_job) -> RoundRobin:
    """Play so many deals of each pairing, at least two. `run` plays them. Where it ends early, the result is of the
    deals that all pairings have played.

    Raises MatchFault for the first game that fails, PluginProblem, and TooFewDeals for fewer than two deals.
    """
    played: list[list[Deal]] = [[] for _ in plan.pairings]
    for index, deal in enumerate(deals_of(ruleset, plan, deals * len(plan.pairings), run)):
        played[index % len(plan.pairings)].append(deal)
    whole = len(played[-1])
    if whole < 2:
        raise TooFewDeals("each pairing must have played two deals for a rating")
    bots = list(dict.fromkeys(bot for pairing in plan.pairings for bot in pairing))
    shares = {
        (bots.index(one), bots.index(other)): [deal_share(deal, Measure.WINS) for deal in each[:whole]]
        for (one, other), each in zip(plan.pairings, played, strict=True)
    }
    summaries = [sum_up(each[:whole], *pair) for pair, each in zip(plan.pairings, played, strict=True)]
    return RoundRobin(plan, tuple(summaries), tuple(ratings(bots, shares, plan.players)))
