"""What stands in OpenSpiel's games for what is in ours; the games themselves are played by the command."""

from __future__ import annotations

from random import Random

import pytest

import artrules

from .__main__ import GAMES
from .games import Pair
from .play import PLANS
from .poker import TexasHoldem, pots


def test_cards_and_what_one_does_with_them_have_their_numbers() -> None:
    hearts, eights = GAMES["hearts"], GAMES["crazy_eights"]
    assert [hearts.action(label) for label in ("play two of clubs", "pass ten of clubs", "play ace of spades")] == [
        0,
        32,
        51,
    ]
    assert [eights.action(label) for label in ("draw", "pass", "name hearts", "play ten of clubs")] == [52, 53, 56, 32]


def test_bets_are_numbers_of_chips_in_the_whole_deal() -> None:
    holdem = TexasHoldem()
    without_limit, fixed = [0, 1, *range(14, 51)], [0, 1, 2]
    assert [holdem.action_of(label, 10, without_limit) for label in ("fold", "call 2", "raise to 4", "bet 40")] == [
        0,
        1,
        14,
        50,
    ]
    assert [holdem.action_of(label, 10, fixed) for label in ("check", "bet 2", "raise to 4")] == [1, 2, 2]


def test_pots_at_the_side_are_won_by_the_best_of_those_who_have_paid() -> None:
    players = {
        1: {"in_play": True, "paid": 5, "strength": [2, 9]},
        2: {"in_play": True, "paid": 20, "strength": [1, 14]},
        3: {"in_play": True, "paid": 20, "strength": [1, 14]},
        4: {"in_play": False, "paid": 8, "strength": []},
    }
    assert pots({"players": players}) == [(20, [1]), (33, [2, 3])]


@pytest.mark.parametrize("pair", GAMES.values(), ids=lambda pair: pair.ours)
def test_what_is_read_of_our_games_is_there(pair: Pair) -> None:
    """Deals, plans and what is rare, in one game of each plan, without theirs."""
    ruleset, settings = artrules.load(pair.ours), {**pair.settings, **pair.varying[0]}
    for plan in range(PLANS):
        game = ruleset.new_game(pair.players[0], plan, settings=settings, log=False, single_options=True)
        view, chance = game.inspect.view(), Random(plan)
        pair.suits_plan(view, plan)
        assert sorted(pair.seats(view)) == list(range(1, pair.players[0] + 1))
        assert all(card >= 0 for card in pair.chance(view, settings))
        while game.decisions and not pair.is_over(game):
            decision = game.decisions[0]
            labels = [option.label for option in decision.options]
            wanted = set(pair.steered_options(game, decision.player, labels, plan))
            assert not wanted or wanted & set(labels)  # the others are asked for after it
            likely = [option for option in decision.options if option.label in wanted] or decision.options
            game.choose(chance.choice(likely))
        assert all(isinstance(event, str) for event in pair.events(game))
