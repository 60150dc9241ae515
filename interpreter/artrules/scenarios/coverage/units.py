"""What is covered or not: statements that run, options that are chosen, conditions that come out both ways.

The same code in several models (with and without an overlay) is one unit: units are told apart by where they stand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from artrules.diagnostics.span import Span

What = Literal["statement", "function", "option", "declined", "condition"]
Cause = Literal["body", "yes", "no", "loop", "option", "watch"]


@dataclass(eq=False)
class Body:
    """A piece of code with a name: of a power, a procedure, a menu, a function, a phase, a step."""

    kind: str
    name: str
    """As people call it and as an exception names it: `draw`, `river/guild.3.1`, `setup deal`."""
    owner: str | None
    """The set that it belongs to."""
    callers: list[Unit] = field(default_factory=list)
    """Of a procedure, the statements that call it."""

    @property
    def title(self) -> str:
        return f"{self.kind} {self.name}"


@dataclass(eq=False)
class Suite:
    """Statements that run one after the other, and what it takes to get there."""

    body: Body
    cause: Cause
    """What leads into it: the body is begun, a condition comes out yes or no, a loop turns, an option is chosen, a
    watch is set off."""
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
    """Something to be covered."""

    number: int
    what: What
    at: Span
    suite: Suite
    before: Unit | None
    """The unit before it in its suite."""

    @property
    def outcomes(self) -> tuple[bool | None, ...]:
        """What must have been seen: of a condition both outcomes, of anything else that it was there (None)."""
        return (True, False) if self.what == "condition" else (None,)
