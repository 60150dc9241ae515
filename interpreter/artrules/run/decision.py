"""Decisions and options: what a game asks a player, and what that player can choose. Part of the public API."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from artrules.compile.references import SLOTS
from artrules.diagnostics.errors import ContentError
from artrules.diagnostics.span import Span
from artrules.run.advance import Candidate
from artrules.run.metering import MOST_TO_TELL, aside
from artrules.run.moves import Redaction, may_see
from artrules.run.signals import Fail, Fault
from artrules.run.state import NOBODY, Frame, State

if TYPE_CHECKING:
    from artrules.ir import nodes as k
    from artrules.run.game import Game


class IllegalChoice(ValueError):
    """The option that was chosen isn't offered; the game is unchanged."""


class GameFault(ContentError):
    """The content made a mistake while a game ran; `diagnostics` says what and where."""

    choice: str | None = None
    """The id of the option whose choice led to the fault; None when no choice did."""


class Option:
    """Something that a player can choose now.

    `candidate` is the engine's own form of it: opaque to clients, equal for the same option of the same decision.
    """

    __slots__ = ("candidate", "decision")

    def __init__(self, decision: Decision, candidate: Candidate) -> None:
        self.decision = decision
        self.candidate = candidate

    @property
    def id(self) -> str:
        """A text that names the option: the same whenever the same position offers the same option.

        It begins with the number of the player who decides and a colon. It doesn't reveal cards which that player
        can't see.
        """
        table = self.decision._table
        branch = table.branches[self.candidate[0]]
        player = self.decision.player
        values = ",".join(
            str(v) if plain else spelled(self.decision._game._state, player - 1, v, type_)
            for v, type_, plain in zip(self.candidate[1:], branch.values, branch.plain, strict=True)
        )
        return f"{player}:{table.site}.{branch.key}({values})"

    @property
    def label(self) -> str:
        """The option in words, for the player who decides: cards that this player can't see are not named.

        Raises GameFault when the content fails to make the text.
        """
        return self.label_for([self.decision.player])

    def label_for(self, players: Iterable[int]) -> str:
        """The option in words, without the names of cards that one of some players (counted from 1) can't see.

        With no players every card is named. Raises GameFault.
        """
        decision = self.decision
        seats = [player - 1 for player in players]
        redaction = Redaction(decision._game._state, seats) if seats else NOBODY
        try:
            return decision._label(self.candidate, redaction)
        except (Fail, Fault) as problem:
            raise decision._game._as_fault(problem) from None

    @property
    def public_label(self) -> str:
        """What all other players read when the option is chosen. It is empty for an option that declines: others must
        not learn that there was something to decline. Raises GameFault."""
        decision = self.decision
        others = [p for p in range(decision._game.players) if p != decision.player - 1]
        try:
            return decision._public(self.candidate, Redaction(decision._game._state, others))
        except (Fail, Fault) as problem:
            raise decision._game._as_fault(problem) from None

    @property
    def declines(self) -> bool:
        """Whether choosing this means to do nothing of what is offered (as with `may`)."""
        return self.decision._table.branches[self.candidate[0]].declines

    @property
    def is_open(self) -> bool:
        """Whether the player who decides sees all cards that the option is about."""
        types = self.decision._table.branches[self.candidate[0]].values
        seat = self.decision.player - 1
        about = (c for v, t in zip(self.candidate[1:], types, strict=True) for c in cards_in(v, t))
        return all(may_see(self.decision._game._state, seat, card) for card in about)

    @property
    def source(self) -> Span:
        """The place in the content that offers it."""
        return self.decision._table.branches[self.candidate[0]].at

    @property
    def node(self) -> k.Branch:
        """The branch in the intermediate representation that offers it: for tools."""
        return self.decision.node.branches[self.candidate[0]]

    def __repr__(self) -> str:
        return f"<Option {self.label!r}>"


class Decision:
    """A question to one player, who must choose one of its options.

    A decision holds for the position in which the game asked it. To everyone but its player, `player` is all that may
    be shown of it.
    """

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
        """What is to be decided, in the words of the content."""
        return self._table.prompt

    @property
    def source(self) -> Span:
        """The place in the content that asks."""
        return self._table.at

    @property
    def options(self) -> list[Option]:
        """What can be chosen: at least two options, in a fixed order. Each can be completed: no choice that it leads
        to has no option left."""
        if self._options is None:
            self._options = [Option(self, c) for c in self._candidates]
        return self._options

    @property
    def number(self) -> int:
        """Which `choose` of the content asks: the same number wherever it asks again, in games with the same players
        and settings. For tools."""
        return self._table.number

    @property
    def node(self) -> k.Choose:
        """The `choose` that asks, in the intermediate representation: for tools."""
        return self._table.choose

    def _label(self, candidate: Candidate, redaction: Container[int] = NOBODY) -> str:
        """The text of an option, without the names of the cards in a redaction."""
        state = self._game._state
        label = state.runtime.labels[self._table.number][candidate[0]]
        state.redaction = redaction
        try:
            with aside(state, MOST_TO_TELL):
                return str(label(state, *self._frame[1:], *candidate[1:]))
        finally:
            state.redaction = NOBODY

    def _public(self, candidate: Candidate, redaction: Container[int]) -> str:
        """What others read when an option is taken. It is empty when the option declines: that there was something to
        decline is hidden from them."""
        return "" if self._table.branches[candidate[0]].declines else self._label(candidate, redaction)

    def __repr__(self) -> str:
        return f"<Decision of player {self.player}: {self.prompt!r}, {len(self._candidates)} options>"


def spelled(S: State, seat: int, value: Any, type_: tuple[Any, ...]) -> str:
    """A value as it stands in an option's id, as the deciding seat (counted from 0) may read it.

    A card is its number. A card that the seat can't see is its zone and its index there: its number would reveal which
    card it is.
    """
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
    """The numbers of the cards that a value of an option is about."""
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
