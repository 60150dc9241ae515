"""Plays games of both engines in lockstep: the same deal, the same choices.

At each decision the same must be offered. At the end everybody must have the same points in Hearts, and the same player
must be out in Crazy Eights: their points there count the number of a card, not what it shows.

`python -m tests.tools.benchmarks.open_spiel.lockstep --games 200` needs OpenSpiel (`docs/inside/performance.md`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import artrules

from ..figures.open_spiel import PAIRS, Pair
from .theirs import Theirs, is_installed

RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUITS = ("clubs", "diamonds", "hearts", "spades")
DIRECTIONS = {"hold": 0, "to_the_left": 1, "across": 2, "to_the_right": 3}
PLAYERS = 4
PENALTIES = 26
"""Of a deal of Hearts: their result is what of them a player has not."""
EIGHTS_DEALT = 5
DRAW, PASS, NAME = 52, 53, 54
"""Actions of their Crazy Eights after those that play a card."""


def card_number(label: str) -> int:
    """Their number of a card."""
    rank, _, suit = label.partition(" of ")
    return RANKS.index(rank) * len(SUITS) + SUITS.index(suit)


def action(label: str) -> int:
    """Their action for one of our options."""
    word, _, rest = label.partition(" ")
    match word:
        case "draw":
            return DRAW
        case "pass" if not rest:
            return PASS
        case "name":
            return NAME + SUITS.index(rest)
    return card_number(rest)


def cards(zone: Sequence[Mapping[str, Any]]) -> list[int]:
    return [card_number(card["card"]) for card in zone]


def play_both(pair: Pair, seed: int) -> str:
    """Play one game of both. Gives how they differ; nothing where they don't."""
    settings = {**pair.settings, **pair.varying[seed % len(pair.varying)]}
    game = artrules.load(pair.ours).new_game(players=PLAYERS, seed=seed, settings=settings, log=False)
    state = Theirs(pair.theirs).game.new_initial_state()
    if pair.ours == "hearts":
        state.apply_action(DIRECTIONS[settings["first_pass"]])
        return _play_on(game, state, _hearts_as_dealt(game), Random(seed))
    dealer = game.inspect.view()["variables"]["dealer"] - 1
    state.apply_action(DRAW + dealer)
    return _play_on(game, state, _eights_as_dealt(game, dealer), Random(seed))


def _hearts_as_dealt(game: artrules.Game) -> list[int]:
    """The cards in the order in which they are dealt there. Where none are passed, some may have been played by now:
    those that were the only ones that could be."""
    table = game.inspect.view()
    hands = [cards(table["players"][player]["hand"]) for player in range(1, PLAYERS + 1)]
    played, deciding = cards(table["zones"]["trick"]), game.decisions[0].player - 1
    for i, card in enumerate(played):
        hands[(deciding - len(played) + i) % PLAYERS].append(card)
    return [hand[i] for i in range(len(hands[0])) for hand in hands]


def _eights_as_dealt(game: artrules.Game, dealer: int) -> list[int]:
    """The cards as they are drawn there. Some may have been drawn by now: by those who could do nothing else."""
    table = game.inspect.view()
    turns = [(dealer + 1 + turn) % PLAYERS for turn in range(PLAYERS)]
    hands = [cards(table["players"][player + 1]["hand"]) for player in turns]
    dealt = [hand[i] for i in range(EIGHTS_DEALT) for hand in hands]
    drawn = [card for hand in hands for card in hand[EIGHTS_DEALT:]]
    return [*dealt, *cards(table["zones"]["discards"]), *drawn, *cards(table["zones"]["stock"])]


def _play_on(game: artrules.Game, state: Any, deck: list[int], chance: Random) -> str:
    while not state.is_terminal():
        actions = state.legal_actions()
        if state.is_chance_node():
            state.apply_action(deck.pop(0))
        elif len(actions) == 1:  # the engine has taken it
            state.apply_action(actions[0])
        elif game.finished and game.inspect.model.name == "crazy_eights":
            return ""  # it is blocked: there somebody may pass once more
        else:
            player = state.current_player() + 1
            decision = next((d for d in game.decisions if d.player == player), None)
            if decision is None:
                return f"player {player} decides there, {[d.player for d in game.decisions]} here"
            options = {action(option.label): option for option in decision.options}
            if sorted(options) != sorted(actions):
                return f"offered there: {sorted(actions)}, here: {sorted(options)}"
            chosen = chance.choice(actions)
            game.choose(options[chosen])
            state.apply_action(chosen)
    if game.result is None:
        return "it is over there, not here"
    points = [score["total"] for score in game.result["scores"]]
    if game.inspect.model.name == "hearts":
        expected = [PENALTIES - returned for returned in state.returns()]
        return "" if points == expected else f"points there: {expected}, here: {points}"
    out = [player for player, returned in enumerate(state.returns(), 1) if returned == 0]
    winners = game.result["winners"]
    return "" if not out or winners == out else f"out there: {out}, here: {winners}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.benchmarks.open_spiel.lockstep", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games of each pair")
    chosen = parser.parse_args(arguments)
    if not is_installed():
        parser.error("OpenSpiel isn't installed: pip install -e '.[benchmarks]'")
    differing = 0
    for pair in PAIRS:
        if "True" in pair.theirs:
            continue  # it doesn't tell how the discards are shuffled
        for seed in range(chosen.games):
            if account := play_both(pair, seed):
                print(f"{pair.name}, seed {seed}: {account}")
                differing += 1
        print(f"{pair.name}: {chosen.games} games")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
