"""Runs a state to its next decisions, and takes what is chosen for good.

For one decision, in order: `advance` runs frames until a decision lies on top of the stack (`advance.py`);
`candidates`, which is generated code, lists what the decision's conditions allow; `options` keeps the candidates whose
action can be completed (`options.py`); `take` replaces the decision's frame by what the chosen branch runs.
"""

from __future__ import annotations

from artrules.diagnostics.kinds import runtime as kinds
from artrules.run.advance import Candidate, advance, take
from artrules.run.flow import FINAL, FINISH
from artrules.run.signals import Fault, GameEnds
from artrules.run.state import Frame, State


def step(S: State) -> list[int]:
    """Run until somebody must decide. Gives the indices of the stacks on which decisions lie; empty when the game is
    over."""
    while True:
        if len(S.stacks) == 1:
            if _advance_or_end(S) is not None:
                return [0]
            if not S.stack:
                return []
            continue
        waiting = [i for i in range(1, len(S.stacks)) if _waits(S, i) or _advance_stack(S, i)]
        if waiting:
            return waiting
        if len(S.stacks) > 1:
            S.stacks = S.stacks[:1]
            S.activate(0)


def _waits(S: State, index: int) -> bool:
    """Whether a decision lies on top of a stack."""
    if index >= len(S.stacks):
        return False
    stack = S.stacks[index]
    return bool(stack) and S.runtime.blocks[stack[-1][0]] is None


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
        raise Fault(kinds.TOO_NESTED, "powers and events nest too deep") from None


def end_now(S: State) -> None:
    """End the game, because the content says so: drop what is in progress and run the final steps, unless one of these
    has ended the game."""
    final = any(frame[0] == FINAL for frame in S.stacks[0])
    S.stacks = [[(FINISH,) if final else (FINAL, 0)]]
    S.began = None
    S.activate(0)


def take_now(S: State, frame: Frame, candidate: Candidate) -> None:
    """Take a candidate for good. The content may end the game by it."""
    try:
        take(S, frame, candidate)
    except GameEnds:
        end_now(S)
    except RecursionError:
        raise Fault(kinds.TOO_NESTED, "powers and events nest too deep") from None
