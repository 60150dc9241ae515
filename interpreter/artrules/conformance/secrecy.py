"""Hides: what a seat can't know makes no difference to it.

At positions of a game, everything that a seat can't know is assigned anew: at random (as `Game.resample` does), and so
that every hidden card lies elsewhere (`exchanges.py`). The seat must then see, read, be offered and be answered the
same, in the same order, under the same ids. And the game is played on side by side with one in which two hidden cards
have changed places (`lockstep.py`): what is done in both must be told in the same words, as often, whether or not
there was anything else to do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from artrules.conformance.exchanges import Exchanges
from artrules.conformance.lockstep import LockstepGames
from artrules.conformance.observation import difference, observe
from artrules.conformance.parallel_game import ParallelGame
from artrules.conformance.random_play import Counts, RandomGame
from artrules.conformance.table import Table
from artrules.conformance.violation import fault_account
from artrules.game.decision import GameFault
from artrules.game.inspection.determinization import (
    Determinization,
    exchange_hidden_cards,
    random_determinization,
)
from artrules.ruleset import Ruleset

POSITIONS = 20
"""Positions of each game that are examined, from every seat."""
MOST_DECISIONS = 1_000
ONE_IN = 12
"""On average one in this many positions is examined."""
QUESTIONS = 4
"""Times in each game that a seat which must choose asks why not, about a card that has changed places."""
FOLLOWED = 8
"""Choices that are made side by side."""
FOLLOWED_AT_ONCE = 25
"""Choices for each player that are made side by side in a phase played all at once: enough to reach its end."""


def check(ruleset: Ruleset, table: Table, counts: Counts, *, one_in: int = ONE_IN) -> None:
    """Play the game of a table and examine some of its positions. Raises Violation."""
    walk = RandomGame(ruleset, table, counts, log=True)
    exchanges = {p: Exchanges(p, table.stream("exchanges", p)) for p in range(1, walk.game.players + 1)}
    left = POSITIONS
    for made in walk.steps(MOST_DECISIONS):
        if walk.stream.below(one_in):
            continue
        counts["positions"] += 1
        for seat in range(1, walk.game.players + 1):
            _Examination(walk, seat, exchanges[seat]).run(made)
        left -= 1
        if not left:
            break


class _Examination:
    """One position from one seat, counted from 1."""

    def __init__(self, walk: RandomGame, seat: int, exchanges: Exchanges) -> None:
        self.walk = walk
        self.game = walk.game
        self.seat = seat
        self.exchanges = exchanges

    def run(self, seed: int) -> None:
        self._compare(self._at_random(seed), [])
        everything = exchange_hidden_cards(self.game, self.seat, self.exchanges.of_all)
        if self._asks(everything):
            self._compare(everything, list(self._questions(everything)))
        self._side_by_side()

    def _at_random(self, seed: int) -> Determinization:
        try:
            return random_determinization(self.game, self.seat, seed)
        except GameFault as fault:
            raise self._faulty(fault) from None

    def _asks(self, determinization: Determinization) -> bool:
        """Ask the players in a determinization. Gives whether the seat can compare it with the game: others may have
        no option there, or their earlier choices don't go with the cards that they hold."""
        game = self.game
        try:
            determinization.ask()
        except GameFault as fault:
            if any(d.player == self.seat for d in game.decisions) and not game.simultaneous:
                raise self._faulty(fault) from None
            return False
        return game.simultaneous == determinization.game.simultaneous

    def _faulty(self, fault: GameFault) -> Exception:
        return self.walk.broken(f"seat {self.seat}, when what it can't know is dealt anew: {fault_account(fault)}")

    def _compare(self, determinization: Determinization, questions: list[str]) -> None:
        """See that the seat can't tell the determinization from the game. Raises Violation."""
        counts = self.walk.counts
        counts["deals"] += 1
        counts["cards elsewhere"] += len(determinization.moved)
        found = difference(
            observe(self.game, self.seat, questions), observe(determinization.game, self.seat, questions)
        )
        if found is not None:
            account = f"seat {self.seat} can tell when what it can't know is dealt anew: {found}"
            raise self.walk.broken(account)

    def _questions(self, determinization: Determinization) -> Iterator[str]:
        """Questions about cards that lie elsewhere, in the words with which labels begin."""
        position, stream = self.game.position, self.exchanges.stream
        asked = [d for d in self.game.decisions if d.player == self.seat]
        branches = [b for d in asked or self.game.decisions for b in d.node.branches if b.label.parts]
        words = [first for b in branches if isinstance(first := b.label.parts[0], str)] or [""]
        now, moved_to = determinization.game.position, determinization.moved
        moved = list(moved_to)
        moved = [there for there in moved if now.zone_of(there) != now.zone_of(moved_to[there])] or moved
        # When there is only one card of its look, an answer can't be about another card.
        looks = Counter(position.appearance(card) for card in position.cards)
        fewest = min((looks[position.appearance(card)] for card in moved), default=0)
        moved = [card for card in moved if looks[position.appearance(card)] == fewest]
        if moved and (not asked or self.walk.counts["questions"] < QUESTIONS * self.walk.counts["games"]):
            self.walk.counts["questions"] += bool(asked)
            name = position.first_label(moved[stream.below(len(moved))])
            yield f"{words[stream.below(len(words))]} {name}"

    def _side_by_side(self) -> None:
        """Play on beside a game in which two hidden cards have changed places."""
        walk = self.walk
        there = exchange_hidden_cards(self.game, self.seat, self.exchanges.of_two)
        if not there.moved:
            return
        here = exchange_hidden_cards(self.game, self.seat, Exchanges.of_none)
        stream = self.exchanges.stream
        try:
            worlds = ParallelGame(here), ParallelGame(there)
        except GameFault:
            return  # what others have chosen before doesn't go with the cards that they hold there
        apart = stream.below(3) == 0
        most = FOLLOWED_AT_ONCE * walk.game.players if self.game.simultaneous else FOLLOWED
        LockstepGames(walk, self.seat, *worlds, stream, apart=apart).follow(most)
