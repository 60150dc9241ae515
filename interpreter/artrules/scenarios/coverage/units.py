"""What can be covered: statements that run, options that are chosen, conditions that come out both ways.

The same code in several models (with and without an overlay) is one unit: units are told apart by their places.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from artrules.diagnostics.span import Span

What = Literal["statement", "function", "option", "declined", "condition"]
Cause = Literal["body", "yes", "no", "loop", "option", "watch", "question"]


@dataclass(eq=False)
class Body:
    """A piece of code with a name: a power, a procedure, a menu, a function, a phase, a step."""

    kind: str
    name: str
    """The name that people and exceptions use: `draw`, `river/guild.3.1`, `setup deal`."""
    owner: str | None
    """The set that it belongs to; None for the game's own."""
    callers: list[Unit] = field(default_factory=list)
    """For a procedure: the statements that call it."""

    @property
    def title(self) -> str:
        return f"{self.kind} {self.name}"


@dataclass(eq=False)
class Suite:
    """Statements that run one after another, and what leads to them."""

    body: Body
    cause: Cause
    """What leads to it: its body begins, a condition is true or false, a loop runs, an option is chosen, or a watch is
    triggered."""
    by: Unit | None = None
    """The condition, the option, or the statement that sets the watch."""
    asked: Unit | None = None
    """The condition of a loop's binder or of a watch."""
    within: Suite | None = None
    before: Unit | None = None
    """The last unit before the statement to which this suite belongs, in the suite around it."""
    units: list[Unit] = field(default_factory=list)


@dataclass(eq=False)
class Unit:
    """Something that can be covered."""

    number: int
    what: What
    at: Span
    suite: Suite
    before: Unit | None
    """The unit before it in its suite."""
    guard: Unit | None = None
    """For an option: the condition under which it is offered."""

    @property
    def outcomes(self) -> tuple[bool | None, ...]:
        """The outcomes that must be seen: of a condition both, of anything else only that it ran (None)."""
        return (True, False) if self.what == "condition" else (None,)
