"""Elaborates decisions: every form of choosing becomes a `Choose` with branches."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import reduce
from typing import assert_never

from artrules.model.elaborate.control import inner, label, looped, needed_player, player_if_any, suite
from artrules.model.elaborate.elaborator import Binding, Elaborator, OfferedOption
from artrules.model.elaborate.folds import binder as one_binder
from artrules.model.elaborate.folds import binders, narrowed
from artrules.model.facts.knowledge import ASKING, met
from artrules.model.ir import nodes as k
from artrules.model.ir.builtins import USABLE
from artrules.model.ir.declarations import Limit
from artrules.model.ir.model import MENU
from artrules.model.ir.type_words import in_words
from artrules.model.ir.types import (
    ANY_NUMBER,
    BOOL,
    POWER,
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
from artrules.text.diagnostics.suggest import closest
from artrules.text.syntax.ast import statements as ast
from artrules.text.syntax.ast.node import Identifier, Node, Text


def elaborate_choice(elaborator: Elaborator, node: ast.ChoiceStatement) -> k.Body:
    """The statements that ask a player."""
    match node:
        case ast.Choose():
            return choose(elaborator, node)
        case ast.ChooseFrom():
            return choose_from(elaborator, node)
        case ast.ChooseOne():
            return choose_one(elaborator, node)
        case ast.Collect():
            return collect(elaborator, node)
        case ast.May():
            return may(elaborator, node)
        case ast.MayChoose():
            return may_choose(elaborator, node)
        case ast.MayUse():
            return may_use(elaborator, node)
        case ast.Use():
            return use(elaborator, node)
    assert_never(node)


def choose(elaborator: Elaborator, node: ast.Choose) -> k.Body:
    """`choose`: the chosen values stay bound for the rest of the suite."""
    turning = elaborator.scope.turning
    elaborator.scope.forget(ASKING, elaborator.at(node))
    bound = binders(elaborator, node.binders)
    elaborator.scope.turning = turning
    text = values_label(elaborator, node.label, bound, node)
    branch = k.Branch(elaborator.at(node), "1", text, bound, None, None, ())
    site = new_site(elaborator)
    note_option(elaborator, site, "1", node.label, bound)
    elaborator.goes_on(elaborator.scope.knowledge)
    return (_choose(elaborator, node, (branch,), site, has_suites=False),)


def choose_from(elaborator: Elaborator, node: ast.ChooseFrom) -> k.Body:
    """`choose from menu`."""
    symbols, name = elaborator.symbols, node.menu.text
    menu = symbols.menus.get(name)
    if menu is None:
        message = f"there is no menu `{name}`"
        suggestions = closest(name, list(symbols.menus))
        elaborator.complain(kinds.UNKNOWN_NAME, message, node.menu, suggestions=suggestions, missing=name)
        return ()
    me = needed_player(elaborator, node)
    return (k.Perform(elaborator.at(node), symbols.procedures[MENU + menu.name], (), me),)


def choose_one(elaborator: Elaborator, node: ast.ChooseOne) -> k.Body:
    """`choose one:` with its branches."""
    site = new_site(elaborator)
    elaborator.scope.forget(ASKING, elaborator.at(node))
    branches, ends = [], []
    for number, branch in enumerate(node.branches, 1):
        branches.append(_branch(elaborator, site, branch, str(number)))
        ends.append(elaborator.scope.at_end)
    elaborator.goes_on(met(ends))
    return (_choose(elaborator, node, tuple(branches), site),)


def may(elaborator: Elaborator, node: ast.May) -> k.Body:
    """`may "label":`."""
    return _may(elaborator, node, "don't")


def may_choose(elaborator: Elaborator, node: ast.MayChoose) -> k.Body:
    """`may choose binders:`."""
    return _may(elaborator, node, "none of these")


def _may(elaborator: Elaborator, node: ast.May | ast.MayChoose, decline: str) -> k.Body:
    site = new_site(elaborator)
    elaborator.scope.forget(ASKING, elaborator.at(node))
    branch = _branch(elaborator, site, node, "1")
    ends = [elaborator.scope.at_end]
    declining = _decline(elaborator, site, node, decline)
    elaborator.goes_on(met([*ends, elaborator.scope.at_end]))
    return (_choose(elaborator, node, (branch, declining), site),)


def may_use(elaborator: Elaborator, node: ast.MayUse) -> k.Body:
    """`may use power`. The option is offered if the power is usable."""
    site, at = new_site(elaborator), elaborator.at(node)
    elaborator.scope.forget(ASKING, at)
    power = elaborator.demand(node.power, POWER, "what is used")
    me = needed_player(elaborator, node)
    guard = k.BuiltinCall(at, BOOL, USABLE, (power,), me)
    body = (k.UsePower(at, power, me),)
    with elaborator.scope.suite():
        elaborator.follow(body)
    ends = [elaborator.scope.at_end]
    declining = _decline(elaborator, site, node, "don't use it")
    elaborator.goes_on(met([*ends, elaborator.scope.at_end]))
    branch = k.Branch(at, "1", k.Label(at, ("use ", power)), (), guard, None, body)
    return (_choose(elaborator, node, (branch, declining), site),)


def use(elaborator: Elaborator, node: ast.Use) -> k.Body:
    """`use power`."""
    power = elaborator.demand(node.power, POWER, "what is used")
    return (k.UsePower(elaborator.at(node), power, needed_player(elaborator, node)),)


def new_site(elaborator: Elaborator) -> str:
    """The identity of a new decision. Option ids and saves refer to it."""
    elaborator.sites += 1
    return f"{elaborator.context.container}/{elaborator.sites}"


def values_label(elaborator: Elaborator, node: Text | None, bound: Sequence[k.Binder], around: Node) -> k.Label:
    """The author's label. Without one, a label of the binders' values."""
    if node is not None:
        return label(elaborator, node)
    parts: list[str | k.Expression] = []
    for binder in bound:
        parts += [", ", binder.local] if parts else [binder.local]
    return k.Label(elaborator.at(around), tuple(parts))


def _choose(
    elaborator: Elaborator, node: Node, branches: tuple[k.Branch, ...], site: str, *, has_suites: bool = True
) -> k.Choose:
    needed_player(elaborator, node)
    me = player_if_any(elaborator, node) or elaborator.unknown(node)
    return k.Choose(elaborator.at(node), site, elaborator.context.title, branches, me, has_suites=has_suites)


def note_option(
    elaborator: Elaborator,
    site: str,
    key: str,
    label: Text | str | None,
    bound: Sequence[k.Binder],
    owner: str | None = None,
) -> None:
    """Note an option for hints and the story, in the scope of its binders. Without a label, it is called as
    `values_label` says."""
    names = tuple(binder.local.name.rpartition("_")[0] for binder in bound)
    text = label.text if isinstance(label, Text) else label
    if text is None:
        text = ", ".join(f"{{{name}}}" for name in names)
    values = tuple(
        (name, narrowed(elaborator, binder), binder.local.at) for name, binder in zip(names, bound, strict=True)
    )
    elaborator.offered.append(OfferedOption(text, site, key, owner, values))


def _branch(elaborator: Elaborator, site: str, node: ast.Branch | ast.May | ast.MayChoose, key: str) -> k.Branch:
    """One branch, elaborated in its own scope."""
    text = None if isinstance(node, ast.MayChoose) else node.label
    condition = None if isinstance(node, ast.MayChoose) else node.guard
    with elaborator.scope.suite():
        bound = binders(elaborator, node.binders)
        guard = elaborator.condition(condition) if condition is not None else None
        words = node.reason if isinstance(node, ast.Branch) else None
        reason = label(elaborator, words) if words is not None else None
        if guard is not None:
            elaborator.learn(guard)
        shown = values_label(elaborator, text, bound, node)
        note_option(elaborator, site, key, text, bound)
        limit = _limit(elaborator, node.limit) if isinstance(node, ast.Branch) and node.limit is not None else None
        body = suite(elaborator, node.body)
    return k.Branch(elaborator.at(node), key, shown, bound, guard, limit, body, reason=reason)


def _limit(elaborator: Elaborator, name: Identifier) -> Limit | None:
    limits = elaborator.symbols.limits
    if name.text not in limits:
        message = f"there is no limit `{name.text}`"
        suggestions = closest(name.text, list(limits))
        elaborator.complain(kinds.UNKNOWN_NAME, message, name, suggestions=suggestions, missing=name.text)
    return limits.get(name.text)


def _decline(elaborator: Elaborator, site: str, node: ast.May | ast.MayChoose | ast.MayUse, text: str) -> k.Branch:
    """The branch that declines. It is called as its author says, or else by `text`."""
    at, declined = elaborator.at(node), node.declined
    words = declined.label if declined is not None else None
    note_option(elaborator, site, "no", words or text, ())
    shown = label(elaborator, words) if words is not None else k.Label(at, (text,))
    body = inner(elaborator, declined.body if declined is not None else None)
    return k.Branch(at, "no", shown, (), None, None, body, declines=True)


# Elaborates `collect`: a player pays a cost with several things, one after another, and can always complete it.
#
# Trying all ways to pay would take as many trials as a hand has subsets. No trial is needed, because the worth of a
# thing doesn't depend on the others, and each thing is used once. A thing may be taken exactly if the things taken
# before, this thing, and all others at their best are together worth the cost. So `collect` becomes a loop around a
# choice with that guard. The sum is computed once for each choice, and no choice in the loop can fail.


@dataclass(frozen=True, slots=True)
class _Way:
    """One branch: a way to use things of one type."""

    node: ast.Collected
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


def collect(elaborator: Elaborator, node: ast.Collect) -> k.Body:
    """`collect cost:` becomes three locals, a `require`, and a loop around a choice."""
    at = elaborator.at(node)
    cost = elaborator.number(node.cost, "what is to be collected")
    elaborator.scope.forget(ASKING, at)
    body = looped(elaborator, lambda: _collect(elaborator, node, cost))
    elaborator.goes_on(elaborator.scope.knowledge)
    return body


def _collect(elaborator: Elaborator, node: ast.Collect, cost: k.Expression) -> k.Body:
    at = elaborator.at(node)
    ways = [_way(elaborator, branch) for branch in node.ways]
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
    wanted = k.Operation(at, BOOL, ">", (locals_.left, _zero(at)))
    return (
        k.Set(at, locals_.cost, cost, binds=True),
        k.Set(at, locals_.left, locals_.cost, binds=True),
        k.Set(at, locals_.used, k.Constant(at, ListOf(things), ()), binds=True),
        k.Require(at, enough, k.Label(at, ("all together isn't worth ", locals_.left))),
        k.Repeat(at, "while", wanted, (k.Set(at, locals_.together, together, binds=True), choose)),
    )


def _way(elaborator: Elaborator, node: ast.Collected) -> _Way:
    with _silently(elaborator):
        inner_type = element(elaborator.expression(node.binder.domain).type) or UNKNOWN
    return _Way(node, inner_type)


def _taking(
    elaborator: Elaborator, site: str, way: _Way, key: str, ways: Sequence[_Way], locals_: _Collecting, at: Span
) -> k.Branch:
    """The option to use one of the things in one way."""
    node, here = way.node, elaborator.at(way.node)
    with elaborator.scope.suite():
        bound = one_binder(elaborator, node.binder)
        worth = elaborator.number(node.worth, "what it is worth")
        if isinstance(worth.type, Number) and worth.type.high <= 0:
            message = "what is worth nothing pays nothing"
            elaborator.complain(kinds.WRONG_TYPE, message, node.worth, expected="a worth above 0")
        label = values_label(elaborator, node.label, [bound], node)
        note_option(elaborator, site, key, node.label, [bound])
        guards = [
            k.Operation(here, BOOL, ">", (worth, _zero(here))),
            k.Operation(here, BOOL, "not in", (bound.local, locals_.used)),
        ]
        if len(ways) > 1:
            without = _less(here, locals_.together, _best(elaborator, bound.local, way, ways, here))
            guards.append(k.Operation(here, BOOL, ">=", (_sum(here, without, worth), locals_.left)))
        taken = k.Listing(at, ListOf(bound.local.type), (bound.local,))
        body: k.Body = (
            k.Set(at, locals_.left, _less(at, locals_.left, worth)),
            k.Set(at, locals_.used, k.Operation(at, locals_.used.type, "join", (locals_.used, taken))),
            *inner(elaborator, node.body),
        )
    too_little = k.Label(here, (bound.local, " is worth too little here"))
    return k.Branch(here, key, label, (bound,), _all(here, guards), None, body, reason=too_little)


def _together(elaborator: Elaborator, ways: Sequence[_Way], locals_: _Collecting, at: Span) -> k.Expression:
    """The worth of all things that are left, each at its best. A thing in the domains of several branches counts
    once."""
    sums: list[k.Expression] = []
    with _silently(elaborator):
        for i, way in enumerate(ways):
            if any(_has_all(earlier, way) for earlier in ways[:i]):
                continue
            with elaborator.scope.suite():
                bound = one_binder(elaborator, way.node.binder)
                thing = bound.local
                conditions = [bound.condition] if bound.condition is not None else []
                conditions.append(k.Operation(at, BOOL, "not in", (thing, locals_.used)))
                for earlier in ways[:i]:
                    if (applies := _applies(elaborator, earlier, thing, way, at)) is not None:
                        conditions.append(k.Operation(at, BOOL, "not", (applies,)))
                remaining_things = k.Binder(at, thing, bound.domain, _all(at, conditions))
                best = _best(elaborator, thing, way, ways, at)
                sums.append(k.Fold(at, Number(0, WIDE), "sum", (remaining_things,), best, None))
    return reduce(lambda one, other: _sum(at, one, other), sums)


def _same_things(one: _Way, other: _Way) -> bool:
    """Whether two branches go through the same group, as their code says."""
    return _same_code(one.node.binder.domain, other.node.binder.domain)


def _same_code(one: object, other: object) -> bool:
    """Whether two pieces of code say the same, wherever they stand."""
    if isinstance(one, Node) and type(one) is type(other):
        names = [field.name for field in fields(one) if field.name not in ("start", "end")]
        return all(_same_code(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same_code, one, other))
    return one == other


def _has_all(one: _Way, other: _Way) -> bool:
    """Whether all things of one branch can be used in another way, too."""
    return one.node.binder.condition is None and _same_things(one, other)


def _best(elaborator: Elaborator, thing: k.Local, of: _Way, ways: Sequence[_Way], at: Span) -> k.Expression:
    """The largest worth of a thing among all ways to use it, at least 0. It is one of the things of a branch."""
    worths: list[k.Expression] = [_zero(at)]
    for way in ways:
        applies = _applies(elaborator, way, thing, of, at)
        if applies is not None:
            with _silently(elaborator), _as(elaborator, way, thing):
                _learn(elaborator, way)
                worth = elaborator.number(way.node.worth, "what it is worth")
            type_ = join(worth.type, Number(0, 0)) or UNKNOWN
            always = isinstance(applies, k.Constant)
            worths.append(worth if always else k.Either(at, type_, applies, worth, _zero(at)))
    return k.Largest(at, Number(0, WIDE), "max", tuple(worths))


def _applies(elaborator: Elaborator, way: _Way, thing: k.Local, of: _Way, at: Span) -> k.Expression | None:
    """Whether a thing of a branch can be used in a way; None when things of its type never can."""
    if not fits(thing.type, way.element) or isinstance(thing.type, Unknown):
        return None
    condition = way.node.binder.condition
    with _silently(elaborator), _as(elaborator, way, thing):
        conditions: list[k.Expression] = []
        if not _same_things(way, of):
            domain = elaborator.expression(way.node.binder.domain)
            conditions.append(k.Operation(at, BOOL, "in", (thing, domain)))
        if condition is not None:
            conditions.append(elaborator.condition(condition))
    return _all(at, conditions) if conditions else k.Constant(at, BOOL, True)


def _learn(elaborator: Elaborator, way: _Way) -> None:
    """Narrow types in the scope by the branch's condition on its thing."""
    condition = way.node.binder.condition
    if condition is not None:
        elaborator.learn(elaborator.condition(condition))


@contextmanager
def _as(elaborator: Elaborator, way: _Way, thing: k.Local) -> Iterator[None]:
    """Within the `with`, the branch's name means a thing that another name has bound."""
    with elaborator.scope.suite():
        name = way.node.binder.name.text
        elaborator.scope.suites[-1][name] = Binding(thing.name, thing.type, True, thing.at)
        yield


@contextmanager
def _silently(elaborator: Elaborator) -> Iterator[None]:
    """Within the `with`, diagnostics are dropped: the code is elaborated several times, and has had them already."""
    report, elaborator.report = elaborator.report, Report()
    try:
        yield
    finally:
        elaborator.report = report


def _zero(at: Span) -> k.Expression:
    return k.Constant(at, Number(0, 0), 0)


def _all(at: Span, conditions: Sequence[k.Expression]) -> k.Expression:
    return reduce(lambda one, other: k.Operation(at, BOOL, "and", (one, other)), conditions)


def _sum(at: Span, one: k.Expression, other: k.Expression) -> k.Expression:
    return k.Operation(at, ANY_NUMBER, "+", (one, other))


def _less(at: Span, one: k.Expression, other: k.Expression) -> k.Expression:
    return k.Operation(at, ANY_NUMBER, "-", (one, other))
