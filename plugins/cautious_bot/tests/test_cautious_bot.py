"""The bots play whole games, always alike."""

from __future__ import annotations

import pytest
from cautious_bot import CautiousBot

import artrules
from artrules.lab.bots.registry import make_bot, run_playout


def test_they_keep_to_the_rules_for_plugins(examine_plugin):
    assert not examine_plugin("cautious_bot").problems


def test_it_takes_the_first_option():
    game = artrules.load("vintage").new_game(3, seed=1)
    decision = game.decisions[0]
    assert CautiousBot(1, 1).choose(decision, lambda: {}) == decision.options[0]


@pytest.mark.parametrize("name", ["cautious", "wary"])
def test_they_are_found_by_their_names_and_play_to_the_end(name):
    game = artrules.load("vintage").new_game(3, seed=1)
    run_playout(game, [make_bot(name, 1, player) for player in (1, 2, 3)])
    assert game.finished


def test_the_wary_one_takes_another_option_than_the_first_at_times():
    game = artrules.load("vintage").new_game(3, seed=1)
    taken = []
    game.inspect.observe(lambda option: taken.append(option.index))
    run_playout(game, [make_bot("wary", 1, 1), make_bot("cautious", 1, 2), make_bot("cautious", 1, 3)])
    assert any(taken)
