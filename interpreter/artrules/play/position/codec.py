"""Positions by names and values: read from memory, changed in it, and hashed.

In comes the memory of an executor, whichever it is. Out: plain values of everything that belongs to a position,
hidden things included.
"""

from collections.abc import Sequence
from dataclasses import fields
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol

from artrules.engine.execute.instance import MemoryView
from artrules.engine.lower.layout import Layout
from artrules.engine.lower.program import Program
from artrules.engine.machine.memory import (
    ALL_AT_ONCE,
    FINISHED,
    NEXT_RECORD,
    ON_TURN,
    PHASE_NUMBER,
    ROUND_NUMBER,
    SINGLE_OPTIONS,
    STALLED,
)
from artrules.engine.machine.numbers import (
    ASKED,
    DIGEST_BYTES,
    DIGEST_KEY_BYTES,
    FIRST_BLOCK,
    NIL,
    NONE,
    RUN_WATCHES,
    STACK_WORDS,
)
from artrules.model.ir.declarations import Attribute, Variable
from artrules.model.ir.types import Happening, Type
from artrules.play.position.save_document import canonical_json
from artrules.play.position.values import ValueReader, ValueWriter
from artrules.text.record import dataclass

# A position as plain values (`values.py`): everything that belongs to it, hidden things included.

Frame = tuple[Any, ...]
"""The number of a block, then the values that it needs."""
Use = tuple[int, int, int]
"""What a limit counts: the limit, the player, and what is counted: a power, its definition, or -1 minus the number of a
branch."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The engine's own numbers. `round` is 0 during the setup, `phase` is an index, `on_turn` a player. `next_record`
    is the number of the next kept happening; `single_options` says whether players are asked even where they have one
    option."""

    round: int
    phase: int
    on_turn: int
    next_record: int
    finished: bool
    stalled: bool
    single_options: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies on the table, and all values that content declares. This is what others still see while all play at
    once.

    - `zones`: by number, the cards of each zone, the top one first; last the cards that take no part
    - `faces`: by card, 0 for face up
    - `shown`: by card, the seats that it is shown to, as bits; empty where nothing is ever shown
    - `movers`: by card, who moved it to where it lies, counted from 1, 0 for nobody; empty where nothing asks
    - `variables` and `attributes`: in the order of `decode.declared_values`
    - `gained`: by card, the definitions of the powers that it has gained
    - `drawn`: by random stream, how many numbers have been drawn
    - `serials`: by player, the serial number of the next watch
    """

    zones: tuple[tuple[int, ...], ...]
    faces: tuple[int, ...]
    shown: tuple[int, ...]
    movers: tuple[int, ...]
    variables: tuple[Any, ...]
    attributes: tuple[Any, ...]
    gained: dict[int, tuple[int, ...]]
    drawn: tuple[int, ...]
    serials: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A happening of an event that is kept: the event's index, who announced it, the fields."""

    event: int
    player: int | None
    fields: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Watch:
    """A watch for an event: `code` is the place in the content that set it, `times` how often it has counted."""

    owner: int
    serial: int
    code: int
    times: int
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class DecodedPosition:
    """One position.

    `stacks` has the frames of the table, the lowest first; while all play at once, then those of each player.
    `phase_start` is the scene when such a phase began.
    """

    clock: Clock
    scene: Scene
    uses: dict[Use, int]
    records: dict[int, Record]
    watches: tuple[Watch, ...]
    stacks: tuple[tuple[Frame, ...], ...]
    phase_start: Scene | None


# The values that content declares, one by one: variables, and the attributes that aren't printed on cards.


class Declared(NamedTuple):
    """One declared value: its place in its region, its type, its declaration, and the card or the index of the owner
    to whom it belongs."""

    place: int
    type: Type
    declaration: Variable | Attribute
    owner: int

    @property
    def name(self) -> str:
        """What it is called in messages."""
        declared = self.declaration
        return f"{declared.key if isinstance(declared, Variable) else declared.name} {self.owner}"


def declared_variables(layout: Layout) -> list[Declared]:
    """The variables of a game, each owner's by itself."""
    return [
        Declared(first + owner, variable.type, variable, owner)
        for variable, first, owners in layout.declared_variables()
        for owner in range(owners)
    ]


def declared_attributes(layout: Layout) -> list[Declared]:
    """The attributes of all cards that can change."""
    return [
        Declared(offset + card, attribute.type, attribute, card)
        for attribute, offset, cards in layout.changing_attributes()
        for card in range(cards.first, cards.last)
    ]


# What positions are read from and written to: the memory of an executor (`execute/`), whichever it is.


class Memory(Protocol):
    """The memory of one instance of a program, and the functions that work on it."""

    def region(self, name: str) -> MemoryView:
        """The live memory of a region: writing to it writes to memory."""
        ...

    def make_room(self, name: str, length: int) -> MemoryView:
        """A region, after making it at least so long."""
        ...

    def register(self, name: str) -> int:
        """The value of a register."""
        ...

    def set_register(self, name: str, value: int) -> None:
        """Give a register a value."""
        ...

    def call(self, name: str, *numbers: int) -> int:
        """Call a function of the machine or of the program."""
        ...


def is_simultaneous(memory: Memory) -> bool:
    """Whether a phase is in progress that all play at once."""
    return memory.region("clock")[ALL_AT_ONCE] != 0


# Reads positions from memory.
#
# The position must be at rest, with all stacks in memory (`machine/engine.py`, `rest`).


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
        self.mover_of = self._region("mover_of")[: program.numbers["MOVERS"] * len(self._layout.card_kind)]
        """By card: who moved it to where it lies, counted from 1, 0 for nobody; empty where nothing asks."""

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
        cards = []
        while card != NIL:
            cards.append(card)
            card = following[card]
        return tuple(cards)

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
        powers_by_card: dict[int, tuple[int, ...]] = {}
        for i in range(count):
            powers_by_card[cards[i]] = (*powers_by_card.get(cards[i], ()), powers[i])
        return powers_by_card

    def scene(self) -> Scene:
        """All of it."""
        layout, read = self._layout, self._read
        return Scene(
            tuple([self.cards_in(zone) for zone in range(layout.aside + 1)]),
            tuple(self.face_of[: len(layout.card_kind)]),
            tuple(self.shown_to),
            tuple(self.mover_of),
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
    events, records = list(program.model.events), {}
    regions = [memory.region(f"record_{part}") for part in ("serial", "event", "player", "fields")]
    for i in range(memory.register("record_count")):
        serial, event, player, fields = [region[i] for region in regions]
        records[serial] = Record(event, None if player == NONE else player, reader.fields(fields, events[event]))
    return records


def _watches(program: Program, memory: Memory, reader: ValueReader) -> tuple[Watch, ...]:
    captured, watches = program.find_frames().captured, []
    regions = [memory.region(f"watch_{part}") for part in ("owner", "serial", "code", "times", "values")]
    for i in range(memory.register("watch_count")):
        owner, serial, code, times, values = [region[i] for region in regions]
        watches.append(Watch(owner, serial, code, times, reader.values(values, captured[code])))
    return tuple(watches)


def _stacks(program: Program, memory: Memory, reader: ValueReader) -> tuple[tuple[Frame, ...], ...]:
    tops = memory.region("top_of_stack")
    wanted = 1 + program.layout.players if is_simultaneous(memory) else 1
    return tuple([_stack(program, memory, reader, i * STACK_WORDS, tops[i]) for i in range(wanted)])


def _stack(program: Program, memory: Memory, reader: ValueReader, base: int, top: int) -> tuple[Frame, ...]:
    stack, words = memory.region("stack"), memory.region("frame_words")
    frames: list[Frame] = []
    while top > base:
        block = stack[top - 1]
        below = top - words[block]
        frames.append((block, *_read_frame(program, reader, block, stack[below : top - 1])))
        top = below
    return tuple(reversed(frames))


def _read_frame(program: Program, reader: ValueReader, block: int, words: list[int]) -> tuple[Any, ...]:
    """The values in a frame."""
    if block == RUN_WATCHES:
        happening, event, remaining_watches = words
        type_ = Happening(list(program.model.events)[event])
        return (reader.value(happening, type_), event, reader.items(remaining_watches))
    if block == ASKED:
        question, players, values = words
        return (question, players, reader.values(values, program.find_frames().told[question]))
    if block < FIRST_BLOCK:
        return tuple(words)
    return tuple([reader.value(word, t) for word, t in zip(words, program.find_frames().types[block], strict=True)])


# Changes parts of the position in memory, for tools that put one together.
#
# They may be changed only while the position is at rest (`machine/engine.py`, `rest`), and `rest` must be called
# afterwards where values were set.


def lay_cards(memory: Memory, zone: int, cards: Sequence[int]) -> None:
    """Let some cards, the top one first, be all the cards of a zone. Whatever zones they lay in must be laid anew."""
    zone_of, following, previous = (memory.region(n) for n in ("zone_of", "next_in_zone", "previous_in_zone"))
    memory.region("cards_in_zone")[zone] = len(cards)
    memory.region("last_in_zone")[zone] = cards[-1] if cards else NIL
    memory.region("first_in_zone")[zone] = cards[0] if cards else NIL
    for card, before, after in zip(cards, [NIL, *cards], [*cards[1:], NIL], strict=False):
        zone_of[card], previous[card], following[card] = zone, before, after


def set_value(program: Program, memory: Memory, region: str, index: int, value: Any, type_: Type | None) -> None:
    """Change the value of a type at an index of `variables` or `attributes`."""
    writer = ValueWriter(program.model, memory.region("heap")[: memory.register("heap_top")])
    memory.region(region)[index] = writer.word(value, type_)
    length = len(writer.heap)
    memory.make_room("heap", length)[:length] = writer.heap
    memory.set_register("heap_top", length)


# Hashes of positions.


def digest_of_bytes(program: str, data: bytes) -> str:
    """A hash of a position of a program, given by its identity, as 32 hexadecimal digits. It takes microseconds."""
    return blake2b(data, digest_size=DIGEST_BYTES, key=digest_key(program)).hexdigest()


def digest_key(program: str) -> bytes:
    """The key of the digests of a program's positions."""
    return blake2b(program.encode(), digest_size=DIGEST_KEY_BYTES).digest()


def digest_of_values(program: Program, memory: Memory, choices: int) -> str:
    """A hash of what content declares of the position in memory, of the engine's own numbers, and of how many choices
    have led there, as 32 hexadecimal digits.

    It doesn't depend on how the engine numbers blocks and frames. So saves hold it, which later versions read.
    """
    scenes = [SceneReader(program, memory).scene()]
    if is_simultaneous(memory):
        scenes.append(SceneReader(program, memory, then=True).scene())
    text = canonical_json([choices, _clock_as_data(read_clock(memory)), *map(_scene_as_data, scenes)])
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _scene_as_data(scene: Scene) -> dict[str, Any]:
    """The data of what lies on the table, and of declared values; without `shown` where nothing is ever shown, without
    `movers` where nothing asks for them."""
    data = {field.name: getattr(scene, field.name) for field in fields(scene)}
    if not scene.shown:
        del data["shown"]
    if not scene.movers:
        del data["movers"]
    return {**data, "gained": sorted(scene.gained.items())}


def _clock_as_data(clock: Clock) -> list[Any]:
    """The engine's own numbers, in order; without `single_options` where it is no."""
    values = [getattr(clock, field.name) for field in fields(clock)]
    return values if clock.single_options else values[:-1]
