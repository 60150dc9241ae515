"""Checks what is in progress in a saved position: the engine's own frames follow the order of the game; above them lie
frames of code, each on one that can begin it, with values of their types; and a decision lies on top."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from artrules.compile.frames import FrameOrder
from artrules.compile.program import FIRST_BLOCK
from artrules.ir.types import Happening
from artrules.run.feasibility.safety import ACTION, DEEPEST, POWER_ENDS, RUN_WATCHES
from artrules.run.flow import AFTER_PHASE, AFTER_TURN, FINAL, JOIN, SETUP
from artrules.run.proof.values import are_values, is_value, is_watch
from artrules.run.save_document import damaged, whole

if TYPE_CHECKING:
    from artrules.run.state import Frame, State

WHAT_WAITS = "what waits in it can't wait there"


def check_stacks(S: State, stacks: Any) -> None:
    """Put the stacks of a save into a state whose other parts have been checked. Raises SaveRefused."""
    runtime = S.runtime
    if not all(isinstance(stack, tuple) and all(_is_frame(frame) for frame in stack) for stack in stacks):
        raise damaged(WHAT_WAITS)
    S.stacks = [list(stack) for stack in stacks]
    if len(stacks) != (1 if S.began is None else 1 + runtime.players):
        raise damaged(WHAT_WAITS)
    S.activate(0)
    if S.cells[runtime.finished]:
        if stacks != ((),):
            raise damaged(WHAT_WAITS)
        return
    if not stacks[0]:
        raise damaged(WHAT_WAITS)
    begun = _lowest(S, stacks[0][0])
    if S.began is None:
        _see_code(S, stacks[0][1:], begun)
        return
    if len(stacks[0]) != 1 or not any(stacks[1:]):
        raise damaged(WHAT_WAITS)
    for player, stack in enumerate(stacks[1:]):
        if stack:
            _see_code(S, stack, begun)
            if runtime.deciders[stack[-1][0]](S, *stack[-1][1:]) != player:
                raise damaged(WHAT_WAITS)


def _is_frame(frame: Any) -> bool:
    return isinstance(frame, tuple) and bool(frame) and whole(frame[0], 0)


def _lowest(S: State, frame: Frame) -> FrameOrder:
    """Check the engine's frame at the bottom; gives what may lie above it. Raises SaveRefused."""
    runtime, flow = S.runtime, S.runtime.program.model.flow
    number, steps = frame[0], {SETUP: flow.setup, FINAL: flow.final}
    in_setup = S.cells[runtime.round] == 0
    if number in steps and len(frame) == 2 and whole(frame[1], 1, len(steps[number])):
        if number == FINAL or in_setup:
            step = steps[number][frame[1] - 1]
            return _begun(S, f"{'setup' if number == SETUP else 'final'} {step.name}")
    elif not in_setup and frame[1:2] == (S.cells[runtime.phase],) and whole(frame[1]):
        phase = flow.phases[frame[1]]
        good = {
            AFTER_PHASE: phase.who == "nobody" and len(frame) == 2,
            AFTER_TURN: phase.who == "in_turn" and _is_turn(S, frame),
            JOIN: phase.who == "all_at_once" and len(frame) == 2,
        }
        if good.get(number) and (number == JOIN) == (S.began is not None):
            return _begun(S, f"phase {phase.name}")
    raise damaged(WHAT_WAITS)


def _is_turn(S: State, frame: Frame) -> bool:
    players = S.runtime.players
    if len(frame) != 4 or not whole(frame[2], 0, players - 1) or not whole(frame[3], 1, players):
        return False
    return bool(frame[2] == S.cells[S.runtime.on_turn])


def _begun(S: State, *codes: str) -> FrameOrder:
    """What may lie above a frame of one of some blocks of code."""
    known, upon = S.runtime.program.frames().begun, FrameOrder()
    for code in codes:
        upon.add(known[code])
    return upon


def _see_code(S: State, frames: tuple[Frame, ...], upon: FrameOrder | None) -> None:
    """Check frames of code from the lowest up, of which the first lies on what began it. Raises SaveRefused."""
    tables, program = S.runtime.program.frames(), S.runtime.program
    powers = [key for key in tables.begun if key.startswith("power ")]
    watches = [key for key in tables.begun if key.startswith("watch ")]
    actions = depth = 0
    for frame in frames:
        number, values = frame[0], frame[1:]
        if upon is None:
            raise damaged(WHAT_WAITS)  # nothing can lie on a decision
        if number == ACTION:
            actions += 1
            good = len(values) == 2 and whole(values[0], 0, S.runtime.players - 1) and _decides(S, values[1])
        elif number == POWER_ENDS:
            depth += 1
            good, upon = upon.power and not values, _begun(S, *powers)
        elif number == RUN_WATCHES:
            depth += 1
            good, upon = upon.watches and _are_left(S, values), _begun(S, *watches)
        else:
            good = number >= FIRST_BLOCK and number in upon.blocks and are_values(S, values, tables.types[number])
            upon = None if number in program.decisions else tables.upon.get(number)
        if not good or actions > 1 or depth > DEEPEST:
            raise damaged(WHAT_WAITS)
    if not frames or frames[-1][0] not in program.decisions:
        raise damaged(WHAT_WAITS)


def _decides(S: State, number: Any) -> bool:
    return whole(number) and number in S.runtime.decisions


def _are_left(S: State, values: tuple[Any, ...]) -> bool:
    """Whether values are a happening and the watches that still wait for it, all of them for the same event."""
    if len(values) != 2 or not isinstance(values[1], tuple) or not all(is_watch(S, w) for w in values[1]):
        return False
    happening, left = values
    events = list(S.runtime.program.model.events)
    numbers = {w[:2]: w[2] for w in S.watches}
    watched = {S.runtime.watch_events[numbers[w]] for w in left if w in numbers}
    if not left:
        return happening is None
    if len(set(left)) != len(left) or len(watched) > 1:
        return False
    possible = watched or set(S.runtime.watch_events)
    return any(is_value(S, happening, Happening(events[event])) for event in possible)
