"""A bot that leaves some options alone, so that one can find out what they are worth."""

from __future__ import annotations

from collections.abc import Callable

from artrules.bots.bot import Bot
from artrules.bots.seat import Seat
from artrules.game.decision import Decision, Option


class RestrainedBot:
    """Plays as another bot does, but takes only what is allowed, unless nothing else is offered."""

    __slots__ = ("_allowed", "_bot")

    def __init__(self, bot: Bot, allowed: Callable[[Option], bool]) -> None:
        self._bot = bot
        self._allowed = allowed

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """What the other bot chooses among the options that are allowed."""
        among = [option.index for option in decision.options if self._allowed(option)]
        if 0 < len(among) < len(decision.options):
            decision = decision.narrowed(among)
        return self._bot.choose(decision, seat)
