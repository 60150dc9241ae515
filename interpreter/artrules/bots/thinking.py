"""What bots share that think with the machine's help: a seed for each decision, and the option that was found."""

from __future__ import annotations

from artrules.chance import stream_key
from artrules.game.decision import Decision, Option
from artrules.game.search import SearchResult


class Seeds:
    """The seeds of a bot's thoughts: one for each of its decisions, from the seed of the game and the bot's seat."""

    __slots__ = ("_count", "_player", "_purpose", "_seed")

    def __init__(self, seed: int, player: int, purpose: str) -> None:
        self._seed, self._player, self._purpose = seed, player, purpose
        self._count = 0

    def next(self) -> int:
        """The seed for the next decision: a number of 53 bits."""
        self._count += 1
        return stream_key(self._seed, self._player, f"{self._purpose} {self._count}") >> 11


def option_with_index(decision: Decision, found: SearchResult) -> Option:
    """The option of a decision that a search prefers; the first one where it has found none that is shown."""
    options = decision.options
    return next((option for option in options if option.index == found.option), options[0])
