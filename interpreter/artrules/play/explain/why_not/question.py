"""What a question is about, as the game gives it."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from artrules.engine.execute.instance import Instance
from artrules.engine.lower.program import Program
from artrules.play.game.option_things import OptionThings, Thing
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.record import dataclass


class Offered(Protocol):
    """An option that a player can choose now."""

    @property
    def id(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def source(self) -> Span: ...

    @property
    def is_open(self) -> bool: ...

    @property
    def candidate(self) -> tuple[Any, ...]: ...

    @property
    def about(self) -> tuple[Thing, ...]: ...


class Asked(Protocol):
    """A decision that a player must make now."""

    @property
    def player(self) -> int: ...

    @property
    def title(self) -> str: ...

    @property
    def source(self) -> Span: ...

    @property
    def options(self) -> Sequence[Offered]: ...


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A text that a player typed, or what the thing is called that they ask about, and the position in which they
    ask."""

    text: str
    player: int
    """Who asks, counted from 1."""
    program: Program
    instance: Instance
    """Memory with the position."""
    decisions: Sequence[Asked]
    """All decisions that wait; none when the game is over."""
    stacks: Sequence[int]
    """For each decision the stack that it lies on."""
    all_at_once: bool
    """Whether a phase is in progress that all play at once."""
    first_label: Callable[[int], str]
    """What a card is called before anything has happened to it, which everybody knows. Raises Stopped."""
    things: OptionThings
    """What options are about."""
