"""Reads positions from memory.

The position must be at rest, with all stacks in memory (`machine/engine.py`, `rest`).
"""

from __future__ import annotations

from typing import Any

from artrules.execute.instance import MemoryView
from artrules.ir.declarations import Attribute, Variable
from artrules.ir.types import Happening
from artrules.lower.program import Program
from artrules.machine.memory import FINISHED, NEXT_RECORD, ON_TURN, PHASE_NUMBER, ROUND_NUMBER, SINGLE_OPTIONS, STALLED
from artrules.machine.numbers import ASKED, FIRST_BLOCK, NIL, NONE, RUN_WATCHES, STACK_WORDS
from artrules.position.declared import declared_attributes, declared_variables
from artrules.position.decoded import Clock, DecodedPosition, Frame, Record, Scene, Use, Watch
from artrules.position.memory import Memory, is_simultaneous
from artrules.position.values import ValueReader


class SceneReader:
    """Reads what lies on the table: now, or with `then` as it was when the phase in progress began.

    With `copied` it reads from copies, which takes a fraction of the time where much is read. So it goes on reading the
    position as it was, whatever the machine does.
    """

    def __init__(self, program: Program, memory: Memory, *, then: bool = False, copied: bool = False) -> None:
        self._layout = program.layout
        self._streams = program.numbers["STREAMS"]
        self._memory = memory
        self._then = "then_" if then else ""
        self._copied = copied
        self._first = self.region("first_in_zone")
        self._next = self.region("next_in_zone")
        self._variables = self.region("variables")
        self._attributes = self.region("attributes")
        self._read = ValueReader(program.model, memory.region("heap")).value
        self.zone_of = self.region("zone_of")
        """By card: its zone."""
        self.face_of = self.region("face_of")
        """By card: 0 for face up."""
        self.shown_to = self._region("shown_to")[: program.numbers["SHOWS"] * len(self._layout.card_kind)]
        """By card: the seats that it is shown to, as bits; empty where code shows nothing."""

    def region(self, name: str) -> list[int] | MemoryView:
        """The words of a region of the scene that it reads."""
        words = self._region(name)
        return words[:] if self._copied else words

    def _region(self, name: str) -> MemoryView:
        return self._memory.region(self._then + name)

    def cards_in(self, zone: int) -> tuple[int, ...]:
        """The cards of a zone, the top one first."""
        following = self._next
        card = self._first[zone]
        found = []
        while card != NIL:
            found.append(card)
            card = following[card]
        return tuple(found)

    def variable(self, variable: Variable, owner: int = 0) -> Any:
        """The value of a variable, for one with owners that of the owner with an index."""
        return self._read(self._variables[self._layout.variable(variable) + owner], variable.type)

    def attribute(self, card: int, attribute: Attribute) -> Any:
        """The value of an attribute of a card that isn't printed on it."""
        return self._read(self._attributes[self._layout.attribute(attribute) + card], attribute.type)

    def gained(self) -> dict[int, tuple[int, ...]]:
        """By card: the definitions of the powers that it has gained."""
        count = self._memory.register(self._then + "gained_count")
        cards, powers = self._region("gained_card"), self._region("gained_power")
        found: dict[int, tuple[int, ...]] = {}
        for i in range(count):
            found[cards[i]] = (*found.get(cards[i], ()), powers[i])
        return found

    def scene(self) -> Scene:
        """All of it."""
        layout, read = self._layout, self._read
        return Scene(
            tuple([self.cards_in(zone) for zone in range(layout.aside + 1)]),
            tuple(self.face_of[: len(layout.card_kind)]),
            tuple(self.shown_to),
            tuple([read(self._variables[declared.place], declared.type) for declared in declared_variables(layout)]),
            tuple([read(self._attributes[declared.place], declared.type) for declared in declared_attributes(layout)]),
            self.gained(),
            tuple(self._region("drawn")[: self._streams]),
            tuple(self._region("serials")[: layout.players]),
        )


def decode(program: Program, memory: Memory) -> DecodedPosition:
    """The position in memory."""
    reader = ValueReader(program.model, memory.region("heap"))
    then = SceneReader(program, memory, then=True).scene() if is_simultaneous(memory) else None
    return DecodedPosition(
        read_clock(memory),
        SceneReader(program, memory).scene(),
        _uses(program, memory),
        _records(program, memory, reader),
        _watches(program, memory, reader),
        _stacks(program, memory, reader),
        then,
    )


def read_clock(memory: Memory) -> Clock:
    """The engine's own numbers."""
    clock = memory.region("clock")
    return Clock(
        clock[ROUND_NUMBER],
        clock[PHASE_NUMBER],
        clock[ON_TURN],
        clock[NEXT_RECORD],
        clock[FINISHED] != 0,
        clock[STALLED] != 0,
        clock[SINGLE_OPTIONS] != 0,
    )


def _uses(program: Program, memory: Memory) -> dict[Use, int]:
    players, count = program.layout.players, memory.register("use_count")
    limits, whats, times = (memory.region(name)[:count] for name in ("use_limit", "use_what", "use_times"))
    return {(key // players, key % players, what): n for key, what, n in zip(limits, whats, times, strict=True)}


def _records(program: Program, memory: Memory, reader: ValueReader) -> dict[int, Record]:
    events, found = list(program.model.events), {}
    regions = [memory.region(f"record_{part}") for part in ("serial", "event", "player", "fields")]
    for i in range(memory.register("record_count")):
        serial, event, player, fields = [region[i] for region in regions]
        found[serial] = Record(event, None if player == NONE else player, reader.fields(fields, events[event]))
    return found


def _watches(program: Program, memory: Memory, reader: ValueReader) -> tuple[Watch, ...]:
    captured, found = program.find_frames().captured, []
    regions = [memory.region(f"watch_{part}") for part in ("owner", "serial", "code", "times", "values")]
    for i in range(memory.register("watch_count")):
        owner, serial, code, times, values = [region[i] for region in regions]
        found.append(Watch(owner, serial, code, times, reader.values(values, captured[code])))
    return tuple(found)


def _stacks(program: Program, memory: Memory, reader: ValueReader) -> tuple[tuple[Frame, ...], ...]:
    tops = memory.region("top_of_stack")
    wanted = 1 + program.layout.players if is_simultaneous(memory) else 1
    return tuple([_stack(program, memory, reader, i * STACK_WORDS, tops[i]) for i in range(wanted)])


def _stack(program: Program, memory: Memory, reader: ValueReader, base: int, top: int) -> tuple[Frame, ...]:
    stack, words = memory.region("stack"), memory.region("frame_words")
    found: list[Frame] = []
    while top > base:
        block = stack[top - 1]
        below = top - words[block]
        found.append((block, *_read_frame(program, reader, block, stack[below : top - 1])))
        top = below
    return tuple(reversed(found))


def _read_frame(program: Program, reader: ValueReader, block: int, words: list[int]) -> tuple[Any, ...]:
    """The values in a frame."""
    if block == RUN_WATCHES:
        happening, event, left = words
        type_ = Happening(list(program.model.events)[event])
        return (reader.value(happening, type_), event, reader.items(left))
    if block == ASKED:
        question, players, values = words
        return (question, players, reader.values(values, program.find_frames().told[question]))
    if block < FIRST_BLOCK:
        return tuple(words)
    return tuple([reader.value(word, t) for word, t in zip(words, program.find_frames().types[block], strict=True)])
