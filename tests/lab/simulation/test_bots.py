"""Bots: what they get, and that they choose as they should."""

from __future__ import annotations

from collections import Counter

import pytest

import artrules
from artrules.lab.bots.kind import BotProblem
from artrules.lab.bots.registry import BOTS, bot_names, make_bot, run_playout
from artrules.lab.bots.strategies import UniformBot
from lab.simulation.small_ruleset import write_ruleset


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory):
    return artrules.load(write_ruleset(tmp_path_factory.mktemp("rulesets") / "lanterns"))


def test_the_table_has_the_uniform_bot():
    assert "uniform" in BOTS
    assert "uniform" in bot_names()
    with pytest.raises(BotProblem, match=r"there is no bot `unifrom`; did you mean `uniform`\? \(there are: .*uniform"):
        make_bot("unifrom", 1, 1)


def test_the_uniform_bot_chooses_each_option_about_as_often(ruleset):
    decision = ruleset.new_game(2, 1).decisions[0]
    count = Counter(UniformBot(seed, 1).choose(decision, dict).id for seed in range(2000))
    expected = 2000 / len(decision.options)
    assert set(count) == {o.id for o in decision.options}
    assert all(abs(n - expected) < expected / 4 for n in count.values())


class Watcher:
    """Notes what it is given; takes the last option."""

    def __init__(self, player, looks):
        self.player, self.looks, self.asked = player, looks, 0

    def choose(self, decision, view):
        assert decision.player == self.player
        assert len(decision.options) >= 2
        self.asked += 1
        if self.looks:
            seen = view()
            others = [p for p in seen["players"] if p != self.player]
            assert all(card is None for p in others for card in seen["players"][p]["hand"])
            assert None not in seen["players"][self.player]["hand"]
        return decision.options[-1]


def test_bots_are_asked_for_their_own_seat_and_see_no_more_than_it(ruleset):
    bots = [Watcher(player, looks=True) for player in (1, 2, 3)]
    game = ruleset.new_game(3, 5, log=False)
    assert run_playout(game, bots) == sum(bot.asked for bot in bots)
    assert game.finished
    assert all(bot.asked for bot in bots)


def test_looking_changes_nothing(ruleset):
    ends = []
    for looks in (True, False):
        game = ruleset.new_game(3, 5)
        run_playout(game, [Watcher(player, looks) for player in (1, 2, 3)])
        ends.append(game.digest())
    assert ends[0] == ends[1]
