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
from artrules.model.ir.node import Node, Runs, StatePart, Traits, operation, state, traits_of
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
            return Traits(binds="place" if node.binds else "", units=2)
        case VariableOf():
            return Traits(writes=state(StatePart.VARIABLES), units=2)
        case AttributeOf() | SharedAttribute():
            return Traits(writes=state(StatePart.ATTRIBUTES), units=2)
        case FaceOf():
            return Traits(writes=state(StatePart.FACES), units=60)
        case FieldOf():
            return Traits(writes=state(StatePart.RECORDS), units=2)
    return Traits(units=2)


@operation(_traits_of_set, "{place} becomes {value}[ as {me}]")
@dataclass(frozen=True, slots=True, eq=False)
class Set(StatementNode):
    """Gives a local, a variable, an attribute, a face or a field of a kept happening a value; with `binds` the local
    begins here."""

    place: Expression
    value: Expression
    binds: bool = False
    me: Expression | None = None


@operation(
    Traits(
        reads=state(StatePart.ZONES, StatePart.FACES),
        writes=state(StatePart.ZONES, StatePart.FACES, StatePart.ATTRIBUTES, StatePart.POWERS),
        changes=(("cards", "the cards moved here are"), ("zone", "the zone they go to is")),
        moves=(("cards", "zone"),),
        reveals=True,
        units=200,
    ),
    "move {cards} to [{end} of ]{zone}[ at {position}][ face {face}][ as {me}]",
)
@dataclass(frozen=True, slots=True, eq=False)
class Move(StatementNode):
    """Moves cards to a zone; commits if that shows somebody something new.

    `cards` is a card or a list. `end` is top, bottom, or None for the zone's usual end; `position` counts from 1.
    """

    cards: Expression
    zone: Expression
    end: PileEnd | None
    position: Expression | None
    face: Expression | None
    me: Expression | None = None


@operation(
    Traits(
        writes=state(StatePart.LOG),
        changes=(("cards", "the cards shown here are"),),
        commits=True,
        units=100,
        per_card=("cards", 40),
    ),
    "show {cards} to [{seats}|everyone]",
)
@dataclass(frozen=True, slots=True, eq=False)
class Show(StatementNode):
    """Shows a card or several, where they lie, to players, or to all, for whom `seats` is None; commits."""

    cards: Expression
    seats: Expression | None


@operation(
    Traits(writes=state(StatePart.POWERS), changes=(("card", "the card that gains a power here is"),), units=200),
    "{card} gains {power}",
)
@dataclass(frozen=True, slots=True, eq=False)
class Gain(StatementNode):
    """Gives a card a power that another card has."""

    card: Expression
    power: Expression


@operation(Traits(writes=state(StatePart.POWERS), units=200), "lose {power}")
@dataclass(frozen=True, slots=True, eq=False)
class Lose(StatementNode):
    """Removes a gained power from a card, and all powers that it gained after that one."""

    power: Expression


@operation(
    Traits(
        writes=state(StatePart.ZONES, StatePart.CHANCE),
        changes=(("zone", "the zone shuffled here is"),),
        commits=True,
        units=3,
        per_card=("zone", 40),
    ),
    "shuffle {zone}",
)
@dataclass(frozen=True, slots=True, eq=False)
class Shuffle(StatementNode):
    """Shuffles a zone; commits."""

    zone: Expression


@operation(
    Traits(
        writes=state(StatePart.CHANCE),
        fails="there may be nothing to draw from",
        commits=True,
        binds="binder",
        units=10,
    ),
    "random {binder} from {purpose!q}[ as {me}]",
)
@dataclass(frozen=True, slots=True, eq=False)
class Roll(StatementNode):
    """Binds a local to a value of a domain by chance; commits."""

    binder: Binder
    purpose: str
    me: Expression | None = None


def _traits_of_draw(node: Draw) -> Traits:
    units = node.function.work + 10
    return Traits(writes=state(StatePart.CHANCE), commits=True, faults=True, binds="local", units=units)


@operation(_traits_of_draw, "random {local!t} by {function}({arguments}) from {purpose!q}[ as {me}]")
@dataclass(frozen=True, slots=True, eq=False)
class Draw(StatementNode):
    """Binds a local to what a way to draw of a plugin gives by chance; commits."""

    local: Local
    function: PluginFunction
    arguments: tuple[Expression, ...]
    purpose: str
    me: Expression | None = None


@operation(Traits(fails="the requirement may not hold"), "require {condition}[ else {reason}]")
@dataclass(frozen=True, slots=True, eq=False)
class Require(StatementNode):
    """Fails unless a condition holds."""

    condition: Expression
    reason: Label | None


@operation(Traits())
@dataclass(frozen=True, slots=True, eq=False)
class Branch(Node):
    """One form of option: for each value of the binders for which `guard` holds and the limit has room. `reason` says
    what is lacking where the guard doesn't hold."""

    key: str
    label: Label
    binders: tuple[Binder, ...]
    guard: Expression | None
    limit: Limit | None
    body: Body
    declines: bool = False
    owner: str | None = None
    reason: Label | None = None


@operation(
    Traits(
        writes=state(StatePart.FLOW, StatePart.LIMITS),
        fails="there may be nothing to choose",
        asks=True,
        needs_player=True,
        units=10,
    )
)
@dataclass(frozen=True, slots=True, eq=False)
class Choose(StatementNode):
    """Asks a player; fails when no branch offers anything. Every form of choosing becomes this.

    A branch's binders stand after it when there is but one.
    """

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
    """Runs one body or another."""

    condition: Expression
    then: Body
    otherwise: Body


@operation(Traits(units=2), "for {binder}:")
@dataclass(frozen=True, slots=True, eq=False)
class ForEach(StatementNode):
    """Runs a body for each value that a binder lets through."""

    binder: Binder
    body: Body


@operation(Traits(units=2))
@dataclass(frozen=True, slots=True, eq=False)
class Repeat(StatementNode):
    """Runs a body a number of times, while or until a condition holds, or until it is left.

    `limit` is the number of times or the condition; it is None for `ever`.
    """

    kind: RepeatKind
    limit: Expression | None
    body: Body


@operation(Traits(writes=state(StatePart.FLOW)), "stop")
@dataclass(frozen=True, slots=True, eq=False)
class Leave(StatementNode):
    """Leaves the innermost loop."""


@operation(Traits(runs=Runs.PROCEDURE, units=5), "{procedure}({arguments})[ as {me}]")
@dataclass(frozen=True, slots=True, eq=False)
class Perform(StatementNode):
    """Runs a procedure; menus are procedures too."""

    procedure: Procedure
    arguments: tuple[Expression, ...]
    me: Expression


@operation(Traits(units=2), "give {value}")
@dataclass(frozen=True, slots=True, eq=False)
class Give(StatementNode):
    """Says what the procedure gives whose last statement this is."""

    value: Expression


@operation(
    Traits(
        reads=state(StatePart.POWERS, StatePart.LIMITS),
        writes=state(StatePart.LIMITS, StatePart.FLOW),
        runs=Runs.POWER,
        fails="the power may not be usable",
        asks=True,
        needs_player=True,
        units=50,
    ),
    "use {power}[ as {me}]",
)
@dataclass(frozen=True, slots=True, eq=False)
class UsePower(StatementNode):
    """Runs a power; fails if it can't be used now."""

    power: Expression
    me: Expression


@operation(Traits(writes=state(StatePart.RECORDS), runs=Runs.WATCHES, needs_player=True, units=100))
@dataclass(frozen=True, slots=True, eq=False)
class Announce(StatementNode):
    """Announces an event: watches for it run."""

    event: Event
    fields: tuple[Expression, ...]
    me: Expression


@operation(Traits(writes=state(StatePart.WATCHES), binds="happening", units=100))
@dataclass(frozen=True, slots=True, eq=False)
class Watch(StatementNode):
    """Sets a watch, which keeps the values of the locals `captured`."""

    identity: str
    event: Event
    every: int
    happening: Local
    captured: tuple[Local, ...]
    condition: Expression | None
    life: str
    body: Body
    me: Expression
    of_powers: bool = False
    """Whether it lets powers run that wait for the event."""


@operation(Traits(writes=state(StatePart.WATCHES)), "stop watching")
@dataclass(frozen=True, slots=True, eq=False)
class StopWatching(StatementNode):
    """Ends the watch whose body this is."""


@operation(
    Traits(writes=state(StatePart.FLOW), commits=True, asks=True, binds="said", units=200),
    "ask {players} at {identity!q}[ as {said!t}][ keeping {captured!t}]:",
)
@dataclass(frozen=True, slots=True, eq=False)
class Ask(StatementNode):
    """Asks several players at once: each runs the body as `me`, with copies of the locals `captured`; commits.

    Their answers are of the type `answer`; `said` is the list of them, one for each player of the game, none where
    there is no answer. Both are None where nobody answers.
    """

    identity: str
    players: Expression
    said: Local | None
    answer: Type | None
    captured: tuple[Local, ...]
    body: Body


@operation(Traits(writes=state(StatePart.FLOW), needs_player=True, units=5), "answer {value}[ as {me}]")
@dataclass(frozen=True, slots=True, eq=False)
class Answer(StatementNode):
    """Gives the answer of a player to the question around it; the last one counts."""

    identity: str
    value: Expression
    me: Expression


@operation(Traits(binds="local"), "as {local} = {player}[ in {window!q}]:")
@dataclass(frozen=True, slots=True, eq=False)
class As(StatementNode):
    """Runs a body in the name of another player; `window` is the identity of the window in which the player is asked,
    None elsewhere."""

    local: Local
    player: Expression
    body: Body
    window: str | None = None


@operation(Traits(writes=state(StatePart.LOG), units=1000), "say {label}[ as {me}]")
@dataclass(frozen=True, slots=True, eq=False)
class Say(StatementNode):
    """Tells a text to those who may read it."""

    label: Label
    me: Expression | None = None


@operation(Traits(writes=state(StatePart.LOG), units=1000), "pause {label}[ as {me}]")
@dataclass(frozen=True, slots=True, eq=False)
class Pause(StatementNode):
    """Names a moment at which people may look at the table."""

    label: Label
    me: Expression | None = None


@operation(Traits(writes=state(StatePart.FLOW)), "end game")
@dataclass(frozen=True, slots=True, eq=False)
class EndGame(StatementNode):
    """Ends the game."""


@operation(Traits(writes=state(StatePart.FLOW)), "end action of {decisions}")
@dataclass(frozen=True, slots=True, eq=False)
class EndAction(StatementNode):
    """Marks where the action ends that one of these decisions began; only lowering writes it."""

    decisions: tuple[int, ...]


@operation(Traits(writes=state(StatePart.FLOW), binds="said", units=20), "let {said!t} = answers at {identity!q}")
@dataclass(frozen=True, slots=True, eq=False)
class Hear(StatementNode):
    """Binds a local to the list of the answers to a question; only lowering writes it."""

    identity: str
    said: Local


def bound_local(node: Node) -> Local | None:
    """The local that begins with a node; None if none does."""
    field = traits_of(node).binds
    local: Binder | Local | None = getattr(node, field) if field else None
    return local.local if isinstance(local, Binder) else local


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
    | Pause
    | EndGame
    | EndAction
    | Hear
)
"""Every statement there is."""


Body = tuple[Statement, ...]
