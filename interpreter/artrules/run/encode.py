"""Turns values of the engine into plain data for people and files."""

from __future__ import annotations

from typing import Any

from artrules.ir.sets import members
from artrules.ir.types import Card, Happening, ListOf, Member, Optional, Player, Power, SetOf, Type
from artrules.run.state import State
from artrules.run.values import said


def written(S: State, value: Any, type_: Type) -> Any:
    """A value of a type as plain data: members by name, players from 1, cards and powers by label, sets and lists as
    lists, happenings as mappings."""
    match type_:
        case Optional(of):
            return None if value is None else written(S, value, of)
        case Member(enum):
            return S.runtime.program.model.enums[enum].members[value]
        case Player():
            return value + 1
        case Card():
            return said(S, value, ("card",))
        case SetOf(of):
            return [written(S, v, of) for v in members(value)]
        case ListOf(of):
            return [written(S, v, of) for v in value]
        case Power():
            return said(S, value, ("power",))
        case Happening(event):
            return _happening(S, value, event)
    return value


def _happening(S: State, value: Any, event: str) -> dict[str, Any] | None:
    """The fields of a happening by name; None when it has been forgotten."""
    declared = S.runtime.program.model.events[event]
    record = S.records.get(value) if declared.kept is not None else (None, None, *value)
    if record is None:
        return None
    return {
        f.name: written(S, record[2 + f.index], f.type) if f.type is not None else None
        for f in declared.fields.values()
    }
