"""Finds what may fail after a commit.

The search follows statements in order, and into procedures. It assumes that loops run and that any option may be taken.
An `if` commits only if both suites do. A choice ends the search, because a failure after it only discards what was
chosen; it doesn't end it if an option commits too. With `strict`, nothing may fail except inside choices that can be
declined.

Three kinds of failure are left out, to avoid false alarms: those that a condition before or around may have tested,
those of zones that the code has moved cards into, and those that need a second turn of a loop. The search follows the
use of a power if conditions tell which powers it can be.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from artrules.model.analyses.calls import own_expressions
from artrules.model.analyses.failures import FailingCalls, Failure, domain_zones, failures, may_be_empty, never_empty
from artrules.model.analyses.ownership import UNKNOWN, Names, OwnershipAnalysis, Value
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Event, PowerDefinition, Procedure
from artrules.model.ir.model import Model
from artrules.model.ir.node import traits_of
from artrules.model.ir.types import Zone
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import STEPS, Report

Commit = Span | None
EARLIER = Span("", 0, 0, 0, 0)
"""Stands for a commit before the followed code begins. Its real place makes no difference there."""
_MOST_REPORTED = 8
"""The most failures that are reported for one call."""
Seen = dict[tuple[object, ...], tuple[list[Failure], set[str], Commit]]


@dataclass(slots=True)
class FailureAfterCommit:
    """A failure, the place of the commit before it, and, if the failure lies in called code, the place of the call."""

    failure: Failure
    commit: Span
    call: Span | None = None


@dataclass(slots=True)
class CommitAnalysis:
    """The search through one body.

    All searches in one model share `seen`, the results for called code, and `failing_calls`, the failures of functions.
    `guarded` says whether a condition before this point may have tested something. `filled` are the names of zones that
    cards were moved to. `active` is the code being followed, callers included. `names` says what names stand for: cards
    that nobody has seen, powers of which it is known which they may be, and constants that select powers.
    """

    model: Model
    watched: frozenset[Event]
    follower: OwnershipAnalysis
    report: Report
    seen: Seen
    failing_calls: FailingCalls
    strict: bool = False
    guarded: bool = False
    late_failures: list[FailureAfterCommit] = field(default_factory=list)
    filled: set[str] = field(default_factory=set)
    active: frozenset[object] = frozenset()
    names: Names = field(default_factory=dict)

    def body(self, body: Iterable[k.Node], commit: Commit, guards: bool = False) -> Commit:
        """Follow a suite. Returns the commit that has certainly happened at its end, or None.

        `guards` says whether a condition is tested before the suite.
        """
        outer, self.guarded = self.guarded, self.guarded or guards
        for statement in body:
            if not isinstance(statement, k.Statement):
                continue
            self.report.spend(STEPS, 1, statement.at)
            commit = self._statement(statement, commit)
            if isinstance(statement, (k.Leave, k.EndGame)):
                break
            if isinstance(statement, k.Require) or (isinstance(statement, k.If) and _leaves(statement)):
                self.guarded = True
        self.guarded = outer
        return commit

    def _statement(self, s: k.Statement, commit: Commit) -> Commit:
        if not isinstance(s, k.Watch):
            for part in own_expressions(s):
                for failure in failures(part, self.guarded, self.model, self.failing_calls):
                    self._add(failure, commit)
        match s:
            case k.Require(condition=condition) if not (isinstance(condition, k.Constant) and condition.value):
                self._add(Failure(s.at, "the requirement may not hold"), commit)
            case _ if traits_of(s).commits:
                return s.at
            case k.Set(place=k.Local(name=name), value=value) if self._is_unseen(value):
                self.names[name] = replace(self.names.get(name, UNKNOWN), is_unseen=True)
            case k.If(then=then, otherwise=otherwise):
                ends = [self.body(suite, commit, guards=True) for suite in (then, otherwise)]
                return ends[0] if None not in ends else None
            case k.ForEach(binder=binder, body=inner):
                self._bind(binder)
                return self.body(inner, commit, guards=binder.condition is not None)
            case k.Repeat(kind=kind, body=inner):
                return self.body(inner, commit, guards=kind in ("while", "until"))
            case k.As(body=inner):
                return self.body(inner, commit)
            case k.Choose():
                return self._choose(s, commit)
            case k.Perform():
                return self._perform(s, commit)
            case k.UsePower(power=power):
                if not self.guarded:
                    self._add(Failure(s.at, "the power may not be usable"), commit)
                return commit if self.strict else self._power(power)
            case k.Announce(event=event):
                return commit if self.strict or event not in self.watched else None
        moves = [(getattr(s, cards), getattr(s, to)) for cards, to in traits_of(s).moves]
        self.filled |= {to.type.name for _, to in moves if isinstance(to.type, Zone)}
        return s.at if any(self._is_unseen(cards) for cards, _ in moves) else commit

    def _choose(self, choose: k.Choose, commit: Commit) -> Commit:
        if may_be_empty(choose) and not self.guarded and not domain_zones(choose) & self.filled:
            self._add(Failure(choose.at, "there may be nothing to choose"), commit)
        if not self.strict:
            ends = [self._branch(branch, None)[1] for branch in choose.branches]
            return next((end for end in ends if end is not None), None)
        inside: list[FailureAfterCommit] = []
        for branch in choose.branches:
            search, _ = self._branch(branch, commit)
            free = branch.guard is None and branch.limit is None and all(never_empty(b) for b in branch.binders)
            if free and not search.late_failures:
                return commit
            inside += search.late_failures
        self.late_failures += inside
        return commit

    def _branch(self, branch: k.Branch, commit: Commit) -> tuple[CommitAnalysis, Commit]:
        search = replace(self, late_failures=[], filled=set(self.filled), names=dict(self.names))
        for binder in branch.binders:
            search._bind(binder)
        return search, search.body(branch.body, commit, guards=branch.guard is not None)

    def _perform(self, call: k.Perform, commit: Commit) -> Commit:
        values = self.follower.call(call, call.procedure, self.names)
        constants = {name: Value(constant=value.constant) for name, value in values.items() if value.constant != ()}
        failing, filled, end = self._code(call.procedure, constants, commit)
        self.filled |= filled
        if commit is not None:
            self.late_failures += [FailureAfterCommit(failure, commit, call.at) for failure in failing]
        return end

    def _power(self, power: k.Expression) -> Commit:
        """A commit of one of the powers that can be used here, or None."""
        used = (self.names.get(power.name, UNKNOWN).powers or ()) if isinstance(power, k.Local) else ()
        for definition in (each for each in self.model.powers if each in used):
            self.report.spend(STEPS, 1, power.at)
            end = self._code(definition, {}, None)[2]
            if end is not None:
                return end
        return None

    def _code(
        self, of: Procedure | PowerDefinition, names: Names, commit: Commit
    ) -> tuple[list[Failure], set[str], Commit]:
        """Follow called code. Returns its failures after `commit`, the zones that it fills, and the commit at its
        end."""
        if of in self.active:
            return [], set(), None
        before = EARLIER if commit is not None else None
        key = (of, before, self.guarded, frozenset(self.filled), *sorted(names.items(), key=lambda item: item[0]))
        if key not in self.seen:
            inner = replace(
                self, late_failures=[], filled=set(self.filled), names=dict(names), active=self.active | {of}
            )
            end = inner.body(self.model.bodies[of], before)
            failing = dict.fromkeys(
                late_failure.failure for late_failure in inner.late_failures if late_failure.commit == EARLIER
            )
            self.seen[key] = list(failing)[:_MOST_REPORTED], inner.filled, end
        failing_there, filled, end = self.seen[key]
        return failing_there, filled, commit if end == EARLIER else end

    def _bind(self, binder: k.Binder) -> None:
        """Record what a binder's name stands for."""
        of_powers = isinstance(binder.domain, k.PowersOf)
        value = self.follower.element(binder, self.names) if of_powers else UNKNOWN
        self.names[binder.local.name] = replace(value, is_unseen=self._is_unseen(binder.domain))

    def _is_unseen(self, cards: k.Expression) -> bool:
        """Whether nobody has seen these cards, so that moving them reveals something new."""
        match cards:
            case k.Local(name=name):
                return self.names.get(name, UNKNOWN).is_unseen
            case k.TopOf(zone=k.ZoneOf(declaration=zone)):
                return zone.sight.reveals_when_taken
            case k.Fold(binders=(k.Binder(local=local, domain=domain, at=at), *_)) if local.at == at:
                # A part of a zone or list, such as `deck[1..2]`, binds a name for itself.
                if isinstance(domain, k.ZoneOf):
                    return domain.declaration.sight.reveals_when_taken
                return isinstance(domain, k.Listing) and self._is_unseen(domain.items[0])
        return False

    def _add(self, failure: Failure, commit: Commit) -> None:
        if commit is not None and failure.zone not in self.filled:
            self.late_failures.append(FailureAfterCommit(failure, commit))


def _leaves(choice: k.If) -> bool:
    """Whether a suite of an `if` leaves the code around. Then what comes after the `if` has been guarded."""
    return any(suite and isinstance(suite[-1], (k.Leave, k.EndGame)) for suite in (choice.then, choice.otherwise))
