"""Looking ahead: which options can be completed (`docs/language.md` 9.1).

A candidate is taken on a trial copy of the state and followed: to a failure, to a commit, the action's end or a place
where nothing can fail any more, or to the next decision of the action, whose candidates are tried in turn. Where the
compiler has proved that nothing can fail, nothing is tried.
"""

from __future__ import annotations

from typing import Any

from artrules.compile.program import BranchTable
from artrules.run.advance import Candidate, acting, advance, take
from artrules.run.safety import ACTION, nothing_can_fail
from artrules.run.signals import Committed, Fail, Fault, GameEnds
from artrules.run.state import Frame, State

MOST_LOOKED_AT = 20_000


def options(S: State, frame: Frame) -> list[Candidate]:
    """The candidates of the decision on top of the active stack whose action can be completed. Raises Fault."""
    try:
        found: list[Candidate] = S.runtime.candidates[frame[0]](S, *frame[1:])
        return _Looking(frame[0]).completable(S, frame, found)
    except RecursionError:
        raise Fault("TOO_NESTED", "powers and events nest too deep", -2 - frame[0]) from None


class _Looking:
    """One look ahead: what it remembers of positions, by their content, and how much it may still look at.

    A position that is met again while it is being looked at adds nothing there; what was found to lead nowhere only
    because of that is not remembered, since it may lead somewhere by another way.
    """

    __slots__ = ("cut", "decision", "known", "left", "open")

    def __init__(self, decision: int) -> None:
        self.decision = decision
        self.left = MOST_LOOKED_AT
        self.known: dict[Any, bool] = {}
        self.open: dict[Any, int] = {}
        self.cut = MOST_LOOKED_AT
        """How deep the uppermost position lies that was met again; beyond all when none was."""

    def completable(self, S: State, frame: Frame, found: list[Candidate]) -> list[Candidate]:
        """Those of some candidates that can be completed."""
        within = acting(S) is not None
        sure = not within or _below_safe(S)
        branches = S.runtime.decisions[frame[0]].branches
        return [
            c
            for c in found
            if (sure and not self._may_fail(S, frame, c, branches[c[0]], within)) or self._try(S, frame, c)
        ]

    def _any_completable(self, T: State, frame: Frame) -> bool:
        try:
            found: list[Candidate] = T.runtime.candidates[frame[0]](T, *frame[1:])
        except Fail:
            return False
        sure = _below_safe(T)
        branches = T.runtime.decisions[frame[0]].branches
        return any(
            (sure and not self._may_fail(T, frame, c, branches[c[0]], True)) or self._try(T, frame, c) for c in found
        )

    def _may_fail(self, S: State, frame: Frame, candidate: Candidate, branch: BranchTable, within: bool) -> bool:
        """Whether the compiler can't exclude that something fails after taking a candidate."""
        if not (branch.can_fail if within else branch.suite_can_fail):
            return False
        return not branch.only_power or S.runtime.power_may_fail[S.runtime.used_power(S, frame, candidate)]

    def _try(self, S: State, frame: Frame, candidate: Candidate) -> bool:
        """Whether the action can go on to its end, or to a commit, after taking a candidate."""
        self.left -= 1
        if self.left < 0:
            message = f"more than {MOST_LOOKED_AT} positions would have to be looked at"
            raise Fault("TOO_MANY_LOOKED_AT", message, -2 - self.decision)
        T = S.trial()
        try:
            take(T, frame, candidate)
            reached = advance(T)
        except Fail:
            return False
        except (Committed, GameEnds):
            return True
        if reached is None or nothing_can_fail(T):
            return True
        if T.runtime.deciders[reached[0]](T, *reached[1:]) != acting(T):
            return True
        return self._position(T, reached)

    def _position(self, T: State, frame: Frame) -> bool:
        """Whether the action can be completed from a decision in it."""
        key = T.content()
        known = self.known.get(key)
        if known is not None:
            return known
        depth = len(self.open)
        if key in self.open:
            self.cut = min(self.cut, self.open[key])
            return False
        self.open[key] = depth
        outer, self.cut = self.cut, depth
        result = self._any_completable(T, frame)
        del self.open[key]
        if result or self.cut >= depth:
            self.known[key] = result
        self.cut = outer if result else min(outer, self.cut)
        return result


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
