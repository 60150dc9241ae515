"""What a bot is.

A bot gets a decision, whose options have labels, ids and places in content, and a function that gives what its seat may
know (`Game.view`). Making a view takes longer than most choices do, so a bot asks for it only when it looks at it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from artrules.run.decision import Decision, Option

View = Callable[[], dict[str, Any]]
"""Gives what the bot's seat may know of the game, when it is called."""


class Bot(Protocol):
    """One seat's player, for one game."""

    def choose(self, decision: Decision, view: View) -> Option:
        """One of the decision's options."""


BotFactory = Callable[[int, int], Bot]
"""Makes a bot from the game's seed and its seat, counted from 1. What it does by chance must come from these."""
