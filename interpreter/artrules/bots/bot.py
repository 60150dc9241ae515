"""What a bot is.

A bot gets a decision, whose options have labels, ids and places in the content, and its seat (`seat.py`): a function
that gives the view, and from which it can think ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from artrules.bots.seat import Seat
from artrules.game.decision import Decision, Option

View = Callable[[], dict[str, Any]]
"""Gives the view of the bot's seat when it is called. A `Seat` is one."""


class Bot(Protocol):
    """A player for one seat of one game."""

    def choose(self, decision: Decision, seat: Seat, /) -> Option:
        """Choose one of the options that the decision shows."""


BotFactory = Callable[[int, int], Bot]
"""Makes a bot from the game's seed and a seat, counted from 1. All random numbers of the bot must derive from these."""
