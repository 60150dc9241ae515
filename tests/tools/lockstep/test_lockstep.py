"""What stands in OpenSpiel's games for what is in ours; the games themselves are played by the command."""

from __future__ import annotations

from random import Random

import pytest

import artrules

from .__main__ import GAMES
from .games import Pair
from .play import PLANS


def test_cards_and_what_one_does_with_them_have_their_numbers() -> None:
    hearts, eights = GAMES["hearts"], GAMES["crazy_eights"]
    assert [hearts.action(label) for label in ("play two of clubs", "pass ten of clubs", "play ace of spades")] == [
        0,
        32,
        51,
    ]
    assert [eights.action(label) for label in ("draw", "pass", "name hearts", "play ten of clubs")] == [52, 53, 56, 32]


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
            wanted = pair.steered_options(game, decision.player, labels, plan) or set()
            assert wanted <= set(labels)
            likely = [option for option in decision.options if option.label in wanted] or decision.options
            game.choose(chance.choice(likely))
        assert all(isinstance(event, str) for event in pair.events(game))
