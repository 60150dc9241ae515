"""Answers whether anything that has begun can still fail. If nothing can, a trial may stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.diagnostics.kinds import runtime as kinds
from artrules.run.metering import BLOCK
from artrules.run.signals import Committed, Fault

if TYPE_CHECKING:
    from artrules.run.state import State

ACTION = 0
"""The number of the frame (ACTION, player, decision): the action that a player began at a decision."""
RUN_WATCHES = 7
"""The number of the frame (RUN_WATCHES, happening, watches that are left)."""
POWER_ENDS = 13
"""The number of the frame (POWER_ENDS,), which lies below everything that a power in use still has to do."""
DEEPEST = 64


def nest(S: State, site: int) -> None:
    """Use a power or run watches: these may be nested only to a depth. Raises Fault."""
    S.steps += BLOCK + len(S.stack)
    if sum(frame[0] in (RUN_WATCHES, POWER_ENDS) for frame in S.stack) >= DEEPEST:
        raise Fault(kinds.TOO_NESTED, f"powers and events nest more than {DEEPEST} deep", site)


def end_action(S: State, decisions: tuple[int, ...]) -> None:
    """End a branch's suite. This ends the action, too, if one of some decisions began it."""
    stack = S.stack
    if stack and stack[-1][0] == ACTION and stack[-1][2] in decisions:
        if S.probing:
            raise Committed
        del stack[-1]


def nothing_can_fail(S: State) -> bool:
    """Whether no frame down to the beginning of the action can fail."""
    may_fail = S.runtime.may_fail
    for frame in reversed(S.stack):
        number = frame[0]
        if number == ACTION:
            return True
        if may_fail[number]:
            return False
    return True
