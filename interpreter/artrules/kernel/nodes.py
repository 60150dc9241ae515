"""The kernel: the small typed language to which all code is lowered.

`docs/kernel.md` describes it. Names are resolved, types known, sugar gone: the checks read it, and a back end turns
it into something that runs. Expressions are pure and never decide; statements may. Every node knows its place in the
author's file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from artrules.diagnostics.span import Span
from artrules.kernel.declarations import (
    Attribute,
    Builtin,
    Event,
    Field,
    Function,
    Limit,
    Procedure,
    Setting,
    Table,
    Variable,
    ZoneDeclaration,
)
from artrules.kernel.type import Type


@dataclass(slots=True, eq=False)
class Node:
    """Anything in the kernel."""

    at: Span


@dataclass(slots=True, eq=False)
class Expression(Node):
    """A pure value of a type."""

    type: Type


@dataclass(slots=True, eq=False)
class Constant(Expression):
    """A number, truth value, none, or the index of a member of an enum."""

    value: Any


@dataclass(slots=True, eq=False)
class Local(Expression):
    """A name bound in the code: `me`, `self`, a parameter, a binder's or a `let`'s. `name` is unique in its body."""

    name: str


@dataclass(slots=True, eq=False)
class VariableOf(Expression):
    declaration: Variable
    owner: Expression | None


@dataclass(slots=True, eq=False)
class AttributeOf(Expression):
    declaration: Attribute
    card: Expression


@dataclass(slots=True, eq=False)
class FaceOf(Expression):
    card: Expression


@dataclass(slots=True, eq=False)
class IsKind(Expression):
    card: Expression
    kind: str


@dataclass(slots=True, eq=False)
class FieldOf(Expression):
    event: Event
    declaration: Field
    happening: Expression


@dataclass(slots=True, eq=False)
class PropertyOf(Expression):
    enum: str
    property: str
    member: Expression


@dataclass(slots=True, eq=False)
class PowerAttributeOf(Expression):
    attribute: str
    power: Expression


@dataclass(slots=True, eq=False)
class PowersOf(Expression):
    """The powers of a card: its own, then those it gained. The list only grows while it is gone through."""

    card: Expression


@dataclass(slots=True, eq=False)
class ZoneOf(Expression):
    declaration: ZoneDeclaration
    owner: Expression | None


@dataclass(slots=True, eq=False)
class SettingValue(Expression):
    declaration: Setting


@dataclass(slots=True, eq=False)
class AllCards(Expression):
    kind: str


@dataclass(slots=True, eq=False)
class AllMembers(Expression):
    enum: str


@dataclass(slots=True, eq=False)
class AllPlayers(Expression):
    pass


@dataclass(slots=True, eq=False)
class RoundNumber(Expression):
    pass


@dataclass(slots=True, eq=False)
class Happenings(Expression):
    event: Event


@dataclass(slots=True, eq=False)
class Span_(Expression):
    """The numbers from low to high."""

    low: Expression
    high: Expression


@dataclass(slots=True, eq=False)
class TopOf(Expression):
    """The card at an end of a pile (fails when there is none), or with a count a list of at most so many."""

    zone: Expression
    count: Expression | None
    from_bottom: bool


@dataclass(slots=True, eq=False)
class Listing(Expression):
    """A literal list; of a set type it is a set."""

    items: list[Expression]


@dataclass(slots=True, eq=False)
class Operation(Expression):
    """`operator` is one of: + - * / % negative and or not = != < <= > >= in, not in, shares, item, join and without
    (lists, sets)."""

    operator: str
    operands: list[Expression]


@dataclass(slots=True, eq=False)
class Either(Expression):
    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(slots=True, eq=False)
class Call(Expression):
    function: Function
    arguments: list[Expression]
    me: Expression | None = None


@dataclass(slots=True, eq=False)
class Lookup(Expression):
    table: Table
    argument: Expression


@dataclass(slots=True, eq=False)
class ScoreOf(Expression):
    """The sum of the labelled parts of a player's score."""

    player: Expression


@dataclass(slots=True, eq=False)
class BuiltinCall(Expression):
    """`me` is the player in whose name it is asked, where there is one."""

    builtin: Builtin
    arguments: list[Expression]
    me: Expression | None = None


@dataclass(slots=True, eq=False)
class Binder(Node):
    local: Local
    domain: Expression
    condition: Expression | None


@dataclass(slots=True, eq=False)
class Fold(Expression):
    """`kind` is one of: count those any no first last sum max min list sorted."""

    kind: str
    binders: list[Binder]
    value: Expression | None
    otherwise: Expression | None


@dataclass(slots=True, eq=False)
class Largest(Expression):
    """max or min of several numbers."""

    kind: str
    items: list[Expression]


@dataclass(slots=True, eq=False)
class Best(Expression):
    binder: Binder
    keys: list[tuple[str, Expression]]


@dataclass(slots=True, eq=False)
class Checked(Expression):
    """A number that must lie in its type's bounds: tested as it runs, a fault of the content when it doesn't."""

    value: Expression
    low: int
    high: int
    what: str


# ------------------------------------------------------------------ statements


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


def children(node: Any) -> Iterator[Node]:
    """The nodes directly below one, in order; declarations are not followed."""
    for item in fields(node):
        yield from _nodes_in(getattr(node, item.name))


def _nodes_in(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _nodes_in(item)


def walk(node: Any) -> Iterator[Node]:
    """All nodes of a tree or a body, outer ones first."""
    if isinstance(node, list):
        for item in node:
            yield from walk(item)
        return
    yield node
    for child in children(node):
        yield from walk(child)
