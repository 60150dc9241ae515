"""Plays a match between two bots until a sequential test has decided it, or a round robin of several."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from itertools import combinations, permutations
from typing import Any, NoReturn

from artrules.lab.matches.deal import MatchPlan, Seats, deal_seed, game_from, play_deal, play_game
from artrules.lab.matches.sequential import SequentialTest, Verdict
from artrules.lab.matches.summary import Deal, MatchSummary, Measure, Rating, deal_share, ratings, sum_up
from artrules.lab.parallel.job import Job
from artrules.lab.parallel.run import Run, run_job
from artrules.play.game.decision import GameFault
from artrules.play.ruleset import Ruleset
from artrules.text.diagnostics.render import ContentError
from artrules.text.record import dataclass

# The deals of a plan in order, wherever they are played.


class MatchFault(ContentError):
    """The content made a mistake in one of the games: `seed` is that game's, `bots` are who played, in the order of
    seats."""

    def __init__(self, fault: ContentError, seed: int, bots: Sequence[str]) -> None:
        super().__init__(fault.diagnostics)
        self.seed = seed
        self.bots = bots


class UnrepeatedFault(Exception):
    """A game failed that doesn't fail when it is played again: its bots look at the clock."""


def deals_of(ruleset: Ruleset, plan: MatchPlan, count: int, run: Run = run_job) -> Generator[Deal, None, None]:
    """So many parts of a plan, in order, played by `run`; fewer where it ends early. Closing the iterator ends the
    work. Raises MatchFault, and PluginProblem."""
    for index, part in enumerate(run(ruleset, Job(play_deal, plan, count, _read))):
        if isinstance(part, _Fault):
            _fail(ruleset, plan, index, part.seats)
        yield part


def _read(data: Any) -> Deal | _Fault:
    """The games of a deal, out of what `play_deal` gives. Raises ValueError, TypeError or LookupError for anything
    else."""
    for game in data:
        if "fault" in game:
            return _Fault(tuple(game["seats"]))
    if not data:
        raise ValueError("a deal has games")
    return [game_from(game) for game in data]


@dataclass(frozen=True, slots=True)
class _Fault:
    """A game failed in which the bot had these seats."""

    seats: Seats


def _fail(ruleset: Ruleset, plan: MatchPlan, index: int, seats: Seats) -> NoReturn:
    """Raise MatchFault for a game that has failed, perhaps in another process: it is played again for the
    diagnostics."""
    deal, pairing = plan.part(index)
    seed, bots = deal_seed(plan.seed, deal), plan.bots(pairing, seats)
    try:
        play_game(ruleset, plan, index, seats)
    except GameFault as fault:
        raise MatchFault(fault, seed, bots) from None
    raise UnrepeatedFault(f"the game with seed {seed} failed, and didn't when it was played again ({', '.join(bots)})")


# Plays a match between two bots until a sequential test has decided it.


@dataclass(frozen=True, slots=True)
class Question:
    """What a match is to decide: whether the mean of a measure is above `equal` (H0: it isn't) or below `goal` (H1: it
    isn't), with so many deals at most, and all of them if so wished."""

    measure: Measure
    equal: float
    goal: float
    deals: int
    all_deals: bool = False


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match came out."""

    plan: MatchPlan
    question: Question
    verdict: Verdict
    summary: MatchSummary

    def as_data(self) -> dict[str, Any]:
        """The result as plain data. Its keys are a promise."""
        plan, question = self.plan, self.question
        return {
            "players": plan.players,
            "seed": plan.seed,
            "settings": plan.settings,
            "by": question.measure.value,
            "equal": round(question.equal, 4),
            "goal": round(question.goal, 4),
            "verdict": self.verdict.value,
            "reproducible": plan.reproducible,
            **self.summary.as_data(),
        }


class Match:
    """A match in progress: takes deals in order, and knows when it is decided."""

    def __init__(self, plan: MatchPlan, question: Question) -> None:
        self.plan = plan
        self.question = question
        self.deals: list[Deal] = []
        self._test = SequentialTest(question.equal, question.goal, len(plan.seats))

    @property
    def over(self) -> bool:
        """Whether no further deal is wanted."""
        decided = self._test.verdict is not Verdict.UNDECIDED and not self.question.all_deals
        return decided or len(self.deals) >= self.question.deals

    def add(self, deal: Deal) -> None:
        """Take the next deal into account."""
        self.deals.append(deal)
        self._test.add(deal_share(deal, self.question.measure))

    def result(self) -> MatchResult:
        """How the match stands. Raises ValueError before its first deal."""
        if not self.deals:
            raise ValueError("no deal was played")
        summary = sum_up(self.deals, *self.plan.pairings[0])
        return MatchResult(self.plan, self.question, self._test.verdict, summary)


def play_match(ruleset: Ruleset, plan: MatchPlan, question: Question, *, run: Run = run_job) -> MatchResult:
    """Play a match between the two bots of a plan. `run` plays the deals: `partial(run_job, jobs=2)`, say, in two
    processes. Where it ends early, the result is of fewer deals.

    Raises MatchFault for the first game that fails, PluginProblem, and ValueError where there is no deal at all.
    """
    match = Match(plan, question)
    with closing(deals_of(ruleset, plan, question.deals, run)) as deals:
        for deal in deals:
            match.add(deal)
            if match.over:
                break
    return match.result()


# Several bots against each other: all pairings on the same deals.


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


def pairings_of(bots: Sequence[str], sides: int) -> tuple[tuple[str, str], ...]:
    """Who plays whom. With two sides each pair once, as sides rotate; with more, each bot alone against each other."""
    return tuple(combinations(bots, 2) if sides == 2 else permutations(bots, 2))


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
    return RoundRobin(plan, tuple(summaries), tuple(ratings(bots, shares, len(plan.seats))))
