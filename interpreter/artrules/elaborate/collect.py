"""`collect`: paying a cost with several things, one after another, so that what is begun can always be completed.

Trying all ways to pay grows with the number of subsets of a hand. That needs no trying: what a thing is worth doesn't
depend on the others, and each is used once, so a thing may be taken exactly if what has been taken, it, and the best
use of all others are worth the cost together. So `collect` becomes a loop around a choice with that guard: the sum is
taken once for each choice, and no choice in it can fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce

from lark import Token

from artrules.diagnostics.kinds import types as kinds
from artrules.diagnostics.report import Report
from artrules.diagnostics.span import Span
from artrules.elaborate.choices import Choices
from artrules.elaborate.elaborator import Syntax
from artrules.elaborate.scope import Binding, facts
from artrules.ir.nodes import (
    Binder,
    Body,
    Branch,
    Choose,
    Constant,
    Either,
    Expression,
    Fold,
    Label,
    Largest,
    Listing,
    Local,
    Operation,
    Repeat,
    Require,
    Set,
)
from artrules.ir.types import ANY_NUMBER, BOOL, UNKNOWN, WIDE, ListOf, Number, Type, Unknown, element, fits, join


@dataclass(frozen=True, slots=True)
class _Use:
    """One branch: a way to use things, with their worth."""

    tree: Syntax
    label: Token
    name: Token
    domain: Syntax
    where: Syntax | None
    worth: Syntax
    suite: Syntax
    element: Type


@dataclass(frozen=True, slots=True)
class _Collecting:
    """The locals of one `collect`."""

    left: Local
    """What is still wanted."""
    used: Local
    together: Local
    """What all that is left is worth at best."""


class Collecting(Choices):
    """`collect`."""

    def statement_collect(self, tree: Syntax) -> Body:
        cost_, *branches_ = tree.children
        at = self.at(tree)
        cost = self.number(cost_, "what is to be collected")  # type: ignore[arg-type]
        uses = [self._use(branch) for branch in branches_ if isinstance(branch, type(tree))]
        things: Type | None = UNKNOWN
        for use in uses:
            things = join(things, use.element) if things is not None else None
        if things is None:
            message = "the branches of `collect` go through things of different types"
            found = ", ".join(dict.fromkeys(str(use.element) for use in uses))
            self.complain(kinds.WRONG_TYPE, message, tree, expected="one type", found=found)
            return []
        locals_ = _Collecting(
            self._local(at, ANY_NUMBER, "left"),
            self._local(at, ListOf(things), "used"),
            self._local(at, ANY_NUMBER, "together"),
        )
        me = self.needs_me(tree)
        site = self._site()
        together = self._together(uses, locals_, at)
        branches = [self._taking(use, str(i), uses, locals_, at) for i, use in enumerate(uses, 1)]
        choose = Choose(at, site, self.context.title, branches, me, never_empty=True)
        enough = Operation(self.at(cost_), BOOL, ">=", [self._together(uses, locals_, at), locals_.left])
        wanted = Operation(at, BOOL, ">", [locals_.left, Constant(at, Number(0, 0), 0)])
        return [
            Set(at, locals_.left, cost, binds=True),
            Set(at, locals_.used, Constant(at, ListOf(things), ()), binds=True),
            Require(at, enough, Label(at, ["all together isn't worth ", locals_.left])),
            Repeat(at, "while", wanted, [Set(at, locals_.together, together, binds=True), choose]),
        ]

    def _use(self, tree: Syntax) -> _Use:
        label, binder_, worth, suite = tree.children
        assert isinstance(label, Token) and not isinstance(binder_, Token)
        name, domain, where = binder_.children
        assert isinstance(name, Token)
        with self._silently():
            inner = element(self.expression(domain).type) or UNKNOWN
        return _Use(tree, label, name, domain, where, worth, suite, inner)  # type: ignore[arg-type]

    def _local(self, at: Span, type_: Type, name: str) -> Local:
        self.scope.count += 1
        return Local(at, type_, f"{name}_{self.scope.count}")

    def _taking(self, use: _Use, key: str, uses: Sequence[_Use], locals_: _Collecting, at: Span) -> Branch:
        """The option to use one of the things in one way."""
        here = self.at(use.tree)
        with self.scope.suite():
            binder = self.binder(use.tree.children[1])  # type: ignore[arg-type]
            worth = self.number(use.worth, "what it is worth")
            if isinstance(worth.type, Number) and worth.type.high <= 0:
                self.complain(
                    kinds.WRONG_TYPE, "what is worth nothing pays nothing", use.worth, expected="a worth above 0"
                )
            label = self._values_label(use.label, [binder], use.tree)
            guards = [
                Operation(here, BOOL, ">", [worth, Constant(here, Number(0, 0), 0)]),
                Operation(here, BOOL, "not in", [binder.local, locals_.used]),
            ]
            if len(uses) > 1:
                without = _less(here, locals_.together, self._best(binder.local, uses, here))
                guards.append(Operation(here, BOOL, ">=", [_sum(here, without, worth), locals_.left]))
            taken = Listing(at, ListOf(binder.local.type), [binder.local])
            body: Body = [
                Set(at, locals_.left, _less(at, locals_.left, worth)),
                Set(at, locals_.used, Operation(at, locals_.used.type, "join", [locals_.used, taken])),
                *self.inner(use.suite),
            ]
        return Branch(here, key, label, [binder], _all(here, guards), None, body)

    def _together(self, uses: Sequence[_Use], locals_: _Collecting, at: Span) -> Expression:
        """What all that is left is worth, each thing at its best. A thing that several branches name counts once."""
        sums: list[Expression] = []
        with self._silently():
            for i, use in enumerate(uses):
                with self.scope.suite():
                    binder = self.binder(use.tree.children[1])  # type: ignore[arg-type]
                    thing = binder.local
                    conditions = [binder.condition] if binder.condition is not None else []
                    conditions.append(Operation(at, BOOL, "not in", [thing, locals_.used]))
                    for earlier in uses[:i]:
                        if (applies := self._applies(earlier, thing, at)) is not None:
                            conditions.append(Operation(at, BOOL, "not", [applies]))
                    binder = Binder(at, thing, binder.domain, _all(at, conditions))
                    best = self._best(thing, uses, at)
                    sums.append(Fold(at, Number(0, WIDE), "sum", [binder], best, None))
        return reduce(lambda one, other: _sum(at, one, other), sums)

    def _best(self, thing: Local, uses: Sequence[_Use], at: Span) -> Expression:
        """The largest worth of a thing among all ways to use it, at least 0."""
        worths: list[Expression] = [Constant(at, Number(0, 0), 0)]
        for use in uses:
            applies = self._applies(use, thing, at)
            if applies is not None:
                with self._silently(), self._as(use, thing):
                    self._learn(use)
                    worth = self.number(use.worth, "what it is worth")
                worths.append(Either(at, worth.type, applies, worth, Constant(at, Number(0, 0), 0)))
        return Largest(at, Number(0, WIDE), "max", worths)

    def _applies(self, use: _Use, thing: Local, at: Span) -> Expression | None:
        """Whether a thing can be used in a way; None when things of its type never can."""
        if not fits(thing.type, use.element) or isinstance(thing.type, Unknown):
            return None
        with self._silently(), self._as(use, thing):
            domain = self.expression(use.domain)
            conditions: list[Expression] = [Operation(at, BOOL, "in", [thing, domain])]
            if use.where is not None:
                conditions.append(self.condition(use.where))
        return _all(at, conditions)

    def _learn(self, use: _Use) -> None:
        """What the branch's condition tells of its thing."""
        if use.where is not None:
            self.scope.learn(facts(self.condition(use.where), True))

    @contextmanager
    def _as(self, use: _Use, thing: Local) -> Iterator[None]:
        """A branch's name stands for a thing that another name has bound."""
        with self.scope.suite():
            self.scope.suites[-1][str(use.name)] = Binding(thing.name, thing.type, True, thing.at)
            yield

    @contextmanager
    def _silently(self) -> Iterator[None]:
        """What is elaborated once more is complained of once only."""
        report, self.report = self.report, Report()
        try:
            yield
        finally:
            self.report = report


def _all(at: Span, conditions: Sequence[Expression]) -> Expression:
    return reduce(lambda one, other: Operation(at, BOOL, "and", [one, other]), conditions)


def _sum(at: Span, one: Expression, other: Expression) -> Expression:
    return Operation(at, ANY_NUMBER, "+", [one, other])


def _less(at: Span, one: Expression, other: Expression) -> Expression:
    return Operation(at, ANY_NUMBER, "-", [one, other])


class Elaborator(Collecting):
    """Elaborates one code string."""
