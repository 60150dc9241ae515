"""Which values refer to cards: so that cards that something refers to are not taken for others like them."""

from __future__ import annotations

from typing import Any

from artrules.analyses.sizes import MOST_POWERS
from artrules.compile.blocks import Block
from artrules.ir.declarations import Event
from artrules.ir.model import Model
from artrules.ir.types import Card, Happening, ListOf, Optional, Power, Type, Zone

Shape = Any
"""None: no card in it. A number: divided by it, the value is a card. ("each", shape): a list of such.
("fields", shapes): one of each."""
SLOTS = MOST_POWERS
"""Powers that a card can have at most. A power on a card is numbered card * SLOTS + its place among the card's."""


def shape_of(type_: Type | None, model: Model) -> Shape:
    """Where cards are in values of a type. Kept happenings hold none: their records are seen by themselves."""
    match type_:
        case Card():
            return 1
        case Power():
            return SLOTS
        case Optional(of):
            return shape_of(of, model)
        case ListOf(of):
            inner = shape_of(of, model)
            return None if inner is None else ("each", inner)
        case Happening(event):
            declared = model.events[event]
            return None if declared.kept is not None else event_shape(declared, model)
    return None


def is_list(type_: Type | None) -> bool:
    """Whether values of a type hold many things: lists, zones, happenings with lists in them."""
    match type_:
        case ListOf() | Zone() | Happening():
            return True
        case Optional(of):
            return is_list(of)
    return False


def list_slots(block: Block) -> tuple[int, ...]:
    """Which places of a block's frame hold lists."""
    types = block.code.types
    return tuple(i for i, name in enumerate(block.needs, 1) if name in types and is_list(types[name].type))


def event_shape(event: Event, model: Model) -> Shape:
    """Where cards are in the fields of an event."""
    return fields([shape_of(field.type, model) for field in event.fields.values()])


def fields(shapes: list[Shape]) -> Shape:
    """The shape of several values, one after another."""
    return None if all(shape is None for shape in shapes) else ("fields", tuple(shapes))


def card_slots(block: Block, model: Model) -> tuple[tuple[int, Shape], ...]:
    """Which places of a block's frame refer to cards, and how."""
    slots = []
    for i, name in enumerate(block.needs, 1):
        local = block.code.types.get(name)
        shape = 1 if name == "self" else shape_of(local.type, model) if local is not None else None
        if shape is not None:
            slots.append((i, shape))
    return tuple(slots)
