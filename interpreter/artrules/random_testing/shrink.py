"""Shrinks a failure: looks for the shortest game that goes wrong for the same cause, with few players, default settings
and a small seed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from artrules.chance import Stream
from artrules.conformance.table import Table
from artrules.random_testing.replay import PRICE_OF_A_FAULT, BudgetSpent, Failure, Replayer, cause_of
from artrules.random_testing.trial import Trial
from artrules.ruleset import Ruleset

EACH = 6_000
"""Choices that may be tried in each of the four steps of shrinking."""
_SEEDS = 4
"""Seeds that are tried with each setup, from 0 on."""
_WALKS = 8
"""Random games that are tried for each setup and seed."""


def shrink(ruleset: Ruleset, trial: Trial) -> Failure:
    """The shortest failure found that has the cause of a trial's fault. The same trial gives the same one."""
    return _Shrinking(ruleset, _replayer(ruleset, trial), unshrunk(ruleset, trial)).shortest()


def unshrunk(ruleset: Ruleset, trial: Trial) -> Failure:
    """The failure of a trial as it is, in words."""
    assert trial.fault is not None
    replayer = _replayer(ruleset, trial)
    replayer.left = len(trial.picks) + PRICE_OF_A_FAULT
    return replayer.run(trial.table, trial.picks) or Failure(trial.table, (), trial.fault)


def _replayer(ruleset: Ruleset, trial: Trial) -> Replayer:
    assert trial.fault is not None
    return Replayer(ruleset, cause_of(trial.fault), trial.looking)


class _Shrinking:
    """Four steps: a simpler setup, shorter random games, fewer choices, and at last all short games."""

    def __init__(self, ruleset: Ruleset, replayer: Replayer, begin: Failure) -> None:
        self.ruleset, self.replayer, self.best = ruleset, replayer, begin

    def shortest(self) -> Failure:
        """The shortest failure found."""
        for step in (self._simplify, self._walk, self._leave_out, self._explore):
            with self._budget():
                step()
        return self.best

    @contextmanager
    def _budget(self) -> Iterator[None]:
        self.replayer.left = EACH
        with suppress(BudgetSpent):
            yield

    def _take(self, found: Failure | None) -> bool:
        """Keep a failure that was found."""
        if found is not None:
            self.best = found
        return found is not None

    # -- a simpler setup

    def _simplify(self) -> None:
        for table in self._simpler_tables():
            for seed in range(_SEEDS):
                if self._goes_wrong(replace(table, seed=seed)):
                    return
        for name in self.best.table.settings:
            left = {key: value for key, value in self.best.table.settings.items() if key != name}
            self._goes_wrong(replace(self.best.table, settings=left))
        for seed in range(min(_SEEDS, self.best.table.seed)):
            if self._goes_wrong(replace(self.best.table, seed=seed)):
                return

    def _simpler_tables(self) -> Iterator[Table]:
        """Tables with default settings, those with the fewest players first."""
        for players in self.ruleset.players_with({}):
            yield Table(players)

    def _goes_wrong(self, table: Table) -> bool:
        """Whether a game at another table goes wrong for the same cause: with the same choices, or with others."""
        return self._take(self.replayer.run(table, self.best.choices)) or self._walk_at(table, 2 * self._length())

    def _length(self) -> int:
        return len(self.best.choices)

    # -- shorter games

    def _walk(self) -> None:
        """Look for shorter games at the same table, with any small seed."""
        failed = 0
        while self._length() > 1 and failed < _SEEDS:
            seed = failed
            shorter = self._walk_at(replace(self.best.table, seed=seed), self._length() - 1)
            failed = 0 if shorter else failed + 1

    def _walk_at(self, table: Table, most: int) -> bool:
        """Play some random games at a table, each up to so many choices."""
        for number in range(_WALKS):
            stream = Stream(table.seed, number, f"random games walk {most}")
            if self._take(self.replayer.walk(table, stream, most)):
                return True
        return False

    def _leave_out(self) -> None:
        """Delta debugging: leave out choices, many at first, then fewer."""
        size = self._length()
        while size:
            start = 0
            while start < self._length():
                choices = self.best.choices
                found = self.replayer.run(self.best.table, choices[:start] + choices[start + size :])
                if found is None or len(found.choices) >= len(choices):
                    start += size
                else:
                    self.best = found
            size //= 2

    def _explore(self) -> None:
        """Try all games that are shorter, at tables with small seeds too."""
        for seed in (self.best.table.seed, *range(_SEEDS)):
            if self._length():
                self._take(self.replayer.explore(replace(self.best.table, seed=seed), self._length() - 1))
