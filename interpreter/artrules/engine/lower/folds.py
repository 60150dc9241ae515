"""Folds, which reduce all values of some binders to one: `count`, `any`, `sum`, `best` and the like."""

from collections.abc import Callable, Sequence
from typing import assert_never

from artrules.engine.lower.builder import ONE, ZERO, Builder, added
from artrules.engine.lower.loops import bounds_of, each_of, found_by, going_through, length_of, loop_of, power_count
from artrules.engine.lower.lowering import NOBODY, Lowering, Names
from artrules.engine.lower.representation import is_wide, is_wide_sum, on_heap
from artrules.engine.machine.numbers import WIDE_WORDS
from artrules.engine.machine_code import nodes as m
from artrules.model.ir import nodes as k
from artrules.model.ir.builtins import EarlierCards
from artrules.model.ir.types import ListOf, Number, SetOf, Zone, element


def fold(lower: Lowering, b: Builder, e: k.Fold, names: Names) -> m.Value:
    """The value of a fold that gives one thing, not a list of its own making."""
    first = e.binders[0]
    match e.kind:
        case "count":
            if len(e.binders) == 1 and first.condition is None:
                return size_of(lower, b, first.domain, names)
            result = b.assign(b.fresh("count"), ZERO)
            if len(e.binders) == 1 and not isinstance(first.domain, k.PowersOf):
                _count(lower, b, first, names, result)
            else:
                _nest(lower, b, e.binders, names, lambda: b.assign(result.name, added(result, ONE)))
            return result
        case "any" | "no":
            result = b.assign(b.fresh("found"), m.Const(int(e.kind == "no")))
            stops = not any(lower.may_stop(binder) for binder in e.binders)
            _nest(lower, b, e.binders, names, lambda: b.assign(result.name, m.Const(int(e.kind == "any"))), stops)
            return result
        case "first" | "last":
            result = b.assign(b.fresh("found"), NOBODY)
            _nest(
                lower, b, e.binders, names, lambda: b.assign(result.name, m.Name(first.local.name)), e.kind == "first"
            )
            if e.otherwise is not None:
                with b.when(m.Compare("==", result, NOBODY)):
                    b.assign(result.name, lower.value(b, e.otherwise, names, e.type))
            return result
        case "sum":
            return _checked_sum(lower, b, e, names)
        case "max" | "min":
            return _extreme(lower, b, e, names)
        case "union":
            return _union(lower, b, e, names)
        case "latest":
            return _latest(lower, b, e, names)
        case "those" | "list" | "sorted":
            raise AssertionError("lists are made elsewhere")
        case kind:
            assert_never(kind)


def fold_to_list(lower: Lowering, b: Builder, e: k.Fold, names: Names) -> m.Value:
    """The list that a fold gives."""
    of = element(e.type)
    assert of is not None
    first = e.binders[0]

    def push() -> None:
        if e.kind == "those":
            item = lower.converted(b, m.Name(first.local.name), first.local.type, of)
        else:
            assert e.value is not None
            item = lower.value(b, e.value, names, of)
        b.push(item)

    then = "sort_work" if e.kind == "sorted" else ""
    return lower.list_of(b, of, lambda: _nest(lower, b, e.binders, names, push), lower.most(e), then)


def _nest(
    lower: Lowering,
    b: Builder,
    binders: Sequence[k.Binder],
    names: Names,
    inside: Callable[[], object],
    stops: bool = False,
) -> None:
    """Loops over binders, with code inside. With `stops` they end as soon as it has run."""
    stop_flag = None
    if stops and len(binders) > 1:
        stop_flag = b.assign(b.fresh("left"), ZERO)
    with lower.each(b, binders[0], names, skips=False):
        if len(binders) > 1:
            _nest_inner(lower, b, binders[1:], names, inside, stop_flag)
            if stop_flag is not None:
                b.emit(m.If(stop_flag, (m.Break(),)))
        else:
            inside()
            if stops:
                b.emit(m.Break())


def _nest_inner(
    lower: Lowering,
    b: Builder,
    binders: Sequence[k.Binder],
    names: Names,
    inside: Callable[[], object],
    stop_flag: m.Name | None,
) -> None:
    with lower.each(b, binders[0], names, skips=False):
        if len(binders) > 1:
            _nest_inner(lower, b, binders[1:], names, inside, stop_flag)
            if stop_flag is not None:
                b.emit(m.If(stop_flag, (m.Break(),)))
        else:
            inside()
            if stop_flag is not None:
                b.emit(m.Assign(stop_flag.name, ONE), m.Break())


def _count(lower: Lowering, b: Builder, binder: k.Binder, names: Names, result: m.Name) -> None:
    """Count the values of a binder with a condition. What a comparison gives is added as it is: which values pass can't
    be foreseen, so a branch for each would often be taken in vain."""
    loop = loop_of(lower, binder, skips=False)
    with going_through(lower, b, binder.domain, loop, names):
        assert binder.condition is not None
        holds = lower.condition(b, binder.condition, {**names, binder.local.name: m.Name(loop.name)})
        if isinstance(holds, m.Compare):
            b.assign(result.name, added(result, holds))
        else:
            b.emit(m.If(holds, (m.Assign(result.name, added(result, ONE)),)))


def sum_of(lower: Lowering, b: Builder, e: k.Fold, names: Names) -> m.Value:
    """A sum, which may need 64 bits."""
    value, total = e.value, b.assign(b.fresh("sum"), ZERO)
    assert value is not None

    def add() -> None:
        b.assign(total.name, m.Binary("+", total, lower.value(b, value, names), is_wide_sum(e)))

    _nest(lower, b, e.binders, names, add)
    return total


def _checked_sum(lower: Lowering, b: Builder, e: k.Fold, names: Names) -> m.Value:
    """A sum that is no larger than any number of content may be."""
    total = sum_of(lower, b, e, names)
    if is_wide_sum(e):
        b.check_number(total, m.Const(lower.context.site(e.at, "this number")))
    return total


def _extreme(lower: Lowering, b: Builder, e: k.Fold, names: Names) -> m.Value:
    assert e.value is not None
    value, best = e.value, b.assign(b.fresh("best"), NOBODY)

    def compare() -> None:
        candidate = b.keep(lower.value(b, value, names))
        if e.kind == "max":  # none is less than any number
            better: m.Value = m.Compare(">", candidate, best)
        else:
            better = m.OneOf(m.Compare("<", candidate, best), m.Compare("==", best, NOBODY))
        b.emit(m.If(better, (m.Assign(best.name, candidate),)))

    _nest(lower, b, e.binders, names, compare)
    if e.otherwise is not None:
        with b.when(m.Compare("==", best, NOBODY)):
            b.assign(best.name, lower.value(b, e.otherwise, names))
    else:
        site = lower.context.site(e.at, f"there is nothing to take the {e.kind} of", e)
        b.fail_unless(m.Compare("!=", best, NOBODY), site)
    return best


def _union(lower: Lowering, b: Builder, e: k.Fold, names: Names) -> m.Value:
    """All that is in some of the sets."""
    assert e.value is not None
    value, wide = e.value, is_wide(lower.model, e.type)
    union = b.assign(b.fresh("union"), lower.context.constant_list([0] * WIDE_WORDS) if wide else ZERO)

    def join() -> None:
        more = lower.value(b, value, names, e.type)
        joined = lower.made(b, m.Call("wide_union", (union, more))) if wide else m.Binary("|", union, more)
        b.assign(union.name, joined)

    _nest(lower, b, e.binders, names, join)
    return union


def _latest(lower: Lowering, b: Builder, e: k.Fold, names: Names) -> m.Value:
    """The last of the values; without any, the one in its place."""
    assert e.value is not None and e.otherwise is not None
    value = e.value
    latest = b.assign(b.fresh("latest"), lower.value(b, e.otherwise, names, e.type))
    _nest(lower, b, e.binders, names, lambda: b.assign(latest.name, lower.value(b, value, names, e.type)))
    return latest


def size_of(lower: Lowering, b: Builder, e: k.Expression, names: Names) -> m.Value:
    """How many things there are in a group."""
    if isinstance(e.type, Zone):
        return m.Load("cards_in_zone", lower.zone(b, e, names))
    if isinstance(e.type, SetOf):
        return m.Call("wide_size" if is_wide(lower.model, e.type) else "popcount", (lower.value(b, e, names),))
    match e:
        case k.Span_() | k.AllCards() | k.AllMembers() | k.AllPlayers():
            low, after = (b.keep(bound) for bound in bounds_of(lower, b, e, names))
            return length_of(low, after)
        case k.PowersOf(card=card):
            return power_count(b.keep(lower.value(b, card, names)))
        case k.BuiltinCall(builtin=builtin, arguments=[card]) if isinstance(builtin.lowering, EarlierCards):
            return added(m.Call("position_of", (lower.value(b, card, names),)), m.Const(-1))
        case k.Fold(kind="those" | "list" as kind, binders=binders, value=value):
            if kind == "those" or (value is not None and not lower.may_stop(value)):
                return fold(lower, b, k.Fold(e.at, Number(0, 0), "count", binders, None, None), names)
    if (binding := found_by(lower, b, e, names)) is not None:
        binder, inside = binding
        count = b.assign(b.fresh("count"), ZERO)
        with each_of(lower, b, binder, inside, skips=False, name=b.fresh("item")):
            b.assign(count.name, added(count, ONE))
        return count
    return m.Load("heap", lower.items(b, e, names))


# -- best


def best(lower: Lowering, b: Builder, e: k.Best, names: Names) -> m.Value:
    """The list of the items with the best first key; among equals the second key decides, and so on."""
    of = element(e.type)
    assert of is not None
    those = k.Fold(e.at, e.type, "those", (e.binder,), None, None)
    items = b.assign(b.fresh("best"), fold_to_list(lower, b, those, names))
    for way, key in e.keys:
        with b.when(m.Compare(">", m.Load("heap", items), ONE)):
            _keep_best(lower, b, e, items, way == "most", key, names)
    return items


def _keep_best(
    lower: Lowering, b: Builder, e: k.Best, items: m.Name, most: bool, key: k.Expression, names: Names
) -> None:
    """Reduce a list to the items with the best key."""
    listed = isinstance(key.type, ListOf | Zone)
    start = b.assign(b.fresh("start"), m.Name("work_top"))
    goal = b.assign(b.fresh("goal"), NOBODY)
    of = element(e.type)
    assert of is not None

    def go_through() -> None:
        with lower.each_item(b, items, e.binder.local.name) as item:
            value = b.keep(lower.value(b, key, names))
            is_first = m.Compare("==", goal, NOBODY)
            if listed:
                site = m.Const(lower.context.site(e.at, "this"))
                b.count_work(m.Load("heap", value), 2, site)
                better: m.Value = m.OneOf(is_first, m.Call("better_list", (value, goal, m.Const(int(most)))))
                same: m.Value = m.Call("same_lists", (value, goal, ONE))
            else:
                better = m.Compare(">", value, goal) if most else m.OneOf(m.Compare("<", value, goal), is_first)
                same = m.Compare("==", value, goal)
            better_found = (m.SetRegister("work_top", start), m.Assign(goal.name, value))
            b.emit(m.If(better, better_found))
            with b.when(same):
                b.call("push", item)

    lower.forgetting(b, go_through, not on_heap(lower.model, of))
    b.assign(items.name, lower.made(b, m.Call("finish_list", (start,))))
