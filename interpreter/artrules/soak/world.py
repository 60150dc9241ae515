"""A game that is played beside another: what its players take is noted, be it by choice or because nothing else is
left."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from artrules.run.advance import Candidate
from artrules.run.decision import Decision
from artrules.run.game import Game
from artrules.run.knowledge import Path
from artrules.run.resample import Resampled
from artrules.run.state import State


class Taken(NamedTuple):
    """What was taken: the number of the decision, and the candidate with the types of its values."""

    decision: int
    candidate: Candidate
    types: list[tuple[object, ...]]


class World:
    """A game dealt anew for a seat, from where its players are asked. Raises GameFault when one can't choose anything.

    What is declined isn't noted: others can't know that there was anything to decline.
    """

    def __init__(self, dealt: Resampled, seat: int) -> None:
        self.game = dealt.game
        self.seat = seat
        self.deal = dealt.deal
        self.taken: defaultdict[int, list[Taken]] = defaultdict(list)
        self._paths = dict(self._paths_now())
        log = self.game._log
        assert log is not None
        self.read = len(log.entries) if log.open_from is None else log.open_from
        """So much has the seat read before; what is done at the same time is put in order later."""
        self._began = self.game._state.began
        self.game._take = self._note  # type: ignore[method-assign]
        self.game.begin()

    def _note(self, state: State, kind: str, decision: Decision, candidate: Candidate) -> None:
        branch = decision._table.branches[candidate[0]]
        if not branch.declines:
            self.taken[decision.player].append(Taken(decision._table.number, candidate, branch.values))
        Game._take(self.game, state, kind, decision, candidate)

    @property
    def at_once(self) -> bool:
        """Whether the phase is still under way that is played all at once, and that had begun when the cards were
        dealt."""
        return self._began is not None and self.game._state.began is self._began

    def asked(self, player: int) -> Decision | None:
        """What a player is to decide now."""
        return next((d for d in self.game.decisions if d.player == player), None)

    def still_hidden(self) -> bool:
        """Whether the seat still can't know which cards those are that were dealt anew. One that was seen, and then
        was shuffled away, such as with a discard pile, isn't known either, but has come there another way."""
        state, now = self.game._state, self._paths_now()
        moved = [card for there, card in self.deal.lies.items() if there != card]
        if self.at_once:
            # What others do with theirs is not seen before the phase ends.
            moved = [card for card in moved if state.runtime.zone_player[state.cells[card]] in (0, self.seat)]
        return all(card in now and now[card][: len(self._paths[card])] == self._paths[card] for card in moved)

    def _paths_now(self) -> dict[int, Path]:
        knowledge = self.game._state.knowledge
        assert knowledge is not None
        return knowledge.seats[self.seat - 1].paths
