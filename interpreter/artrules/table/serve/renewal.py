"""Games of rules that have been edited: how far they can be played again with the rules as they are now, and going on
from there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from artrules.play.game.decision import GameFault, IllegalChoice
from artrules.play.game.log import LogEntry, Note
from artrules.table.serve.database import StoreProblem
from artrules.table.serve.requests import Refused
from artrules.table.serve.store import Course, StoredGame
from artrules.table.serve.table import LOADING_SLICE

if TYPE_CHECKING:
    from artrules.play.ruleset import Ruleset
    from artrules.table.serve.server import TableServer


class Renewal:
    """A stored game, played again with other rules as far as its choices are offered."""

    def __init__(self, stored: StoredGame, course: Course, ruleset: Ruleset) -> None:
        self.stored = stored
        self._course = course
        self._ruleset = ruleset
        self._choices: list[str] = []

    def play(self) -> Iterator[None]:
        """Make the choices again, and yield after each slice of time. Raises GameFault, and ValueError where the game
        can't be set up any more."""
        self._game = self._ruleset.begin(self.stored.setup)
        late = monotonic() + LOADING_SLICE
        for choice in self._course.choices:
            try:
                self._game.choose(choice)
            except (IllegalChoice, GameFault):
                return
            self._choices.append(choice)
            if monotonic() > late:
                yield
                late = monotonic() + LOADING_SLICE

    @property
    def lost(self) -> int:
        """How many choices can't be made again."""
        return len(self._course.choices) - len(self._choices)

    def data(self) -> dict[str, Any]:
        """How far the game can be played again, for whoever decides about it."""
        of = len(self._course.choices)
        phases = self._game.description.phases
        phase = phases[self._game.phase].title if self._game.phase in phases else ""
        return {"possible": len(self._choices), "of": of, "lost": self.lost, "round": self._game.round, "phase": phase}

    @property
    def renewed(self) -> tuple[StoredGame, Course]:
        """The game as it goes on, with a line in its log."""
        number = len(self._choices)
        last = self._game.log[-1]
        lost = f", and the last choices can't be made any more: {self.lost}" if self.lost else ""
        text = f"the rules have changed{lost}"
        entry = LogEntry("renewed", last.round, last.phase, None, text, "", text)
        notes = [note for note in self._course.notes if note.after <= number]
        pins = tuple(pin for pin in self._course.pins if pin.after <= number)
        setup = replace(self._game.setup, knowledge=self.stored.setup.knowledge)
        stored = replace(self.stored, setup=setup, title=self._ruleset.title, result=self._game.result)
        return stored, Course(tuple(self._choices), (*notes, Note(number, entry)), pins)


async def renew(server: TableServer, stored: StoredGame, *, really: bool) -> dict[str, Any]:
    """How far a game of edited rules can be played again, which is done where that is `really` wanted. Raises
    Refused."""
    served = server.shelf[stored.setup.ruleset]
    ruleset = await server.ruleset(served.name)
    if stored.setup.content == ruleset.content_hash:
        raise Refused("The rules of this game haven't changed.", 409)
    renewal = Renewal(replace(stored, where=served.where, extra=served.extra), await server.course(stored), ruleset)
    try:
        await server.run_in_slices(renewal.play())
        answer = await server.engine.run(renewal.data)
        if really:
            await server.engine.run(lambda: server.store.renew(*renewal.renewed))
    except (GameFault, ValueError) as problem:
        raise Refused(f"With the rules as they are now this game can't be set up: {problem}.", 409) from None
    except StoreProblem as problem:
        raise Refused(f"The game can't be kept: {problem}.", 507) from None
    return answer
