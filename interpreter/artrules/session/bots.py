"""What a bot chooses in a game that people may leave and continue.

A new bot is made for each choice, from the game's seed, the bot's seat and the number of its choices so far. So its
random numbers depend on nothing that a saved game doesn't hold, and taking a choice back doesn't change them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.bots.registry import make_bot
from artrules.bots.seat import Seat
from artrules.chance import stream_key

if TYPE_CHECKING:
    from artrules.game.decision import Decision, Option
    from artrules.game.game import Game


def chooser(choice: str) -> int:
    """The player (counted from 1) who chose the option with an id."""
    return int(choice.partition(":")[0])


def bot_option(bot: str, game: Game, decision: Decision) -> Option:
    """The option that a bot chooses, given as text (`bots/spec.py`). Raises BotProblem when there is no such bot."""
    seat = decision.player
    chosen = sum(chooser(choice) == seat for choice in game.choices)
    seed = stream_key(game.seed, seat, f"bot's choice {chosen + 1}") >> 11
    return make_bot(bot, seed, seat).choose(decision, Seat(game, seat))
