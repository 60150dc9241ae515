"""Runs frames until a decision lies on top of a stack, and takes the option that is chosen there: the core of the
engine."""

from __future__ import annotations

from typing import Any

from artrules.compile.program import FIRST_BLOCK
from artrules.run.feasibility.safety import ACTION, POWER_ENDS, RUN_WATCHES
from artrules.run.metering import MOST_STEPS, too_long
from artrules.run.state import Frame, State

Candidate = tuple[Any, ...]


def advance(S: State) -> Frame | None:
    """Run the active stack until a decision lies on top of it; gives the decision's frame. None when the stack is
    empty, or when other stacks must run now. Raises Fault when too much work goes by without a decision."""
    blocks, costs = S.runtime.blocks, S.runtime.costs
    stack = S.stack
    while stack:
        frame = stack[-1]
        number = frame[0]
        run = blocks[number]
        if run is None:
            return frame
        del stack[-1]
        S.steps += costs[number]
        if S.steps > MOST_STEPS:
            raise too_long(-2 - number)
        if run(S, *frame[1:]):
            return None
    return None


def take(S: State, frame: Frame, candidate: Candidate) -> None:
    """Take a candidate of the decision on top of the active stack. Where no action is in progress, this begins one."""
    stack = S.stack
    del stack[-1]
    number = frame[0]
    place = action_place(S, number)
    if place is not None:
        stack.insert(place, (ACTION, S.runtime.deciders[number](S, *frame[1:]), number))
    S.runtime.takes[number][candidate[0]](S, *frame[1:], *candidate[1:])


def action_place(S: State, number: int) -> int | None:
    """The index on the stack at which an option of a decision begins its action; None when an action is in progress
    already."""
    stack = S.stack
    for below in reversed(stack):
        if below[0] == ACTION:
            return None
    return len(stack) if S.runtime.decisions[number].has_suites else under_content(stack)


def under_content(stack: list[Frame]) -> int:
    """The index at which the action of a plain `choose` begins: below everything that its player's effect still has to
    do."""
    place = len(stack)
    while place and (stack[place - 1][0] >= FIRST_BLOCK or stack[place - 1][0] in (RUN_WATCHES, POWER_ENDS)):
        place -= 1
    return place


def acting(S: State) -> int | None:
    """The player (counted from 0) whose action is in progress on the active stack; None when there is none."""
    for frame in reversed(S.stack):
        if frame[0] == ACTION:
            player: int = frame[1]
            return player
    return None
