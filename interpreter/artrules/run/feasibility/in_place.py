"""What the compiler's feasibility tests call (`compile/feasibility/`): they go on with frames further down the stack,
and make changes for the moment, which they take back.

`undo` lists what was there before each change, in order: `(cell, value)`, `(-1 - zone, cards)`, `(a part of the state,
value)`.
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
"""How deeply the uses of powers may be nested in place."""


def take_back(S: State, undo: Undo) -> None:
    """Take changes back, the last one first."""
    cells = S.cells
    for what, before in reversed(undo):
        if not isinstance(what, int):
            setattr(S, what, before)
        elif what >= 0:
            cells[what] = before
        else:
            S.zones[-1 - what] = before


def set_ahead(cells: list[Any], undo: Undo, cell: int, value: Any) -> None:
    """Change a cell for the moment."""
    undo.append((cell, cells[cell]))
    cells[cell] = value


def stirs(S: State, me: int | None, cards: Sequence[int], zone: int, may_turn: bool) -> int:
    """What moving cards means beside putting them elsewhere: 0 nothing, 1 a commit, -1 something else. Turning them
    over is something else unless it is allowed."""
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


def move_ahead(
    S: State, undo: Undo, cards: Sequence[int], zone: int, end: int | None, position: int | None, face: int | None
) -> None:
    """Move cards for the moment, as `moves.move_card` does for good."""
    runtime, cells, zones = S.runtime, S.cells, S.zones
    S.steps += (60 + len(cells) // 50) * len(cards)
    for card in cards:
        source = cells[card]
        left = zones[source]
        undo.append((-1 - source, left))
        at = left.index(card)
        zones[source] = left[:at] + left[at + 1 :]
        set_ahead(cells, undo, card, zone)
        set_ahead(cells, undo, runtime.face_cell + card, runtime.zone_face[zone] if face is None else face)
        there = zones[zone]
        undo.append((-1 - zone, there))
        if position is not None:
            at = max(0, min(position - 1, len(there)))
            zones[zone] = (*there[:at], card, *there[at:])
        elif end == 0 or (end is None and runtime.pile[zone]):
            zones[zone] = (card, *there)
        else:
            zones[zone] = (*there, card)


def gain_ahead(S: State, undo: Undo, card: int, power: int, site: int) -> None:
    """Give a card a power for the moment."""
    S.steps += len(S.gained) // 4
    undo.append(("gained", S.gained))
    S.gained = S.gained.copy()
    gain(S, card, power, site)


def lose_ahead(S: State, undo: Undo, power: int) -> None:
    """Take a gained power from its card for the moment."""
    S.steps += (len(S.gained) + len(S.uses)) // 4
    undo.append(("gained", S.gained))
    undo.append(("uses", S.uses))
    S.gained, S.uses = S.gained.copy(), S.uses.copy()
    lose(S, power)


def count_ahead(S: State, undo: Undo, me: int, limit: int, identity: int) -> None:
    """Count a use for the moment."""
    S.steps += len(S.uses) // 4
    undo.append(("uses", S.uses))
    S.uses = S.uses.copy()
    count_use(S, me, limit, identity)


def remember_ahead(S: State, undo: Undo, me: int, event: int, fields: tuple[Any, ...], site: int) -> None:
    """Keep a happening for the moment."""
    S.steps += len(S.records) // 4
    undo.append(("records", S.records))
    undo.append((S.runtime.next_record, S.cells[S.runtime.next_record]))
    S.records = S.records.copy()
    remember(S, me, event, fields, site)


def safe_below(S: State, place: int) -> bool:
    """Whether no frame, from an index on the stack down to the beginning of the action, can fail."""
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
    """Whether the frame at an index is that of an action which one of some decisions began."""
    if place < 0:
        return False
    frame = S.stack[place]
    return frame[0] == ACTION and frame[2] in decisions


def go_below(S: State, place: int) -> bool | None:
    """Go on with the frame at an index, as far as the action reaches. True if it can be completed, False if not, None
    if that can't be told."""
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
        function = S.runtime.ahead[number]
        if function is None:
            return None
        return function(S, place, *frame[1:])
    return True


def onward(S: State, place: int, frames: Sequence[Frame], number: int, *values: Any) -> bool | None:
    """Go on in a block or a decision, with some frames on the stack meanwhile. The result is as in `go_below`."""
    function = S.runtime.ahead[number]
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


def use_ahead(S: State, place: int, frames: Sequence[Frame], me: int, power: int) -> bool | None:
    """Use a power for the moment, with some frames below it. The result is as in `go_below`."""
    if not usable(S, me, power):
        return False
    runtime = S.runtime
    definition = definition_of(S, power)
    function = runtime.powers_ahead[definition]
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
        take_back,
        set_ahead,
        stirs,
        move_ahead,
        gain_ahead,
        lose_ahead,
        count_ahead,
        remember_ahead,
        safe_below,
        ends_here,
        go_below,
        onward,
        use_ahead,
    )
}
"""What the feasibility tests may call beside what all generated code may."""
