"""The bot plays whole games, always alike."""

from __future__ import annotations

from cautious_bot import CautiousBot

import artrules
from artrules.bots.playout import run_playout
from artrules.bots.registry import make_bot


def test_it_keeps_to_the_rules_for_plugins(examine_plugin):
    assert not examine_plugin("cautious_bot").problems


def test_it_takes_the_first_option():
    game = artrules.load("vintage").new_game(3, seed=1)
    decision = game.decisions[0]
    assert CautiousBot(1, 1).choose(decision, lambda: {}) == decision.options[0]


def test_it_is_found_by_its_name_and_plays_to_the_end():
    game = artrules.load("vintage").new_game(3, seed=1)
    run_playout(game, [make_bot("cautious", 1, player) for player in (1, 2, 3)])
    assert game.finished
