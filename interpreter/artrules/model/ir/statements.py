"""The statements: what happens, and what a player is asked. `docs/inside/machine.md` describes them."""

from __future__ import annotations

from typing import Literal

from artrules.model.ir.declarations import Event, Limit, PluginFunction, Procedure
from artrules.model.ir.expressions import (
    AttributeOf,
    Binder,
    Expression,
    FaceOf,
    FieldOf,
    Local,
    SharedAttribute,
    VariableOf,
)
from artrules.model.ir.node import Node, Runs, StatePart, Traits, operation, state
from artrules.model.ir.types import Type
from artrules.text.record import dataclass

PileEnd = Literal["top", "bottom"]
RepeatKind = Literal["times", "while", "until", "ever"]


@dataclass(frozen=True, slots=True, eq=False)
class StatementNode(Node):
    """The base of all statements.

    Annotate with `Statement`, the closed union of all of them below, so that mypy can prove a `match` complete.
    """


@operation(Traits())
@dataclass(frozen=True, slots=True, eq=False)
class Label(Node):
    """Text with expressions in it."""

    parts: tuple[str | Expression, ...]


def _traits_of_set(node: Set) -> Traits:
    match node.place:
        case Local():
            return Traits(binds=True, units=2)
        case VariableOf():
            return Traits(writes=state(StatePart.VARIABLES), units=2)
        case AttributeOf() | SharedAttribute():
            return Traits(writes=state(StatePart.ATTRIBUTES), units=2)
        case FaceOf():
            return Traits(writes=state(StatePart.FACES), units=60)
        case FieldOf():
            return Traits(writes=state(StatePart.RECORDS), units=2)
    return Traits(units=2)


@operation(_traits_of_set)
@dataclass(frozen=True, slots=True, eq=False)
class Set(StatementNode):
    """Gives a value to a local, variable, attribute or field; `binds` when a `let` begins the local here."""

    place: Expression
    value: Expression
    binds: bool = False
    me: Expression | None = None


@operation(
    Traits(
        reads=state(StatePart.ZONES, StatePart.FACES),
        writes=state(StatePart.ZONES, StatePart.FACES, StatePart.ATTRIBUTES, StatePart.POWERS),
        reveals=True,
        units=200,
    )
)
@dataclass(frozen=True, slots=True, eq=False)
class Move(StatementNode):
    """`cards` is a card or a list. `end` is top, bottom, or None for the zone's usual end; `position` counts from 1."""

    cards: Expression
    zone: Expression
    end: PileEnd | None
    position: Expression | None
    face: Expression | None
    me: Expression | None = None


@operation(Traits(writes=state(StatePart.LOG), commits=True, units=100))
@dataclass(frozen=True, slots=True, eq=False)
class Show(StatementNode):
    """Shows cards, a card or a list, to a player or a list or set of players; to all where `seats` is None."""

    cards: Expression
    seats: Expression | None


@operation(Traits(writes=state(StatePart.POWERS), units=200))
@dataclass(frozen=True, slots=True, eq=False)
class Gain(StatementNode):
    card: Expression
    power: Expression


@operation(Traits(writes=state(StatePart.POWERS), units=200))
@dataclass(frozen=True, slots=True, eq=False)
class Lose(StatementNode):
    """A card loses a power that it gained, and those it gained after it."""

    power: Expression


@operation(Traits(writes=state(StatePart.ZONES, StatePart.CHANCE), commits=True, units=5))
@dataclass(frozen=True, slots=True, eq=False)
class Shuffle(StatementNode):
    zone: Expression


@operation(
    Traits(
        writes=state(StatePart.CHANCE), fails="there may be nothing to draw from", commits=True, binds=True, units=10
    )
)
@dataclass(frozen=True, slots=True, eq=False)
class Roll(StatementNode):
    """Binds a local to one value of a domain by chance."""

    binder: Binder
    purpose: str
    me: Expression | None = None


def _traits_of_draw(node: Draw) -> Traits:
    units = node.function.work + 10
    return Traits(writes=state(StatePart.CHANCE), commits=True, faults=True, binds=True, units=units)


@operation(_traits_of_draw)
@dataclass(frozen=True, slots=True, eq=False)
class Draw(StatementNode):
    """Binds a local to what a plugin's way to draw gives by chance."""

    local: Local
    function: PluginFunction
    arguments: tuple[Expression, ...]
    purpose: str
    me: Expression | None = None


@operation(Traits(fails="the requirement may not hold"))
@dataclass(frozen=True, slots=True, eq=False)
class Require(StatementNode):
    condition: Expression
    reason: Label | None


@operation(Traits())
@dataclass(frozen=True, slots=True, eq=False)
class Branch(Node):
    """One form of option: for each value of the binders for which `guard` holds and the limit has room."""

    key: str
    label: Label
    binders: tuple[Binder, ...]
    guard: Expression | None
    limit: Limit | None
    body: Body
    declines: bool = False
    owner: str | None = None


@operation(
    Traits(writes=state(StatePart.FLOW, StatePart.LIMITS), fails="there may be nothing to choose", asks=True, units=10)
)
@dataclass(frozen=True, slots=True, eq=False)
class Choose(StatementNode):
    """Asks `me`. Fails when no branch offers anything. A branch's binders stand after it when there is but one."""

    site: str
    prompt: str
    branches: tuple[Branch, ...]
    me: Expression
    has_suites: bool = True
    """No for a plain `choose`, after which the suite around it goes on with what was chosen."""
    never_empty: bool = False
    """Yes where what stands around it sees to it that there is always an option: in `collect`."""
    cost: Local | None = None
    """In `collect`, what is to be paid in all; `left` is what is missing still. None elsewhere."""
    left: Local | None = None


@operation(Traits())
@dataclass(frozen=True, slots=True, eq=False)
class If(StatementNode):
    condition: Expression
    then: Body
    otherwise: Body


@operation(Traits(units=2))
@dataclass(frozen=True, slots=True, eq=False)
class ForEach(StatementNode):
    binder: Binder
    body: Body


@operation(Traits(units=2))
@dataclass(frozen=True, slots=True, eq=False)
class Repeat(StatementNode):
    """A loop: for a number of times, while or until a condition holds, or for ever.

    `limit` is the number of times or the condition; it is None for `ever`.
    """

    kind: RepeatKind
    limit: Expression | None
    body: Body


@operation(Traits(writes=state(StatePart.FLOW)))
@dataclass(frozen=True, slots=True, eq=False)
class Leave(StatementNode):
    """Leaves the innermost loop."""


@operation(Traits(runs=Runs.PROCEDURE, units=5))
@dataclass(frozen=True, slots=True, eq=False)
class Perform(StatementNode):
    procedure: Procedure
    arguments: tuple[Expression, ...]
    me: Expression


@operation(Traits(units=2))
@dataclass(frozen=True, slots=True, eq=False)
class Give(StatementNode):
    """What the procedure gives whose last statement this is."""

    value: Expression


@operation(
    Traits(
        reads=state(StatePart.POWERS, StatePart.LIMITS),
        writes=state(StatePart.LIMITS, StatePart.FLOW),
        runs=Runs.POWER,
        fails="the power may not be usable",
        asks=True,
        units=50,
    )
)
@dataclass(frozen=True, slots=True, eq=False)
class UsePower(StatementNode):
    power: Expression
    me: Expression


@operation(Traits(writes=state(StatePart.RECORDS), runs=Runs.WATCHES, units=100))
@dataclass(frozen=True, slots=True, eq=False)
class Announce(StatementNode):
    event: Event
    fields: tuple[Expression, ...]
    me: Expression


@operation(Traits(writes=state(StatePart.WATCHES), binds=True, units=100))
@dataclass(frozen=True, slots=True, eq=False)
class Watch(StatementNode):
    """Sets a watch that keeps the values of the locals `captured`."""

    identity: str
    event: Event
    every: int
    happening: Local
    captured: tuple[Local, ...]
    condition: Expression | None
    life: str
    body: Body
    me: Expression


@operation(Traits(writes=state(StatePart.WATCHES)))
@dataclass(frozen=True, slots=True, eq=False)
class StopWatching(StatementNode):
    pass


@operation(Traits(writes=state(StatePart.FLOW), commits=True, asks=True, binds=True, units=200))
@dataclass(frozen=True, slots=True, eq=False)
class Ask(StatementNode):
    """Asks several players at once: each of `players` runs the body as `me`, with copies of the locals `captured`.

    Their answers are of the type `answer`; `said` is the list of them, one for each player of the game, none where
    there is no answer. Both are None where nobody answers.
    """

    identity: str
    players: Expression
    said: Local | None
    answer: Type | None
    captured: tuple[Local, ...]
    body: Body


@operation(Traits(writes=state(StatePart.FLOW), units=5))
@dataclass(frozen=True, slots=True, eq=False)
class Answer(StatementNode):
    """Gives the answer of `me` to the question with an identity; the last one counts."""

    identity: str
    value: Expression
    me: Expression


@operation(Traits(binds=True))
@dataclass(frozen=True, slots=True, eq=False)
class As(StatementNode):
    """The body with another player as `me`."""

    local: Local
    player: Expression
    body: Body


@operation(Traits(writes=state(StatePart.LOG), units=1000))
@dataclass(frozen=True, slots=True, eq=False)
class Say(StatementNode):
    label: Label
    me: Expression | None = None


@operation(Traits(writes=state(StatePart.FLOW)))
@dataclass(frozen=True, slots=True, eq=False)
class EndGame(StatementNode):
    pass


@operation(Traits(writes=state(StatePart.FLOW)))
@dataclass(frozen=True, slots=True, eq=False)
class EndAction(StatementNode):
    """Where a branch's suite ends: the action that one of these decisions began ends here. Written by `lower/`."""

    decisions: tuple[int, ...]


@operation(Traits(writes=state(StatePart.FLOW), binds=True, units=20))
@dataclass(frozen=True, slots=True, eq=False)
class Hear(StatementNode):
    """Binds a local to the list of the answers to the question with an identity. Written by `lower/`."""

    identity: str
    said: Local


Statement = (
    Set
    | Move
    | Show
    | Gain
    | Lose
    | Shuffle
    | Roll
    | Draw
    | Require
    | Choose
    | If
    | ForEach
    | Repeat
    | Leave
    | Perform
    | Give
    | UsePower
    | Announce
    | Watch
    | StopWatching
    | As
    | Ask
    | Answer
    | Say
    | EndGame
    | EndAction
    | Hear
)
"""Every statement there is."""


Body = tuple[Statement, ...]
