"""Plays one deal with sets by seat. Gives plain data."""

from __future__ import annotations

from typing import Any

from artrules.balance.deal import begin_game, play_game, result_of
from artrules.balance.deal_data import see_result, see_that, see_whole
from artrules.balance.sets.plan import SetsPlan, seatings
from artrules.balance.sets.seating import seat_settings
from artrules.game.decision import GameFault
from artrules.ruleset import Ruleset
from artrules.simulation.plan import game_seed


def play_set_deal(ruleset: Ruleset, plan: SetsPlan, index: int) -> dict[str, Any]:
    """Play the deal with a number, counted from 0.

    Its data: `seed`; `games`, each with the number of each seat's set in `sets`; or `seed` and `fault`, where content
    makes a mistake.
    """
    seed = game_seed(plan.seed, index)
    settled = ruleset.settle(plan.settings, seed)
    games = []
    try:
        for seating in seatings(seed, plan.players, len(plan.sets)):
            by_seat = seat_settings(plan.setting, [plan.sets[number] for number in seating])
            game = begin_game(ruleset, plan, {**settled, **by_seat}, seed)
            games.append({"sets": seating, **result_of(game, play_game(game, plan, seed))})
    except GameFault as fault:
        return {"seed": seed, "fault": [diagnostic.message for diagnostic in fault.diagnostics]}
    return {"seed": seed, "games": games}


def read_set_deal(plan: SetsPlan, data: Any) -> dict[str, Any]:
    """The deal of a plan that some data are. Raises ValueError, TypeError, LookupError or AttributeError for data that
    `play_set_deal` doesn't give: somebody may have edited the file that they come from."""
    deal = dict(data)
    see_whole(deal["seed"])
    if "fault" in deal:
        see_that(bool(deal["fault"]) and all(isinstance(message, str) for message in deal["fault"]))
        return deal
    see_that([game["sets"] for game in deal["games"]] == seatings(deal["seed"], plan.players, len(plan.sets)))
    for game in deal["games"]:
        see_result(game, plan.players)
    return deal
