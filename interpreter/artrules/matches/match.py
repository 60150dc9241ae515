"""Plays a match between two bots until a sequential test has decided it."""

from __future__ import annotations

from contextlib import closing
from typing import Any

from artrules.matches.deals import deals_of
from artrules.matches.plan import MatchPlan
from artrules.matches.sequential import SequentialTest, Verdict
from artrules.matches.summary import Deal, MatchSummary, Measure, deal_share, sum_up
from artrules.parallel.run import Run, run_job
from artrules.record import dataclass
from artrules.ruleset import Ruleset


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
        self._test = SequentialTest(question.equal, question.goal, plan.players)

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
