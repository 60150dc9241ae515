"""Follows code from a commit on, and collects what may fail after it.

Statements are followed in order, into procedures and out of them again. A commit counts only where it has certainly
happened; a choice ends the search, because what fails in its options discards these; unless `strict`: then nothing may
fail at all, outside choices that can be declined. Left out is what a condition around or before it may have tested,
what draws on a zone into which cards were moved before, and what fails only when a loop goes round again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from artrules.checks.calls import own_expressions
from artrules.checks.failures import Failure, domain_zones, failures, may_be_empty, never_empty
from artrules.diagnostics.span import Span
from artrules.kernel import nodes as k
from artrules.kernel.declarations import Event, Procedure
from artrules.kernel.type import Zone

Commit = Span | None


@dataclass(slots=True)
class Found:
    """A failure, the commit before it, and the call out of the body that was followed, if it is not in this itself."""

    failure: Failure
    commit: Span
    call: Span | None = None


@dataclass(slots=True)
class Search:
    """One body being followed. `guarded` is whether a condition before this place may have tested something."""

    watched: frozenset[Event]
    strict: bool = False
    guarded: bool = False
    found: list[Found] = field(default_factory=list)
    filled: set[str] = field(default_factory=set)
    hidden: set[str] = field(default_factory=set)
    way: frozenset[Procedure] = frozenset()

    def body(self, body: Iterable[k.Node], commit: Commit, guards: bool = False) -> Commit:
        """Follow a suite; the commit that has certainly happened at its end."""
        outer, self.guarded = self.guarded, self.guarded or guards
        for statement in body:
            if not isinstance(statement, k.Statement):
                continue
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
                for failure in failures(part, self.guarded):
                    self._add(failure, commit)
        match s:
            case k.Require(condition=condition) if not (isinstance(condition, k.Constant) and condition.value):
                self._add(Failure(s.at, "the requirement may not hold"), commit)
            case k.Shuffle() | k.Roll():
                return s.at
            case k.Set(place=k.Local(name=name), value=value) if self._hides(value):
                self.hidden.add(name)
            case k.Move(cards=cards, zone=zone):
                if isinstance(zone.type, Zone):
                    self.filled.add(zone.type.name)
                return s.at if self._hides(cards) else commit
            case k.If(then=then, otherwise=otherwise):
                ends = [self.body(suite, commit, guards=True) for suite in (then, otherwise)]
                return ends[0] if None not in ends else None
            case k.ForEach(binder=binder, body=inner):
                if self._hides(binder.domain):
                    self.hidden.add(binder.local.name)
                end = self.body(inner, commit, guards=binder.condition is not None)
                return end if never_empty(binder) or end is None else commit
            case k.Repeat(kind=kind, body=inner):
                end = self.body(inner, commit, guards=kind in ("while", "until"))
                return end if end is None else commit
            case k.As(body=inner):
                return self.body(inner, commit)
            case k.Choose():
                return self._choose(s, commit)
            case k.Perform():
                return self._perform(s, commit)
            case k.UsePower():
                if not self.guarded:
                    self._add(Failure(s.at, "the power may not be usable"), commit)
                return commit if self.strict else None
            case k.Announce(event=event):
                return commit if self.strict or event not in self.watched else None
        return commit

    def _choose(self, choose: k.Choose, commit: Commit) -> Commit:
        if may_be_empty(choose) and not self.guarded and not domain_zones(choose) & self.filled:
            self._add(Failure(choose.at, "there may be nothing to choose"), commit)
        if not self.strict or commit is None:
            return None
        inside: list[Found] = []
        for branch in choose.branches:
            search = replace(self, found=[], filled=set(self.filled), hidden=set(self.hidden))
            search.body(branch.body, commit, guards=branch.guard is not None)
            free = branch.guard is None and branch.limit is None and all(never_empty(b) for b in branch.binders)
            if free and not search.found:
                return commit
            inside += search.found
        self.found += inside
        return commit

    def _perform(self, call: k.Perform, commit: Commit) -> Commit:
        if call.procedure in self.way:
            return None
        search = replace(
            self, found=[], filled=set(self.filled), hidden=set(), way=self.way | {call.procedure}
        )
        end = search.body(call.procedure.body or [], commit)
        self.filled |= search.filled
        for found in search.found:
            if found.commit == commit:
                self.found.append(Found(found.failure, found.commit, call.at))
        return end if end is None or end == commit else call.at

    def _add(self, failure: Failure, commit: Commit) -> None:
        if commit is not None and failure.zone not in self.filled:
            self.found.append(Found(failure, commit))

    def _hides(self, cards: k.Expression) -> bool:
        """Whether moving these cards shows what nobody could see before."""
        match cards:
            case k.Local(name=name):
                return name in self.hidden
            case k.TopOf(zone=k.ZoneOf(declaration=zone)):
                return zone.seen_by == "nobody" or zone.shows_top_only
        return False


def _leaves(choice: k.If) -> bool:
    """Whether a branch does not go on after the `if`: then this has tested something."""
    return any(suite and isinstance(suite[-1], (k.Leave, k.EndGame)) for suite in (choice.then, choice.otherwise))
