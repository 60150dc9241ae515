"""Finds where values hold references to cards.

The engine offers cards that look alike only once (`run/distinct.py`). A card that something refers to isn't like the
others, so the engine must find every reference.
"""

from __future__ import annotations

from typing import Any

from artrules.analyses.sizes import MOST_POWERS
from artrules.compile.blocks import Block
from artrules.ir.declarations import Event
from artrules.ir.model import Model
from artrules.ir.types import Card, Happening, ListOf, Optional, Power, Type, Zone

Shape = Any
"""Where cards are in a value. None: nowhere. A number: the value divided by it is a card. ("each", shape): the value is
a list whose items have that shape. ("fields", shapes): the value is a tuple with one item for each shape."""
SLOTS = MOST_POWERS
"""The most powers that a card can have. The number of a power on a card is card * SLOTS + its index among the card's
powers."""


def shape_of(type_: Type | None, model: Model) -> Shape:
    """The shape of values of a type. A kept happening has none: its record is searched by itself."""
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
    """Whether values of a type are or contain lists: lists, zones, and happenings with such fields."""
    match type_:
        case ListOf() | Zone() | Happening():
            return True
        case Optional(of):
            return is_list(of)
    return False


def list_slots(block: Block) -> tuple[int, ...]:
    """The indices of the values in a block's frame that hold lists."""
    types = block.code.types
    return tuple(i for i, name in enumerate(block.needs, 1) if name in types and is_list(types[name].type))


def event_shape(event: Event, model: Model) -> Shape:
    """The shape of a happening of an event."""
    return fields([shape_of(field.type, model) for field in event.fields.values()])


def fields(shapes: list[Shape]) -> Shape:
    """The shape of a tuple of values with these shapes."""
    return None if all(shape is None for shape in shapes) else ("fields", tuple(shapes))


def card_slots(block: Block, model: Model) -> tuple[tuple[int, Shape], ...]:
    """The indices of the values in a block's frame that refer to cards, each with its shape."""
    slots = []
    for i, name in enumerate(block.needs, 1):
        local = block.code.types.get(name)
        shape = 1 if name == "self" else shape_of(local.type, model) if local is not None else None
        if shape is not None:
            slots.append((i, shape))
    return tuple(slots)
