"""The shapes of values: what a word means to those who must find cards and lists in it (`machine/numbers.py`)."""

from __future__ import annotations

from collections.abc import Sequence

from artrules.ir.declarations import Event
from artrules.ir.model import Model
from artrules.ir.types import Card, Happening, ListOf, Optional, Power, SetOf, Type, Zone
from artrules.lower.representation import is_wide
from artrules.machine.numbers import (
    IS_CARD,
    IS_FIELDS,
    IS_LIST,
    IS_POWER,
    IS_RECORD,
    IS_WIDE_SET,
    LIST_SHAPE,
    PLAIN,
    PLAIN_SHAPE,
)

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
