"""The kernel's statements: what happens, and what a player is asked. `docs/kernel.md` describes them."""

from __future__ import annotations

from dataclasses import dataclass

from artrules.kernel.declarations import (
    Event,
    Limit,
    Procedure,
)
from artrules.kernel.expressions import Binder, Expression, Local
from artrules.kernel.node import Node


@dataclass(slots=True, eq=False)
class Statement(Node):
    """Something that happens."""


Body = list[Statement]


@dataclass(slots=True, eq=False)
class Label(Node):
    """Text with expressions in it."""

    parts: list[str | Expression]


@dataclass(slots=True, eq=False)
class Set(Statement):
    """Gives a value to a local, variable, attribute or field; `binds` when a `let` begins the local here."""

    place: Expression
    value: Expression
    binds: bool = False
    me: Expression | None = None


@dataclass(slots=True, eq=False)
class Move(Statement):
    """`cards` is a card or a list. `end` is top, bottom, or None for the zone's usual end; `position` counts from 1."""

    cards: Expression
    zone: Expression
    end: str | None
    position: Expression | None
    face: Expression | None
    me: Expression | None = None


@dataclass(slots=True, eq=False)
class Gain(Statement):
    card: Expression
    power: Expression


@dataclass(slots=True, eq=False)
class Lose(Statement):
    """A card loses a power that it gained, and those it gained after it."""

    power: Expression


@dataclass(slots=True, eq=False)
class Shuffle(Statement):
    zone: Expression


@dataclass(slots=True, eq=False)
class Roll(Statement):
    """Binds a local to one value of a domain by chance."""

    binder: Binder
    purpose: str
    me: Expression | None = None


@dataclass(slots=True, eq=False)
class Require(Statement):
    condition: Expression
    reason: Label | None


@dataclass(slots=True, eq=False)
class Branch(Node):
    """One form of option: for each value of the binders for which `guard` holds and the limit has room."""

    key: str
    label: Label
    binders: list[Binder]
    guard: Expression | None
    limit: Limit | None
    body: Body
    declines: bool = False
    owner: str | None = None


@dataclass(slots=True, eq=False)
class Choose(Statement):
    """Asks `me`. Fails when no branch offers anything. A branch's binders stand after it when there is but one."""

    site: str
    prompt: str
    branches: list[Branch]
    me: Expression
    has_suites: bool = True
    """No for a plain `choose`, after which the suite around it goes on with what was chosen."""
    never_empty: bool = False
    """Yes where what stands around it sees to it that there is always an option: in `collect`."""


@dataclass(slots=True, eq=False)
class If(Statement):
    condition: Expression
    then: Body
    otherwise: Body


@dataclass(slots=True, eq=False)
class ForEach(Statement):
    binder: Binder
    body: Body


@dataclass(slots=True, eq=False)
class Repeat(Statement):
    """`kind` is times, while, until or ever."""

    kind: str
    limit: Expression | None
    body: Body


@dataclass(slots=True, eq=False)
class Leave(Statement):
    """Leaves the innermost loop."""


@dataclass(slots=True, eq=False)
class Perform(Statement):
    procedure: Procedure
    arguments: list[Expression]
    me: Expression


@dataclass(slots=True, eq=False)
class UsePower(Statement):
    power: Expression
    me: Expression


@dataclass(slots=True, eq=False)
class Announce(Statement):
    event: Event
    fields: list[Expression]
    me: Expression


@dataclass(slots=True, eq=False)
class Watch(Statement):
    """Sets a watch that keeps the values of the locals `captured`."""

    identity: str
    event: Event
    every: int
    happening: Local
    captured: list[Local]
    condition: Expression | None
    life: str
    body: Body
    me: Expression


@dataclass(slots=True, eq=False)
class StopWatching(Statement):
    pass


@dataclass(slots=True, eq=False)
class As(Statement):
    """The body with another player as `me`."""

    local: Local
    player: Expression
    body: Body


@dataclass(slots=True, eq=False)
class Say(Statement):
    label: Label
    me: Expression | None = None


@dataclass(slots=True, eq=False)
class EndGame(Statement):
    pass


@dataclass(slots=True, eq=False)
class EndAction(Statement):
    """Where a branch's suite ends: the action that one of these decisions began ends here. Written by the back end."""

    decisions: list[int]
