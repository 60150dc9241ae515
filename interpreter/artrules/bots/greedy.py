"""The bot that looks one choice ahead: it tries each option in the same samples, and judges it by short playouts."""

from __future__ import annotations

from artrules.bots.seat import Seat
from artrules.bots.thinking import Seeds, option_with_index
from artrules.game.decision import Decision, Option


class GreedyBot:
    """Takes the option with the best mean over its samples. The same samples serve all options (common random numbers),
    so that luck, which is the same for all of them, decides less."""

    __slots__ = ("_horizon", "_samples", "_seeds")

    def __init__(self, seed: int, player: int, samples: int | None = None, horizon: int | None = None) -> None:
        """It uses so many `samples` for a decision, and lets a playout make `horizon` choices at least; None stands for
        what suits the game."""
        self._seeds = Seeds(seed, player, "bot greedy")
        self._samples = samples
        self._horizon = horizon

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """The option that does best in the samples."""
        seed = self._seeds.next()
        if len(decision.options) == 1:
            return decision.options[0]
        return option_with_index(decision, seat.greedy(decision, seed, samples=self._samples, horizon=self._horizon))
