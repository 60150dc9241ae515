"""Copies: games of one ruleset share memory while they run, and still each goes on as if it were alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import artrules
from artrules.model.catalogue.locations import shipped_rulesets
from author.scenarios.one_scenario import lanterns


def situation(game: artrules.Game) -> list[Any]:
    """Everything that a client can see of a game."""
    offers = [(d.player, [o.id for o in d.options]) for d in game.decisions]
    return [game.digest(), offers, game.choices, game.log, [game.view(p + 1) for p in range(game.players)]]


@pytest.mark.parametrize("name", ["lanterns", *shipped_rulesets()])
def test_a_game_goes_on_the_same_from_every_earlier_position(name: str) -> None:
    ruleset = lanterns() if name == "lanterns" else artrules.load(name)
    chance = Random(name)
    players = chance.choice(ruleset.player_counts)
    steps: list[tuple[artrules.Game, str, list[Any]]] = []
    game = ruleset.new_game(players=players, seed=3)
    while len(steps) < 90:
        if not game.decisions and len(steps) > 20:
            break
        if not game.decisions:  # a short game
            game = ruleset.new_game(players=players, seed=3 + len(steps))
        before, option = game.copy(), chance.choice(chance.choice(game.decisions).options)
        game.choose(option)
        steps.append((before, game.choices[-1], situation(game)))
        earlier, choice, after = chance.choice(steps)
        again = earlier.copy()
        again.choose(choice)
        assert situation(again) == after


def test_what_is_looked_at_changes_nothing() -> None:
    game = lanterns().new_game(players=2, seed=5)
    other = lanterns().new_game(players=2, seed=6)
    decision = game.decisions[0]
    told = [(o.id, o.label, o.public_label) for o in decision.options]
    game.choose(decision.options[0])
    other.choose(other.decisions[0].options[-1])
    assert [(o.id, o.label, o.public_label) for o in decision.options] == told


def test_a_copy_shares_what_has_happened() -> None:
    game = lanterns().new_game(players=2, seed=5)
    for _ in range(10):
        game.choose(game.decisions[0].options[0])
    copy, log = game.copy(), game.log
    game.choose(game.decisions[0].options[0])
    assert copy.log == log and len(game.log) > len(log)
    assert (len(copy.choices), len(game.choices)) == (10, 11)
    assert [e.text for e in game.log.read_by(1)] == game.view(1)["log"]
