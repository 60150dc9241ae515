"""Evaluates the tests of one branch in the engine's order: each binder's domain and `where`, the guard, the limit.

The names that the label mentions have values. For any other name it tries all values in its domain, and reports the
attempt that passes most tests.
"""

from dataclasses import replace
from typing import Any

from artrules.engine.lower.program import DecisionTable
from artrules.model.ir import nodes as k
from artrules.model.ir.types import Card
from artrules.play.explain.why_not.answer import Because, reason_of
from artrules.play.explain.why_not.conditions import Conditions
from artrules.play.explain.why_not.describe import Undetermined
from artrules.play.explain.why_not.evaluate import is_me
from artrules.play.explain.why_not.finding import Finding
from artrules.play.explain.why_not.hypothetical_options import HypotheticalOption
from artrules.play.explain.why_not.limits import why_spent
from artrules.play.explain.why_not.membership import contains, why_not_in
from artrules.play.explain.why_not.phrases import LAST_RESORT

MOST_TRIED = 200


class BranchTests:
    """The tests of the branches of one decision."""

    def __init__(self, table: DecisionTable, frame: dict[str, Any], conditions: Conditions) -> None:
        self.table = table
        self.frame = frame
        self.conditions = conditions

    def in_place(self, imagined: HypotheticalOption) -> int:
        """How many of a candidate's values lie in their binders' domains. People mean candidates whose values do."""
        names = {**self.frame, **imagined.values}
        binders = self.table.choose.branches[imagined.branch].binders
        fixed = [b for b in binders if b.local.name in imagined.values]
        return sum(contains(self.conditions, b.domain, imagined.values[b.local.name], names) is True for b in fixed)

    def find(self, imagined: HypotheticalOption) -> Finding:
        """The first test that fails for a candidate."""
        branch = self.table.choose.branches[imagined.branch]
        return _Attempt(self, imagined.branch, branch, imagined.values).binder(0, dict(self.frame), ())


class _Attempt:
    """The tests of one branch, with values for some of its names (`fixed`). The arguments `unknown` are the tests so
    far whose outcome the seat can't know."""

    def __init__(self, tests: BranchTests, number: int, branch: k.Branch, fixed: dict[str, Any]) -> None:
        self.conditions = tests.conditions
        self.evaluator = tests.conditions.evaluator
        self.table = tests.table
        self.number = number
        self.branch = branch
        self.fixed = fixed

    def binder(self, i: int, names: dict[str, Any], unknown: tuple[Because, ...]) -> Finding:
        """Evaluate the tests from the i-th binder on."""
        if i == len(self.branch.binders):
            return self._guard(names, unknown)
        binder = self.branch.binders[i]
        name = binder.local.name
        if name not in self.fixed:
            return self._any_of(i, binder, names, unknown)
        value = self.fixed[name]
        is_member = contains(self.conditions, binder.domain, value, names)
        if is_member is False:
            return self._not_among(i, binder, names, unknown)
        if is_member is None:
            unknown = (*unknown, self._unjudged(binder.domain))
        return self._where(i, binder, {**names, name: value}, unknown)

    def _any_of(self, i: int, binder: k.Binder, names: dict[str, Any], unknown: tuple[Because, ...]) -> Finding:
        """Evaluate the tests for a name without a value, with each value in its domain."""
        reason = self.conditions.phrases.nothing_in(binder.domain, names)
        because = self.conditions.because(binder.domain, names, reason=reason)
        try:
            items = self.evaluator.items(binder.domain, names)
        except Undetermined:
            return Finding(2 * i, unknown=(*unknown, self._unjudged(binder.domain)))
        best = Finding(2 * i, reason or LAST_RESORT, (because,), unknown=unknown)
        for item in items[:MOST_TRIED]:
            finding = self._where(i, binder, {**names, binder.local.name: item}, unknown)
            if finding.candidate is not None and not finding.unknown:
                return finding
            if _better(finding, best):
                best = finding
        return best

    def _where(self, i: int, binder: k.Binder, names: dict[str, Any], unknown: tuple[Because, ...]) -> Finding:
        if binder.condition is not None:
            verdict = self.evaluator.holds(binder.condition, names)
            because = self.conditions.why(binder.condition, names)
            if because:
                return self._failed(2 * i + 1, because, unknown, parts=self._parts(binder.condition, names))
            if not verdict:
                unknown = (*unknown, self._unjudged(binder.condition))
        return self.binder(i + 1, names, unknown)

    def _guard(self, names: dict[str, Any], unknown: tuple[Because, ...]) -> Finding:
        passed = 2 * len(self.branch.binders)
        if self.branch.guard is not None:
            verdict = self.evaluator.holds(self.branch.guard, names)
            because = self.conditions.why(self.branch.guard, names)
            if because and self.branch.reason is not None:
                reason = self.evaluator.text(self.branch.reason, names)
                because[0] = replace(because[0], reason=reason, by_content=True)
            if because:
                return self._failed(passed, because, unknown)
            if not verdict:
                unknown = (*unknown, self._unjudged(self.branch.guard))
        if self.branch.limit is not None:
            spent = self._limit(self.branch.limit, names)
            if spent is not None:
                return self._failed(passed + 1, [spent], unknown)
        values = [names[b.local.name] for b in self.branch.binders]
        return Finding(passed + 2, candidate=(self.number, *values), unknown=unknown)

    def _limit(self, limit: Any, names: dict[str, Any]) -> Because | None:
        number = self.table.branches[self.number].limit
        assert number is not None
        try:
            me = self.evaluator.value(self.table.choose.me, names)
        except Undetermined:
            return None
        return why_spent(self.conditions.parts, limit, me, -1 - number, "")

    # -- in words

    def _parts(self, condition: k.Expression, names: dict[str, Any]) -> int:
        """How many parts of a condition hold before the first that doesn't."""
        match condition:
            case k.Operation(operator="and", operands=[one, other]):
                first = self._parts(one, names)
                return first + self._parts(other, names) if self.evaluator.holds(one, names) else first
        return int(self.evaluator.holds(condition, names) is True)

    def _failed(
        self, passed: int, because: list[Because], unknown: tuple[Because, ...], near: int = 0, parts: int = 0
    ) -> Finding:
        reason = reason_of(because) or LAST_RESORT
        return Finding(passed, reason, tuple(because), parts=parts, near=near, unknown=unknown)

    def _unjudged(self, e: k.Expression) -> Because:
        """A test whose outcome the seat can't know. The values of its parts are left out."""
        return Because(self.conditions.author.words(e.at), {}, e.at)

    def _not_among(self, i: int, binder: k.Binder, names: dict[str, Any], unknown: tuple[Because, ...]) -> Finding:
        """The finding that a value isn't in a domain."""
        value = self.fixed[binder.local.name]
        because = why_not_in(self.conditions, binder.domain, value, binder.local, names)
        place = self.evaluator.describer.place_of(value) if isinstance(binder.local.type, Card) else None
        mine = any(isinstance(node, k.Local) and is_me(node.name) for node in k.walk(binder.domain))
        near = 0 if place is None else 2 if place.startswith("your ") == mine else 1
        return self._failed(2 * i, because, unknown, near)


def _better(one: Finding, other: Finding) -> bool:
    return (one.candidate is not None, one.passed, -len(one.unknown)) > (
        other.candidate is not None,
        other.passed,
        -len(other.unknown),
    )
