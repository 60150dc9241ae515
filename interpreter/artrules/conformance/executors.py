"""Executors: a game is the same on each executor, number by number.

Both play the same choices. After each the program compares all registers, what is written into the log, the rows that
are offered, the bytes of the position and what seats know; here and there the labels, the texts of cards, and a
determinization for a seat; at the end scores and winners. A fault must be the same, too, and leave the game as it was.
"""

from __future__ import annotations

from collections.abc import Callable

from artrules.chance import Stream, signed, stream_key
from artrules.conformance.random_play import Counts
from artrules.conformance.table import Table
from artrules.conformance.violation import Violation
from artrules.game.inspection.both_executors import Make, both_executors, games_on_both
from artrules.game.inspection.machine_game import MachineGame, Told
from artrules.ruleset import Ruleset

MOST_DECISIONS = 1_000
MOST_FAULTS = 3
"""After so many choices that come to a fault of the content a game is left."""
ASK_EVERY = 16
"""In one of so many positions the texts of all cards and a determinization are compared."""


def check(
    ruleset: Ruleset, table: Table, counts: Counts, *, most: int = MOST_DECISIONS, make: Make = both_executors
) -> None:
    runtime, _ = ruleset.runtime(table.players, ruleset.settle(table.settings, table.seed))
    games = games_on_both(runtime.program, make)
    if games is None:
        counts["games that can't be compared on this machine"] += 1
        return
    SideBySide(*games, table, counts).play(runtime.keys(table.seed), most)


class SideBySide:
    """One game on two instances."""

    def __init__(self, here: MachineGame, there: MachineGame, table: Table, counts: Counts) -> None:
        self._here, self._there = here, there
        self._table = table
        self._counts = counts
        self._chance: Stream = table.stream("executors")
        self._made = 0

    def play(self, keys: tuple[int, ...], most: int) -> None:
        """Play, up to so many choices. Raises Violation."""
        self._counts["games"] += 1
        self._same(lambda game: game.started)
        log = self._below(4) != 0
        self._same(lambda game: game.begin(keys, log=log))
        self._play_inside()
        faults = int(self._here.stopped)
        while self._here.waiting and self._made < most and faults < MOST_FAULTS:
            self._look()
            which = self._below(len(self._here.waiting))
            self._same(MachineGame.choose, which, self._below(self._here.waiting[which].count))
            self._made += 1
            self._counts["decisions"] += 1
            if self._here.stopped:
                faults += 1
                self._counts["faults"] += 1
        if not self._here.stopped and not self._here.waiting:
            self._same(MachineGame.result)
            self._counts["games to the end"] += 1

    def _play_inside(self) -> None:
        """In some games let the machine go on without a host, for a while."""
        if self._here.offered and self._below(4) == 0:
            self._same(MachineGame.play, signed(stream_key(self._table.seed, 0, "executors bot")), self._below(50) + 1)
        elif self._here.offered and self._below(3) == 0:
            offered = self._here.offered
            for _ in range(self._below(50) + 1):
                self._same(MachineGame.step, self._below(offered))
                offered = self._here.given
                if offered <= 0:
                    break
        else:
            return
        self._same(MachineGame.ask_again)

    def _look(self) -> None:
        """Compare what is said of this position."""
        for which in range(len(self._here.waiting)):
            self._same(MachineGame.labels, which)
        if self._below(ASK_EVERY):
            return
        self._same(MachineGame.cards)
        self._same(MachineGame.result)
        seat, key = self._below(self._table.players), signed(stream_key(self._table.seed, self._made, "executors deal"))
        self._same(MachineGame.deal, seat, key)
        self._counts["deals"] += 1

    def _below(self, bound: int) -> int:
        return self._chance.below(bound)

    def _same(self, act: Callable[..., Told], *arguments: int) -> None:
        here, there = act(self._here, *arguments), act(self._there, *arguments)
        if here == there:
            return
        for what in {**here, **there}:
            if here.get(what) != there.get(what):
                raise Violation(self._table, self._made, _account(what, here.get(what), there.get(what)))


def _account(what: str, here: object, there: object) -> str:
    """What differs, and where it does first."""
    if isinstance(here, (bytes, list, tuple)) and isinstance(there, (bytes, list, tuple)):
        at = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), min(len(here), len(there)))
        sizes = f"{len(here)} or {len(there)} long"
        return f"{what} differs from index {at} on ({sizes}): {here[at : at + 8]!r} or {there[at : at + 8]!r}"
    return f"{what} is {here!r} on one executor, {there!r} on the other"
