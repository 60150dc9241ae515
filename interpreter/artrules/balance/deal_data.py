"""Deals out of other processes and files: sees that they are such as `play_deal` gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from artrules.balance.plan import NOTHING, BalancePlan

_COUNTED = ("decisions", "forced", "options", "leads", "turns")


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
