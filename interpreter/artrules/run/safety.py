"""Whether anything that is begun can still fail: looking ahead may stop when nothing can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.run.signals import Committed

if TYPE_CHECKING:
    from artrules.run.state import State

ACTION = 0
"""The number of the frame (ACTION, player, decision): the action that a player began at a decision."""


def end_action(S: State, decisions: tuple[int, ...]) -> None:
    """A branch's suite ends: so does the action, if one of these decisions began it."""
    stack = S.stack
    if stack and stack[-1][0] == ACTION and stack[-1][2] in decisions:
        if S.probing:
            raise Committed
        del stack[-1]


def nothing_can_fail(S: State) -> bool:
    """Whether no frame down to the action's beginning may fail."""
    may_fail = S.runtime.may_fail
    for frame in reversed(S.stack):
        number = frame[0]
        if number == ACTION:
            return True
        if may_fail[number]:
            return False
    return True
