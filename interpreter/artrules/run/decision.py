"""A question to a player and what can be answered: what clients see of a decision."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, Any

from artrules.diagnostics.errors import ContentError
from artrules.diagnostics.span import Span
from artrules.run.advance import Candidate
from artrules.run.moving import Veil, may_see
from artrules.run.powers import SLOTS
from artrules.run.signals import Fail, Fault
from artrules.run.spending import MOST_TO_TELL, aside
from artrules.run.state import NOBODY, Frame, State

if TYPE_CHECKING:
    from artrules.run.game import Game

FORMAT = 1


class IllegalChoice(ValueError):
    """What was chosen isn't offered; the game is unchanged."""


class GameFault(ContentError):
    """The content did what it may not while the game ran; `.diagnostics` says what and where."""

    choice: str | None = None
    """The id of the option from which it came, if one was chosen."""


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
        player = self.decision.player
        state = self.decision._game._state
        values = ",".join(
            str(v) if plain else spelled(state, player - 1, v, type_)
            for v, type_, plain in zip(self.candidate[1:], branch.values, branch.plain, strict=True)
        )
        return f"{player}:{table.site}.{branch.key}({values})"

    @property
    def label(self) -> str:
        """What it is, for the player who decides: cards that this player can't see are not named."""
        decision = self.decision
        try:
            return decision._label(self.candidate, Veil(decision._game._state, [decision.player - 1]))
        except (Fail, Fault) as problem:
            raise self.decision._game._as_fault(problem) from None

    @property
    def is_open(self) -> bool:
        """Whether the player who decides sees all cards that it is about."""
        types = self.decision._table.branches[self.candidate[0]].values
        state, seat = self.decision._game._state, self.decision.player - 1
        about = (c for v, t in zip(self.candidate[1:], types, strict=True) for c in cards_in(v, t))
        return all(may_see(state, seat, card) for card in about)

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

    def _label(self, candidate: Candidate, veil: Container[int] = NOBODY) -> str:
        """The text of an option, without the names of some cards."""
        state = self._game._state
        label = state.runtime.labels[self._table.number][candidate[0]]
        state.veil = veil
        try:
            with aside(state, MOST_TO_TELL):
                return str(label(state, *self._frame[1:], *candidate[1:]))
        finally:
            state.veil = NOBODY

    def _public(self, candidate: Candidate, veil: Container[int]) -> str:
        """What others read of an option that is taken: nothing where it declines, for that there was something to
        decline is not for them to know."""
        return "" if self._table.branches[candidate[0]].declines else self._label(candidate, veil)

    def __repr__(self) -> str:
        return f"<Decision of player {self.player}: {self.prompt!r}, {len(self._candidates)} options>"


def spelled(S: State, seat: int, value: Any, type_: tuple[Any, ...]) -> str:
    """A value in an option's id. A card is its number; one that the seat can't see is where it lies: its number would
    tell which card it is."""
    match type_[0]:
        case "optional" if value is not None:
            return spelled(S, seat, value, type_[1])
        case "list":
            return "+".join(spelled(S, seat, v, type_[1]) for v in value)
        case "card" if not may_see(S, seat, value):
            zone = S.cells[value]
            return f"@{zone}.{S.zones[zone].index(value)}"
        case "power" if not may_see(S, seat, value // SLOTS):
            return f"{spelled(S, seat, value // SLOTS, ('card',))}.{value % SLOTS}"
    return str(value)


def cards_in(value: Any, type_: tuple[Any, ...]) -> Iterator[int]:
    """The cards that a value of an option is about."""
    match type_[0]:
        case "optional" if value is not None:
            yield from cards_in(value, type_[1])
        case "list":
            for item in value:
                yield from cards_in(item, type_[1])
        case "card":
            yield value
        case "power":
            yield value // SLOTS
