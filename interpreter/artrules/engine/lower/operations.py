"""Operations, as the lowering of their operators says (`ir/operators.py`)."""

from typing import assert_never

from artrules.engine.lower.builder import ONE, ZERO, Builder, added, compared, multiplied, negated, one_of
from artrules.engine.lower.folds import size_of, sum_of
from artrules.engine.lower.loops import Loop, bounds_of, going_through, member_test
from artrules.engine.lower.lowering import NOBODY, Lowering, Names
from artrules.engine.lower.representation import is_wide, is_wide_number
from artrules.engine.machine.numbers import LARGEST_NARROW_MEMBER
from artrules.engine.machine_code import nodes as m
from artrules.model.ir import nodes as k
from artrules.model.ir.operators import (
    OPERATORS,
    CountedFromOne,
    Division,
    Finds,
    Infix,
    IsMember,
    ItemAt,
    Joined,
    Prefix,
    SameValue,
    TakenAway,
)
from artrules.model.ir.types import Number, Optional, SetOf, Zone, element, join

MOST_IN_32_BITS = (1 << 31) - 1


def operation(lower: Lowering, b: Builder, e: k.Operation, names: Names) -> m.Value:
    """The value of an operation that gives no list of its own making."""
    first, second = e.operands[0], e.operands[-1]
    lowering = OPERATORS[e.operator].lowering
    match lowering:
        case Prefix(sign=sign):
            value = lower.value(b, first, names)
            return m.Negative(value) if sign == "-" else negated(value)
        case Infix():
            return _infix(lower, b, e, lowering, names)
        case Division():
            return _division(lower, b, e, lowering, names)
        case SameValue(negated=is_not):
            return _denied(_same(lower, b, e, names), is_not)
        case IsMember(negated=is_not):
            _meter(lower, b, e, [second] if not isinstance(second.type, SetOf) else [], names)
            item = b.keep(lower.value(b, first, names)) if not _is_simple(second) else lower.value(b, first, names)
            test = member_test(lower, b, second, first.type, names, once=True)
            return _denied(test(b, item), is_not)
        case Finds():
            return _found(lower, b, e, lowering, names)
        case Joined():
            return _joined_set(lower, b, e, names)
        case TakenAway():
            return _reduced_set(lower, b, e, names)
        case ItemAt():
            return _item_at(lower, b, e, names)
        case CountedFromOne():
            return added(lower.value(b, first, names), ONE)
        case _:
            assert_never(lowering)


def _is_simple(e: k.Expression) -> bool:
    return isinstance(e.type, Zone | SetOf)


def _denied(value: m.Value, is_not: bool) -> m.Value:
    return negated(value) if is_not else value


def _infix(lower: Lowering, b: Builder, e: k.Operation, lowering: Infix, names: Names) -> m.Value:
    first, second = e.operands
    left = lower.value(b, first, names)
    match sign := lowering.sign:
        case "and" | "or":
            return lower.lazily(b, left, lambda: lower.value(b, second, names), sign == "and")
        case "<" | "<=" | ">" | ">=":
            return compared(sign, left, lower.value(b, second, names))
        case "+" | "-" | "*":
            right = lower.value(b, second, names)
            wide = is_wide_number(lower.model, e)
            if not wide and sign == "+":
                return added(left, right)
            if sign == "*":
                return multiplied(left, right, wide)
            return m.Binary(sign, left, right, wide)
        case _:
            assert_never(sign)


def _division(lower: Lowering, b: Builder, e: k.Operation, lowering: Division, names: Names) -> m.Value:
    first, second = e.operands
    left, right = lower.value(b, first, names), lower.value(b, second, names)
    type_ = second.type
    if not isinstance(type_, Number) or type_.low <= 0 <= type_.high:
        right = b.keep(right)
        b.fail_unless(m.Compare("!=", right, ZERO), lower.context.site(e.at, "division by 0", e))
    return m.Binary(lowering.sign, left, right)


def _same(lower: Lowering, b: Builder, e: k.Operation, names: Names) -> m.Value:
    first, second = e.operands
    if isinstance(first, k.Constant) and isinstance(second, k.Constant):
        return m.Const(int(first.value == second.value))
    for zone, other in ((first, second), (second, first)):
        if isinstance(zone.type, Zone) and isinstance(other, k.Listing) and not other.items:
            return m.Compare("==", size_of(lower, b, zone, names), ZERO)
    _meter(lower, b, e, [first, second], names)
    left, right = lower.value(b, first, names), lower.value(b, second, names)
    return lower.same(b, left, first.type, right, second.type)


def _meter(lower: Lowering, b: Builder, e: k.Operation, operands: list[k.Expression], names: Names) -> None:
    """Count the units of work of going through operands, if these may be many."""
    weight = lower.context.work.weights.get(id(e))
    if weight is None:
        return
    site = m.Const(lower.context.site(e.at, "this"))
    for operand in operands:
        if element(operand.type) is not None and not isinstance(operand, k.Span_):
            b.count_work(size_of(lower, b, operand, names), max(1, weight), site, id(e) in lower.context.work.few)


def _found(lower: Lowering, b: Builder, e: k.Operation, search: Finds, names: Names) -> m.Value:
    """Whether a search in two groups finds something, or nothing."""
    items, other = e.operands[search.of], e.operands[1 - search.of]
    if isinstance(items.type, SetOf) and isinstance(other.type, SetOf):
        wanted = join(items.type, other.type) or items.type
        left, right = (lower.value(b, operand, names, wanted) for operand in e.operands)
        among, members = (left, right) if search.of == 0 else (right, left)
        if is_wide(lower.model, wanted):
            return _denied(m.Call("wide_finds", (among, members, m.Const(int(search.outside)))), search.none)
        return m.Compare(
            "==" if search.none else "!=",
            m.Binary("&", among, m.Inverted(members) if search.outside else members),
            ZERO,
        )
    _meter(lower, b, e, list(e.operands), names)
    inner = element(items.type)
    assert inner is not None
    test = member_test(lower, b, other, inner, names)
    answer = b.assign(b.fresh("found"), m.Const(int(search.none)))
    loop = Loop(b.fresh("item"), skips=False)
    stops = not lower.may_stop(items)
    with going_through(lower, b, items, loop, names):
        is_match = _denied(test(b, m.Name(loop.name)), search.outside)
        b.emit(m.If(is_match, (m.Assign(answer.name, m.Const(int(not search.none))), *((m.Break(),) if stops else ()))))
    return answer


def _joined_set(lower: Lowering, b: Builder, e: k.Operation, names: Names) -> m.Value:
    """The set that two sets make together."""
    left, right = (lower.value(b, operand, names, e.type) for operand in e.operands)
    if is_wide(lower.model, e.type):
        return lower.made(b, m.Call("wide_union", (left, right)))
    return m.Binary("|", left, right)


def _reduced_set(lower: Lowering, b: Builder, e: k.Operation, names: Names) -> m.Value:
    """A set without the things in a group."""
    first, second = e.operands
    wide = is_wide(lower.model, e.type)
    left = lower.value(b, first, names, e.type)
    if isinstance(second.type, SetOf):
        right = lower.value(b, second, names, e.type)
        return (
            lower.made(b, m.Call("wide_difference", (left, right))) if wide else m.Binary("&", left, m.Inverted(right))
        )
    _meter(lower, b, e, [second], names)
    rest = b.assign(b.fresh("rest"), left)
    if wide:
        b.assign(rest.name, lower.made(b, m.Call("copy_of", (rest,))))
        b.check_status()
    loop = Loop(b.fresh("gone"), skips=False)
    with going_through(lower, b, second, loop, names):
        gone = m.Name(loop.name)
        if wide:
            b.call("remove_member", rest, gone)
        else:
            removed = m.Binary("&", rest, m.Inverted(m.Binary("<<", ONE, gone)))
            with b.when(m.Both(m.Compare(">=", gone, ZERO), m.Compare("<=", gone, m.Const(LARGEST_NARROW_MEMBER)))):
                b.assign(rest.name, removed)
    return rest


def _item_at(lower: Lowering, b: Builder, e: k.Operation, names: Names) -> m.Value:
    """What is at a position, counted from 1."""
    first, second = e.operands
    if isinstance(first, k.AllPlayers) and k.is_one_of_all(e):
        return added(lower.value(b, second, names), m.Const(-1))
    site = lower.context.site(e.at, "there is no such position", e)
    if isinstance(first.type, Zone):
        zone, position = b.keep(lower.zone(b, first, names)), b.keep(lower.value(b, second, names))
        count = m.Load("cards_in_zone", zone)
        b.fail_unless(m.Both(m.Compare(">=", position, ONE), m.Compare("<=", position, count)), site)
        return m.Call("card_at", (zone, position))
    if isinstance(first, k.Span_):
        low, after = (b.keep(bound) for bound in bounds_of(lower, b, first, names))
        position = b.keep(lower.value(b, second, names))
        item = b.keep(added(added(low, position), m.Const(-1)))
        b.fail_unless(m.Both(m.Compare(">=", position, ONE), m.Compare("<", item, after)), site)
        return item
    items, position = lower.items(b, first, names), lower.value(b, second, names)
    item = b.assign(b.fresh("item"), m.Call("item_at", (items, position, m.Const(site))))
    b.check_status()
    return lower.converted(b, item, element(first.type) or e.type, e.type)


def checked(lower: Lowering, b: Builder, e: k.Checked, names: Names) -> m.Value:
    """A number or set that must lie within bounds."""
    inner = e.value
    if isinstance(e.type, SetOf):
        return _checked_set(lower, b, e, names)
    if isinstance(inner, k.Checked) and inner.low <= e.low and e.high <= inner.high:
        # What is within the narrower bounds needs no second test.
        value = b.keep(lower.value(b, inner.value, names))
        wider, fault = _outside(inner, value), _out_of_bounds(lower, inner, value)
        with b.when(_outside(e, value)):
            b.emit(m.If(wider, (m.Do(fault),), (m.Do(_out_of_bounds(lower, e, value)),)), b.leave())
        return value
    if isinstance(inner, k.Fold) and inner.kind == "sum":
        value = sum_of(lower, b, inner, names)
    else:
        value = b.keep(lower.value(b, inner, names))
    b.stop_if(_outside(e, value), _out_of_bounds(lower, e, value))
    return value


def _outside(e: k.Checked, value: m.Value) -> m.Value:
    """Whether a number lies outside of the bounds that it must lie in, so far as its type leaves that open."""
    of, below, above = e.value.type, m.Compare("<", value, m.Const(e.low)), m.Compare(">", value, m.Const(e.high))
    if isinstance(of, Optional):
        return m.Both(m.Compare("!=", value, NOBODY), m.OneOf(below, above))
    if isinstance(of, Number) and not isinstance(e.value, k.Operation | k.Fold | k.Checked):
        return one_of(below if of.low < e.low else ZERO, above if of.high > e.high else ZERO)
    return m.OneOf(below, above)


def _out_of_bounds(lower: Lowering, e: k.Checked, value: m.Value) -> m.Call:
    site = m.Const(lower.context.site(e.at, e.what))
    return m.Call("find_fault", (m.Name("OUT_OF_BOUNDS"), site, m.Const(e.low), m.Const(e.high), value))


def _checked_set(lower: Lowering, b: Builder, e: k.Checked, names: Names) -> m.Value:
    site = m.Const(lower.context.site(e.at, e.what))
    value, of = b.keep(lower.value(b, e.value, names)), e.value.type
    low, high = m.Const(e.low), m.Const(e.high)
    if is_wide(lower.model, of):
        outside: m.Value = m.Call("wide_goes_beyond", (value, low, high))
        wide_set = value
    else:
        most = min(e.high, LARGEST_NARROW_MEMBER)
        allowed = (1 << most + 1) - (1 << max(0, e.low)) if most >= e.low else 0
        outside = m.Compare("!=", m.Binary("&", value, m.Const(~allowed & MOST_IN_32_BITS)), ZERO)
        wide_set = m.Call("wide_of", (value,))
    b.stop_if(outside, m.Call("find_fault", (m.Name("SET_OUT_OF_BOUNDS"), site, low, high, wide_set)))
    return lower.converted(b, value, of, e.type)


def largest(lower: Lowering, b: Builder, e: k.Largest, names: Names) -> m.Value:
    """The greatest or least of several numbers."""
    best = b.keep(lower.value(b, e.items[0], names))
    for item in e.items[1:]:
        other = b.keep(lower.value(b, item, names))
        best = b.keep(m.Choice(m.Compare(">" if e.kind == "max" else "<", other, best), other, best))
    return best


def listed_set(lower: Lowering, b: Builder, e: k.Listing, names: Names) -> m.Value:
    """The set of some things."""
    assert isinstance(e.type, SetOf)
    mask = 0
    others: list[tuple[k.Expression, m.Value]] = []
    for item in e.items:
        if isinstance(item, k.Constant) and isinstance(item.value, int) and 0 <= item.value <= 255:
            mask |= 1 << item.value
        else:
            others.append((item, b.keep(lower.value(b, item, names))))
    wide = is_wide(lower.model, e.type)
    if wide:
        constant = m.Const(lower.context.word(mask, e.type))
        if not others:
            return constant
        wide_set = lower.made(b, m.Call("copy_of", (constant,)))
        b.check_status()
        for item, value in others:
            b.call("add_member", wide_set, value, m.Const(lower.context.site(item.at, "this")))
            b.check_status()
        return wide_set
    members: m.Value = m.Const(mask)
    for item, value in others:
        type_ = item.type
        if isinstance(type_, Number) and not 0 <= type_.low <= type_.high <= 255:
            outside = m.OneOf(m.Compare("<", value, ZERO), m.Compare(">", value, m.Name("LARGEST_MEMBER")))
            site = m.Const(lower.context.site(item.at, "this"))
            fault = (m.Name("NOT_IN_A_SET"), site, ZERO, m.Name("LARGEST_MEMBER"), value)
            b.stop_if(outside, m.Call("find_fault", fault))
        bit = m.Binary("<<", ONE, value)
        members = bit if members == ZERO else m.Binary("|", members, bit)
    return members
