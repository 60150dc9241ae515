"""The functions that the compiler's tests of feasibility (`compile/feasibility/`) call: they continue with frames
further down the stack, and make temporary changes.

`undo` lists the old value for each change, in order: `(cell, value)`, `(-1 - zone, cards)` or `(name of an attribute of
the state, value)`. Tests return True if the action can be completed, False if not, and None if they can't decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from artrules.compile.program import FIRST_BLOCK
from artrules.compile.references import SLOTS
from artrules.run.feasibility.safety import ACTION, POWER_ENDS
from artrules.run.moves import may_see
from artrules.run.powers import count_use, definition_of, gain, lose, usable
from artrules.run.watches import remember

if TYPE_CHECKING:
    from artrules.run.state import Frame, State

Undo = list[tuple[Any, Any]]
DEEPEST = 12
"""How deeply tests may nest uses of powers."""


def undo_all(S: State, undo: Undo) -> None:
    """Undo changes, the last one first."""
    cells = S.cells
    for what, before in reversed(undo):
        if not isinstance(what, int):
            setattr(S, what, before)
        elif what >= 0:
            cells[what] = before
        else:
            S.zones[-1 - what] = before


def try_set(cells: list[Any], undo: Undo, cell: int, value: Any) -> None:
    """Change a cell temporarily."""
    undo.append((cell, cells[cell]))
    cells[cell] = value


def move_effect(S: State, me: int | None, cards: Sequence[int], zone: int, may_turn: bool) -> int:
    """What moving cards does besides changing their zone: 0 nothing, 1 a commit, -1 something that a test can't do.

    `may_turn` says whether the test can handle that the move turns cards over.
    """
    runtime, cells = S.runtime, S.cells
    for card in cards:
        source = cells[card]
        if runtime.top_only[source] or not may_see(S, me, card):
            return 1
        if source != zone and runtime.leaving[source] is not None:
            return -1
        if not may_turn and cells[runtime.face_cell + card]:
            return -1
    return 0


def try_move(
    S: State, undo: Undo, cards: Sequence[int], zone: int, end: int | None, position: int | None, face: int | None
) -> None:
    """Move cards temporarily, as `moves.move_card` does for good."""
    runtime, cells, zones = S.runtime, S.cells, S.zones
    S.steps += (60 + len(cells) // 50) * len(cards)
    for card in cards:
        source = cells[card]
        left = zones[source]
        undo.append((-1 - source, left))
        at = left.index(card)
        zones[source] = left[:at] + left[at + 1 :]
        try_set(cells, undo, card, zone)
        try_set(cells, undo, runtime.face_cell + card, runtime.zone_face[zone] if face is None else face)
        there = zones[zone]
        undo.append((-1 - zone, there))
        if position is not None:
            at = max(0, min(position - 1, len(there)))
            zones[zone] = (*there[:at], card, *there[at:])
        elif end == 0 or (end is None and runtime.pile[zone]):
            zones[zone] = (card, *there)
        else:
            zones[zone] = (*there, card)


def try_gain(S: State, undo: Undo, card: int, power: int, site: int) -> None:
    """Give a card a power temporarily."""
    S.steps += len(S.gained) // 4
    undo.append(("gained", S.gained))
    S.gained = S.gained.copy()
    gain(S, card, power, site)


def try_lose(S: State, undo: Undo, power: int) -> None:
    """Take a gained power from its card temporarily."""
    S.steps += (len(S.gained) + len(S.uses)) // 4
    undo.append(("gained", S.gained))
    undo.append(("uses", S.uses))
    S.gained, S.uses = S.gained.copy(), S.uses.copy()
    lose(S, power)


def try_count(S: State, undo: Undo, me: int, limit: int, identity: int) -> None:
    """Count a use temporarily."""
    S.steps += len(S.uses) // 4
    undo.append(("uses", S.uses))
    S.uses = S.uses.copy()
    count_use(S, me, limit, identity)


def try_remember(S: State, undo: Undo, me: int, event: int, fields: tuple[Any, ...], site: int) -> None:
    """Keep a happening temporarily."""
    S.steps += len(S.records) // 4
    undo.append(("records", S.records))
    undo.append((S.runtime.next_record, S.cells[S.runtime.next_record]))
    S.records = S.records.copy()
    remember(S, me, event, fields, site)


def safe_below(S: State, place: int) -> bool:
    """Whether no frame can fail, from index `place` on the stack down to the beginning of the action."""
    may_fail, stack = S.runtime.may_fail, S.stack
    while place >= 0:
        number = stack[place][0]
        if number == ACTION:
            return True
        if may_fail[number]:
            return False
        place -= 1
    return True


def ends_here(S: State, place: int, decisions: tuple[int, ...]) -> bool:
    """Whether the frame at index `place` marks an action that one of these decisions began."""
    if place < 0:
        return False
    frame = S.stack[place]
    return frame[0] == ACTION and frame[2] in decisions


def continue_below(S: State, place: int) -> bool | None:
    """Test the frame at index `place`, and those below it that belong to the action."""
    stack = S.stack
    while place >= 0:
        frame = stack[place]
        number = frame[0]
        place -= 1
        if number == POWER_ENDS:
            continue
        if number == ACTION:
            return True
        if number < FIRST_BLOCK:
            return True if safe_below(S, place) else None
        function = S.runtime.block_tests[number]
        if function is None:
            return None
        return function(S, place, *frame[1:])
    return True


def continue_at(S: State, place: int, frames: Sequence[Frame], number: int, *values: Any) -> bool | None:
    """Test a block or decision, with some frames temporarily on the stack below it."""
    function = S.runtime.block_tests[number]
    if function is None:
        return None
    if not frames:
        return function(S, place, *values)
    stack = S.stack
    above = stack[place + 1 :]
    stack[place + 1 :] = frames
    try:
        return function(S, place + len(frames), *values)
    finally:
        stack[place + 1 :] = above


def try_use(S: State, place: int, frames: Sequence[Frame], me: int, power: int) -> bool | None:
    """Test the use of a power, with some frames temporarily on the stack below it."""
    if not usable(S, me, power):
        return False
    runtime = S.runtime
    definition = definition_of(S, power)
    function = runtime.power_use_tests[definition]
    if function is None or sum(frame[0] == POWER_ENDS for frame in S.stack) >= DEEPEST:
        return None
    stack, uses = S.stack, S.uses
    S.steps += len(uses) // 4 + len(stack)
    above = stack[place + 1 :]
    S.uses = uses.copy()
    for limit, per_card in runtime.power_limits[definition]:
        count_use(S, me, limit, power if per_card else definition)
    stack[place + 1 :] = [*frames, (POWER_ENDS,)]
    try:
        return function(S, place + len(frames) + 1, me, power // SLOTS)
    finally:
        stack[place + 1 :] = above
        S.uses = uses


IN_PLACE_SUPPORT: dict[str, Any] = {
    f.__name__: f
    for f in (
        undo_all,
        try_set,
        move_effect,
        try_move,
        try_gain,
        try_lose,
        try_count,
        try_remember,
        safe_below,
        ends_here,
        continue_below,
        continue_at,
        try_use,
    )
}
"""The functions that tests may call, in addition to those of all generated code."""
