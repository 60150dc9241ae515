"""The expressions: pure, typed, never deciding. `docs/inside/machine.md` describes them."""

from __future__ import annotations

from typing import Any, Literal

from artrules.model.ir.builtins import Builtin
from artrules.model.ir.declarations import (
    Attribute,
    Event,
    Field,
    Function,
    Pieces,
    PluginFunction,
    Procedure,
    Setting,
    Table,
    Variable,
    ZoneDeclaration,
)
from artrules.model.ir.node import Node, Runs, StatePart, Traits, operation, state
from artrules.model.ir.operators import OPERATORS, OperatorName
from artrules.model.ir.types import Number, Type
from artrules.text.record import dataclass

PURE = Traits()
"""Only gives a value, made of its operands and of facts that never change."""


@dataclass(frozen=True, slots=True, eq=False)
class ExpressionNode(Node):
    """The base of all expressions. `type` is the type of the value.

    Annotate with `Expression`, the closed union of all of them below, so that mypy can prove a `match` complete.
    """

    type: Type


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class Constant(ExpressionNode):
    """A fixed value: a number, truth value, none, the index of a member of an enum, or a list or set of such."""

    value: Any


@operation(PURE, "{name}")
@dataclass(frozen=True, slots=True, eq=False)
class Local(ExpressionNode):
    """What a name of the code is bound to: a parameter, `me`, `self`, or what a binder or a `let` has bound.

    `name` is unique in its body.
    """

    name: str


@operation(Traits(reads=state(StatePart.VARIABLES)))
@dataclass(frozen=True, slots=True, eq=False)
class VariableOf(ExpressionNode):
    """A variable, of the game or of an owner."""

    declaration: Variable
    owner: Expression | None


def _traits_of_attribute(node: AttributeOf) -> Traits:
    return PURE if node.declaration.printed else Traits(reads=state(StatePart.ATTRIBUTES))


@operation(_traits_of_attribute, "{card}.{declaration!n}")
@dataclass(frozen=True, slots=True, eq=False)
class AttributeOf(ExpressionNode):
    """An attribute of a card."""

    declaration: Attribute
    card: Expression


def _traits_of_shared_attribute(node: SharedAttribute) -> Traits:
    printed = all(attribute.printed for attribute in node.declarations)
    return PURE if printed else Traits(reads=state(StatePart.ATTRIBUTES))


@operation(_traits_of_shared_attribute)
@dataclass(frozen=True, slots=True, eq=False)
class SharedAttribute(ExpressionNode):
    """An attribute that several kinds have, of a card of one of them."""

    declarations: tuple[Attribute, ...]
    card: Expression


@operation(Traits(reads=state(StatePart.FACES)), "{card}.face")
@dataclass(frozen=True, slots=True, eq=False)
class FaceOf(ExpressionNode):
    """Whether a card lies face up or down."""

    card: Expression


@operation(PURE, "({card} is a {kind})")
@dataclass(frozen=True, slots=True, eq=False)
class IsKind(ExpressionNode):
    """Whether a card is of a kind."""

    card: Expression
    kind: str


@operation(PURE, "({card} is of {pieces!n})")
@dataclass(frozen=True, slots=True, eq=False)
class IsOfPieces(ExpressionNode):
    """Whether a card is one of some pieces."""

    card: Expression
    pieces: Pieces


@operation(Traits(reads=state(StatePart.RECORDS), faults=True), "{happening}.{declaration!n}")
@dataclass(frozen=True, slots=True, eq=False)
class FieldOf(ExpressionNode):
    """A field of a happening."""

    event: Event
    declaration: Field
    happening: Expression


@operation(PURE, "{member}.{property}")
@dataclass(frozen=True, slots=True, eq=False)
class PropertyOf(ExpressionNode):
    """A property of a member of an enum."""

    enum: str
    property: str
    member: Expression


@operation(Traits(reads=state(StatePart.POWERS)), "{power}.{attribute}")
@dataclass(frozen=True, slots=True, eq=False)
class PowerAttributeOf(ExpressionNode):
    """An attribute of a power."""

    attribute: str
    power: Expression


@operation(Traits(reads=state(StatePart.POWERS), units=21), "{card}.powers")
@dataclass(frozen=True, slots=True, eq=False)
class PowersOf(ExpressionNode):
    """The powers of a card: its own, then those that it has gained.

    The list only grows while it is gone through.
    """

    card: Expression


@operation(Traits(reads=state(StatePart.ZONES)))
@dataclass(frozen=True, slots=True, eq=False)
class ZoneOf(ExpressionNode):
    """A zone, of the game, of an owner or of two."""

    declaration: ZoneDeclaration
    owner: Expression | None
    second: Expression | None = None


@operation(PURE, "setting {declaration!n}")
@dataclass(frozen=True, slots=True, eq=False)
class SettingValue(ExpressionNode):
    """A setting of the game."""

    declaration: Setting


@operation(PURE, "all {kind}")
@dataclass(frozen=True, slots=True, eq=False)
class AllCards(ExpressionNode):
    """All cards of a kind."""

    kind: str


@operation(PURE, "all {enum}")
@dataclass(frozen=True, slots=True, eq=False)
class AllMembers(ExpressionNode):
    """All members of an enum."""

    enum: str


@operation(PURE, "all players")
@dataclass(frozen=True, slots=True, eq=False)
class AllPlayers(ExpressionNode):
    """All players. There are `at_least` so many in every game."""

    at_least: int = 1


@operation(Traits(reads=state(StatePart.FLOW)), "round_number")
@dataclass(frozen=True, slots=True, eq=False)
class RoundNumber(ExpressionNode):
    """The number of the round."""


@operation(Traits(reads=state(StatePart.RECORDS), units=11), "all {event}")
@dataclass(frozen=True, slots=True, eq=False)
class Happenings(ExpressionNode):
    """All happenings of an event that are kept."""

    event: Event


@operation(PURE, "({low}..{high})")
@dataclass(frozen=True, slots=True, eq=False)
class Span_(ExpressionNode):
    """The numbers from `low` to `high`."""

    low: Expression
    high: Expression


def _traits_of_top(node: TopOf) -> Traits:
    return Traits(fails="the pile may be empty") if node.count is None else PURE


@operation(_traits_of_top)
@dataclass(frozen=True, slots=True, eq=False)
class TopOf(ExpressionNode):
    """The card at an end of a zone, which fails when there is none, or a list of at most `count` from there."""

    zone: Expression
    count: Expression | None
    from_bottom: bool


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class Listing(ExpressionNode):
    """A list or set of some values."""

    items: tuple[Expression, ...]


def _traits_of_operation(node: Operation) -> Traits:
    operator = OPERATORS.get(node.operator)
    if operator is None or operator.fails is None or is_one_of_all(node):
        return PURE
    last = node.operands[-1]
    if operator.fails_by_zero_only and isinstance(last, Constant) and last.value:
        return PURE
    return Traits(fails=operator.fails)


def is_one_of_all(node: Operation) -> bool:
    """Whether this is the first of the best of all players or members, or a player by a number that every game has:
    there always is one."""
    match node.operator, node.operands:
        case "item", (AllPlayers(at_least=at_least), ExpressionNode(type=Number(low, high))):
            return low >= 1 and high <= at_least
        case "item", (Best(binder=Binder(domain=AllPlayers() | AllMembers(), condition=None)), Constant(value=1)):
            return True
    return False


@operation(_traits_of_operation)
@dataclass(frozen=True, slots=True, eq=False)
class Operation(ExpressionNode):
    """What an operator makes of one or two operands (see below); fails if its operator may."""

    operator: OperatorName
    operands: tuple[Expression, ...]


@operation(PURE, "({then} if {condition} else {otherwise})")
@dataclass(frozen=True, slots=True, eq=False)
class Either(ExpressionNode):
    """One value or another, by a condition."""

    condition: Expression
    then: Expression
    otherwise: Expression


@operation(Traits(runs=Runs.FUNCTION, units=5))
@dataclass(frozen=True, slots=True, eq=False)
class Call(ExpressionNode):
    """The value of a function; fails if that may."""

    function: Function
    arguments: tuple[Expression, ...]
    me: Expression | None = None


@operation(lambda call: Traits(faults=True, units=call.function.work), "{function}({arguments})")
@dataclass(frozen=True, slots=True, eq=False)
class PluginCall(ExpressionNode):
    """What a pure function of a plugin gives; a plugin that fails, or gives something else than it has declared, is a
    *fault*."""

    function: PluginFunction
    arguments: tuple[Expression, ...]


@operation(PURE, "result of {procedure}")
@dataclass(frozen=True, slots=True, eq=False)
class ResultOf(ExpressionNode):
    """What the procedure has given whose call is the statement before."""

    procedure: Procedure


@operation(PURE, "{table}({argument})")
@dataclass(frozen=True, slots=True, eq=False)
class Lookup(ExpressionNode):
    """An entry of a table of numbers."""

    table: Table
    argument: Expression


@operation(Traits(runs=Runs.SCORE), "score({player})")
@dataclass(frozen=True, slots=True, eq=False)
class ScoreOf(ExpressionNode):
    """The score of a player: the sum of its labelled parts."""

    player: Expression


@operation(lambda call: call.builtin.traits)
@dataclass(frozen=True, slots=True, eq=False)
class BuiltinCall(ExpressionNode):
    """A function of the language itself (`artrules.model.ir.builtins`).

    `me` is the player in whose name it is asked, where there is one.
    """

    builtin: Builtin
    arguments: tuple[Expression, ...]
    me: Expression | None = None


Quantifier = Literal["count", "any", "no", "those", "first", "last"]
"""The folds that look only at which values pass their binders."""
Reduction = Literal["sum", "max", "min", "union", "latest", "list", "sorted"]
"""The folds that evaluate an expression for each value that passes their binders. `latest` is the last of its values;
for none of them, that of `otherwise`."""


@operation(Traits(binds="local"))
@dataclass(frozen=True, slots=True, eq=False)
class Binder(Node):
    local: Local
    domain: Expression
    condition: Expression | None


def _traits_of_fold(node: Fold) -> Traits:
    if node.kind in ("max", "min") and node.otherwise is None:
        return Traits(fails=f"`{node.kind}` may have nothing to go over")
    return PURE


@operation(_traits_of_fold)
@dataclass(frozen=True, slots=True, eq=False)
class Fold(ExpressionNode):
    """What comes of going through domains: how many there are, whether there is any, the first, the sum, a list …;
    fails for the largest or smallest of nothing.

    `value` is what is added up, compared or listed for each of them; it is None for a `Quantifier`. `otherwise` is the
    result where the binders have no values, or None. `first` and `last` give `none` then where there is no `otherwise`.
    """

    kind: Quantifier | Reduction
    binders: tuple[Binder, ...]
    value: Expression | None
    otherwise: Expression | None


@operation(PURE, "{kind}({items})")
@dataclass(frozen=True, slots=True, eq=False)
class Largest(ExpressionNode):
    """The largest or smallest of several numbers."""

    kind: Literal["max", "min"]
    items: tuple[Expression, ...]


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class Best(ExpressionNode):
    """Those of a domain for which some numbers are largest or smallest."""

    binder: Binder
    keys: tuple[tuple[str, Expression], ...]


@operation(Traits(faults=True), "check({value} in {low}..{high}, {what!q})")
@dataclass(frozen=True, slots=True, eq=False)
class Checked(ExpressionNode):
    """A number or set that must lie within bounds; outside of them the game stops with a *fault*; where it may be none,
    none is right."""

    value: Expression
    low: int
    high: int
    what: str


Expression = (
    Constant
    | Local
    | VariableOf
    | AttributeOf
    | SharedAttribute
    | FaceOf
    | IsKind
    | IsOfPieces
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
    | ResultOf
    | PluginCall
    | Lookup
    | ScoreOf
    | BuiltinCall
    | Fold
    | Largest
    | Best
    | Checked
)
"""Every expression there is."""
