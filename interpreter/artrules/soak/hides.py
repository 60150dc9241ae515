"""Hides: what a seat can't know makes no difference to it.

At positions of a game everything that a seat can't know is dealt anew: by chance (`Game.resample`), and so that every
hidden card lies elsewhere (`exchanges.py`). Then the seat sees, reads, is offered and is answered the same, in the same
order, under the same ids. And the game is played on side by side with one in which two hidden cards have changed places
(`side_by_side.py`): what is done in both is told in the same words, as often, whether or not there was anything else to
do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from artrules.ruleset import Ruleset
from artrules.run.decision import GameFault
from artrules.run.resample import Dealing, Resampled, ask, laid, resample
from artrules.run.signals import Fail, Fault
from artrules.soak.broken import fault_account
from artrules.soak.exchanges import Exchanges
from artrules.soak.seen import difference, seen
from artrules.soak.side_by_side import SideBySide
from artrules.soak.table import Table
from artrules.soak.walk import Counts, Walk
from artrules.soak.world import World

POSITIONS = 20
"""At so many positions of each game all is dealt anew, for each seat."""
MOST_DECISIONS = 1_000
ONE_IN = 12
"""About every so manieth position is looked at."""
QUESTIONS = 4
"""So often in each game somebody who is to choose asks why not, about a card that has changed places."""
FOLLOWED = 8
"""So many choices are made side by side;"""
FOLLOWED_AT_ONCE = 25
"""and so many for each player in a phase played all at once: to its end."""


def check(ruleset: Ruleset, table: Table, counts: Counts, *, one_in: int = ONE_IN) -> None:
    walk = Walk(ruleset, table, counts, log=True)
    exchanges = [Exchanges(seat, table.stream("exchanges", seat + 1)) for seat in range(walk.game.players)]
    left = POSITIONS
    for made in walk.steps(MOST_DECISIONS):
        if walk.stream.below(one_in):
            continue
        counts["positions"] += 1
        for seat in range(1, walk.game.players + 1):
            _Look(walk, seat, exchanges[seat - 1]).at(made)
        left -= 1
        if not left:
            break


class _Look:
    """One position from one seat."""

    def __init__(self, walk: Walk, seat: int, exchanges: Exchanges) -> None:
        self.walk = walk
        self.game = walk.game
        self.seat = seat
        self.exchanges = exchanges

    def at(self, number: int) -> None:
        self._compare(self._by_chance(number), [])
        everything = laid(self.game, self.seat, self.exchanges.of_all)
        if self._asks(everything):
            self._compare(everything, list(self._questions(everything)))
        self._side_by_side(self.exchanges.of_two)

    def _by_chance(self, number: int) -> Resampled:
        game = self.game
        try:
            return resample(game, self.seat, number, game._state.keys)
        except GameFault as fault:
            raise self._faulty(fault) from None

    def _asks(self, dealt: Resampled) -> bool:
        """Ask in a game dealt anew; whether the seat can compare it: others may have had no choice there, or what they
        have chosen before doesn't go with the cards that they hold."""
        game = self.game
        try:
            ask(game, dealt)
        except (Fail, Fault) as problem:
            if any(d.player == self.seat for d in game.decisions) and game._state.began is None:
                raise self._faulty(game._as_fault(problem)) from None
            return False
        return (game._state.began is None) == (dealt.game._state.began is None)

    def _faulty(self, fault: GameFault) -> Exception:
        return self.walk.broken(f"seat {self.seat}, when what it can't know is dealt anew: {fault_account(fault)}")

    def _compare(self, dealt: Resampled, questions: list[str]) -> None:
        counts = self.walk.counts
        counts["deals"] += 1
        counts["cards elsewhere"] += sum(there != card for there, card in dealt.deal.lies.items())
        found = difference(seen(self.game, self.seat, questions), seen(dealt.game, self.seat, questions))
        if found is not None:
            account = f"seat {self.seat} can tell when what it can't know is dealt anew: {found}"
            raise self.walk.broken(account)

    def _questions(self, dealt: Resampled) -> Iterator[str]:
        """Questions about cards that lie elsewhere, in words with which labels begin."""
        runtime, stream = self.game._runtime, self.exchanges.stream
        asked = [d for d in self.game.decisions if d.player == self.seat]
        branches = [b for d in asked or self.game.decisions for b in d._table.choose.branches if b.label.parts]
        words = [first for b in branches if isinstance(first := b.label.parts[0], str)] or [""]
        now = dealt.game._state.cells
        moved = [there for there, card in dealt.deal.lies.items() if there != card]
        moved = [there for there in moved if now[there] != now[dealt.deal[there]]] or moved
        # Of a card that there is only once an answer can't be about another.
        looks = Counter(runtime.look)
        fewest = min((looks[runtime.look[card]] for card in moved), default=0)
        moved = [card for card in moved if looks[runtime.look[card]] == fewest]
        if moved and (not asked or self.walk.counts["questions"] < QUESTIONS * self.walk.counts["games"]):
            self.walk.counts["questions"] += bool(asked)
            name = runtime.card_label(runtime.blank, moved[stream.below(len(moved))])
            yield f"{words[stream.below(len(words))]} {name}"

    def _side_by_side(self, dealing: Dealing) -> None:
        walk, seat = self.walk, self.seat
        there = laid(self.game, seat, dealing)
        if all(card == place for place, card in there.deal.lies.items()):
            return
        here = laid(self.game, seat, Exchanges.of_none)
        stream = self.exchanges.stream
        try:
            worlds = World(here, seat), World(there, seat)
        except GameFault:
            return  # what others have chosen before doesn't go with the cards that they hold there
        apart = stream.below(3) == 0
        most = FOLLOWED if self.game._state.began is None else FOLLOWED_AT_ONCE * walk.game.players
        SideBySide(walk, seat, *worlds, stream, apart=apart).follow(most)
