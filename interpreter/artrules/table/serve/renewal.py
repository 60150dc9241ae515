"""Games of rules that have been edited: how far they can be played again with the rules as they are now, and going on
from there; and going on another way from an earlier moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any

from artrules.play.game.decision import GameFault, IllegalChoice
from artrules.play.game.log import LogEntry, Note
from artrules.table.serve.database import StoreProblem
from artrules.table.serve.requests import Refused
from artrules.table.serve.store import Course, StoredGame
from artrules.table.serve.table import LOADING_SLICE, Table
from artrules.table.session.replay import Divergence, divergence_of
from artrules.table.session.seats import chooser, seen_before
from artrules.text.record import dataclass

if TYPE_CHECKING:
    from artrules.table.serve.server import TableServer
    from artrules.table.session.seats import Seen, Timeline


@dataclass(frozen=True, slots=True)
class Attempt:
    """What is to be played again with other rules: what has happened, and what players saw before their choices, by the
    games in which these were made: each has those up to a number of choices, after those of the game before it. Where
    nothing tells what they saw, nothing is compared."""

    course: Course
    earlier: tuple[tuple[Timeline, int], ...] = ()
    made: int = 0
    """How many of the choices have been made again already, where the game stands still after them."""

    def seen(self) -> Iterator[Seen]:
        """What players saw before their choices, one after the other. Raises what `Timeline.at` raises."""
        start = 0
        for timeline, end in self.earlier:
            yield from islice(timeline.seen(), start, end)
            start = end


class Renewal:
    """A game, played again at a table with other rules as far as its choices can be made as they were."""

    def __init__(self, attempt: Attempt, table: Table, *, anyway: bool = False) -> None:
        """Where it is known what players saw, each choice must be called the same, and its player must see the same
        table. Otherwise it must be offered; where it is to be made `anyway`, itself, or what is called the same."""
        self.table = table
        self.anyway = anyway
        self.attempt = attempt
        self.apart: int | None = None
        """The number of the first choice that was made anyway."""
        self.divergence: Divergence | None = None
        """The first choice that can't be made again."""
        self.can_go_on_anyway = False
        """Whether that choice, or what is called the same, is offered nevertheless."""

    def play(self) -> Iterator[None]:
        """Make the choices again, and yield after each slice of time."""
        session, choices = self.table.session, self.course.choices
        late = monotonic() + LOADING_SLICE
        self._add_notes(0)
        seen_before_choices = self.attempt.seen()
        for number, choice in enumerate(choices, 1):
            try:
                before = next(seen_before_choices, None)
                if before is not None:
                    now = seen_before(session.game, choice)
                    self.divergence = divergence_of(before, session.game, now, number)
                    if self.divergence is None:
                        session.timeline.saw(number - 1, now)
                if self.divergence is not None:
                    like = self._choice_like(self.divergence)
                    if like is None or not self.anyway:
                        self.can_go_on_anyway = like is not None
                        return
                    self.apart, self.divergence, choice = self.apart or number, None, like
                session.choose(choice)
            except IllegalChoice:
                self.divergence = Divergence(number, chooser(choice), choice, ())
                return
            except GameFault:
                self.divergence = Divergence(number, chooser(choice), choice, (), "fault")
                return
            self._add_notes(number)
            if monotonic() > late:
                yield
                late = monotonic() + LOADING_SLICE

    def _choice_like(self, divergence: Divergence) -> str | None:
        """What may be chosen in place of a choice that can't be made again as it was: the same, or what is called the
        same."""
        offered = [o for d in self.table.session.game.decisions if d.player == divergence.player for o in d.options]
        like = [option.id for option in offered if option.id == divergence.choice]
        like += [option.id for option in offered if option.label == divergence.label]
        return like[0] if like else None

    def _add_notes(self, number: int) -> None:
        for note in self.course.notes:
            if note.after == number:
                self.table.session.timeline.note(note)
                self.table.session.game.note(note.entry)

    @property
    def course(self) -> Course:
        """What had happened before."""
        return self.attempt.course

    @property
    def next_attempt(self) -> Attempt | None:
        """What is to be played again with the next rules where the game stands still: the choices as they were made
        here, and then the others as they were before."""
        if self.divergence is None:
            return None
        made, session = self.divergence.number - 1, self.table.session
        course = replace(self.course, choices=(*session.game.choices, *self.course.choices[made:]))
        later = (each for each in self.attempt.earlier if each[1] > made)
        return Attempt(course, ((session.timeline, made), *later), made)

    @property
    def lost(self) -> int:
        """How many choices can't be made again."""
        return len(self.course.choices) - len(self.table.session.game.choices)

    def data(self) -> dict[str, Any]:
        """How far the game can be played again, for whoever decides about it."""
        game = self.table.session.game
        phases = game.description.phases
        phase = phases[game.phase].title if game.phase in phases else ""
        counts = {"possible": len(game.choices), "of": len(self.course.choices), "lost": self.lost}
        return {**counts, "round": game.round, "phase": phase}

    def finish(self, text: str) -> tuple[StoredGame, Course]:
        """The game as it goes on: with a line in its log, unless the text of that is empty, and the notes and pins of
        what has happened by then."""
        session, stored = self.table.session, self.table.stored
        game, number = session.game, len(session.game.choices)
        if text:
            note = Note(number, LogEntry("renewed", game.round, game.phase, None, text, "", text))
            session.timeline.note(note)
            game.note(note.entry)
        self.table.pins = [pin for pin in self.course.pins if pin.after <= number]
        setup = replace(game.setup, knowledge=stored.setup.knowledge)
        self.table.stored = replace(stored, setup=setup, title=self.table.ruleset.title, result=game.result)
        return self.table.stored, Course(tuple(game.choices), tuple(session.timeline.notes), tuple(self.table.pins))

    @property
    def text(self) -> str:
        """What the log tells of it."""
        lost = f", and the last choices can't be made any more: {self.lost}" if self.lost else ""
        if self.apart:
            return (
                f"from choice {self.apart} on, choices were made again although they are called otherwise, "
                f"or the table looks different{lost}"
            )
        return f"the rules have changed{lost}"


async def renew(server: TableServer, stored: StoredGame, *, really: bool) -> dict[str, Any]:
    """How far a game of edited rules can be played again, which is done where that is `really` wanted. Raises
    Refused."""
    served = server.shelf[stored.setup.ruleset]
    ruleset = await server.ruleset(served.name)
    if stored.setup.content == ruleset.content_hash:
        raise Refused("The rules of this game haven't changed.", 409)
    course = await server.course(stored)
    moved = replace(stored, where=served.where, extra=served.extra)
    try:
        renewal = Renewal(Attempt(course), await server.engine.run(server.table_of, moved, ruleset))
        await server.run_in_slices(renewal.play())
        answer = await server.engine.run(renewal.data)
        if really:
            await server.engine.run(lambda: server.store.renew(*renewal.finish(renewal.text)))
    except (GameFault, ValueError) as problem:
        raise Refused(f"With the rules as they are now this game can't be set up: {problem}.", 409) from None
    except StoreProblem as problem:
        raise Refused(f"The game can't be kept: {problem}.", 507) from None
    return answer
