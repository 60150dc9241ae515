"""Puts positions into memory, whole or in parts.

The parts serve tools that put a position together. They may be changed only while the position is at rest
(`machine/engine.py`, `rest`), and `rest` must be called afterwards where values were set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from artrules.execute.instance import MemoryView
from artrules.ir.types import Happening, Type
from artrules.lower.program import Program
from artrules.machine.memory import (
    ALL_AT_ONCE,
    FINISHED,
    NEXT_RECORD,
    ON_TURN,
    PHASE_NUMBER,
    ROUND_NUMBER,
    SINGLE_OPTIONS,
    STALLED,
)
from artrules.machine.numbers import ASKED, FIRST_BLOCK, NIL, NONE, RUN_WATCHES, STACK_WORDS
from artrules.position.declared import Declared, declared_attributes, declared_variables
from artrules.position.decoded import Clock, DecodedPosition, Frame, Record, Scene, Use, Watch
from artrules.position.memory import Memory
from artrules.position.values import ValueWriter

# -- parts


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
    writer = _begin_values(program, memory, memory.register("heap_top"))
    memory.region(region)[index] = writer.word(value, type_)
    _put_heap(memory, writer)


# -- the whole


def encode(program: Program, memory: Memory, position: DecodedPosition) -> None:
    """Put a position into memory, which is all of it then. `rest` has been called."""
    writer = _begin_values(program, memory, program.numbers["CONSTANTS"])
    _put_clock(memory, position.clock, simultaneous=position.phase_start is not None)
    _put_scene(program, memory, writer, position.scene)
    _put_phase_start(program, memory, writer, position.phase_start)
    _put_uses(program, memory, position.uses)
    _put_records(program, memory, writer, position.records)
    _put_watches(program, memory, writer, position.watches)
    _put_stacks(program, memory, writer, position.stacks)
    _put_heap(memory, writer)
    memory.call("take_up")
    memory.call("rest")


def _begin_values(program: Program, memory: Memory, heap_top: int) -> ValueWriter:
    return ValueWriter(program.model, memory.region("heap")[:heap_top])


def _put_heap(memory: Memory, writer: ValueWriter) -> None:
    length = len(writer.heap)
    memory.make_room("heap", length)[:length] = writer.heap
    memory.set_register("heap_top", length)


def _put_clock(memory: Memory, clock: Clock, *, simultaneous: bool) -> None:
    words = memory.region("clock")
    words[ROUND_NUMBER], words[PHASE_NUMBER], words[ON_TURN] = clock.round, clock.phase, clock.on_turn
    words[NEXT_RECORD], words[FINISHED], words[STALLED] = clock.next_record, int(clock.finished), int(clock.stalled)
    words[ALL_AT_ONCE], words[SINGLE_OPTIONS] = int(simultaneous), int(clock.single_options)


def _put_scene(program: Program, memory: Memory, writer: ValueWriter, scene: Scene) -> None:
    for zone, cards in enumerate(scene.zones):
        lay_cards(memory, zone, cards)
    _put_first(memory, "face_of", scene.faces)
    _put_first(memory, "shown_to", scene.shown)
    _put_values(memory.region("variables"), writer, declared_variables(program.layout), scene.variables)
    _put_values(memory.region("attributes"), writer, declared_attributes(program.layout), scene.attributes)
    _put_first(memory, "drawn", scene.drawn)
    _put_first(memory, "serials", scene.serials)
    _put_first(memory, "gained_by", [len(scene.gained.get(card, ())) for card in range(len(scene.faces))])
    _put_gained(memory, "", scene.gained)


def _put_phase_start(program: Program, memory: Memory, writer: ValueWriter, then: Scene | None) -> None:
    if then is None:
        memory.call("drop_phase_start")
        return
    zone_of, following = memory.region("then_zone_of"), memory.region("then_next_in_zone")
    for zone, cards in enumerate(then.zones):
        memory.region("then_first_in_zone")[zone] = cards[0] if cards else NIL
        for card, after in zip(cards, [*cards[1:], NIL], strict=False):
            zone_of[card], following[card] = zone, after
    _put_first(memory, "then_face_of", then.faces)
    _put_first(memory, "then_shown_to", then.shown)
    _put_values(memory.region("then_variables"), writer, declared_variables(program.layout), then.variables)
    _put_values(memory.region("then_attributes"), writer, declared_attributes(program.layout), then.attributes)
    _put_first(memory, "then_drawn", then.drawn)
    _put_first(memory, "then_serials", then.serials)
    _put_gained(memory, "then_", then.gained)


def _put_first(memory: Memory, region: str, words: Sequence[int]) -> None:
    memory.region(region)[: len(words)] = words


def _put_values(region: MemoryView, writer: ValueWriter, places: list[Declared], values: Sequence[Any]) -> None:
    for declared, value in zip(places, values, strict=True):
        region[declared.place] = writer.word(value, declared.type)


def _put_gained(memory: Memory, then: str, gained: dict[int, tuple[int, ...]]) -> None:
    pairs = [(card, power) for card in sorted(gained) for power in gained[card]]
    _put_rows(memory, f"{then}gained_count", [f"{then}gained_card", f"{then}gained_power"], pairs)


def _put_uses(program: Program, memory: Memory, uses: dict[Use, int]) -> None:
    players = program.layout.players
    rows = sorted((limit * players + player, what, times) for (limit, player, what), times in uses.items())
    _put_rows(memory, "use_count", ["use_limit", "use_what", "use_times"], rows)


def _put_records(program: Program, memory: Memory, writer: ValueWriter, records: dict[int, Record]) -> None:
    events = list(program.model.events)
    rows = [
        (
            serial,
            kept.event,
            NONE if kept.player is None else kept.player,
            writer.fields(kept.fields, events[kept.event]),
        )
        for serial, kept in sorted(records.items())
    ]
    _put_rows(memory, "record_count", [f"record_{part}" for part in ("serial", "event", "player", "fields")], rows)


def _put_watches(program: Program, memory: Memory, writer: ValueWriter, watches: Sequence[Watch]) -> None:
    captured = program.find_frames().captured
    rows = [
        (watch.owner, watch.serial, watch.code, watch.times, writer.values(watch.values, captured[watch.code]))
        for watch in watches
    ]
    _put_rows(memory, "watch_count", [f"watch_{part}" for part in ("owner", "serial", "code", "times", "values")], rows)


def _put_rows(memory: Memory, count: str, regions: Iterable[str], rows: Sequence[tuple[int, ...]]) -> None:
    """Put rows into some regions, a column into each, and their number into a register."""
    for column, region in enumerate(regions):
        memory.make_room(region, len(rows))[: len(rows)] = [row[column] for row in rows]
    memory.set_register(count, len(rows))


def _put_stacks(program: Program, memory: Memory, writer: ValueWriter, stacks: Sequence[tuple[Frame, ...]]) -> None:
    region, tops = memory.region("stack"), memory.region("top_of_stack")
    for i in range(1 + program.layout.players):
        words = [word for frame in stacks[i : i + 1] for f in frame for word in _frame_words(program, writer, f)]
        base = i * STACK_WORDS
        region[base : base + len(words)] = words
        tops[i] = base + len(words)


def _frame_words(program: Program, writer: ValueWriter, frame: Frame) -> list[int]:
    """The words of a frame: its values, then the number of its block."""
    block, *values = frame
    if block == RUN_WATCHES:
        happening, event, left = values
        type_ = Happening(list(program.model.events)[event])
        return [writer.word(happening, type_), event, writer.list_of(left), block]
    if block == ASKED:
        question, players, kept = values
        return [question, players, writer.values(kept, program.find_frames().told[question]), block]
    if block < FIRST_BLOCK:
        return [*values, block]
    types = program.find_frames().types[block]
    return [*[writer.word(value, t) for value, t in zip(values, types, strict=True)], block]
