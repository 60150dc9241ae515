"""Which part of a position holds most, in an author's words: for positions that hold more than a game can keep."""

from collections.abc import Iterable, Iterator
from typing import Any

from artrules.engine.lower.program import Program
from artrules.engine.machine.numbers import MOST_KEPT
from artrules.play.explain.faults import Fault, Memory, place_of
from artrules.play.position.codec import DecodedPosition, declared_attributes, declared_variables
from artrules.text.diagnostics import kinds


def too_much_kept(program: Program, memory: Memory, position: DecodedPosition) -> Fault:
    """The fault for a position, which is in memory at rest."""
    parts = list(_parts(program, position))
    total = sum(count for _, count in parts)
    what, most = max(parts, key=lambda part: part[1])
    message = f"too much is kept: lists hold {total:,} things together, {most:,} of them {what}"
    place = place_of(program, memory, -1)
    return Fault(kinds.TOO_MUCH_KEPT, message, place, "", f"at most {MOST_KEPT:,}", f"{total:,}")


def _parts(program: Program, position: DecodedPosition) -> Iterator[tuple[str, int]]:
    """The parts of a position, each with the number of items that it holds."""
    layout, scene = program.layout, position.scene
    words = dict(zip([d.place for d in declared_variables(layout)], scene.variables, strict=True))
    for variable, first, count in layout.declared_variables():
        yield f"in the variable `{variable.name}`", _held(words[first + i] for i in range(count))
    words = dict(zip([d.place for d in declared_attributes(layout)], scene.attributes, strict=True))
    for attribute, offset, cards in layout.changing_attributes():
        item_count = _held(words[offset + card] for card in range(cards.first, cards.last))
        yield f"in `{attribute.name}` of cards", item_count
    for number, event in enumerate(program.model.events.values()):
        records = [record.fields for record in position.records.values() if record.event == number]
        yield f"in `{event.name}`", len(records) + sum(map(_held, records))
    yield "in what watches keep", sum(_held(watch.values) for watch in position.watches)
    yield "in what is still to be done", sum(_held(frame) for stack in position.stacks for frame in stack)
    yield "are uses that are counted", len(position.uses)
    yield "are powers that cards gained", sum(map(len, scene.gained.values()))


def _held(values: Iterable[Any]) -> int:
    """How many items lists among some values hold, including lists in them and their items."""
    return sum(len(value) + _held(value) for value in values if isinstance(value, tuple))
