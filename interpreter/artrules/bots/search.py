"""The bot that searches: information-set Monte Carlo tree search, with what its seat knows."""

from __future__ import annotations

from artrules.bots.option import USUAL_ITERATIONS
from artrules.bots.seat import Seat
from artrules.bots.thinking import Seeds, option_with_index
from artrules.game.decision import Decision, Option


class SearchBot:
    """Searches for so many iterations, or so many seconds of processor time, and takes what it has tried most often."""

    __slots__ = ("_iterations", "_seconds", "_seeds")

    def __init__(self, seed: int, player: int, iterations: int | None = None, time: float | None = None) -> None:
        """It searches for so many `iterations` at a decision, or for so many seconds (`time`)."""
        self._seeds = Seeds(seed, player, "bot search")
        self._iterations = USUAL_ITERATIONS if iterations is None and time is None else iterations
        self._seconds = time

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """The option that the search prefers."""
        seed = self._seeds.next()
        if len(decision.options) == 1:
            return decision.options[0]
        found = seat.search(decision, seed, iterations=self._iterations, seconds=self._seconds)
        return option_with_index(decision, found)
