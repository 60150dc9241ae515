"""Plays the deals of a plan and makes the report. Start here."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from statistics import fmean
from typing import Any

from artrules.lab.balance.deal import NOTHING, BalancePlan, play_deal, play_game
from artrules.lab.balance.subjects import Subject, cards_in_play, powers_in_play
from artrules.lab.bots.registry import begin_game
from artrules.lab.parallel.job import Job
from artrules.lab.parallel.run import Run
from artrules.play.game.decision import GameFault
from artrules.play.ruleset import Ruleset
from artrules.text.record import dataclass

# Deals out of other processes and files: sees that they are such as `play_deal` gives.

_COUNTED = ("decisions", "forced", "options", "leads", "led_since", "turns")


def read_deal(plan: BalancePlan, data: Any) -> dict[str, Any]:
    """The deal of a plan that some data are. Raises ValueError, TypeError, LookupError or AttributeError for data that
    `play_deal` doesn't give: somebody may have edited the file that they come from."""
    deal = dict(data)
    see_whole(deal["seed"])
    if "fault" in deal:
        see_that(bool(deal["fault"]) and all(isinstance(message, str) for message in deal["fault"]))
        return deal
    games, players = deal["games"], plan.players
    see_that(len(games) in (1, 1 + players))
    for number, game in enumerate(games):
        _see_game(game, plan, as_it_is=number == 0)
    for by_name in (deal["start"], deal["owned"], deal.get("taken", {})):
        _see_counts(by_name, players)
    see_that(all(isinstance(value, str | int) for value in dict(deal["drawn"]).values()))
    if "watched" in deal:
        for name in _COUNTED:
            see_count(deal["watched"][name])
        _see_counts(deal["watched"]["branches"], 2)
        for decision in deal["watched"]["weighed"]:
            _see_weighed(decision)
        _see_counts(deal["offered"], 2)
        _see_counts(deal["taken"], players)
    return deal


def _see_game(game: Mapping[str, Any], plan: BalancePlan, *, as_it_is: bool) -> None:
    see_that(len(game["lacks"]) == plan.players)
    for lacks in game["lacks"]:
        see_whole(lacks)
        see_that(NOTHING <= lacks < len(plan.subjects) and (lacks == NOTHING or not as_it_is))
    see_result(game, plan.players)


def see_result(game: Mapping[str, Any], players: int) -> None:
    """See that something is how a game came out, as `result_of` gives it."""
    see_that(len(game["shares"]) == len(game["scores"]) == players)
    for share, score in zip(game["shares"], game["scores"], strict=True):
        see_whole(score)
        see_that(type(share) in (int, float) and 0 <= share <= 1)
    for name in ("rounds", "decisions", "winners"):
        see_count(game[name])
    see_that(type(game["stalled"]) is bool)


def _see_weighed(decision: Mapping[str, Any]) -> None:
    """See that something is a decision whose options were weighed twice."""
    branches, values = decision["branches"], decision["values"]
    see_that(len(values) == 2 and len(branches) == len(values[0]) == len(values[1]) > 1)
    see_that(all(isinstance(branch, str) for branch in branches))
    see_that(all(type(value) in (int, float) and 0 <= value <= 1 for each in values for value in each))


def _see_counts(by_name: Mapping[str, Any], length: int) -> None:
    """See that there are so many numbers for each name."""
    for numbers in by_name.values():
        see_that(len(numbers) == length)
        for number in numbers:
            see_whole(number)


def see_count(value: Any) -> None:
    """See that something is a whole number that isn't below 0."""
    see_whole(value)
    see_that(value >= 0)


def see_whole(value: Any) -> None:
    """See that something is a whole number. Raises TypeError."""
    if type(value) is not int:
        raise TypeError("a whole number is wanted")


def see_that(right: bool) -> None:
    """Raise ValueError for what isn't right."""
    if not right:
        raise ValueError("this isn't a deal of the plan")


BY_CHANCE, HINTED = "uniform", "rules"
"""The bots that choose by chance, and by the hints of content."""
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
    if set(question.bots) == {BY_CHANCE}:
        plan = replace(answer.plan, bots=(HINTED,) * question.players)
        for deal in [deal for deal in answer.deals if "fault" not in deal][:_DEALS_BY_HINTS]:
            settled = ruleset.settle(question.settings, deal["seed"])
            if ruleset.configured(question.players, settled)[0].hints.exist:
                with suppress(GameFault):
                    game = begin_game(ruleset, plan.players, deal["seed"], settled, plan.bots)
                    by_hints.append(play_game(game, plan, deal["seed"]))
                    by_chance.append(deal["games"][0]["decisions"])
    times = sum(by_chance) / max(1, sum(by_hints))
    if times < _MANY_TIMES:
        return ""
    return (
        f"The games of players who choose by chance last {times:.0f} times as long as those of players who follow the "
        f"hints of this game: {fmean(by_chance):,.0f} choices instead of {fmean(by_hints):,.0f}. So these figures say "
        f"little of the game that people play; with `--bot {HINTED}` the hints are followed."
    )
