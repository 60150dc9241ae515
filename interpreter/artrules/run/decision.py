"""A question to a player and what can be answered: what clients see of a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.diagnostics.errors import ContentError
from artrules.diagnostics.span import Span
from artrules.run.advance import Candidate
from artrules.run.signals import Fail, Fault
from artrules.run.spending import aside
from artrules.run.state import Frame

if TYPE_CHECKING:
    from artrules.run.game import Game

FORMAT = 1


class IllegalChoice(ValueError):
    """What was chosen isn't offered; the game is unchanged."""


class GameFault(ContentError):
    """The content did what it may not while the game ran; `.diagnostics` says what and where."""


class Option:
    """Something that can be chosen now."""

    __slots__ = ("candidate", "decision")

    def __init__(self, decision: Decision, candidate: Candidate) -> None:
        self.decision = decision
        self.candidate = candidate

    @property
    def id(self) -> str:
        """The same for the same option of the same position."""
        table = self.decision._table
        branch = table.branches[self.candidate[0]]
        values = ",".join(str(v) for v in self.candidate[1:])
        return f"{self.decision.player}:{table.site}.{branch.key}({values})"

    @property
    def label(self) -> str:
        """What it is, for people."""
        try:
            return self.decision._label(self.candidate)
        except (Fail, Fault) as problem:
            raise self.decision._game._as_fault(problem) from None

    @property
    def source(self) -> Span:
        """The place in content that offers it."""
        return self.decision._table.branches[self.candidate[0]].at

    def __repr__(self) -> str:
        return f"<Option {self.label!r}>"


class Decision:
    """A question to one player: which of these options?"""

    __slots__ = ("_candidates", "_frame", "_game", "_options", "_stack", "_table", "player")

    def __init__(self, game: Game, stack: int, frame: Frame, candidates: list[Candidate], player: int) -> None:
        self._game = game
        self._stack = stack
        self._frame = frame
        self._table = game._state.runtime.decisions[frame[0]]
        self._candidates = candidates
        self._options: list[Option] | None = None
        self.player = player
        """Who decides, counted from 1."""

    @property
    def prompt(self) -> str:
        """What is being decided, for people."""
        return self._table.prompt

    @property
    def source(self) -> Span:
        """The place in content that asks."""
        return self._table.at

    @property
    def options(self) -> list[Option]:
        """At least two; all of them can be completed."""
        if self._options is None:
            self._options = [Option(self, c) for c in self._candidates]
        return self._options

    def _label(self, candidate: Candidate) -> str:
        state = self._game._state
        label = state.runtime.labels[self._table.number][candidate[0]]
        with aside(state):
            return str(label(state, *self._frame[1:], *candidate[1:]))

    def __repr__(self) -> str:
        return f"<Decision of player {self.player}: {self.prompt!r}, {len(self._candidates)} options>"
