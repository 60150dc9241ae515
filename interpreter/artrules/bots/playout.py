"""Lets bots play a game to its end."""

from __future__ import annotations

from collections.abc import Sequence

from artrules.bots.bot import Bot
from artrules.bots.seat import Seat
from artrules.game.game import Game


def run_playout(game: Game, bots: Sequence[Bot]) -> int:
    """Play until the game is over, with a bot for each seat; gives the number of decisions made.

    When several players decide at the same time, seats go in order. Any order would have the same outcome. Bots that
    think need a game that keeps what seats know: one with a log, or begun with `knowledge=True`.
    """
    seats = [Seat(game, player) for player in range(1, game.players + 1)]
    made = 0
    while game.decisions:
        decision = game.decisions[0]
        place = decision.player - 1
        game.choose(bots[place].choose(decision, seats[place]))
        made += 1
    return made
