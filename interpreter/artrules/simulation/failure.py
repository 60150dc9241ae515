"""Plays a game that failed in a simulation once more, this time with its log and its choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from artrules.bots.playout import run_playout
from artrules.bots.registry import make_bots
from artrules.game.decision import GameFault
from artrules.game.game import Game
from artrules.ruleset import Ruleset


def failed_game(
    ruleset: Ruleset, players: int, seed: int, settings: Mapping[str, Any], bots: Sequence[str]
) -> tuple[Game, GameFault] | None:
    """The game of a seed at its last decision, and the fault. None when the game fails in its setup already, or not at
    all."""
    made = make_bots(bots, seed)
    try:
        game = ruleset.new_game(players, seed, settings)
    except GameFault:
        return None
    try:
        run_playout(game, made)
    except GameFault as fault:
        return game, fault
    return None
