"""Searches on copies of the state whether an action can be completed, where a test in place can't decide
(`options.py`).

The search takes a candidate on a trial copy. The copy runs to a failure, to a commit, to the end of the action, to a
point after which nothing can fail, or to the next decision of the action. Then the search tries the candidates of that
decision in turn, depth first, and remembers the positions that it has examined.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from artrules.compile.feasibility.written_test import MOST_TRIED
from artrules.compile.program import BranchTable
from artrules.diagnostics.kinds import runtime as kinds
from artrules.run.advance import Candidate, acting, advance, take
from artrules.run.feasibility.relevance import key_of
from artrules.run.feasibility.safety import ACTION, nothing_can_fail
from artrules.run.metering import BLOCK, MOST_STEPS, extent
from artrules.run.signals import Committed, Fail, Fault, GameEnds
from artrules.run.state import Frame, State

MOST_EXAMINED = 20_000
NOTHING_SPENT = -MOST_STEPS
"""Where the count of work begins. So a search may take twice as much work as a step of play."""


def too_much(decision: int) -> Fault:
    """The fault for content whose options take too long to find."""
    message = "the positions that would have to be looked at take too many steps"
    return Fault(kinds.TOO_MANY_LOOKED_AT, message, -2 - decision)


class Search:
    """One search, for the options of one decision.

    `known` says of examined positions whether the action can be completed from there. `left` is how many more positions
    the search may examine.
    """

    __slots__ = ("decision", "known", "left", "steps")

    def __init__(self, decision: int, steps: int = NOTHING_SPENT) -> None:
        self.decision = decision
        self.left = MOST_EXAMINED
        self.steps = steps
        """The units of work that the trials have taken."""
        self.known: dict[Any, bool] = {}

    def count(self, units: int) -> None:
        """Count the work of the search itself. Raises Fault when the limit is reached."""
        self.steps += units
        if self.steps > MOST_STEPS:
            raise too_much(self.decision)

    def leads_on(self, S: State, frame: Frame, candidate: Candidate) -> bool:
        """Whether the action can reach its end or a commit after taking a candidate. Raises Fault when the search takes
        too long."""
        reached = self._follow(S, frame, candidate)
        return reached if isinstance(reached, bool) else self._search(reached)

    def _follow(self, S: State, frame: Frame, candidate: Candidate) -> State | bool:
        """The position at the next decision of the action after taking a candidate. True where there is none and
        nothing can fail any more, False where something has failed."""
        self.left -= 1
        if self.left < 0:
            message = f"more than {MOST_EXAMINED} positions would have to be looked at"
            raise Fault(kinds.TOO_MANY_LOOKED_AT, message, -2 - self.decision)
        T = S.trial()
        kept = len(T.records) + len(T.uses) + len(T.gained)
        T.steps = self.steps + BLOCK + (len(T.cells) + len(T.zones)) // 50 + kept // 4
        try:
            take(T, frame, candidate)
            reached = advance(T)
        except Fail:
            return False
        except (Committed, GameEnds):
            return True
        except Fault as problem:
            raise too_much(self.decision) if problem.kind is kinds.TOO_LONG else problem from None
        finally:
            self.steps = T.steps
        if reached is None or nothing_can_fail(T):
            return True
        return T if T.runtime.deciders[reached[0]](T, *reached[1:]) == acting(T) else True

    def _search(self, first: State) -> bool:
        """Whether the action can be completed from a position at one of its decisions: depth first.

        A position may lead back to one that is still being examined. If nothing is found from the inner position, this
        becomes certain only when the outer one is finished. Until then the inner position is unsure, and leans on the
        outermost position that it leads back to.
        """
        first.steps = self.steps
        try:
            answer = _decision_leads_on(first)
        except Fault as problem:
            raise too_much(self.decision) if problem.kind is kinds.TOO_LONG else problem from None
        finally:
            self.steps = first.steps
        if answer is not None:
            return answer
        known, path, unsure = self.known, [_Visit(first, 0, self)], dict[Any, int]()
        if path[0].key in known:
            return known[path[0].key]
        opened = {path[0].key: 0}
        while path:
            here = path[-1]
            found = self._next(here, opened, unsure)
            if found is True:
                # Each position on the path leads here, and each unsure position leads to one on the path.
                known.update(dict.fromkeys([*opened, *unsure], True))
                return True
            if isinstance(found, _Visit):
                opened[found.key] = len(path)
                path.append(found)
                continue
            path.pop()
            del opened[here.key]
            unsure[here.key] = here.leans
            if here.leans >= len(path):
                for key in list(unsure)[here.unsure_before :]:
                    known[key] = False
                    del unsure[key]
            else:
                path[-1].leans = min(path[-1].leans, here.leans)
        return False

    def _next(self, here: _Visit, opened: dict[Any, int], unsure: dict[Any, int]) -> _Visit | bool:
        """The next position to examine after one. True when the action can be completed, False when no position is
        left."""
        for candidate in here.candidates:
            if not here.may_fail(candidate):
                return True
            reached = self._follow(here.state, here.frame, candidate)
            if isinstance(reached, bool):
                if reached:
                    return True
                continue
            visit = _Visit(reached, len(unsure), self)
            if visit.key in self.known:
                if self.known[visit.key]:
                    return True
            elif (depth := opened.get(visit.key, unsure.get(visit.key))) is not None:
                here.leans = min(here.leans, depth)
            else:
                return visit
        return False


def _decision_leads_on(S: State) -> bool | None:
    """Whether some candidate of the decision that a trial has reached can be completed; None if its test can't
    decide."""
    stack, frame = S.stack, S.stack[-1]
    function = S.runtime.block_tests[frame[0]]
    assert function is not None, "there is one for every decision"
    del stack[-1]
    S.trials_left = MOST_TRIED
    S.actor = S.runtime.deciders[frame[0]](S, *frame[1:])
    try:
        return function(S, len(stack) - 1, *frame[1:])
    except Fail:
        return False
    finally:
        stack.append(frame)


class _Visit:
    """A position at a decision, while it is examined.

    `leans` is the depth of the outermost position that it leads back to, or larger than all depths if there is none.
    `sure` says that nothing below the decision can fail. `unsure_before` is the number of unsure positions found
    before.
    """

    __slots__ = ("candidates", "frame", "key", "leans", "search", "state", "sure", "unsure_before")

    def __init__(self, state: State, unsure_before: int, search: Search) -> None:
        self.state = state
        self.search = search
        self.frame = state.stack[-1]
        self.key = key_of(state)
        search.count(weight_of(self.key))
        self.leans = MOST_EXAMINED
        self.unsure_before = unsure_before
        self.sure = _below_safe(state)
        self.candidates = self._candidates()

    def _candidates(self) -> Iterator[Candidate]:
        self.state.steps = self.search.steps
        try:
            found = self.state.runtime.candidates[self.frame[0]](self.state, *self.frame[1:])
        except Fail:
            return
        except Fault as problem:
            raise too_much(self.search.decision) if problem.kind is kinds.TOO_LONG else problem from None
        finally:
            self.search.steps = self.state.steps
        yield from found

    def may_fail(self, candidate: Candidate) -> bool:
        branch = self.state.runtime.decisions[self.frame[0]].branches[candidate[0]]
        return not self.sure or may_fail(self.state, self.frame, candidate, branch, True)


def weight_of(key: tuple[Any, ...]) -> int:
    """The units of work that remembering a position by its key counts for, in proportion to its size."""
    return 20 + sum([extent(part) for part in key if part.__class__ is tuple]) // 2


def may_fail(S: State, frame: Frame, candidate: Candidate, branch: BranchTable, within: bool) -> bool:
    """Whether something may fail after taking a candidate, by the compiler's analysis.

    `within` says that an action is in progress, so that code after the branch's suite counts, too.
    """
    if not (branch.can_fail if within else branch.suite_can_fail):
        return False
    return not branch.only_power or S.runtime.power_may_fail[S.runtime.used_power(S, frame, candidate)]


def _below_safe(S: State) -> bool:
    """Whether nothing below the decision can fail, down to the beginning of the action."""
    may_fail = S.runtime.may_fail
    stack = S.stack
    for i in range(len(stack) - 2, -1, -1):
        number = stack[i][0]
        if number == ACTION:
            return True
        if may_fail[number]:
            return False
    return True
