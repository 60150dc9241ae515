"""Replaces secret values in frames, watches and kept events by stand-ins.

Secret are cards that the seat can't see, and other values that may depend on something hidden (`analyses/secrets.py`).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from artrules.analyses.secrets import LOOPS, SecretNames
from artrules.compile.program import FIRST_BLOCK
from artrules.compile.references import Shape
from artrules.run.feasibility.safety import RUN_WATCHES
from artrules.run.state import Frame, State
from artrules.run.why_not.stand_ins import Hidden, HiddenValue

if TYPE_CHECKING:
    from artrules.run.runtime import Runtime

_WRITTEN_BY_COMPILER = re.compile(r"(items|left|index)_\d+_")
_SECRETS: WeakKeyDictionary[Runtime, tuple[SecretNames, SecretNames]] = WeakKeyDictionary()


def _secrets_of(runtime: Runtime) -> tuple[SecretNames, SecretNames]:
    """The secret names of a program: those in frames of other players' code, and those in the asking player's own."""
    if runtime not in _SECRETS:
        model = runtime.program.model
        _SECRETS[runtime] = (SecretNames(model, own=False), SecretNames(model, own=True))
    return _SECRETS[runtime]


class KeptValues:
    """The values in frames, watches and records of a position, for a seat (counted from 0). `seen` are the cards that
    it sees."""

    def __init__(self, S: State, seat: int, seen: Container[int]) -> None:
        self.state = S
        self.seat = seat
        self.seen = seen
        self.runtime = S.runtime
        self.secrets, self.of_own_code = _secrets_of(S.runtime)
        self.events = list(S.runtime.program.model.events)

    def record(self, record: tuple[Any, ...]) -> tuple[Any, ...]:
        event, by, *fields = record
        shape = self.runtime.program.event_shapes[event]
        shown = redacted(tuple(fields), shape, self.seen)
        return (event, by, *self._without(shown, shape, self.secrets.of_event(self.events[event])))

    def watch(self, watch: tuple[Any, ...]) -> tuple[Any, ...]:
        owner, serial, number, times, captured = watch
        shape = self.runtime.program.watches[number].captured
        shown = redacted(captured, shape, self.seen)
        return (owner, serial, number, times, self._without(shown, shape, self.secrets.kept_by(self._identity(number))))

    def _identity(self, number: int) -> str:
        numbers: dict[str, int] = self.runtime.functions["WATCH_NUMBERS"]
        return next(identity for identity, n in numbers.items() if n == number)

    def _without(self, values: Iterable[Any], shape: Shape, secret: Container[int]) -> tuple[Any, ...]:
        """Some values, with stand-ins for those at the indices `secret` and for cards that the seat doesn't see."""
        return tuple(
            HiddenValue() if place in secret and (shape is None or shape[1][place] is None) else value
            for place, value in enumerate(values)
        )

    def frame(self, frame: Frame) -> Frame:
        number = frame[0]
        if number == RUN_WATCHES:
            return self._running_watches(frame)
        if number < FIRST_BLOCK:
            return frame
        slots = dict(self.runtime.program.card_slots.get(number, ()))
        code, names = self.runtime.program.frame_names[number]
        own = "me" in names and frame[1 + names.index("me")] == self.seat
        secrets = self.of_own_code if own else self.secrets
        values: list[Any] = [number]
        for place, name in enumerate(names, 1):
            shape, value = slots.get(place), frame[place]
            if isinstance(value, tuple) and (fields := secrets.happening(code, name)):
                value = self._without(redacted(value, shape, self.seen), shape, fields)
            elif shape is not None:
                value = redacted(value, shape, self.seen)
            elif secrets.local(code, LOOPS if _WRITTEN_BY_COMPILER.fullmatch(name) else name):
                value = HiddenValue()
            values.append(value)
        return tuple(values)

    def _running_watches(self, frame: Frame) -> Frame:
        """The frame of watches that have still to run for a happening. It contains the happening's fields, or the
        number of its record if the event is kept."""
        number, happening, left = frame
        watch = next((w for w in self.state.watches if left and (w[0], w[1]) == left[0]), None)
        if happening is None or watch is None:
            return frame
        event = self.runtime.watch_events[watch[2]]
        if self.runtime.event_kept[event]:
            return frame
        shape = self.runtime.program.event_shapes[event]
        return (
            number,
            self._without(redacted(happening, shape, self.seen), shape, self.secrets.of_event(self.events[event])),
            left,
        )


def redacted(value: Any, shape: Shape, seen: Container[int]) -> Any:
    """A value with stand-ins for the cards that the seat doesn't see. `shape` says where cards are in it."""
    if value is None or shape is None:
        return value
    if isinstance(shape, int):
        return value if value // shape in seen else Hidden()
    if shape[0] == "each":
        return tuple(redacted(v, shape[1], seen) for v in value)
    return tuple(redacted(v, inner, seen) for v, inner in zip(value, shape[1], strict=True))
