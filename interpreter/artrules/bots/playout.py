"""Lets bots play a game to its end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from artrules.bots.bot import Bot
from artrules.game.game import Game


def run_playout(game: Game, bots: Sequence[Bot]) -> int:
    """Play until the game is over, with a bot for each seat; gives the number of decisions made.

    When several players decide at the same time, seats go in order. Any order would have the same outcome.
    """
    views = [partial(game.view, player) for player in range(1, game.players + 1)]
    made = 0
    while game.decisions:
        decision = game.decisions[0]
        seat = decision.player - 1
        game.choose(bots[seat].choose(decision, views[seat]))
        made += 1
    return made
