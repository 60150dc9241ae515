"""Finds where a position refers to cards: in frames, kept happenings, watches, variables and attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from artrules.run.feasibility.safety import RUN_WATCHES

if TYPE_CHECKING:
    from artrules.compile.references import Shape
    from artrules.run.state import State

Place = tuple[int, ...]
"""Where a reference stands: the kind of place, then which one."""
FRAME, RECORD, WATCH, CELL = range(4)
Replace = Callable[[Place, int], int]
"""Gives the card that a place is to refer to, instead of a card."""


def references(S: State) -> Iterator[tuple[Place, int, bool]]:
    """Every reference: its place, the card, and whether it refers to a power of the card."""
    for index, stack in enumerate(S.stacks):
        for depth, frame in enumerate(stack):
            for slot, shape in _slots(S, frame):
                yield from _cards((FRAME, index, depth, slot), frame[slot], shape)
    shapes = S.runtime.program.event_shapes
    for number, record in S.records.items():
        yield from _cards((RECORD, number), record[2:], shapes[record[0]])
    for watch in S.watches:
        yield from _cards((WATCH, *watch[:2]), watch[4], S.runtime.program.watches[watch[2]].captured)
    for cell, shape in S.runtime.card_cells:
        yield from _cards((CELL, cell), S.cells[cell], shape)


def refer_anew(S: State, replace: Replace) -> None:
    """Replace every reference by what `replace` gives."""
    for index, stack in enumerate(S.stacks):
        for depth, frame in enumerate(stack):
            for slot, shape in _slots(S, frame):
                new = _replaced((FRAME, index, depth, slot), stack[depth][slot], shape, replace)
                stack[depth] = (*stack[depth][:slot], new, *stack[depth][slot + 1 :])
    shapes = S.runtime.program.event_shapes
    for number, record in list(S.records.items()):
        S.records[number] = (*record[:2], *_replaced((RECORD, number), record[2:], shapes[record[0]], replace))
    S.watches = tuple(
        (*w[:4], _replaced((WATCH, *w[:2]), w[4], S.runtime.program.watches[w[2]].captured, replace)) for w in S.watches
    )
    for cell, shape in S.runtime.card_cells:
        S.cells[cell] = _replaced((CELL, cell), S.cells[cell], shape, replace)


def _slots(S: State, frame: tuple[Any, ...]) -> Iterator[tuple[int, Shape]]:
    """The indices in a frame that refer to cards, each with the shape of its values."""
    yield from S.runtime.program.card_slots.get(frame[0], ())
    if frame[0] == RUN_WATCHES and frame[2]:
        number = next((w[2] for w in S.watches if (w[0], w[1]) == frame[2][0]), None)
        if number is not None and not S.runtime.event_kept[event := S.runtime.watch_events[number]]:
            yield 1, S.runtime.program.event_shapes[event]


def _cards(place: Place, value: Any, shape: Shape) -> Iterator[tuple[Place, int, bool]]:
    if value is None or shape is None:
        return
    if isinstance(shape, int):
        yield place, value // shape, shape > 1
    elif shape[0] == "each":
        for item in value:
            yield from _cards(place, item, shape[1])
    else:
        for item, inner in zip(value, shape[1], strict=True):
            yield from _cards(place, item, inner)


def _replaced(place: Place, value: Any, shape: Shape, replace: Replace) -> Any:
    if value is None or shape is None:
        return value
    if isinstance(shape, int):
        return replace(place, value // shape) * shape + value % shape
    if shape[0] == "each":
        return tuple(_replaced(place, item, shape[1], replace) for item in value)
    return tuple(_replaced(place, item, inner, replace) for item, inner in zip(value, shape[1], strict=True))
