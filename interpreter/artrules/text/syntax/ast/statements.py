"""Statements: what happens, and what players are asked. `Statement` is the closed union of them. It has four parts, of
which each has a module of its own in `artrules.model.elaborate`."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from artrules.text.record import dataclass
from artrules.text.syntax.ast.expressions import Binder, Call, Expression
from artrules.text.syntax.ast.node import Identifier, Node, Rules, Text


@dataclass(frozen=True, slots=True)
class Suite(Node):
    """Statements that run one after another: a whole effect, or what stands under a line that ends with `:`."""

    RULES: ClassVar[Rules] = {"effect": None, "suite": None}

    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let name = value`."""

    name: Identifier
    value: Expression


@dataclass(frozen=True, slots=True)
class Becomes(Node):
    """`place becomes value`."""

    place: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Change(Node):
    """`place += value`, `place -= value`."""

    RULES: ClassVar[Rules] = {"add": "+", "take": "-"}

    operator: Literal["+", "-"]
    place: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Gains(Node):
    """`card gains power`."""

    card: Expression
    power: Expression


@dataclass(frozen=True, slots=True)
class Gift(Node):
    """`attribute value` in `gets`; without a value `yes` is meant."""

    attribute: Identifier
    value: Expression | None


@dataclass(frozen=True, slots=True)
class Gets(Node):
    """`card gets attribute value, … until life ends`; without a life as long as the card is in play."""

    card: Expression
    gifts: tuple[Gift, ...]
    life: Identifier | None
    how: Literal["ends", "begins"] | None


@dataclass(frozen=True, slots=True)
class Copies(Node):
    """`card copies original`."""

    card: Expression
    original: Expression


@dataclass(frozen=True, slots=True)
class Create(Node):
    """`create pieces to top of zone as name`."""

    pieces: Identifier
    which_end: Literal["top", "bottom"] | None
    zone: Expression
    name: Identifier | None


@dataclass(frozen=True, slots=True)
class Gaining(Node):
    """`card gains power as name:` with a suite, after which the card loses the power again."""

    card: Expression
    power: Expression
    name: Identifier
    body: Suite


@dataclass(frozen=True, slots=True)
class Move(Node):
    """`move cards to top of zone at position facing face`."""

    cards: Expression
    which_end: Literal["top", "bottom"] | None
    zone: Expression
    position: Expression | None
    face: Identifier | None


@dataclass(frozen=True, slots=True)
class Show(Node):
    """`show cards to seats`; no `seats` for `everyone`."""

    cards: Expression
    seats: Expression | None


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    """`shuffle zone`."""

    zone: Expression


@dataclass(frozen=True, slots=True)
class Random(Node):
    """`random binder`: binds a name to one of the values by chance."""

    binder: Binder


@dataclass(frozen=True, slots=True)
class RandomBy(Node):
    """`random name by call`: binds a name to what a plugin's way to draw gives. `word` stands where `by` belongs."""

    name: Identifier
    word: Identifier
    call: Call


@dataclass(frozen=True, slots=True)
class Require(Node):
    """`require condition else "reason"`."""

    condition: Expression
    reason: Text | None


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`name: value` in `announce`."""

    name: Identifier
    value: Expression


@dataclass(frozen=True, slots=True)
class Announce(Node):
    """`announce event(fields)`."""

    event: Identifier
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Perform(Node):
    """A call of a procedure."""

    call: Call


@dataclass(frozen=True, slots=True)
class Use(Node):
    """`use power`, or `use power for happening` of a power that waited for it."""

    power: Expression
    happening: Expression | None


@dataclass(frozen=True, slots=True)
class Stop(Node):
    """`stop`: leaves the innermost loop."""


@dataclass(frozen=True, slots=True)
class StopWatching(Node):
    """`stop watching`: ends the watch in which it stands."""


@dataclass(frozen=True, slots=True)
class EndGame(Node):
    """`end game`."""


@dataclass(frozen=True, slots=True)
class Skip(Node):
    """`skip`: does nothing."""


@dataclass(frozen=True, slots=True)
class Say(Node):
    """`say "text"`."""

    text: Text


@dataclass(frozen=True, slots=True)
class Pause(Node):
    """`pause "text"`."""

    text: Text


@dataclass(frozen=True, slots=True)
class Elif(Node):
    """`elif condition:` with its suite."""

    condition: Expression
    then: Suite


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if condition:` with its suite, any number of `elif`, and perhaps `else:`."""

    condition: Expression
    then: Suite
    elifs: tuple[Elif, ...]
    otherwise: Suite | None


@dataclass(frozen=True, slots=True)
class For(Node):
    """`for binders:` with its suite."""

    binders: tuple[Binder, ...]
    body: Suite


@dataclass(frozen=True, slots=True)
class RepeatLimit(Node):
    """`until value`, `while value` or `value times`."""

    RULES: ClassVar[Rules] = {"until": "until", "while_": "while", "times": "times"}

    kind: Literal["until", "while", "times"]
    value: Expression


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`repeat limit:` with its suite; without a limit, until a `stop`."""

    limit: RepeatLimit | None
    body: Suite


@dataclass(frozen=True, slots=True)
class As(Node):
    """`as player:` with a suite in which that player acts."""

    player: Expression
    body: Suite


@dataclass(frozen=True, slots=True)
class Window(Node):
    """`ask binder from player until all pass, at most count:` with the suite that each of them runs when asked."""

    binder: Binder | None
    first: Expression
    who: Identifier
    """`all` …"""
    does: Identifier
    """… and `pass`, which are no reserved words."""
    most: str
    """Digits, as written."""
    body: Suite


@dataclass(frozen=True, slots=True)
class Pass(Node):
    """`pass`: the player who is asked passes."""

    word: Identifier


@dataclass(frozen=True, slots=True)
class Watch(Node):
    """`watch every count event as name where condition until life ends:` with its suite. Of a life that is named after
    what begins then, `how` is `begins`."""

    every: str | None
    """Digits, as written."""
    event: Identifier
    name: Identifier
    condition: Expression | None
    life: Identifier
    how: Literal["ends", "begins"]
    body: Suite


@dataclass(frozen=True, slots=True)
class Boundary(Node):
    """`start of name`, `end of my name`: a boundary of the round, of a turn or of a phase."""

    RULES: ClassVar[Rules] = {"boundary": False, "my_boundary": True}

    is_mine: bool
    side: Literal["start", "end"]
    of: Identifier


@dataclass(frozen=True, slots=True)
class Happens(Node):
    """`event as name where condition`: what a power waits for."""

    event: Identifier
    name: Identifier | None
    condition: Expression | None


@dataclass(frozen=True, slots=True)
class Reached(Node):
    """`start of my turn where condition`: a boundary that a power waits for."""

    boundary: Boundary
    condition: Expression | None


@dataclass(frozen=True, slots=True)
class At(Node):
    """`at boundary:` with a suite that runs the next time that the boundary is reached."""

    boundary: Boundary
    body: Suite


@dataclass(frozen=True, slots=True)
class AtEvery(Node):
    """`at every boundary until life ends:` with a suite that runs each time."""

    boundary: Boundary
    life: Identifier
    how: Literal["ends", "begins"]
    body: Suite


@dataclass(frozen=True, slots=True)
class Ask(Node):
    """`ask players at once as name:` with the suite that each of them runs."""

    players: Expression
    when: Identifier
    """`once`, which is no reserved word."""
    name: Identifier | None
    body: Suite


@dataclass(frozen=True, slots=True)
class Answer(Node):
    """`answer value`."""

    value: Expression


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose "label" for binders`: one decision whose values are bound for the rest of the suite."""

    label: Text | None
    binders: tuple[Binder, ...]


@dataclass(frozen=True, slots=True)
class ChooseFrom(Node):
    """`choose from menu`."""

    menu: Identifier


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """`"label" for binders if guard else "reason" limit limit:` with its suite, in `choose one`."""

    label: Text
    binders: tuple[Binder, ...]
    guard: Expression | None
    reason: Text | None
    limit: Identifier | None
    body: Suite


@dataclass(frozen=True, slots=True)
class ChooseOne(Node):
    """`choose one:` with its branches."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Worth(Node):
    """`worth value`: how much a thing pays of one cost."""

    value: Expression


@dataclass(frozen=True, slots=True)
class Covers(Node):
    """`covers resources costs price`: of which resources a thing pays one unit. `word` stands where `covers` belongs,
    `second_word` where `costs` does."""

    word: Identifier
    resources: Expression
    second_word: Identifier | None
    price: Expression | None


@dataclass(frozen=True, slots=True)
class Collected(Node):
    """`"label" for binders measure:` with its suite, in `collect`."""

    label: Text
    binders: tuple[Binder, ...]
    measure: Worth | Covers
    body: Suite


@dataclass(frozen=True, slots=True)
class Counted(Node):
    """`for binders measure`, in `collect`: what counts by itself."""

    binders: tuple[Binder, ...]
    measure: Worth | Covers


@dataclass(frozen=True, slots=True)
class Collect(Node):
    """`collect cost for resource, at most budget:` with the ways to pay. Without `resource`, the cost is one number."""

    cost: Expression
    resource: Binder | None
    budget: Expression | None
    ways: tuple[Collected | Counted, ...]


@dataclass(frozen=True, slots=True)
class Declined(Node):
    """`else "label":` with its suite: how declining is called, and what happens then."""

    label: Text | None
    body: Suite


@dataclass(frozen=True, slots=True)
class May(Node):
    """`may "label" for binders if guard:` with its suite, and perhaps `else:`."""

    label: Text
    binders: tuple[Binder, ...]
    guard: Expression | None
    body: Suite
    declined: Declined | None


@dataclass(frozen=True, slots=True)
class MayChoose(Node):
    """`may choose binders:` with its suite, and perhaps `else:`."""

    binders: tuple[Binder, ...]
    body: Suite
    declined: Declined | None


@dataclass(frozen=True, slots=True)
class MayUse(Node):
    """`may use power`, and perhaps `else:`."""

    power: Expression
    declined: Declined | None


DirectStatement: TypeAlias = (
    Let
    | Becomes
    | Change
    | Gains
    | Gets
    | Gaining
    | Copies
    | Create
    | Move
    | Show
    | Shuffle
    | Random
    | RandomBy
    | Perform
)
"""What changes values and cards at once."""
ControlStatement: TypeAlias = If | For | Repeat | Stop | As | Window | Pass | Require | Say | Pause | EndGame | Skip
"""What runs or leaves suites, and what only refuses, tells or ends."""
ChoiceStatement: TypeAlias = Choose | ChooseFrom | ChooseOne | May | MayChoose | MayUse | Use
"""What asks a player, but for `Collect`, which asks again and again."""
LaterStatement: TypeAlias = Announce | Watch | StopWatching | At | AtEvery | Ask | Answer
"""What happens, waits for that, or asks several at once."""
Statement: TypeAlias = DirectStatement | ControlStatement | ChoiceStatement | Collect | LaterStatement
