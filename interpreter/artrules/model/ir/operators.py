"""The operators of the IR, each described once: how it is printed, what it takes and gives, how it is lowered.

To add one: an entry in `_ENTRIES`. `python -m artrules.author.derive` writes the table in `docs/inside/machine.md`. If
no `Result` or `Lowering` fits, a new class for it, and its cases in `lower/`, where mypy asks for them, and in
`tests/model/ir/verify/`. Only code about logic and comparisons themselves, such as what a condition tells, knows
operators by their names."""

from collections.abc import Sequence
from enum import Enum
from typing import Literal, TypeVar, assert_never

from artrules.model.ir import types as ranges
from artrules.model.ir.types import Bool, ListOf, Member, Number, Player, Type, Zone, element
from artrules.text.record import dataclass

OperatorName = Literal[
    "not",
    "and",
    "or",
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "in",
    "not in",
    "shares",
    "negative",
    "+",
    "-",
    "*",
    "/",
    "%",
    "join",
    "without",
    "item",
    "place",
]
"""The names of the operators; each has its entry in `OPERATORS`."""
T = TypeVar("T")


class Operand(Enum):
    """Which values an operand may be, as the table says it."""

    TRUTH_VALUE = "a truth value"
    NUMBER = "a number"
    VALUE = "any value"
    GROUP = "a list, set or zone"
    LIST = "a list or zone"
    ONE_OF_ALL = "a player or a member"

    def takes(self, type_: Type) -> bool:
        """Whether values of a type may be given."""
        match self:
            case Operand.TRUTH_VALUE:
                return isinstance(type_, Bool)
            case Operand.NUMBER:
                return isinstance(type_, Number)
            case Operand.VALUE:
                return True
            case Operand.GROUP:
                return element(type_) is not None
            case Operand.LIST:
                return isinstance(type_, ListOf | Zone)
            case Operand.ONE_OF_ALL:
                return isinstance(type_, Player | Member)


class Compares(Enum):
    """Between what an operator looks for equal values. The types of both must have values in common."""

    NOTHING = "nothing"
    VALUES = "both operands"
    MEMBERSHIP = "the first operand and the things in the second"
    CONTENTS = "the things in both operands"


@dataclass(frozen=True, slots=True)
class TruthValue:
    """It gives a truth value."""

    compares: Compares = Compares.NOTHING


@dataclass(frozen=True, slots=True)
class NumberWithin:
    """It gives a number; `bounds` finds the least and the greatest one from the ranges of the operands."""

    bounds: ranges.Bounds


@dataclass(frozen=True, slots=True)
class NegatedNumber:
    """It gives its operand with the other sign."""


@dataclass(frozen=True, slots=True)
class BothTogether:
    """It gives a list or set of the things in both operands."""


@dataclass(frozen=True, slots=True)
class PartOfFirst:
    """It gives a list or set of some of the things in the first operand, which may be of the types of the second."""


@dataclass(frozen=True, slots=True)
class ItemOfFirst:
    """It gives one of the things in the first operand."""


@dataclass(frozen=True, slots=True)
class PlaceAmongAll:
    """It gives a number from 1 on: at most how many players or members there are."""


Result = TruthValue | NumberWithin | NegatedNumber | BothTogether | PartOfFirst | ItemOfFirst | PlaceAmongAll


@dataclass(frozen=True, slots=True)
class Prefix:
    """Lowered to an operator of machine code before its operand."""

    sign: Literal["not", "-"]


@dataclass(frozen=True, slots=True)
class Infix:
    """Lowered to an operator of machine code between its operands."""

    sign: Literal["and", "or", "<", "<=", ">", ">=", "+", "-", "*"]


@dataclass(frozen=True, slots=True)
class Division:
    """Lowered to a division that fails by 0, of which it gives the quotient or the remainder."""

    sign: Literal["//", "%"]


@dataclass(frozen=True, slots=True)
class SameValue:
    """Lowered to a test for equal values, or for different ones."""

    negated: bool


@dataclass(frozen=True, slots=True)
class IsMember:
    """Lowered to a test whether the second operand holds the first, or doesn't."""

    negated: bool


@dataclass(frozen=True, slots=True)
class Finds:
    """Lowered to a search: of the things in operand `of` (0 or 1) for one that is in the other operand, or with
    `outside` for one that isn't. With `none` it holds where there is no such thing."""

    of: int = 0
    outside: bool = False
    none: bool = False


@dataclass(frozen=True, slots=True)
class Joined:
    """Lowered to putting the things in both operands together."""


@dataclass(frozen=True, slots=True)
class TakenAway:
    """Lowered to going through the things in the first operand, and leaving out those in the second."""


@dataclass(frozen=True, slots=True)
class ItemAt:
    """Lowered to looking an item up by its position, counted from 1, which fails where there is none."""


@dataclass(frozen=True, slots=True)
class CountedFromOne:
    """Lowered to the number of a player or member, which counts from 0, and 1."""


Lowering = Prefix | Infix | Division | SameValue | IsMember | Finds | Joined | TakenAway | ItemAt | CountedFromOne


@dataclass(frozen=True, slots=True, eq=False)
class Operator:
    """An operator. In `printed`, `{0}` and `{1}` stand for its operands."""

    name: OperatorName
    printed: str
    operands: tuple[Operand, ...]
    result: Result
    lowering: Lowering
    summary: str
    fails: str | None = None
    """Why it may fail, as a sentence for the author; None if it never fails."""
    fails_by_zero_only: bool = False
    """It never fails where its second operand is a constant other than 0."""
    goes_through: tuple[int, ...] = ()
    """The operands that it goes through if they are lists, by their index from 0."""
    units_per_thing: int | None = None
    """Units of work for each thing that it goes through; None if that is as little as it can be, which is one."""

    def suits(self, types: Sequence[Type]) -> bool:
        """Whether it can be used on operands of some types."""
        if len(types) != len(self.operands):
            return False
        return all(operand.takes(type_) for operand, type_ in zip(self.operands, types, strict=True))

    @property
    def gives_group(self) -> bool:
        """Whether it gives a list or set put together from its operands."""
        return isinstance(self.result, BothTogether | PartOfFirst)

    def sources(self, operands: Sequence[T]) -> Sequence[T]:
        """Those of its operands whose things its result is, or is made of."""
        match self.result:
            case BothTogether():
                return operands
            case PartOfFirst() | ItemOfFirst():
                return operands[:1]
            case TruthValue() | NumberWithin() | NegatedNumber() | PlaceAmongAll():
                return ()
            case result:
                assert_never(result)


def _logical(name: Literal["and", "or"], summary: str) -> Operator:
    operands = (Operand.TRUTH_VALUE, Operand.TRUTH_VALUE)
    return Operator(name, f"({{0}} {name} {{1}})", operands, TruthValue(), Infix(name), summary)


def _ordering(name: Literal["<", "<=", ">", ">="], summary: str) -> Operator:
    operands = (Operand.NUMBER, Operand.NUMBER)
    return Operator(name, f"({{0}} {name} {{1}})", operands, TruthValue(), Infix(name), summary)


def _equality(name: OperatorName, summary: str, *, negated: bool) -> Operator:
    operands, result = (Operand.VALUE, Operand.VALUE), TruthValue(Compares.VALUES)
    return Operator(name, f"({{0}} {name} {{1}})", operands, result, SameValue(negated), summary, goes_through=(0, 1))


def _membership(name: OperatorName, summary: str, *, negated: bool) -> Operator:
    operands, result = (Operand.VALUE, Operand.GROUP), TruthValue(Compares.MEMBERSHIP)
    return Operator(name, f"({{0}} {name} {{1}})", operands, result, IsMember(negated), summary, goes_through=(1,))


def _arithmetic(name: OperatorName, bounds: ranges.Bounds, lowering: Infix | Division, summary: str) -> Operator:
    divides = isinstance(lowering, Division)
    return Operator(
        name,
        f"({{0}} {name} {{1}})",
        (Operand.NUMBER, Operand.NUMBER),
        NumberWithin(bounds),
        lowering,
        summary,
        fails="this may divide by 0" if divides else None,
        fails_by_zero_only=divides,
    )


def _on_groups(name: OperatorName, result: Result, lowering: Lowering, units: int, summary: str) -> Operator:
    return Operator(
        name,
        f"({{0}} {name} {{1}})",
        (Operand.GROUP, Operand.GROUP),
        result,
        lowering,
        summary,
        goes_through=(0, 1),
        units_per_thing=units,
    )


_ENTRIES = (
    Operator("not", "(not {0})", (Operand.TRUTH_VALUE,), TruthValue(), Prefix("not"), "whether it doesn't hold"),
    _logical("and", "whether both hold; the second is evaluated only if the first holds"),
    _logical("or", "whether one of them holds; the second is evaluated only if the first doesn't hold"),
    _equality("=", "whether both are the same", negated=False),
    _equality("!=", "whether they differ", negated=True),
    _ordering("<", "whether the first is less"),
    _ordering("<=", "whether the first is at most the second"),
    _ordering(">", "whether the first is more"),
    _ordering(">=", "whether the first is at least the second"),
    _membership("in", "whether the first is one of the things in the second", negated=False),
    _membership("not in", "whether the first is none of the things in the second", negated=True),
    _on_groups("shares", TruthValue(Compares.CONTENTS), Finds(), 2, "whether something is in both"),
    Operator("negative", "(-{0})", (Operand.NUMBER,), NegatedNumber(), Prefix("-"), "the number with the other sign"),
    _arithmetic("+", ranges.of_sum, Infix("+"), "the sum"),
    _arithmetic("-", ranges.of_difference, Infix("-"), "the difference"),
    _arithmetic("*", ranges.of_product, Infix("*"), "the product"),
    _arithmetic("/", ranges.of_quotient, Division("//"), "the quotient, rounded down"),
    _arithmetic("%", ranges.of_remainder, Division("%"), "the remainder"),
    _on_groups("join", BothTogether(), Joined(), 1, "both together"),
    _on_groups("without", PartOfFirst(), TakenAway(), 3, "the first without what is in the second"),
    Operator(
        "item",
        "{0}[{1}]",
        (Operand.LIST, Operand.NUMBER),
        ItemOfFirst(),
        ItemAt(),
        "what is at a position, counted from 1",
        fails="there may be nothing at this position",
    ),
    Operator(
        "place",
        "place of {0}",
        (Operand.ONE_OF_ALL,),
        PlaceAmongAll(),
        CountedFromOne(),
        "the place of a player or member among all, counted from 1",
    ),
)
OPERATORS: dict[OperatorName, Operator] = {operator.name: operator for operator in _ENTRIES}
"""All of them by name."""


def table_of_operators() -> str:
    """All of them as a table in Markdown."""
    rows = ["| operator | operands | gives | fails |", "|---|---|---|---|"]
    for operator in OPERATORS.values():
        operands = "; ".join(operand.value for operand in operator.operands)
        rows.append(f"| `{operator.name}` | {operands} | {operator.summary} | {operator.fails or ''} |")
    return "\n".join(rows) + "\n"
