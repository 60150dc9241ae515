"""The kernel's statements: what happens, and what a player is asked. `docs/kernel.md` describes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from artrules.ir.declarations import (
    Event,
    Limit,
    Procedure,
)
from artrules.ir.expressions import Binder, Expression, Local
from artrules.ir.node import Node


@dataclass(frozen=True, slots=True, eq=False)
class StatementNode(Node):
    """The base of all statements.

    Annotate with `Statement`, the closed union of all of them below, so that mypy can prove a `match` complete.
    """


@dataclass(frozen=True, slots=True, eq=False)
class Label(Node):
    """Text with expressions in it."""

    parts: Sequence[str | Expression]


@dataclass(frozen=True, slots=True, eq=False)
class Set(StatementNode):
    """Gives a value to a local, variable, attribute or field; `binds` when a `let` begins the local here."""

    place: Expression
    value: Expression
    binds: bool = False
    me: Expression | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Move(StatementNode):
    """`cards` is a card or a list. `end` is top, bottom, or None for the zone's usual end; `position` counts from 1."""

    cards: Expression
    zone: Expression
    end: str | None
    position: Expression | None
    face: Expression | None
    me: Expression | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Gain(StatementNode):
    card: Expression
    power: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Lose(StatementNode):
    """A card loses a power that it gained, and those it gained after it."""

    power: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Shuffle(StatementNode):
    zone: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Roll(StatementNode):
    """Binds a local to one value of a domain by chance."""

    binder: Binder
    purpose: str
    me: Expression | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Require(StatementNode):
    condition: Expression
    reason: Label | None


@dataclass(frozen=True, slots=True, eq=False)
class Branch(Node):
    """One form of option: for each value of the binders for which `guard` holds and the limit has room."""

    key: str
    label: Label
    binders: Sequence[Binder]
    guard: Expression | None
    limit: Limit | None
    body: Body
    declines: bool = False
    owner: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Choose(StatementNode):
    """Asks `me`. Fails when no branch offers anything. A branch's binders stand after it when there is but one."""

    site: str
    prompt: str
    branches: Sequence[Branch]
    me: Expression
    has_suites: bool = True
    """No for a plain `choose`, after which the suite around it goes on with what was chosen."""
    never_empty: bool = False
    """Yes where what stands around it sees to it that there is always an option: in `collect`."""


@dataclass(frozen=True, slots=True, eq=False)
class If(StatementNode):
    condition: Expression
    then: Body
    otherwise: Body


@dataclass(frozen=True, slots=True, eq=False)
class ForEach(StatementNode):
    binder: Binder
    body: Body


@dataclass(frozen=True, slots=True, eq=False)
class Repeat(StatementNode):
    """`kind` is times, while, until or ever."""

    kind: str
    limit: Expression | None
    body: Body


@dataclass(frozen=True, slots=True, eq=False)
class Leave(StatementNode):
    """Leaves the innermost loop."""


@dataclass(frozen=True, slots=True, eq=False)
class Perform(StatementNode):
    procedure: Procedure
    arguments: Sequence[Expression]
    me: Expression


@dataclass(frozen=True, slots=True, eq=False)
class UsePower(StatementNode):
    power: Expression
    me: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Announce(StatementNode):
    event: Event
    fields: Sequence[Expression]
    me: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Watch(StatementNode):
    """Sets a watch that keeps the values of the locals `captured`."""

    identity: str
    event: Event
    every: int
    happening: Local
    captured: Sequence[Local]
    condition: Expression | None
    life: str
    body: Body
    me: Expression


@dataclass(frozen=True, slots=True, eq=False)
class StopWatching(StatementNode):
    pass


@dataclass(frozen=True, slots=True, eq=False)
class As(StatementNode):
    """The body with another player as `me`."""

    local: Local
    player: Expression
    body: Body


@dataclass(frozen=True, slots=True, eq=False)
class Say(StatementNode):
    label: Label
    me: Expression | None = None


@dataclass(frozen=True, slots=True, eq=False)
class EndGame(StatementNode):
    pass


@dataclass(frozen=True, slots=True, eq=False)
class EndAction(StatementNode):
    """Where a branch's suite ends: the action that one of these decisions began ends here. Written by the back end."""

    decisions: Sequence[int]


Statement = (
    Set
    | Move
    | Gain
    | Lose
    | Shuffle
    | Roll
    | Require
    | Choose
    | If
    | ForEach
    | Repeat
    | Leave
    | Perform
    | UsePower
    | Announce
    | Watch
    | StopWatching
    | As
    | Say
    | EndGame
    | EndAction
)
"""Every statement there is."""


Body = Sequence[Statement]
