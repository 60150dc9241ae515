"""Writes the values of a position as a seat knows them: with stand-ins for those that are secret.

Secret are cards that the seat can't see, and other values that may depend on something hidden (`analyses/secrets.py`).
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Any

from artrules.analyses.secrets import LOOPS, SecretNames
from artrules.execute.guarded import Hidden, HiddenValue
from artrules.ir.model import Model
from artrules.ir.types import Card, Happening, ListOf, Optional, Power, Type, Zone
from artrules.lower.program import Program
from artrules.machine.numbers import FIRST_BLOCK, RUN_WATCHES, SLOTS
from artrules.position.decoded import Frame, Record, Watch
from artrules.position.values import ValueWriter


@lru_cache(maxsize=4)
def _secrets_of(model: Model) -> tuple[SecretNames, SecretNames]:
    """The secret names of a program: those in frames of other players' code, and those in the asking player's own."""
    return SecretNames(model, own=False), SecretNames(model, own=True)


class KnownValues(ValueWriter):
    """Writes values for a seat (counted from 0); what doesn't fit into a word goes to the end of a heap. `seen` are the
    cards that the seat sees."""

    __slots__ = ("_events", "_of_own_code", "_program", "_seat", "_secrets", "_seen")

    def __init__(self, program: Program, heap: list[Any], seat: int, seen: Container[int]) -> None:
        super().__init__(program.model, heap)
        self._program = program
        self._seat = seat
        self._seen = seen
        self._events = list(program.model.events.values())
        self._secrets, self._of_own_code = _secrets_of(program.model)

    def word(self, value: Any, type_: Type | None) -> Any:
        """The word for a value of a type, or a stand-in for a card that the seat doesn't see."""
        if value is not None and isinstance(type_, (Card, Power)):
            return value if (value if isinstance(type_, Card) else value // SLOTS) in self._seen else Hidden()
        return super().word(value, type_)

    def record(self, record: Record) -> int:
        """The list of the fields of a kept happening."""
        return self._happening(record.event, record.fields)

    def watch(self, watch: Watch) -> int:
        """The list of the values that a watch keeps."""
        types = self._program.find_frames().captured[watch.code]
        return self._without(watch.values, types, self._secrets.kept_by(self._program.watches[watch.code].identity))

    def frame(self, frame: Frame) -> list[Any]:
        """The words of a frame."""
        block, *values = frame
        if block == RUN_WATCHES:
            happening, event, left = values
            shown = self._happening(event, happening) if isinstance(happening, tuple) else self.word(happening, None)
            return [shown, event, self.list_of(left), block]
        if block < FIRST_BLOCK:
            return [*values, block]
        table, types = self._program.frames[block], self._program.find_frames().types[block]
        own = ("me", self._seat) in zip(table.names, values, strict=True)
        secrets = self._of_own_code if own else self._secrets
        words: list[Any] = []
        for name, type_, value in zip(table.names, types, values, strict=True):
            if isinstance(value, tuple) and (fields := secrets.happening(table.code, name)):
                event = type_.of if isinstance(type_, Optional) else type_
                assert isinstance(event, Happening)
                words.append(self._without(value, self._types(event.event), fields))
            elif not self._holds_cards(type_) and secrets.local(table.code, LOOPS if name.startswith("_") else name):
                words.append(HiddenValue())
            else:
                words.append(self.word(value, type_))
        return [*words, block]

    def _happening(self, event: int, fields: Sequence[Any]) -> int:
        key = self._events[event].key
        return self._without(fields, self._types(key), self._secrets.of_event(key))

    def _types(self, event: str) -> list[Type | None]:
        return [field.type for field in self._program.model.events[event].fields.values()]

    def _without(self, values: Sequence[Any], types: Sequence[Type | None], secret: Container[int]) -> int:
        """The list of some values, with stand-ins also for those at the indices `secret`."""
        words: list[Any] = [
            HiddenValue() if place in secret and not self._holds_cards(type_) else self.word(value, type_)
            for place, (value, type_) in enumerate(zip(values, types, strict=True))
        ]
        return self.list_of(words)

    def _holds_cards(self, type_: Type | None) -> bool:
        """Whether values of a type hold cards or powers."""
        match type_:
            case Card() | Power() | Zone():
                return True
            case Optional(of) | ListOf(of):
                return self._holds_cards(of)
            case Happening(event) if self._program.model.events[event].kept is None:
                return any(map(self._holds_cards, self._types(event)))
        return False
