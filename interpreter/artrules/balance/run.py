"""Plays the deals of a plan and makes the report. Start here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from artrules.balance.deal import play_deal
from artrules.balance.deal_data import read_deal
from artrules.balance.plan import BalancePlan
from artrules.balance.subjects import Subject, cards_in_play, powers_in_play
from artrules.parallel.job import Job
from artrules.parallel.run import Run
from artrules.record import dataclass
from artrules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be found out: of which games, from how many deals, how many of them watched closely. `impact` says
    what players lack in some games: `powers`, `cards` or `nothing`."""

    players: int
    settings: dict[str, Any]
    bots: tuple[str, ...]
    seed: int
    deals: int
    watched: int
    impact: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The deals that were played, each as `play_deal` gives it, and what they are about: the subjects that players
    lacked, in the order of the plan, and all subjects of the game."""

    plan: BalancePlan
    lacked: Sequence[Subject]
    subjects: Sequence[Subject]
    deals: Sequence[dict[str, Any]]

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(deal.get("games", ())) for deal in self.deals)


def find_out(ruleset: Ruleset, question: Question, run: Run) -> Answer:
    """Play the deals of a question; `run` may end early. Raises GameFault where no game can be set up."""
    powers = powers_in_play(ruleset, question.players, question.settings)
    cards = cards_in_play(ruleset, question.players, question.settings)
    lacked = {"powers": powers, "cards": cards}.get(question.impact, [])
    plan = BalancePlan(
        question.players,
        question.seed,
        question.settings,
        question.bots,
        tuple(subject.key for subject in lacked if subject.kind == "power"),
        tuple(subject.key for subject in lacked if subject.kind == "card"),
        question.watched,
    )
    job = Job(play_deal, plan, question.deals, partial(read_deal, plan))
    deals = list(run(ruleset, job))
    return Answer(plan, lacked, [*powers, *cards], deals)
