"""Causeways, where all see a stone but its owner: what seats see is enough to play well, and tells nothing else."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from statistics import mean

import pytest

import artrules
from artrules.author.conformance import secrecy
from artrules.author.conformance.random_play import Counts, Table
from artrules.lab.bots.registry import make_bot, run_playout
from artrules.play.game.decision import CardPlace
from artrules.play.presentation import state_and_options
from play.game.clues import chosen, marks, play, stone

FOLDER = Path(__file__).parents[2] / "rulesets" / "causeways"


@cache
def causeways() -> artrules.Ruleset:
    return artrules.load(FOLDER)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_convention_plays_from_what_seats_see(players: int) -> None:
    assert mean(play(causeways(), players, seed) for seed in range(5)) > 13


@pytest.mark.thorough
def test_bots_that_sample_play_as_well_as_the_convention() -> None:
    """In the mean of 200 games of three the convention reaches 17.2."""
    convention = mean(play(causeways(), 3, seed) for seed in range(200))
    assert 16.7 < convention < 17.7
    assert mean(played_by("rules:samples=40", seed) for seed in range(40)) >= convention


def played_by(name: str, seed: int) -> int:
    """The stones that lie in the causeways when bots of a name have played a game of three."""
    game = causeways().new_game(players=3, seed=seed, log=False, knowledge=True)
    run_playout(game, [make_bot(name, seed, player) for player in range(1, 4)])
    assert game.result is not None
    return int(game.result["scores"][0]["total"])


def test_two_games_that_a_seat_cannot_tell_apart_look_the_same() -> None:
    counts = Counts()
    for seed in range(3):
        secrecy.check_secrecy(causeways(), Table(2 + seed, {}, seed), counts, one_in=4)
    assert counts["cards elsewhere"] > 100 and counts["labels told"] > 20


def test_marks_stay_with_the_places_in_every_deal() -> None:
    game = causeways().new_game(players=3, seed=4)
    for number in range(24):
        decision = game.decisions[0]
        seen = game.view(decision.player)
        assert all(game.think.resample(decision.player, seed).view(decision.player) == seen for seed in range(4))
        told = [option for option in decision.options if option.label.startswith("tell")]
        game.choose(told[number % len(told)] if told else decision.options[-1])


def test_options_say_at_which_places_unseen_stones_lie() -> None:
    game = causeways().new_game(players=2, seed=1)
    decision = game.decisions[0]
    laying = [option for option in decision.options if option.label.startswith("lay")]
    assert [option.about[0] for option in laying] == [CardPlace("hand", 1, index) for index in range(5)]
    state = state_and_options(game, 1)[0]
    offered = [option["about"] for option in state["offers"][0]["options"] if option["label"].startswith("lay")]
    assert offered == [[{"card": ["hand", 1, index]}] for index in range(5)]


def test_what_was_told_holds_in_every_deal() -> None:
    checked = 0
    for seed in range(2):
        game = causeways().new_game(players=3, seed=seed, log=False, knowledge=True)
        while game.decisions:
            player = game.decisions[0].player
            for sample in range(2):
                hands = game.think.resample(player, sample).inspect.view()["players"].values()
                for card in (card for things in hands for card in things["hand"]):
                    (colour, number), (colours, numbers) = stone(card), marks(card)
                    assert colour in colours and number in numbers
                    checked += 1
            game.choose(chosen(game))
    assert checked > 2000
