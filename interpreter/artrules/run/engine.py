"""Runs a state to its next decisions, and finds what can be chosen there.

One decision, in order: `advance` runs frames until a decision lies on top of the stack; `candidates` lists what its
conditions allow; `options` keeps those whose action can be completed; `take` replaces the decision's frame by what
the chosen branch runs.
"""

from __future__ import annotations

from typing import Any

from artrules.run.flow import FINAL
from artrules.run.safety import ACTION, nothing_can_fail
from artrules.run.signals import Committed, Fail, Fault, GameEnds
from artrules.run.state import Frame, State

Candidate = tuple[Any, ...]
MOST_STEPS = 100_000
MOST_LOOKED_AT = 20_000


def advance(S: State) -> Frame | None:
    """Run the active stack until a decision lies on it, and give its frame; None when it has run out or others
    must run."""
    blocks = S.runtime.blocks
    stack = S.stack
    while stack:
        frame = stack[-1]
        run = blocks[frame[0]]
        if run is None:
            return frame
        del stack[-1]
        S.steps += 1
        if S.steps > MOST_STEPS:
            raise Fault("TOO_LONG", "a hundred thousand steps without a decision")
        if run(S, *frame[1:]):
            return None
    return None


def take(S: State, frame: Frame, candidate: Candidate) -> None:
    """Take a candidate of the decision on top of the active stack; outside an action this begins one."""
    stack = S.stack
    del stack[-1]
    for below in reversed(stack):
        if below[0] == ACTION:
            break
    else:
        stack.append((ACTION, S.runtime.deciders[frame[0]](S, *frame[1:]), frame[0]))
    number = frame[0]
    S.runtime.takes[number][candidate[0]](S, *frame[1:], *candidate[1:])


def options(S: State, frame: Frame) -> list[Candidate]:
    """The candidates whose action can be completed."""
    looking = _Looking()
    try:
        found: list[Candidate] = S.runtime.candidates[frame[0]](S, *frame[1:])
        return [c for c in found if _can_be_completed(S, frame, c, looking)]
    except RecursionError:
        raise Fault("TOO_NESTED", "powers and events nest too deep", -2 - frame[0]) from None


class _Looking:
    """What one looking ahead remembers: positions and whether an action can be completed from them."""

    __slots__ = ("left", "remembered")

    def __init__(self) -> None:
        self.remembered: dict[Any, bool] = {}
        self.left = MOST_LOOKED_AT


def _can_be_completed(S: State, frame: Frame, candidate: Candidate, looking: _Looking) -> bool:
    """Whether taking a candidate can be followed to the action's end; looked at only where something can fail."""
    runtime = S.runtime
    branch = runtime.decisions[frame[0]].branches[candidate[0]]
    within = acting(S) is not None
    fails = branch.can_fail if within else branch.suite_can_fail
    if fails and branch.only_power:
        fails = runtime.power_may_fail[runtime.used_power(S, frame, candidate)]
    if not fails and (not within or _below_safe(S)):
        return True
    return _looked_ahead(S, frame, candidate, looking)


def _below_safe(S: State) -> bool:
    """Whether nothing under the decision, down to the action's beginning, can fail."""
    may_fail = S.runtime.may_fail
    stack = S.stack
    for i in range(len(stack) - 2, -1, -1):
        number = stack[i][0]
        if number == ACTION:
            return True
        if may_fail[number]:
            return False
    return True


def _looked_ahead(S: State, frame: Frame, candidate: Candidate, looking: _Looking) -> bool:
    """Whether the action can go on to its end, or to a commit, after taking a candidate: tried on a copy."""
    looking.left -= 1
    if looking.left < 0:
        raise Fault(
            "TOO_MANY_LOOKED_AT", f"more than {MOST_LOOKED_AT} positions would have to be looked at", -2 - frame[0]
        )
    T = S.copy()
    T.probing = True
    try:
        take(T, frame, candidate)
        reached = advance(T)
    except Fail:
        return False
    except (Committed, GameEnds):
        return True
    if reached is None or nothing_can_fail(T):
        return True
    runtime = T.runtime
    if runtime.deciders[reached[0]](T, *reached[1:]) != acting(T):
        return True
    key = T.content()
    known = looking.remembered.get(key)
    if known is None:
        looking.remembered[key] = False
        try:
            later = runtime.candidates[reached[0]](T, *reached[1:])
        except Fail:
            later = []
        known = any(_can_be_completed(T, reached, c, looking) for c in later)
        looking.remembered[key] = known
    return known


def acting(S: State) -> int | None:
    """The player whose action is under way on the active stack."""
    for frame in reversed(S.stack):
        if frame[0] == ACTION:
            return frame[1]  # type: ignore[no-any-return]
    return None


def step(S: State) -> list[int]:
    """Run until somebody must decide; the numbers of the stacks that wait. Empty when the game is over."""
    while True:
        if len(S.stacks) == 1:
            if _advance_or_end(S) is not None:
                return [0]
            if not S.stack:
                return []
            continue
        waiting = [i for i in range(1, len(S.stacks)) if _advance_stack(S, i)]
        if waiting:
            return waiting
        if len(S.stacks) > 1:
            S.stacks = S.stacks[:1]
            S.activate(0)


def _advance_stack(S: State, index: int) -> bool:
    if index >= len(S.stacks):
        return False
    S.activate(index)
    return _advance_or_end(S) is not None


def _advance_or_end(S: State) -> Frame | None:
    try:
        return advance(S)
    except GameEnds:
        end_now(S)
        return None
    except RecursionError:
        raise Fault("TOO_NESTED", "powers and events nest too deep") from None


def end_now(S: State) -> None:
    """Content has ended the game: what is half done is dropped, final steps run."""
    S.stacks = [[(FINAL, 0)]]
    S.began = None
    S.activate(0)


def take_now(S: State, frame: Frame, candidate: Candidate) -> None:
    """Take a candidate for good; content may end the game by it."""
    try:
        take(S, frame, candidate)
    except GameEnds:
        end_now(S)
    except RecursionError:
        raise Fault("TOO_NESTED", "powers and events nest too deep") from None
