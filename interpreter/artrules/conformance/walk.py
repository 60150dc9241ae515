"""A game played by chance, choice after choice: any player who may, any option, each as likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from artrules.conformance.table import Table
from artrules.conformance.violation import Broken, fault_account
from artrules.ruleset import Ruleset
from artrules.run.chance import Stream
from artrules.run.decision import GameFault, Option
from artrules.run.game import Game

Counts = Counter[str]
"""What was done, for people who ask how much was tried: name -> how often."""


class Walk:
    """A game at a table on its way. `made` counts choices."""

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
        """Any option of any decision."""
        decision = self.game.decisions[self.stream.below(len(self.game.decisions))]
        return decision.options[self.stream.below(len(decision.options))]

    def choose(self, option: Option | str) -> None:
        """Choose, and count it."""
        try:
            self.game.choose(option)
        except GameFault as fault:
            raise self.broken(fault_account(fault)) from None
        self.made += 1
        self.counts["decisions"] += 1

    def steps(self, most: int) -> Iterator[int]:
        """Stop at every position, the first included, up to so many choices or the game's end, and play on."""
        while self.game.decisions and self.made < most:
            yield self.made
            self.choose(self.option())

    def broken(self, account: str) -> Broken:
        return Broken(self.table, self.made, account)
