"""A game that is played beside another. It notes which options its players take, by choice or for want of another."""

from __future__ import annotations

from collections import defaultdict

from artrules.game.comparison import in_same_simultaneous_phase
from artrules.game.decision import Decision, Option
from artrules.game.inspection.determinization import Determinization
from artrules.game.inspection.position import Position


class ParallelGame:
    """A determinization for a seat, played on from where its players are asked. Raises GameFault when a player has no
    option there.

    It doesn't note what players decline: others can't know that there was anything to decline.
    """

    def __init__(self, determinization: Determinization) -> None:
        self.determinization = determinization
        self.game = determinization.game
        self.seat = determinization.player
        """The player (counted from 1) whose seat it looks the same for."""
        self.taken: defaultdict[int, list[Option]] = defaultdict(list)
        """By player: the options that were taken, in order."""
        self.read = determinization.entries_read
        """How many entries the seat's log had before."""
        self._histories = determinization.histories()
        self._before = self.game.copy()
        self.game.observe(self._note)
        self.game.begin()

    def _note(self, option: Option) -> None:
        if not option.declines:
            self.taken[option.decision.player].append(option)

    @property
    def at_once(self) -> bool:
        """Whether a phase played all at once, or such a question, is still in progress that was so when the cards were
        exchanged."""
        return in_same_simultaneous_phase(self._before, self.game)

    def asked(self, player: int) -> Decision | None:
        """What a player (counted from 1) is to decide now."""
        return next((d for d in self.game.decisions if d.player == player), None)

    def still_hidden(self) -> bool:
        """Whether the seat still can't know any of the cards that changed places. A card that was seen and then
        shuffled away, for instance with a discard pile, is unknown again, but it has come there another way."""
        position, now = self.game.position, self.determinization.histories()
        moved = list(self.determinization.moved.values())
        if self.at_once:
            # What others do with their cards isn't seen before the phase ends.
            moved = [card for card in moved if self._is_shared(card, position)]
        return all(card in now and now[card][: len(self._histories[card])] == self._histories[card] for card in moved)

    def _is_shared(self, card: int, position: Position) -> bool:
        """Whether a card lies on the table or in a zone of the seat's player."""
        zone = position.zone_of(card)
        return zone is None or position.player_of(zone) in (0, self.seat)
