"""Elaborates `collect cost:`, where a player pays with several things, one after another, and can always complete it.

Trying all ways to pay would take as many trials as a hand has subsets. No trial is needed: arithmetic tells whether
what is left after a thing is enough. So `collect` becomes a `require` that it can be paid at all, and a loop around a
choice with guards that keep it so; nothing in the loop can fail.

Here each thing pays its worth of one cost. The worth of a thing doesn't depend on the others, and each thing is used
once. So a thing may be taken exactly if the things taken before, this thing, and all others at their best are together
worth the cost. The sum is computed once for each choice.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import reduce

from artrules.model.elaborate.choices import new_site, note_option, values_label
from artrules.model.elaborate.control import inner, looped, needed_player
from artrules.model.elaborate.elaborator import Binding, Elaborator
from artrules.model.elaborate.folds import binder as one_binder
from artrules.model.facts.knowledge import ASKING
from artrules.model.ir import nodes as k
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import (
    ANY_NUMBER,
    BOOL,
    UNKNOWN,
    WIDE,
    ListOf,
    Number,
    Type,
    Unknown,
    element,
    fits,
    join,
)
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report
from artrules.text.syntax.ast import statements as ast
from artrules.text.syntax.ast.expressions import Binder, Expression
from artrules.text.syntax.ast.node import Node


def collect(elaborator: Elaborator, node: ast.Collect) -> k.Body:
    """`collect cost:` becomes three locals, a `require`, and a loop around a choice."""
    at = elaborator.at(node)
    cost = elaborator.number(node.cost, "what is to be collected")
    elaborator.scope.forget(ASKING, at)
    body = looped(elaborator, lambda: _collect(elaborator, node, cost))
    elaborator.goes_on(elaborator.scope.knowledge)
    return body


@dataclass(frozen=True, slots=True)
class _Way:
    """One branch: a way to use things of one type."""

    node: ast.Collected
    binder: Binder
    worth: Expression
    element: Type


@dataclass(frozen=True, slots=True)
class _Collecting:
    """The new locals for one `collect`."""

    cost: k.Local
    """The whole cost, for the player who pays to know."""
    left: k.Local
    """The cost that is still to be paid."""
    used: k.Local
    """The things that have been taken."""
    together: k.Local
    """The worth of all things that are left, each at its best."""


def _collect(elaborator: Elaborator, node: ast.Collect, cost: k.Expression) -> k.Body:
    at = elaborator.at(node)
    ways = [way for branch in node.ways if (way := _way(elaborator, branch)) is not None]
    if len(ways) < len(node.ways):
        return ()
    things: Type | None = UNKNOWN
    for way in ways:
        things = join(things, way.element) if things is not None else None
    if things is None:
        message = "the branches of `collect` go through things of different types"
        type_names = ", ".join(dict.fromkeys(in_words(way.element) for way in ways))
        elaborator.complain(kinds.WRONG_TYPE, message, node, expected="one type", found=type_names)
        return ()
    locals_ = _Collecting(
        elaborator.scope.unnamed("cost", ANY_NUMBER, at),
        elaborator.scope.unnamed("left", ANY_NUMBER, at),
        elaborator.scope.unnamed("used", ListOf(things), at),
        elaborator.scope.unnamed("together", ANY_NUMBER, at),
    )
    me = needed_player(elaborator, node)
    site = new_site(elaborator)
    together = _together(elaborator, ways, locals_, at)
    branches = tuple(_taking(elaborator, site, way, str(i), ways, locals_, at) for i, way in enumerate(ways, 1))
    choose = k.Choose(
        at, site, elaborator.context.title, branches, me, never_empty=True, cost=locals_.cost, left=locals_.left
    )
    affordable = (_together(elaborator, ways, locals_, at), locals_.left)
    enough = k.Operation(elaborator.at(node.cost), BOOL, ">=", affordable)
    wanted = k.Operation(at, BOOL, ">", (locals_.left, constant(at, 0)))
    return (
        let(locals_.cost, cost),
        let(locals_.left, locals_.cost),
        let(locals_.used, k.Constant(at, ListOf(things), ())),
        k.Require(at, enough, k.Label(at, ("all together isn't worth ", locals_.left))),
        k.Repeat(at, "while", wanted, (let(locals_.together, together), choose)),
    )


def _way(elaborator: Elaborator, node: ast.Collected | ast.Counted) -> _Way | None:
    """One branch; None, after a diagnostic, if it can't pay one cost."""
    measure = node.measure
    if not isinstance(measure, ast.Worth) or isinstance(node, ast.Counted) or len(node.binders) > 1:
        message = "a branch of `collect` goes through one domain, and says what each thing is worth"
        expected = '`"label" for c in D worth n:` and what happens to it; or `collect n for k in RESOURCES:`'
        elaborator.complain(kinds.WRONG_ARGUMENTS, message, node, expected=expected)
        return None
    [binder] = node.binders
    with silently(elaborator):
        inner_type = element(elaborator.expression(binder.domain).type) or UNKNOWN
    return _Way(node, binder, measure.value, inner_type)


def _taking(
    elaborator: Elaborator, site: str, way: _Way, key: str, ways: Sequence[_Way], locals_: _Collecting, at: Span
) -> k.Branch:
    """The option to use one of the things in one way."""
    node, here = way.node, elaborator.at(way.node)
    with elaborator.scope.suite():
        bound = one_binder(elaborator, way.binder)
        worth = elaborator.number(way.worth, "what it is worth")
        if isinstance(worth.type, Number) and worth.type.high <= 0:
            message = "what is worth nothing pays nothing"
            elaborator.complain(kinds.WRONG_TYPE, message, way.worth, expected="a worth above 0")
        label = values_label(elaborator, node.label, [bound], node)
        note_option(elaborator, site, key, node.label, [bound])
        guards = [
            k.Operation(here, BOOL, ">", (worth, constant(here, 0))),
            k.Operation(here, BOOL, "not in", (bound.local, locals_.used)),
        ]
        if len(ways) > 1:
            without = less(here, locals_.together, _best(elaborator, bound.local, way, ways, here))
            guards.append(k.Operation(here, BOOL, ">=", (_sum(here, without, worth), locals_.left)))
        taken = k.Listing(at, ListOf(bound.local.type), (bound.local,))
        body: k.Body = (
            becomes(locals_.left, less(at, locals_.left, worth)),
            becomes(locals_.used, k.Operation(at, locals_.used.type, "join", (locals_.used, taken))),
            *inner(elaborator, node.body),
        )
    too_little = k.Label(here, (bound.local, " is worth too little here"))
    return k.Branch(here, key, label, (bound,), every(here, guards), None, body, reason=too_little)


def _together(elaborator: Elaborator, ways: Sequence[_Way], locals_: _Collecting, at: Span) -> k.Expression:
    """The worth of all things that are left, each at its best. A thing in the domains of several branches counts
    once."""
    sums: list[k.Expression] = []
    with silently(elaborator):
        for i, way in enumerate(ways):
            if any(_has_all(earlier, way) for earlier in ways[:i]):
                continue
            with elaborator.scope.suite():
                bound = one_binder(elaborator, way.binder)
                thing = bound.local
                conditions = [bound.condition] if bound.condition is not None else []
                conditions.append(k.Operation(at, BOOL, "not in", (thing, locals_.used)))
                for earlier in ways[:i]:
                    if (applies := _applies(elaborator, earlier, thing, way, at)) is not None:
                        conditions.append(k.Operation(at, BOOL, "not", (applies,)))
                remaining_things = k.Binder(at, thing, bound.domain, every(at, conditions))
                best = _best(elaborator, thing, way, ways, at)
                sums.append(k.Fold(at, Number(0, WIDE), "sum", (remaining_things,), best, None))
    return reduce(lambda one, other: _sum(at, one, other), sums)


def _same_things(one: _Way, other: _Way) -> bool:
    """Whether two branches go through the same group, as their code says."""
    return same_code(one.binder.domain, other.binder.domain)


def _has_all(one: _Way, other: _Way) -> bool:
    """Whether all things of one branch can be used in another way, too."""
    return one.binder.condition is None and _same_things(one, other)


def _best(elaborator: Elaborator, thing: k.Local, of: _Way, ways: Sequence[_Way], at: Span) -> k.Expression:
    """The largest worth of a thing among all ways to use it, at least 0. It is one of the things of a branch."""
    worths: list[k.Expression] = [constant(at, 0)]
    for way in ways:
        applies = _applies(elaborator, way, thing, of, at)
        if applies is not None:
            with silently(elaborator), _as(elaborator, way, thing):
                _learn(elaborator, way)
                worth = elaborator.number(way.worth, "what it is worth")
            type_ = join(worth.type, Number(0, 0)) or UNKNOWN
            always = isinstance(applies, k.Constant)
            worths.append(worth if always else k.Either(at, type_, applies, worth, constant(at, 0)))
    return k.Largest(at, Number(0, WIDE), "max", tuple(worths))


def _applies(elaborator: Elaborator, way: _Way, thing: k.Local, of: _Way, at: Span) -> k.Expression | None:
    """Whether a thing of a branch can be used in a way; None when things of its type never can."""
    if not fits(thing.type, way.element) or isinstance(thing.type, Unknown):
        return None
    condition = way.binder.condition
    with silently(elaborator), _as(elaborator, way, thing):
        conditions: list[k.Expression] = []
        if not _same_things(way, of):
            domain = elaborator.expression(way.binder.domain)
            conditions.append(k.Operation(at, BOOL, "in", (thing, domain)))
        if condition is not None:
            conditions.append(elaborator.condition(condition))
    return every(at, conditions) if conditions else k.Constant(at, BOOL, True)


def _learn(elaborator: Elaborator, way: _Way) -> None:
    """Narrow types in the scope by the branch's condition on its thing."""
    condition = way.binder.condition
    if condition is not None:
        elaborator.learn(elaborator.condition(condition))


@contextmanager
def _as(elaborator: Elaborator, way: _Way, thing: k.Local) -> Iterator[None]:
    """Within the `with`, the branch's name means a thing that another name has bound."""
    with elaborator.scope.suite():
        name = way.binder.name.text
        elaborator.scope.suites[-1][name] = Binding(thing.name, thing.type, True, thing.at)
        yield


def _sum(at: Span, one: k.Expression, other: k.Expression) -> k.Expression:
    return k.Operation(at, ANY_NUMBER, "+", (one, other))


# What both forms of `collect` need.


def same_code(one: object, other: object) -> bool:
    """Whether two pieces of code say the same, wherever they stand."""
    if isinstance(one, Node) and type(one) is type(other):
        names = [field.name for field in fields(one) if field.name not in ("start", "end")]
        return all(same_code(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same_code, one, other))
    return one == other


@contextmanager
def silently(elaborator: Elaborator) -> Iterator[None]:
    """Within the `with`, diagnostics are dropped: the code is elaborated several times, and has had them already."""
    report, elaborator.report = elaborator.report, Report()
    try:
        yield
    finally:
        elaborator.report = report


def let(local: k.Local, value: k.Expression) -> k.Set:
    return k.Set(local.at, local, value, binds=True)


def becomes(local: k.Local, value: k.Expression) -> k.Set:
    return k.Set(local.at, local, value)


def constant(at: Span, value: int) -> k.Expression:
    return k.Constant(at, Number(value, value), value)


def every(at: Span, conditions: Sequence[k.Expression]) -> k.Expression:
    return reduce(lambda one, other: k.Operation(at, BOOL, "and", (one, other)), conditions)


def less(at: Span, one: k.Expression, other: k.Expression) -> k.Expression:
    return k.Operation(at, ANY_NUMBER, "-", (one, other))
