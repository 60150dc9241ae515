"""Turns values of a position into plain data for people and files."""

from __future__ import annotations

from typing import Any

from artrules.game.runtime import Runtime
from artrules.ir.sets import members
from artrules.ir.types import Card, Happening, ListOf, Member, Optional, Player, Power, SetOf, Type


def written(runtime: Runtime, value: Any, type_: Type, seat: int | None = None) -> Any:
    """A value of a type as plain data: members by name, players from 1, cards and powers by label, sets and lists as
    lists, happenings as mappings. The position that it belongs to is in memory.

    With a seat (counted from 0), cards that the seat can't see are not named. Raises Stopped.
    """
    match type_:
        case Optional(of):
            return None if value is None else written(runtime, value, of, seat)
        case Member(enum):
            return runtime.model.enums[enum].members[value]
        case Player():
            return value + 1
        case Card():
            return runtime.text("write_card", value, seats=None if seat is None else 1 << seat)
        case SetOf(of):
            return [written(runtime, item, of, seat) for item in members(value)]
        case ListOf(of):
            return [written(runtime, item, of, seat) for item in value]
        case Power():
            return runtime.text("write_power", value, seats=None if seat is None else 1 << seat)
        case Happening(event):
            return _happening(runtime, value, event, seat)
    return value


def _happening(runtime: Runtime, value: Any, event: str, seat: int | None) -> dict[str, Any] | None:
    """The fields of a happening by name; None when it has been forgotten."""
    declared = runtime.model.events[event]
    fields = value if declared.kept is None else _remembered(runtime, value, event)
    if fields is None:
        return None
    return {
        field.name: written(runtime, fields[field.index], field.type, seat) if field.type is not None else None
        for field in declared.fields.values()
    }


def _remembered(runtime: Runtime, serial: int, event: str) -> tuple[Any, ...] | None:
    """The fields of a happening that is kept."""
    instance = runtime.instance
    serials = instance.region("record_serial")[: instance.register("record_count")]
    if serial not in serials:
        return None
    return runtime.values.fields(instance.region("record_fields")[serials.index(serial)], event)
