"""Writes the values of a position as a seat knows them: with stand-ins for those that are secret.

Secret are cards that the seat can't see, and other values that may depend on something hidden: a number may reveal a
card as well, as in `let n = (top of my deck).printed`. In doubt a value is secret.
"""

from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Any

from artrules.engine.execute.guarded import Hidden, HiddenValue
from artrules.engine.lower.program import Program
from artrules.engine.machine.numbers import FIRST_BLOCK, RUN_WATCHES, SLOTS
from artrules.model.analyses.information import LOOPS
from artrules.model.analyses.information_flow import bodies_of, information_flow
from artrules.model.ir import nodes as k
from artrules.model.ir.model import Model
from artrules.model.ir.types import Card, Happening, ListOf, Optional, Power, Type, Zone, bare
from artrules.play.position.codec import Frame, Record, Watch
from artrules.play.position.values import ValueWriter

_WATCH, _ASK = "watch ", "ask "
"""Before the identity of a watch or a question: the code of its suite, as graphs call it."""


class SecretNames:
    """The names in code, and the fields of happenings, whose values may reveal hidden information.

    `own` says that it is asked for frames of the asking player's own code, where what `me` sees is open.
    """

    def __init__(self, model: Model, own: bool) -> None:
        self._flow = information_flow(model)
        self._own = own
        self._fields = {
            event.key: frozenset(
                f.index for f in event.fields.values() if self._flow.resolved(self._flow.fields.get(f, ()))
            )
            for event in model.events.values()
        }
        self._container: dict[str, str] = {}
        self._captured: dict[str, list[str]] = {}
        self._happenings: dict[tuple[str, str], str] = {}
        for code, body in bodies_of(model):
            for node in k.walk(body):
                match node:
                    case k.Watch(identity=identity, captured=captured):
                        self._container[_WATCH + identity] = code
                        self._captured[identity] = [local.name for local in captured]
                    case k.Ask(identity=identity):
                        self._container[_ASK + identity] = code
                    case k.Local(name=name, type=Happening(event)):
                        self._happenings[code, name] = event

    def local(self, code: str, name: str) -> bool:
        """Whether the value of a name in a frame of a code is secret."""
        sources = self._flow.resolved(self._flow.depends.get((self._container.get(code, code), name), ()))
        return any(not (self._own and source.is_seen_by("me")) for source in sources)

    def happening(self, code: str, name: str) -> frozenset[int]:
        """The indices of the secret fields of the happening that a name holds; none if it holds no happening."""
        event = self._happenings.get((self._container.get(code, code), name))
        return self.of_event(event) if event is not None else frozenset()

    def of_event(self, key: str) -> frozenset[int]:
        """The indices of an event's secret fields."""
        return self._fields[key]

    def kept_by(self, identity: str) -> frozenset[int]:
        """The indices of the secret values among those that a watch keeps."""
        code = _WATCH + identity
        return frozenset(i for i, name in enumerate(self._captured[identity]) if self.local(code, name))


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
            happening, event, remaining_watches = values
            shown = self._happening(event, happening) if isinstance(happening, tuple) else self.word(happening, None)
            return [shown, event, self.list_of(remaining_watches), block]
        if block < FIRST_BLOCK:
            return [*values, block]
        table, types = self._program.frames[block], self._program.find_frames().types[block]
        own = ("me", self._seat) in zip(table.names, values, strict=True)
        secrets = self._of_own_code if own else self._secrets
        words: list[Any] = []
        for name, type_, value in zip(table.names, types, values, strict=True):
            if isinstance(value, tuple) and (fields := secrets.happening(table.code, name)):
                event = bare(type_)
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
