"""Tests whether data from a save is a value of a type, whoever wrote it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from artrules.engine.lower.program import Program
from artrules.engine.machine.numbers import LARGEST_MEMBER, LONGEST_LIST, SLOTS
from artrules.model.ir.types import (
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
from artrules.play.position.codec import Record
from artrules.play.position.save_document import whole


class Values:
    """Tests values for one position: its kept happenings, and how many there have been of happenings and watches."""

    def __init__(self, program: Program, serials: Sequence[int], next_record: int) -> None:
        self.program = program
        self.layout = program.layout
        self.model = program.model
        self.players = program.layout.players
        self.records: dict[int, Record] = {}
        """The kept happenings, as soon as they are known."""
        self._serials = serials
        self._next_record = next_record
        self._events = list(program.model.events)

    def fits(self, value: Any, type_: Type | None) -> bool:
        """Whether a value is one of a type; None stands for the identity of a watch. A kept event may have been
        forgotten since."""
        match type_:
            case None:
                return self.is_watch(value)
            case Optional(of):
                return value is None or self.fits(value, of)
            case Bool():
                return isinstance(value, bool)
            case Number(low, high):
                return whole(value, low, high)
            case Member(enum):
                return whole(value, 0, len(self.model.enums[enum].members) - 1)
            case Player():
                return self.is_player(value)
            case Card(kinds):
                return self.is_card(value) and self.layout.card_kind[value] in kinds
            case Power():
                return whole(value, 0) and self.is_card(value // SLOTS)
            case Happening(event):
                return self._is_happening(value, event)
            case SetOf(of):
                return self._is_set(value, of)
            case Zone(_, kinds):
                return self.fits(value, ListOf(Card(kinds)))
            case ListOf(of):
                return isinstance(value, tuple) and len(value) <= LONGEST_LIST and all(self.fits(v, of) for v in value)
            case Nothing():
                return value is None
        return False

    def fit(self, values: Any, types: Sequence[Type | None]) -> bool:
        """Whether a value is a tuple with one value of each of some types."""
        if not isinstance(values, tuple) or len(values) != len(types):
            return False
        return all(self.fits(value, t) for value, t in zip(values, types, strict=True))

    def is_player(self, value: Any) -> bool:
        """Whether a value is a player, counted from 0."""
        return whole(value, 0, self.players - 1)

    def is_card(self, value: Any) -> bool:
        """Whether a value is the number of a card."""
        return whole(value, 0, len(self.layout.card_kind) - 1)

    def is_definition(self, value: Any) -> bool:
        """Whether a value is the index of a power that is in play."""
        powers, in_play = self.model.powers, self.program.in_play
        return whole(value, 0, len(powers) - 1) and (powers[value].owner is None or powers[value].owner in in_play)

    def is_watch(self, value: Any) -> bool:
        """Whether a value identifies a watch that exists or once did."""
        return whole(value, 0) and value // self.players < self._serials[value % self.players]

    def are_fields(self, value: Any, event: str) -> bool:
        """Whether a value is the fields of an event."""
        return self.fit(value, [field.type for field in self.model.events[event].fields.values()])

    def _is_happening(self, value: Any, event: str) -> bool:
        if self.model.events[event].kept is None:
            return self.are_fields(value, event)
        if not whole(value, 0, self._next_record - 1):
            return False
        record = self.records.get(value)
        return record is None or self._events[record.event] == event

    def _is_set(self, value: Any, of: Type) -> bool:
        match of:
            case Number(low, high):
                first, last = max(low, 0), min(high, LARGEST_MEMBER)
            case Member(enum):
                first, last = 0, len(self.model.enums[enum].members) - 1
            case Player():
                first, last = 0, self.players - 1
            case _:
                return False
        return whole(value, 0) and value & ~((1 << last + 1) - (1 << first)) == 0
