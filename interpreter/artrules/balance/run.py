"""Plays the deals of a plan and makes the report. Start here."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from statistics import fmean
from typing import Any

from artrules.balance.deal import INSIDE, begin_game, play_deal, play_game
from artrules.balance.deal_data import read_deal
from artrules.balance.plan import BalancePlan
from artrules.balance.subjects import Subject, cards_in_play, powers_in_play
from artrules.game.decision import GameFault
from artrules.parallel.job import Job
from artrules.parallel.run import Run
from artrules.record import dataclass
from artrules.ruleset import Ruleset

HINTED = "rules"
"""The bot that follows the hints of content."""
_DEALS_BY_HINTS = 5
_MANY_TIMES = 4


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


def too_long_by_chance(ruleset: Ruleset, question: Question, answer: Answer) -> str:
    """A sentence that says so where players who choose by chance need many times as many choices as those who follow
    the hints of content; else, and where there are no hints or others play, an empty one. The first deals are played
    once more for that."""
    by_chance, by_hints = [], []
    if set(question.bots) == {INSIDE}:
        plan = replace(answer.plan, bots=(HINTED,) * question.players)
        for deal in [deal for deal in answer.deals if "fault" not in deal][:_DEALS_BY_HINTS]:
            settled = ruleset.settle(question.settings, deal["seed"])
            if ruleset.configured(question.players, settled)[0].hints.exist:
                with suppress(GameFault):
                    by_hints.append(play_game(begin_game(ruleset, plan, settled, deal["seed"]), plan, deal["seed"]))
                    by_chance.append(deal["games"][0]["decisions"])
    times = sum(by_chance) / max(1, sum(by_hints))
    if times < _MANY_TIMES:
        return ""
    return (
        f"The games of players who choose by chance last {times:.0f} times as long as those of players who follow the "
        f"hints of this game: {fmean(by_chance):,.0f} choices instead of {fmean(by_hints):,.0f}. So these figures say "
        f"little of the game that people play; with `--bot {HINTED}` the hints are followed."
    )
