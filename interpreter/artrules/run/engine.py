"""Runs a state to its next decisions, and finds what can be chosen there.

One decision, in order: `advance` runs frames until a decision lies on top of the stack; `candidates` lists what its conditions allow; `options` keeps those
whose action can be completed; `take` replaces the decision's frame by what the chosen branch runs.
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
    """Run the active stack until a decision lies on it, and give its frame; None when it has run out or others must run."""
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
        stack.append((ACTION, S.runtime.deciders[frame[0]](S, *frame[1:])))
    number = frame[0]
    S.runtime.takes[number][candidate[0]](S, *frame[1:], *candidate[1:])


def options(S: State, frame: Frame) -> list[Candidate]:
    """The candidates whose action can be completed."""
    runtime = S.runtime
    number = frame[0]
    table = runtime.decisions[number]
    found: list[Candidate] = runtime.candidates[number](S, *frame[1:])
    below_safe = None
    kept: list[Candidate] = []
    remembered: dict[Any, bool] = {}
    budget = [MOST_LOOKED_AT]
    for candidate in found:
        branch = table.branches[candidate[0]]
        fails = branch.can_fail
        if fails and branch.only_power:
            fails = runtime.power_may_fail[runtime.used_power(S, frame, candidate)]
        if not fails:
            if below_safe is None:
                below_safe = _below_safe(S)
            fails = not below_safe
        if not fails or _completable(S, frame, candidate, remembered, budget):
            kept.append(candidate)
    return kept


def _below_safe(S: State) -> bool:
    """Whether nothing under the decision, down to the action's beginning, can fail; outside an action there is nothing."""
    may_fail = S.runtime.may_fail
    safe = True
    stack = S.stack
    for i in range(len(stack) - 2, -1, -1):
        number = stack[i][0]
        if number == ACTION:
            return safe
        if may_fail[number]:
            safe = False
    return True


def _completable(
    S: State, frame: Frame, candidate: Candidate, remembered: dict[Any, bool], budget: list[int]
) -> bool:
    """Whether the action can go on to its end, or to a commit, after taking a candidate."""
    budget[0] -= 1
    if budget[0] < 0:
        raise Fault("TOO_MANY_LOOKED_AT", f"more than {MOST_LOOKED_AT} positions would have to be looked at")
    T = S.copy()
    T.probing = True
    try:
        take(T, frame, candidate)
        reached = advance(T)
    except Fail:
        return False
    except (Committed, GameEnds):
        return True
    if reached is None:
        return True
    decider = T.runtime.deciders[reached[0]](T, *reached[1:])
    if decider != acting(T) or nothing_can_fail(T):
        return True
    key = T.content()
    known = remembered.get(key)
    if known is None:
        remembered[key] = False
        try:
            later = T.runtime.candidates[reached[0]](T, *reached[1:])
        except Fail:
            later = []
        known = any(_completable(T, reached, candidate, remembered, budget) for candidate in later)
        remembered[key] = known
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
