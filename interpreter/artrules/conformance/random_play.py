"""Plays a game at random: any player who may choose, any option, all equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from artrules.chance import Stream
from artrules.conformance.table import Table
from artrules.conformance.violation import Violation, fault_account
from artrules.game.decision import GameFault, Option
from artrules.game.game import Game
from artrules.ruleset import Ruleset

Counts = Counter[str]
"""How often each thing was done, by name: for people who ask how much was tried."""


class RandomGame:
    """A game in progress at a table. `made` counts the choices."""

    def __init__(self, ruleset: Ruleset, table: Table, counts: Counts, *, log: bool = False) -> None:
        self.table = table
        self.counts = counts
        self.made = 0
        self.stream: Stream = table.stream("walk")
        try:
            self.game: Game = table.new_game(ruleset, log=log)
        except GameFault as fault:
            raise self.broken(fault_account(fault)) from None
        counts["games"] += 1

    def option(self) -> Option:
        """A random option of a random decision."""
        decision = self.game.decisions[self.stream.below(len(self.game.decisions))]
        return decision.options[self.stream.below(len(decision.options))]

    def choose(self, option: Option | str) -> None:
        """Choose an option, and count it. Raises Violation when the content makes a mistake."""
        try:
            self.game.choose(option)
        except GameFault as fault:
            raise self.broken(fault_account(fault)) from None
        self.made += 1
        self.counts["decisions"] += 1

    def steps(self, most: int) -> Iterator[int]:
        """Give the number of choices at every position, the first included, and play on: up to some number of choices,
        or to the end."""
        while self.game.decisions and self.made < most:
            yield self.made
            self.choose(self.option())

    def broken(self, account: str) -> Violation:
        return Violation(self.table, self.made, account)
