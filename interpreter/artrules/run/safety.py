"""Whether anything that is begun can still fail: looking ahead may stop when nothing can."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from artrules.run.state import State

ACTION = 0
"""The number of the frame (ACTION, player): beneath it lies what was there before the action began."""


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
