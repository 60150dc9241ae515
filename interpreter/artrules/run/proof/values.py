"""Tests whether data from a save is a value of a type, whoever wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from artrules.compile.references import SLOTS
from artrules.ir.types import (
    Bool,
    Card,
    Happening,
    ListOf,
    Member,
    Nothing,
    Number,
    Optional,
    Player,
    Power,
    SetOf,
    Type,
    Zone,
)
from artrules.run.metering import LARGEST_MEMBER, LONGEST_LIST
from artrules.run.save_document import whole

if TYPE_CHECKING:
    from artrules.run.state import State


def is_value(S: State, value: Any, type_: Type | None) -> bool:
    """Whether a value is one of a type; of type None every value is. A kept event may have been forgotten since."""
    match type_:
        case Optional(of):
            return value is None or is_value(S, value, of)
        case Bool():
            return isinstance(value, bool)
        case Number(low, high):
            return whole(value, low, high)
        case Member(enum):
            return whole(value, 0, len(S.runtime.program.model.enums[enum].members) - 1)
        case Player():
            return whole(value, 0, S.runtime.players - 1)
        case Card(kinds):
            return is_card(S, value) and S.runtime.kind_of[value] in kinds
        case Power():
            return whole(value, 0) and is_card(S, value // SLOTS)
        case Happening(event):
            return _is_happening(S, value, event)
        case SetOf(of):
            return _is_set(S, value, of)
        case Zone(_, kinds):
            return is_value(S, value, ListOf(Card(kinds)))
        case ListOf(of):
            return isinstance(value, tuple) and len(value) <= LONGEST_LIST and all(is_value(S, v, of) for v in value)
        case Nothing():
            return value is None
    return type_ is None


def is_card(S: State, value: Any) -> bool:
    """Whether a value is the number of a card."""
    return whole(value, 0, len(S.runtime.kind_of) - 1)


def _is_set(S: State, value: Any, of: Type) -> bool:
    match of:
        case Number(low, high):
            first, last = max(low, 0), min(high, LARGEST_MEMBER)
        case Member(enum):
            first, last = 0, len(S.runtime.program.model.enums[enum].members) - 1
        case Player():
            first, last = 0, S.runtime.players - 1
        case _:
            return False
    return whole(value, 0) and value & ~((1 << last + 1) - (1 << first)) == 0


def _is_happening(S: State, value: Any, event: str) -> bool:
    declared = S.runtime.program.model.events[event]
    if declared.kept is None:
        return is_fields(S, value, event)
    if not whole(value, 0, S.cells[S.runtime.next_record] - 1):
        return False
    record = S.records.get(value)
    return record is None or record[0] == event_number(S, event)


def event_number(S: State, event: str) -> int:
    """The index of the event with a key."""
    return list(S.runtime.program.model.events).index(event)


def is_fields(S: State, value: Any, event: str) -> bool:
    """Whether a value is the fields of an event."""
    types = [field.type for field in S.runtime.program.model.events[event].fields.values()]
    if not isinstance(value, tuple) or len(value) != len(types):
        return False
    return all(is_value(S, v, t) for v, t in zip(value, types, strict=True))


def is_watch(S: State, value: Any) -> bool:
    """Whether a value is the owner and the serial number of a watch that exists or once did."""
    if not isinstance(value, tuple) or len(value) != 2 or not whole(value[0], 0, S.runtime.players - 1):
        return False
    return whole(value[1], 0, S.cells[S.runtime.first_serial + value[0]] - 1)


def are_values(S: State, values: Any, types: tuple[Type | None, ...]) -> bool:
    """Whether a value is a tuple with one value of each of some types. The type None stands for the identity of a
    watch."""
    if not isinstance(values, tuple) or len(values) != len(types):
        return False
    return all(is_watch(S, v) if t is None else is_value(S, v, t) for v, t in zip(values, types, strict=True))
