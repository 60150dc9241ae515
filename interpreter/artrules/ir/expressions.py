"""The kernel's expressions: pure, typed, never deciding. `docs/kernel.md` describes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from artrules.ir.declarations import (
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
from artrules.ir.node import Node
from artrules.ir.types import Type


@dataclass(frozen=True, slots=True, eq=False)
class ExpressionNode(Node):
    """The base of all expressions. `type` is the type of the value.

    Annotate with `Expression`, the closed union of all of them below, so that mypy can prove a `match` complete.
    """

    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Constant(ExpressionNode):
    """A number, truth value, none, or the index of a member of an enum."""

    value: Any


@dataclass(frozen=True, slots=True, eq=False)
class Local(ExpressionNode):
    """A name bound in the code: `me`, `self`, a parameter, a binder's or a `let`'s. `name` is unique in its body."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class VariableOf(ExpressionNode):
    declaration: Variable
    owner: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class AttributeOf(ExpressionNode):
    declaration: Attribute
    card: Expression


@dataclass(frozen=True, slots=True, eq=False)
class FaceOf(ExpressionNode):
    card: Expression


@dataclass(frozen=True, slots=True, eq=False)
class IsKind(ExpressionNode):
    card: Expression
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class FieldOf(ExpressionNode):
    event: Event
    declaration: Field
    happening: Expression


@dataclass(frozen=True, slots=True, eq=False)
class PropertyOf(ExpressionNode):
    enum: str
    property: str
    member: Expression


@dataclass(frozen=True, slots=True, eq=False)
class PowerAttributeOf(ExpressionNode):
    attribute: str
    power: Expression


@dataclass(frozen=True, slots=True, eq=False)
class PowersOf(ExpressionNode):
    """The powers of a card: its own, then those it gained. The list only grows while it is gone through."""

    card: Expression


@dataclass(frozen=True, slots=True, eq=False)
class ZoneOf(ExpressionNode):
    declaration: ZoneDeclaration
    owner: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class SettingValue(ExpressionNode):
    declaration: Setting


@dataclass(frozen=True, slots=True, eq=False)
class AllCards(ExpressionNode):
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class AllMembers(ExpressionNode):
    enum: str


@dataclass(frozen=True, slots=True, eq=False)
class AllPlayers(ExpressionNode):
    pass


@dataclass(frozen=True, slots=True, eq=False)
class RoundNumber(ExpressionNode):
    pass


@dataclass(frozen=True, slots=True, eq=False)
class Happenings(ExpressionNode):
    event: Event


@dataclass(frozen=True, slots=True, eq=False)
class Span_(ExpressionNode):
    """The numbers from low to high."""

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True, eq=False)
class TopOf(ExpressionNode):
    """The card at an end of a pile (fails when there is none), or with a count a list of at most so many."""

    zone: Expression
    count: Expression | None
    from_bottom: bool


@dataclass(frozen=True, slots=True, eq=False)
class Listing(ExpressionNode):
    """A literal list; of a set type it is a set."""

    items: Sequence[Expression]


@dataclass(frozen=True, slots=True, eq=False)
class Operation(ExpressionNode):
    """`operator` is one of: + - * / % negative and or not = != < <= > >= in, not in, shares, item, join and without
    (lists, sets)."""

    operator: str
    operands: Sequence[Expression]


@dataclass(frozen=True, slots=True, eq=False)
class Either(ExpressionNode):
    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Call(ExpressionNode):
    function: Function
    arguments: Sequence[Expression]
    me: Expression | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Lookup(ExpressionNode):
    table: Table
    argument: Expression


@dataclass(frozen=True, slots=True, eq=False)
class ScoreOf(ExpressionNode):
    """The sum of the labelled parts of a player's score."""

    player: Expression


@dataclass(frozen=True, slots=True, eq=False)
class BuiltinCall(ExpressionNode):
    """`me` is the player in whose name it is asked, where there is one."""

    builtin: Builtin
    arguments: Sequence[Expression]
    me: Expression | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Binder(Node):
    local: Local
    domain: Expression
    condition: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class Fold(ExpressionNode):
    """`kind` is one of: count those any no first last sum max min list sorted."""

    kind: str
    binders: Sequence[Binder]
    value: Expression | None
    otherwise: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class Largest(ExpressionNode):
    """max or min of several numbers."""

    kind: str
    items: Sequence[Expression]


@dataclass(frozen=True, slots=True, eq=False)
class Best(ExpressionNode):
    binder: Binder
    keys: Sequence[tuple[str, Expression]]


@dataclass(frozen=True, slots=True, eq=False)
class Checked(ExpressionNode):
    """A number that must lie in its type's bounds: tested as it runs, a fault of the content when it doesn't."""

    value: Expression
    low: int
    high: int
    what: str


Expression = (
    Constant
    | Local
    | VariableOf
    | AttributeOf
    | FaceOf
    | IsKind
    | FieldOf
    | PropertyOf
    | PowerAttributeOf
    | PowersOf
    | ZoneOf
    | SettingValue
    | AllCards
    | AllMembers
    | AllPlayers
    | RoundNumber
    | Happenings
    | Span_
    | TopOf
    | Listing
    | Operation
    | Either
    | Call
    | Lookup
    | ScoreOf
    | BuiltinCall
    | Fold
    | Largest
    | Best
    | Checked
)
"""Every expression there is."""
