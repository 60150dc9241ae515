"""The bot that follows the hints of content: it takes the option that its player likes best."""

from __future__ import annotations

from artrules.bots.seat import Seat
from artrules.bots.spec import BotProblem
from artrules.bots.thinking import Seeds, option_with_index
from artrules.game.decision import Decision, Option
from artrules.game.hinted import SAMPLES, NoHints


class RulesBot:
    """Judges options by hints, in determinizations of what its player knows. That takes it a fraction of a millisecond,
    and some milliseconds where a hint speaks of positions."""

    __slots__ = ("_samples", "_seeds")

    def __init__(self, seed: int, player: int, samples: int = SAMPLES) -> None:
        """It judges options in so many `samples` for a decision."""
        self._seeds = Seeds(seed, player, "bot rules")
        self._samples = samples

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """The option that is liked best. Raises BotProblem for a game without hints."""
        seed = self._seeds.next()
        if len(decision.options) == 1:
            return decision.options[0]
        try:
            return option_with_index(decision, seat.hinted(decision, seed, samples=self._samples))
        except NoHints as problem:
            raise BotProblem(f"{problem}, so the bot `rules` can't play it: choose `greedy` or `search`") from None
