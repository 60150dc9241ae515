"""The hints of the shipped games are worth following: the bot `rules` beats `uniform` in each, at every seat."""

from __future__ import annotations

import pytest

import artrules
from artrules.lab.bots.registry import make_bot, run_playout

GAMES = 8
LEAST_WON = {
    "art_decko": 7,
    "avant_carde": 7,
    "bioutifoul": 7,
    "bridge": 7,
    "crazy_eights": 7,
    "cribbage": 7,
    "dou_dizhu": 5,
    "euchre": 7,
    "gin_rummy": 7,
    "go_fish": 5,
    "goofspiel": 7,
    "hearts": 7,
    "oh_hell": 7,
    "spades": 7,
    "texas_holdem": 5,
    "vintage": 6,
}
"""Of so many games. Chance would win 4 of them with two players, and less than 3 with three."""

LEAST_AHEAD = {"klondike": 20}
"""Of games for one player: so many points more in as many games."""

PARTNERS = ("bridge", "euchre", "spades")
"""Those who sit opposite each other play alike."""


@pytest.mark.parametrize("name", LEAST_WON)
def test_rules_beats_uniform(name: str) -> None:
    ruleset = artrules.load(name)
    players = max(2, ruleset.player_counts[0])
    won = 0.0
    for number in range(GAMES):
        seat, seed = number % players + 1, number // players
        game = ruleset.new_game(players, seed, log=False, knowledge=True)
        side = {seat, (seat + 1) % players + 1} if name in PARTNERS else {seat}
        run_playout(game, [make_bot("rules" if p in side else "uniform", seed, p) for p in range(1, players + 1)])
        assert game.result is not None
        winners = game.result["winners"]
        won += len(side.intersection(winners)) / max(1, len(winners))
    assert won >= LEAST_WON[name]


@pytest.mark.parametrize("name", LEAST_AHEAD)
def test_rules_has_more_points_than_uniform_alone(name: str) -> None:
    ruleset = artrules.load(name)

    def points(bot: str) -> int:
        total = 0
        for seed in range(GAMES):
            game = ruleset.new_game(1, seed, log=False, knowledge=True)
            run_playout(game, [make_bot(bot, seed, 1)])
            assert game.result is not None
            total += game.result["scores"][0]["total"]
        return total

    assert points("rules") - points("uniform") >= LEAST_AHEAD[name]
