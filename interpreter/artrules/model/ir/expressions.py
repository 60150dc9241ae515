"""The expressions: pure, typed, never deciding. `docs/inside/machine.md` describes them."""

from __future__ import annotations

from typing import Any, Literal

from artrules.model.ir.builtins import Builtin
from artrules.model.ir.declarations import (
    Attribute,
    Event,
    Field,
    Function,
    PluginFunction,
    Procedure,
    Setting,
    Table,
    Variable,
    ZoneDeclaration,
)
from artrules.model.ir.node import Node, Runs, StatePart, Traits, operation, state
from artrules.model.ir.operators import OPERATORS, OperatorName
from artrules.model.ir.types import Type
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
    """A number, truth value, none, or the index of a member of an enum."""

    value: Any


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class Local(ExpressionNode):
    """A name bound in the code: `me`, `self`, a parameter, a binder's or a `let`'s. `name` is unique in its body."""

    name: str


@operation(Traits(reads=state(StatePart.VARIABLES)))
@dataclass(frozen=True, slots=True, eq=False)
class VariableOf(ExpressionNode):
    declaration: Variable
    owner: Expression | None


def _traits_of_attribute(node: AttributeOf) -> Traits:
    return PURE if node.declaration.printed else Traits(reads=state(StatePart.ATTRIBUTES))


@operation(_traits_of_attribute)
@dataclass(frozen=True, slots=True, eq=False)
class AttributeOf(ExpressionNode):
    declaration: Attribute
    card: Expression


def _traits_of_shared_attribute(node: SharedAttribute) -> Traits:
    printed = all(attribute.printed for attribute in node.declarations)
    return PURE if printed else Traits(reads=state(StatePart.ATTRIBUTES))


@operation(_traits_of_shared_attribute)
@dataclass(frozen=True, slots=True, eq=False)
class SharedAttribute(ExpressionNode):
    """An attribute of a card that may be of several kinds: each of them has one with this name."""

    declarations: tuple[Attribute, ...]
    card: Expression


@operation(Traits(reads=state(StatePart.FACES)))
@dataclass(frozen=True, slots=True, eq=False)
class FaceOf(ExpressionNode):
    card: Expression


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class IsKind(ExpressionNode):
    card: Expression
    kind: str


@operation(Traits(reads=state(StatePart.RECORDS), faults=True))
@dataclass(frozen=True, slots=True, eq=False)
class FieldOf(ExpressionNode):
    event: Event
    declaration: Field
    happening: Expression


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class PropertyOf(ExpressionNode):
    enum: str
    property: str
    member: Expression


@operation(Traits(reads=state(StatePart.POWERS)))
@dataclass(frozen=True, slots=True, eq=False)
class PowerAttributeOf(ExpressionNode):
    attribute: str
    power: Expression


@operation(Traits(reads=state(StatePart.POWERS), units=21))
@dataclass(frozen=True, slots=True, eq=False)
class PowersOf(ExpressionNode):
    """The powers of a card: its own, then those it gained. The list only grows while it is gone through."""

    card: Expression


@operation(Traits(reads=state(StatePart.ZONES)))
@dataclass(frozen=True, slots=True, eq=False)
class ZoneOf(ExpressionNode):
    """A zone; `second` is its second owner, if it has two."""

    declaration: ZoneDeclaration
    owner: Expression | None
    second: Expression | None = None


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class SettingValue(ExpressionNode):
    declaration: Setting


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class AllCards(ExpressionNode):
    kind: str


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class AllMembers(ExpressionNode):
    enum: str


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class AllPlayers(ExpressionNode):
    pass


@operation(Traits(reads=state(StatePart.FLOW)))
@dataclass(frozen=True, slots=True, eq=False)
class RoundNumber(ExpressionNode):
    pass


@operation(Traits(reads=state(StatePart.RECORDS), units=11))
@dataclass(frozen=True, slots=True, eq=False)
class Happenings(ExpressionNode):
    event: Event


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class Span_(ExpressionNode):
    """The numbers from low to high."""

    low: Expression
    high: Expression


def _traits_of_top(node: TopOf) -> Traits:
    return Traits(fails="the pile may be empty") if node.count is None else PURE


@operation(_traits_of_top)
@dataclass(frozen=True, slots=True, eq=False)
class TopOf(ExpressionNode):
    """The card at an end of a pile (fails when there is none), or with a count a list of at most so many."""

    zone: Expression
    count: Expression | None
    from_bottom: bool


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class Listing(ExpressionNode):
    """A literal list; of a set type it is a set."""

    items: tuple[Expression, ...]


def _traits_of_operation(node: Operation) -> Traits:
    operator = OPERATORS.get(node.operator)
    if operator is None or operator.fails is None or _is_one_of_all(node):
        return PURE
    last = node.operands[-1]
    if operator.fails_by_zero_only and isinstance(last, Constant) and last.value:
        return PURE
    return Traits(fails=operator.fails)


def _is_one_of_all(node: Operation) -> bool:
    """Whether this is the first of the best of all players or members: there always is one."""
    match node.operator, node.operands:
        case "item", (Best(binder=Binder(domain=AllPlayers() | AllMembers(), condition=None)), Constant(value=1)):
            return True
    return False


@operation(_traits_of_operation)
@dataclass(frozen=True, slots=True, eq=False)
class Operation(ExpressionNode):
    """The result of an operator for its operands. `OPERATORS` describes each operator under its name."""

    operator: OperatorName
    operands: tuple[Expression, ...]


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class Either(ExpressionNode):
    condition: Expression
    then: Expression
    otherwise: Expression


@operation(Traits(runs=Runs.FUNCTION, units=5))
@dataclass(frozen=True, slots=True, eq=False)
class Call(ExpressionNode):
    function: Function
    arguments: tuple[Expression, ...]
    me: Expression | None = None


@operation(lambda call: Traits(faults=True, units=call.function.work))
@dataclass(frozen=True, slots=True, eq=False)
class PluginCall(ExpressionNode):
    """The result of a pure function that a plugin brings. A plugin that fails, or breaks its word, is a fault."""

    function: PluginFunction
    arguments: tuple[Expression, ...]


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class ResultOf(ExpressionNode):
    """What the call of a procedure has given that was the statement before this one."""

    procedure: Procedure


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class Lookup(ExpressionNode):
    table: Table
    argument: Expression


@operation(Traits(runs=Runs.SCORE))
@dataclass(frozen=True, slots=True, eq=False)
class ScoreOf(ExpressionNode):
    """The sum of the labelled parts of a player's score."""

    player: Expression


@operation(lambda call: call.builtin.traits)
@dataclass(frozen=True, slots=True, eq=False)
class BuiltinCall(ExpressionNode):
    """`me` is the player in whose name it is asked, where there is one."""

    builtin: Builtin
    arguments: tuple[Expression, ...]
    me: Expression | None = None


Quantifier = Literal["count", "any", "no", "those", "first", "last"]
"""The folds that look only at which values pass their binders."""
Reduction = Literal["sum", "max", "min", "list", "sorted"]
"""The folds that evaluate an expression for each value that passes their binders."""


@operation(Traits(binds=True))
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
    """All values of some binders reduced to one value, such as their number or their sum.

    `value` is what is added up, compared or listed for each of them; it is None for a `Quantifier`. `otherwise` is the
    result where the binders have no values, or None. `first` and `last` give `none` then where there is no `otherwise`.
    """

    kind: Quantifier | Reduction
    binders: tuple[Binder, ...]
    value: Expression | None
    otherwise: Expression | None


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class Largest(ExpressionNode):
    """The greatest or least of several numbers."""

    kind: Literal["max", "min"]
    items: tuple[Expression, ...]


@operation(PURE)
@dataclass(frozen=True, slots=True, eq=False)
class Best(ExpressionNode):
    binder: Binder
    keys: tuple[tuple[str, Expression], ...]


@operation(Traits(faults=True))
@dataclass(frozen=True, slots=True, eq=False)
class Checked(ExpressionNode):
    """A number that must lie in its type's bounds: tested as it runs, a fault of the content when it doesn't.

    Where it may be none, none is right.
    """

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
