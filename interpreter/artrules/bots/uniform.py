"""The bot that chooses any option, all equally likely: the baseline for other bots, and the widest test of rules."""

from __future__ import annotations

from artrules.bots.bot import View
from artrules.chance import UNIFORM_BOT, Stream
from artrules.game.decision import Decision, Option


class UniformBot:
    """Draws from a random stream of its own, so that the choices of others never change what it draws next."""

    __slots__ = ("stream",)

    def __init__(self, seed: int, player: int) -> None:
        self.stream = Stream(seed, player, UNIFORM_BOT)

    def choose(self, decision: Decision, view: View) -> Option:
        options = decision.options
        return options[self.stream.below(len(options))]
