"""Limits how much a position holds: the lists in it together, as each list has a limit of its own.

A list has at most 10,000 items, but there may be many lists: in variables and attributes, kept events, watches and
frames. Many may be one and the same tuple, which costs nothing until a save spells it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from artrules.diagnostics.kinds import runtime as kinds
from artrules.run.metering import MOST_KEPT, extent
from artrules.run.signals import Fault

if TYPE_CHECKING:
    from artrules.run.state import State


def check_size(S: State) -> None:
    """Raise Fault when a position holds too much."""
    runtime = S.runtime
    cells = S.cells
    held = 0
    for cell in runtime.list_cells:
        if cells[cell]:
            held += extent(cells[cell])
    slots = runtime.list_slots
    for stack in S.stacks:
        for frame in stack:
            if frame[0] in slots:
                held += _held(frame[slot] for slot in slots[frame[0]])
    if S.records:
        lists = runtime.program.event_lists
        for record in S.records.values():
            if lists[record[0]]:
                held += extent(record)
        held += len(S.records)
    for watch in S.watches:
        if watch[4]:
            held += extent(watch[4])
    held += len(S.uses)
    for gained in S.gained.values():
        held += len(gained)
    if held > MOST_KEPT:
        raise _too_much(S, held)


def _too_much(S: State, held: int) -> Fault:
    what, most = max(_parts(S), key=lambda part: part[1])
    message = f"too much is kept: lists hold {held:,} things together, {most:,} of them {what}"
    waiting = S.stack[-1][0] if S.stack else 0
    return Fault(kinds.TOO_MUCH_KEPT, message, -2 - waiting, f"at most {MOST_KEPT:,}", f"{held:,}")


def _parts(S: State) -> Iterator[tuple[str, int]]:
    """The parts of a position in an author's words, each with the number of items that it holds."""
    layout = S.runtime.layout
    model = layout.model
    for variable in model.variables.values():
        first = layout.variables.get(variable.key)
        if first is not None:
            cells = S.cells[first : first + layout.owners(variable.of)]
            yield f"in the variable `{variable.name}`", _held(cells)
    for kind in model.kinds.values():
        cards = layout.cards[kind.name]
        for attribute in kind.attributes.values():
            if not attribute.printed:
                offset = layout.attribute_cell(attribute)
                yield f"in `{attribute.name}` of cards", _held(S.cells[offset + cards.first : offset + cards.last])
    for number, event in enumerate(model.events.values()):
        yield f"in `{event.name}`", _held(r for r in S.records.values() if r[0] == number)
    yield "in what watches keep", _held(w[4] for w in S.watches)
    yield "in what is still to be done", sum(_held(f for f in frame) for stack in S.stacks for frame in stack)
    yield "are uses that are counted", len(S.uses)
    yield "are powers that cards gained", sum(map(len, S.gained.values()))


def _held(values: Any) -> int:
    return sum(extent(value) for value in values if value.__class__ is tuple)
