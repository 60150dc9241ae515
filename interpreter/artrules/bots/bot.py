"""What a bot is.

A bot gets a decision, whose options have labels, ids and places in the content, and a function that gives the view of
its seat (`Game.view`). Making a view takes longer than most choices, so it is made only when a bot asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from artrules.game.decision import Decision, Option

View = Callable[[], dict[str, Any]]
"""Gives the view of the bot's seat when it is called."""


class Bot(Protocol):
    """A player for one seat of one game."""

    def choose(self, decision: Decision, view: View) -> Option:
        """Choose one of the decision's options."""


BotFactory = Callable[[int, int], Bot]
"""Makes a bot from the game's seed and a seat, counted from 1. All random numbers of the bot must derive from these."""
