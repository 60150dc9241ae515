"""Tests whether something is one of the things in a group, without going through it where that isn't needed."""

from __future__ import annotations

from collections.abc import Callable

from artrules.ir import nodes as k
from artrules.ir.types import Number, Optional, SetOf, Type, Zone, element
from artrules.lower.builder import ONE, ZERO, Builder, added
from artrules.lower.loops import Loop, bounds_of, found_by, going_through
from artrules.lower.lowering import NOBODY, Lowering, Names
from artrules.lower.representation import is_wide, on_heap
from artrules.machine.numbers import LARGEST_NARROW_MEMBER
from artrules.machine_code.nodes import Assign, Binary, Both, Break, Call, Compare, Const, If, Load, Name, OneOf, Value

MemberTest = Callable[[Builder, Value], Value]
"""Gives whether a value is one of the things."""


def member_test(
    lower: Lowering, b: Builder, e: k.Expression, type_: Type, names: Names, once: bool = False
) -> MemberTest:
    """A test of values of a type. What it needs is evaluated now; `once` says that one value is tested, at once."""
    if isinstance(e.type, Zone):
        zone = lower.zone(b, e, names)
        zone = zone if once else b.keep(zone)
        return lambda inner, item: _lies_in(inner, item, zone, type_)
    if isinstance(e.type, SetOf):
        members, set_type = lower.value(b, e, names), e.type
        members = members if once else b.keep(members)
        if is_wide(lower.model, set_type):
            return lambda inner, item: Call("wide_has", (members, item))
        return lambda inner, item: narrow_has(inner, members, item, type_)
    match e:
        case k.Span_() | k.AllCards() | k.AllMembers() | k.AllPlayers():
            low, after = (b.keep(bound) for bound in bounds_of(lower, b, e, names))
            return lambda inner, item: _between(inner, item, low, after)
        case k.Listing(items=items) if once:
            return lambda inner, item: _one_of(lower, inner, item, type_, items, names)
    if (found := found_by(lower, b, e, names)) is not None:
        binder, inside = found
        if isinstance(binder.domain.type, Zone | SetOf) or isinstance(binder.domain, RANGES):
            passes = member_test(lower, b, binder.domain, type_, inside)
            return lambda inner, item: _passes(lower, inner, item, passes, binder, inside)
    of = element(e.type)
    assert of is not None
    if once and not isinstance(e, STORED):
        return lambda inner, item: _found(lower, inner, item, type_, e, of, names)
    listed = b.keep(lower.items(b, e, names))
    if not on_heap(lower.model, type_) and not on_heap(lower.model, of):
        return lambda inner, item: Call("has_item", (listed, item))
    return lambda inner, item: _found_in(lower, inner, item, type_, listed, of)


STORED = k.Local | k.VariableOf | k.AttributeOf | k.SharedAttribute | k.FieldOf | k.Call | k.PropertyOf | k.SettingValue
"""Expressions that give lists which need not be made."""


RANGES = k.Span_ | k.AllCards | k.AllMembers | k.AllPlayers
"""Domains that are ranges of numbers."""


def _passes(lower: Lowering, b: Builder, item: Value, domain: MemberTest, binder: k.Binder, names: Names) -> Value:
    """Whether an item is in the domain of a binder, and passes its condition."""
    item, condition = b.keep(item), binder.condition
    first = domain(b, item)
    if condition is None:
        return first
    names = {**names, binder.local.name: item}
    return lower.lazily(b, first, lambda: lower.condition(b, condition, names), True)


def narrow_has(b: Builder, members: Value, item: Value, type_: Type) -> Value:
    """Whether a narrow set has a member that may be none, or out of bounds."""
    low, high = (type_.low, type_.high) if isinstance(type_, Number) else (0, 0)
    certain = not isinstance(type_, Optional) and low >= 0 and high <= LARGEST_NARROW_MEMBER
    item = item if certain else b.keep(item)
    test = Binary("&", Binary(">>", members, item), ONE)
    if certain:
        return test
    return Both(Both(Compare(">=", item, ZERO), Compare("<=", item, Const(LARGEST_NARROW_MEMBER))), test)


def _lies_in(b: Builder, card: Value, zone: Value, type_: Type) -> Value:
    if not isinstance(type_, Optional):
        return Compare("==", Load("zone_of", card), zone)
    card = b.keep(card)
    return Both(Compare("!=", card, NOBODY), Compare("==", Load("zone_of", card), zone))


def _between(b: Builder, item: Value, low: Value, after: Value) -> Value:
    item = b.keep(item)
    high = added(after, Const(-1))
    return Both(Compare("<=", low, item), Compare("<=", item, high))


def _one_of(
    lower: Lowering, b: Builder, item: Value, type_: Type, items: tuple[k.Expression, ...], names: Names
) -> Value:
    item = b.keep(item)
    found: Value | None = None
    for other in items:
        same = lower.same(b, item, type_, lower.value(b, other, names), other.type)
        found = same if found is None else OneOf(found, same)
    return found if found is not None else ZERO


def _found(lower: Lowering, b: Builder, item: Value, type_: Type, e: k.Expression, of: Type, names: Names) -> Value:
    """Whether an item is among the things in a group that isn't stored: goes through it until it is found, where
    nothing after that may set `status`."""
    item, loop = b.keep(item), Loop(b.fresh("item"), skips=False)
    found = b.assign(b.fresh("found"), ZERO)
    with going_through(lower, b, e, loop, names):
        found_now = (Assign(found.name, ONE), *(() if lower.may_stop(e) else (Break(),)))
        b.emit(If(lower.same(b, Name(loop.name), of, item, type_), found_now))
    return found


def _found_in(lower: Lowering, b: Builder, item: Value, type_: Type, listed: Value, of: Type) -> Value:
    item = b.keep(item)
    found = b.assign(b.fresh("found"), ZERO)
    with lower.each_item(b, listed, b.fresh("item")) as other:
        b.emit(If(lower.same(b, other, of, item, type_), (Assign(found.name, ONE), Break())))
    return found
