"""The kernel's expressions: pure, typed, never deciding. `docs/kernel.md` describes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from artrules.kernel.declarations import (
    Attribute,
    Builtin,
    Event,
    Field,
    Function,
    Setting,
    Table,
    Variable,
    ZoneDeclaration,
)
from artrules.kernel.node import Node
from artrules.kernel.type import Type


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
