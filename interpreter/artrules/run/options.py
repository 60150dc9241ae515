"""Finds the options of a decision: those of its candidates whose action can be completed (`docs/language.md` 9.1).

Where the compiler has proved that nothing can fail, all candidates are options. Elsewhere generated tests answer in
place, with the stack as it is after taking the option. If a test can't decide, the engine tries the candidate on copies
of the state (`feasibility/on_copies.py`). This runs at every decision of every game, so it is written to be fast.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from artrules.compile.feasibility.written_test import MOST_TRIED
from artrules.compile.program import BranchTable
from artrules.diagnostics.kinds import runtime as kinds
from artrules.run.advance import Candidate, under_content
from artrules.run.feasibility.on_copies import NOTHING_SPENT, Search, may_fail, too_much
from artrules.run.feasibility.safety import ACTION
from artrules.run.metering import MOST_OPTIONS, MOST_STEPS, too_long
from artrules.run.signals import Fail, Fault

if TYPE_CHECKING:
    from artrules.run.runtime import Runtime
    from artrules.run.state import Frame, State


@dataclass(slots=True)
class Plan:
    """How the options of a decision are found. It is made once for each decision."""

    candidates: Callable[..., list[Candidate]]
    decider: Callable[..., int]
    has_suites: bool
    branches: list[BranchTable]
    one: list[Callable[..., bool | None] | None]
    """For each branch, the test of one candidate; None if there is none."""
    all: list[Callable[..., None] | None]
    """For each branch, the test of all its candidates at once; None where testing one by one is better."""
    can_fail: bool
    suites_can_fail: bool


def plan_of(runtime: Runtime, number: int) -> Plan:
    """Make the plan of a decision."""
    table = runtime.decisions[number]
    places = range(len(table.branches))
    # A branch that only uses a power is tested one by one: for each power it is known whether it can fail.
    together = [
        None if b.only_power else runtime.feasibility_functions.get(f"Q{number}_{i}")
        for i, b in enumerate(table.branches)
    ]
    return Plan(
        runtime.candidates[number],
        runtime.deciders[number],
        table.has_suites,
        table.branches,
        [runtime.feasibility_functions.get(f"q{number}_{i}") for i in places],
        together,
        any(b.can_fail for b in table.branches),
        any(b.suite_can_fail for b in table.branches),
    )


def options(S: State, frame: Frame) -> list[Candidate]:
    """The candidates of the decision on top of the active stack whose action can be completed. Raises Fault."""
    runtime = S.runtime
    plan = runtime.plans.get(frame[0])
    if plan is None:
        plan = runtime.plans[frame[0]] = plan_of(runtime, frame[0])
    try:
        found = plan.candidates(S, *frame[1:])
        if len(found) > MOST_OPTIONS:
            message = f"there are more than {MOST_OPTIONS:,} options"
            raise Fault(kinds.TOO_MANY_THINGS, message, -2 - frame[0], found=f"{len(found):,}")
        within, sure = _reach(S, plan.has_suites)
        if sure and not (plan.can_fail if within else plan.suites_can_fail):
            return found
        results, spent = _test_candidates(S, frame, plan, found, sure, within)
        if None in results:
            search = Search(frame[0], spent)
            for i, candidate in enumerate(found):
                if results[i] is None:
                    results[i] = search.leads_on(S, frame, candidate)
            spent = search.steps
        S.steps += (spent - NOTHING_SPENT) // 4
    except RecursionError:
        raise Fault(kinds.TOO_NESTED, "powers and events nest too deep", -2 - frame[0]) from None
    if False not in results:
        return found
    return [candidate for candidate, leads_on in zip(found, results, strict=True) if leads_on]


def _test_candidates(
    S: State, frame: Frame, plan: Plan, found: list[Candidate], sure: bool, within: bool
) -> tuple[list[bool | None], int]:
    """The results of testing candidates in place, and the units of work spent. These count apart from the game's
    own."""
    steps, S.steps = S.steps, NOTHING_SPENT
    try:
        return try_in_place(S, frame, plan, found, sure, within), S.steps
    except Fault as problem:
        raise too_much(frame[0]) if problem.kind is kinds.TOO_LONG else problem from None
    finally:
        S.steps = steps


def _reach(S: State, has_suites: bool) -> tuple[bool, bool]:
    """Whether the decision on top of the active stack lies in an action in progress, and whether nothing below it, down
    to the beginning of the action, can fail."""
    stack, fails = S.stack, S.runtime.may_fail
    sure = True
    for i in range(len(stack) - 2, -1, -1):
        number = stack[i][0]
        if number == ACTION:
            return True, sure
        if fails[number]:
            sure = False
    return False, sure or has_suites


def try_in_place(
    S: State, frame: Frame, plan: Plan, found: list[Candidate], sure: bool, within: bool
) -> list[bool | None]:
    """Test candidates in place. For each: True if its action can be completed, False if not, None if its test can't
    decide. `sure` says that nothing below on the stack can fail, `within` that an action is in progress."""
    stack, values = S.stack, frame[1:]
    site = -2 - frame[0]
    del stack[-1]
    S.actor = plan.decider(S, *values)
    begun = -1
    if not within:
        begun = len(stack) if plan.has_suites else under_content(stack)
        stack.insert(begun, (ACTION, S.actor, frame[0]))
    place = len(stack) - 1
    results: list[bool | None] = []
    try:
        i, count = 0, len(found)
        while i < count:
            if S.steps > MOST_STEPS:
                raise too_long(site)
            candidate = found[i]
            index = candidate[0]
            branch, together = plan.branches[index], plan.all[index]
            if together is not None:
                group = [c for c in found[i:] if c[0] == index]
                i += len(group)
                if sure and not (branch.can_fail if within else branch.suite_can_fail):
                    results += [True] * len(group)
                else:
                    together(S, place, *values, group, results)
                continue
            i += 1
            if sure and not may_fail(S, frame, candidate, branch, within):
                results.append(True)
                continue
            function = plan.one[index]
            if function is None:
                results.append(None)
                continue
            S.trials_left = MOST_TRIED
            try:
                results.append(function(S, place, *values, *candidate[1:]))
            except Fail:
                results.append(False)
    finally:
        if begun >= 0:
            del stack[begun]
        stack.append(frame)
    return results
