"""What values of each type are in the machine: words, or indices in the heap; how wide they are, and what a word
means to those who must find cards and lists in it.
"""

from collections.abc import Sequence

from artrules.engine.machine.language import I32
from artrules.engine.machine.numbers import (
    IS_CARD,
    IS_FIELDS,
    IS_LIST,
    IS_POWER,
    IS_RECORD,
    IS_WIDE_SET,
    LARGEST_NARROW_MEMBER,
    LIST_SHAPE,
    PLAIN,
    PLAIN_SHAPE,
)
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Event
from artrules.model.ir.model import Model
from artrules.model.ir.operators import OPERATORS, NumberWithin
from artrules.model.ir.types import (
    WIDE,
    Card,
    Happening,
    ListOf,
    Member,
    Number,
    Optional,
    Power,
    SetOf,
    Type,
    Zone,
    bare,
    element,
)

# What values of each type are in the machine: words, or indices in the heap; and how values of two types compare.


def is_wide(model: Model, type_: Type) -> bool:
    """Whether values of a type are wide sets: on the heap, because a number has too few bits for all members."""
    if not isinstance(type_, SetOf):
        return False
    match type_.of:
        case Number(_, high):
            return high > LARGEST_NARROW_MEMBER
        case Member(enum):
            return len(model.enums[enum].members) > LARGEST_NARROW_MEMBER + 1
    return False


def on_heap(model: Model, type_: Type) -> bool:
    """Whether values of a type are indices in the heap: lists, wide sets, and happenings that nothing keeps."""
    match bare(type_):
        case ListOf() | Zone():
            return True
        case SetOf() as set_:
            return is_wide(model, set_)
        case Happening(event):
            return model.events[event].kept is None
    return False


def same_form(model: Model, one: Type, other: Type) -> bool:
    """Whether a value has the same form in both of two types of which it is a value."""
    match bare(one), bare(other):
        case (SetOf() as a, SetOf() as b):
            return is_wide(model, a) == is_wide(model, b)
        case (ListOf() | Zone() as a, ListOf() | Zone() as b):
            inner, other_inner = element(a), element(b)
            return inner is None or other_inner is None or same_form(model, inner, other_inner)
    return True


def depth_of(model: Model, type_: Type) -> int | None:
    """How deeply lists are nested in values of a type: 0 for a word, 1 for a list of words. None where a list holds
    happenings that nothing keeps: these are lists too, of unlike things."""
    match bare(type_):
        case ListOf(of):
            inner = depth_of(model, of)
            return None if inner is None else inner + 1
        case SetOf() as set_:
            return int(is_wide(model, set_))
        case Zone():
            return 1
        case Happening(event):
            return None if model.events[event].kept is None else 0
    return 0


# Which numbers may need 64 bits until they are checked: results of arithmetic. All others fit 32 bits.

MOST_SUMMED = 1_000_000
"""A sum has fewer items. Where so many may come to more than a number of content may be, the sum may need 64 bits."""


def is_wide_sum(e: k.Fold) -> bool:
    """Whether a sum may need 64 bits."""
    type_ = e.value.type if e.value is not None else None
    return not isinstance(type_, Number) or max(-type_.low, type_.high) * MOST_SUMMED > WIDE


def is_wide_number(model: Model, e: k.Expression) -> bool:
    """Whether the value of an expression may need 64 bits."""
    if not isinstance(e.type, Number):
        return False
    match e:
        case k.Operation(operands=operands):
            return _goes_beyond(e) or any(is_wide_number(model, operand) for operand in operands)
        case k.Fold(kind="max" | "min", value=value, otherwise=otherwise):
            return any(is_wide_number(model, each) for each in (value, otherwise) if each is not None)
        case k.Largest(items=items):
            return any(is_wide_number(model, item) for item in items)
        case k.Either(then=then, otherwise=otherwise):
            return is_wide_number(model, then) or is_wide_number(model, otherwise)
        case k.Call(function=function):
            return is_wide_number(model, model.values[function])
    return False


def _goes_beyond(e: k.Operation) -> bool:
    """Whether an operation may have a result of more than 32 bits for operands within their types."""
    result, types = OPERATORS[e.operator].result, [operand.type for operand in e.operands]
    if not isinstance(result, NumberWithin) or len(types) != 2:
        return False
    first, second = types
    if not (isinstance(first, Number) and isinstance(second, Number)):
        return True
    low, high = result.bounds(first, second)
    return low <= I32.lowest or high > I32.highest


# The shapes of values: what a word means to those who must find cards and lists in it (`machine/numbers.py`).

Row = tuple[int, int, tuple[int, ...]]
"""A kind of shape, for a list the shape of its items, for fields their shapes."""


class Shapes:
    """The shapes of a program, numbered."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._rows: list[Row] = [(PLAIN, 0, ()), (IS_LIST, PLAIN_SHAPE, ())]
        self._numbers: dict[Row, int] = {self._rows[PLAIN_SHAPE]: PLAIN_SHAPE, self._rows[LIST_SHAPE]: LIST_SHAPE}

    @property
    def card(self) -> int:
        """The shape of a card."""
        return self._number(IS_CARD)

    def of(self, type_: Type | None) -> int:
        """The number of the shape of values of a type; None for what is no value of content."""
        match type_:
            case Card():
                return self._number(IS_CARD)
            case Power():
                return self._number(IS_POWER)
            case Optional(of):
                return self.of(of)
            case ListOf(of):
                return self._number(IS_LIST, self.of(of))
            case Zone(_, kinds):
                return self._number(IS_LIST, self.of(Card(kinds)))
            case SetOf() if is_wide(self._model, type_):
                return self._number(IS_WIDE_SET)
            case Happening(event):
                declared = self._model.events[event]
                return self._number(IS_RECORD) if declared.kept is not None else self.of_event(declared)
        return PLAIN_SHAPE

    def of_event(self, event: Event) -> int:
        """The shape of the list of an event's fields."""
        return self.of_values([field.type for field in event.fields.values()])

    def of_values(self, types: Sequence[Type | None]) -> int:
        """The shape of a list of values, each of a type of its own."""
        parts = tuple(self.of(type_) for type_ in types)
        return self._number(IS_FIELDS, 0, parts) if any(parts) else LIST_SHAPE

    def kind(self, shape: int) -> int:
        """The kind of a shape."""
        return self._rows[shape][0]

    def on_heap(self, shape: int) -> bool:
        """Whether values of a shape lie on the heap."""
        return IS_LIST <= self.kind(shape) <= IS_WIDE_SET

    def refers(self, shape: int) -> bool:
        """Whether values of a shape are or hold cards or powers, or lie on the heap."""
        return self.kind(shape) not in (PLAIN, IS_RECORD)

    def tables(self) -> dict[str, list[int]]:
        """The regions that describe all shapes so far."""
        first: list[int] = []
        parts: list[int] = []
        for kind, inner, fields in self._rows:
            first.append(len(parts) if kind == IS_FIELDS else inner)
            parts += fields
        return {
            "shape_kind": [kind for kind, _, _ in self._rows],
            "shape_first": first,
            "shape_count": [len(fields) for _, _, fields in self._rows],
            "shape_parts": parts,
        }

    def _number(self, kind: int, inner: int = 0, fields: tuple[int, ...] = ()) -> int:
        row = (kind, inner, fields)
        if row not in self._numbers:
            self._numbers[row] = len(self._rows)
            self._rows.append(row)
        return self._numbers[row]
