"""A game with people and bots at its seats: whose turn it is to say something, choosing, taking back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from artrules.run.comparison import in_same_simultaneous_phase
from artrules.run.decision import IllegalChoice
from artrules.run.log import LogEntry
from artrules.session.bots import bot_option, chooser
from artrules.session.timeline import Course, Note
from artrules.session.undo import public_label, read_of_others, reason_against

if TYPE_CHECKING:
    from artrules.run.decision import Decision, Option
    from artrules.run.game import Game
    from artrules.session.seats import Seats


class NotTakenBack(ValueError):
    """A choice that stands: the message says why."""


class Sitting:
    """One game and those who sit at it.

    `begin` makes the same game at its first decisions; `notes` are what its log has been told beside the rules.
    """

    def __init__(self, game: Game, seats: Seats, begin: Callable[[], Game], notes: Iterable[Note] = ()) -> None:
        self.game = game
        self.seats = seats
        self.course = Course(begin, game.choices, notes)
        self.course.reached(game)

    @property
    def decisions(self) -> list[Decision]:
        """What people must decide now; when bots must, or the game is over, there is nothing."""
        return [d for d in self.game.decisions if d.player in self.seats.people]

    def let_bots_choose(self) -> int:
        """Let bots choose as long as one of them can; gives how many choices they made.

        In a phase played all at once they go first, so that people's choices come last and can be taken back.
        Raises GameFault.
        """
        made = 0
        while (decision := self._bots_decision()) is not None:
            self.choose(bot_option(self.seats.bots[decision.player - 1], self.game, decision))
            made += 1
        return made

    def _bots_decision(self) -> Decision | None:
        return next((d for d in self.game.decisions if d.player not in self.seats.people), None)

    def choose(self, option: Option | str) -> None:
        """Choose for somebody. Raises IllegalChoice, and GameFault when the content is at fault; then the game is
        as it was."""
        self.game.choose(option)
        self.course.reached(self.game)

    # -- taking back

    def take_back(self, seat: int) -> LogEntry:
        """Take back the last choice of a seat; gives what the log says of it. Raises NotTakenBack with the reason.

        At an open table it is the last choice of any person that is taken back, with all that came after it.
        """
        choices = self.game.choices
        whose = self.seats.people if self.seats.open else (seat,)
        last = next((i for i in range(len(choices) - 1, -1, -1) if chooser(choices[i]) in whose), None)
        if last is None:
            raise NotTakenBack("you have chosen nothing yet")
        seat = chooser(choices[last])
        before = self.course.at(last)
        # What others have declined since is asked again.
        kept = choices[last + 1 :] if not self.seats.open and in_same_simultaneous_phase(before, self.game) else []
        self._see_if_allowed(before, seat, kept)
        said = next(e for e in reversed(self.game.log) if e.kind == "chose" and e.player == seat)
        public = public_label(before, choices[last])
        entry = replace(
            said,
            kind="undone",
            text=f"takes back: {said.text}",
            own=f"takes back: {said.own}",
            public=public and f"takes back: {public}",
        )
        self.course.back_to(last)
        self.course.choices += kept
        now = len(self.course.choices)
        self.course.note(Note(now, entry))
        self.game = self.course.at(now)
        return entry

    def _see_if_allowed(self, before: Game, seat: int, later: list[str]) -> None:
        """`later` are the choices that others have made at the same time, which must stand without it."""
        if self.seats.open:
            return
        other = None if in_same_simultaneous_phase(before, self.game) else read_of_others(before, self.game, seat)
        if other is not None:
            raise NotTakenBack(f"you have read since what player {other} has chosen")
        reason = reason_against(before, self.game, seat)
        if reason is not None:
            raise NotTakenBack(reason)
        trial = before.copy()
        for choice in later:
            try:
                trial.choose(choice)
            except IllegalChoice:
                raise NotTakenBack(f"what player {chooser(choice)} has chosen since follows from it") from None
