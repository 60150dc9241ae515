"""Games by chance in either engine: the same numbers of players and seeds give the same games in both."""

from __future__ import annotations

from random import Random

from artrules.play.ruleset import Ruleset

from .handwritten.game import Game


def play_by_index(ruleset: Ruleset, players: int, seed: int) -> int:
    """Play a game through the public API, options as indices; gives how many choices were made."""
    chance = Random(seed).random
    game = ruleset.new_game(players=players, seed=seed, log=False)
    made = 0
    while count := game.option_count:
        game.choose(int(chance() * count))
        made += 1
    return made


def play_artrules(ruleset: Ruleset, players: int, seed: int) -> int:
    """Play a game through the public API; gives how many choices were made."""
    chance = Random(seed).random
    game = ruleset.new_game(players=players, seed=seed, log=False)
    made = 0
    while decisions := game.decisions:
        options = decisions[0].options
        game.choose(options[int(chance() * len(options))])
        made += 1
    return made


def play_handwritten(players: int, seed: int) -> tuple[Game, int]:
    """Play the same game in the engine written by hand; gives how it ended, and how many choices were made."""
    chance = Random(seed).random
    game = Game(players, seed)
    made = 0
    while decisions := game.decisions:
        decision = decisions[0]
        game.choose(decision, int(chance() * len(decision.options)))
        made += 1
    return game, made
