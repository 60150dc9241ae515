"""Groups of things: going through a domain, testing whether something is in it, and making a list of it.

Each kind of domain is gone through in its own way, and a list is made only where a value must be one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from artrules.engine.lower.builder import ONE, ZERO, Builder, added, negated
from artrules.engine.lower.lowering import NO_NAMES, NOBODY, Lowering, Names
from artrules.engine.lower.representation import is_wide, on_heap
from artrules.engine.machine.numbers import LARGEST_NARROW_MEMBER, SLOTS
from artrules.engine.machine_code import nodes as m
from artrules.model.analyses.cost import LONGEST_LIST, holds_lists
from artrules.model.ir import nodes as k
from artrules.model.ir.builtins import EarlierCards
from artrules.model.ir.operators import OPERATORS, Joined, TakenAway
from artrules.model.ir.types import ListOf, Number, Optional, SetOf, Type, Zone, bare, element
from artrules.text.record import dataclass

# Loops over the things in a domain: each kind of domain is gone through in its own way, without making a list.

NIL = m.Name("NIL")


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop in the making: `name` is the local that holds each thing; `skips` says whether `Continue` may stand in it.
    `weight` are the units of work to be counted for each thing, 0 for none, at `site`; `few` says that all together are
    at most MOST_UNITS_ADDED."""

    name: str
    skips: bool = True
    weight: int = 0
    site: int = 0
    few: bool = False


def loop_of(lower: Lowering, binder: k.Binder, skips: bool = True, name: str = "") -> Loop:
    """The loop of a binder, which holds each thing in the binder's local or in another."""
    work = lower.context.work
    weight = work.weights.get(id(binder), 0)
    site = lower.context.site(binder.at, "this") if weight else 0
    return Loop(name or binder.local.name, skips, weight, site, id(binder) in work.few)


@contextmanager
def each_of(lower: Lowering, b: Builder, binder: k.Binder, names: Names, skips: bool, name: str = "") -> Iterator[None]:
    """A loop over the values of a binder that pass its condition, held in the local of the binder or in another."""
    condition, test = binder.condition, -1
    if isinstance(binder.domain, k.PowersOf) and condition is not None and lower.context.counters is None:
        # Attributes of powers never change, so a table made in advance tests them.
        test = lower.context.tests.table(binder, {})
        condition = lower.context.tests.rest(binder, {})
    loop = loop_of(lower, binder, skips, name)
    with going_through(lower, b, binder.domain, loop, names, test):
        names = {**names, binder.local.name: m.Name(loop.name)}
        if condition is None:
            yield
        elif skips:
            b.emit(m.If(negated(lower.condition(b, condition, names)), (m.Continue(),)))
            yield
        else:
            with b.when(lower.condition(b, condition, names)):
                yield


@contextmanager
def going_through(
    lower: Lowering, b: Builder, e: k.Expression, loop: Loop, names: Names = NO_NAMES, test: int = -1
) -> Iterator[None]:
    """A loop over the things in a domain. `test` is the number of a test that powers must pass, or -1."""
    if isinstance(e, k.ZoneOf) and e.declaration.key not in lower.layout.zones:
        with b.capture():  # a zone of a set that isn't in play, in which no card may give something: nothing is done
            yield
        return
    if isinstance(e.type, Zone):
        zone = b.keep(lower.zone(b, e, names))
        _meter(b, loop, m.Load("cards_in_zone", zone))
        with _linked(b, loop, m.Load("first_in_zone", zone), "next_in_zone"):
            yield
        return
    if isinstance(e.type, SetOf):
        with going_through_members(lower, b, lower.value(b, e, names), e.type, loop):
            yield
        return
    match e:
        case k.Span_() | k.AllCards() | k.AllMembers() | k.AllPlayers():
            low, after = bounds_of(lower, b, e, names)
            if loop.weight:
                low, after = b.keep(low), b.keep(after)
                _meter(b, loop, length_of(low, after))
            with b.for_range(low, after, loop.name):
                yield
        case k.PowersOf(card=card):
            with _powers(lower, b, lower.value(b, card, names), loop, test):
                yield
        case k.Happenings(event=event):
            _meter(b, loop, m.Name("record_count"))
            b.emit(m.SetRegister("steps", added(m.Name("steps"), m.Binary("//", m.Name("record_count"), m.Const(2)))))
            with b.for_range(ZERO, m.Name("record_count")) as place:
                is_of_event = m.Compare("==", m.Load("record_event", place), m.Const(lower.context.event(event.key)))
                with b.when(is_of_event) if not loop.skips else _skipping(b, is_of_event):
                    b.assign(loop.name, m.Load("record_serial", place))
                    yield
        case k.TopOf(zone=zone_of, count=count, from_bottom=from_bottom) if count is not None:
            zone = b.keep(lower.zone(b, zone_of, names))
            remaining_count = b.assign(b.fresh("left"), lower.value(b, count, names))
            _meter(b, loop, m.Load("cards_in_zone", zone))
            end, step = ("last_in_zone", "previous_in_zone") if from_bottom else ("first_in_zone", "next_in_zone")
            with _linked(b, loop, m.Load(end, zone), step, left=remaining_count):
                yield
        case k.BuiltinCall(builtin=builtin, arguments=[card]) if isinstance(builtin.lowering, EarlierCards):
            last = b.keep(lower.value(b, card, names))
            _meter(b, loop, m.Load("cards_in_zone", m.Load("zone_of", last)))
            with _linked(b, loop, m.Load("first_in_zone", m.Load("zone_of", last)), "next_in_zone", until=last):
                yield
        case k.Listing(items=[item]):
            # One turn, of a loop that may be left.
            only = b.keep(lower.value(b, item, names))
            _meter(b, loop, ONE)
            with b.for_range(ZERO, ONE):
                b.assign(loop.name, only)
                yield
        case k.Fold() | k.Call() if (binding := found_by(lower, b, e, names)) is not None:
            with each_of(lower, b, binding[0], binding[1], loop.skips, loop.name):
                if loop.weight:
                    b.spend(m.Const(loop.weight), m.Const(loop.site))
                yield
        case _:
            items = b.keep(lower.items(b, e, names), "items")
            _meter(b, loop, m.Load("heap", items))
            with lower.each_item(b, items, loop.name):
                yield


def found_by(lower: Lowering, b: Builder, e: k.Expression, names: Names) -> tuple[k.Binder, Names] | None:
    """The binder whose values are the things in a list, with what names mean in it; None where there is none, or where
    going through its values may fail. So the things can be used as they are found, without a list."""
    match e:
        case k.Fold(kind="those", binders=[binder]) if not lower.may_stop(binder):
            return binder, names
        case k.Call(function=function, arguments=arguments, me=me) if lower.context.counters is None:
            match lower.model.values.get(function):
                case k.Fold(kind="those", binders=[binder]) if not lower.may_stop(binder) and _binds_once(binder):
                    parameters = lower.model.locals[function]
                    meanings = {"me": b.keep(lower.acting(b, me, names))}
                    for argument, local in zip(arguments, parameters, strict=True):
                        meanings[local.name] = b.keep(lower.value(b, argument, names, local.type))
                    return binder, meanings
    return None


def _binds_once(binder: k.Binder) -> bool:
    """Whether nothing inside a binder binds names, which might be in use already where it is used."""
    return sum(isinstance(node, k.Binder) for node in k.walk(binder)) == 1


def bounds_of(lower: Lowering, b: Builder, e: k.Expression, names: Names) -> tuple[m.Value, m.Value]:
    """Of a domain that is a range of numbers: the first, and the one after the last."""
    match e:
        case k.Span_(low=low, high=high):
            return lower.value(b, low, names), added(lower.value(b, high, names), ONE)
        case k.AllCards(kind=kind):
            cards = lower.layout.cards[kind]
            return m.Const(cards.first), m.Const(cards.last)
        case k.AllMembers(enum=enum):
            return ZERO, m.Const(len(lower.model.enums[enum].members))
    assert isinstance(e, k.AllPlayers)
    return ZERO, m.Const(lower.layout.players)


def length_of(low: m.Value, after: m.Value) -> m.Value:
    """How many numbers there are from one up to but not including another, both given so that they can be used more
    than once."""
    if isinstance(low, m.Const) and isinstance(after, m.Const):
        return m.Const(max(0, after.value - low.value))
    return m.Choice(m.Compare(">", after, low), m.Binary("-", after, low), ZERO)


def _meter(b: Builder, loop: Loop, count: m.Value) -> None:
    """Count the units of work of a whole loop, if it must count them."""
    if loop.weight:
        b.count_work(count, loop.weight, m.Const(loop.site), loop.few)


@contextmanager
def _skipping(b: Builder, condition: m.Value) -> Iterator[None]:
    """What is added inside runs only if a condition holds; a `Continue` may stand in it."""
    b.emit(m.If(negated(condition), (m.Continue(),)))
    yield


@contextmanager
def _linked(
    b: Builder, loop: Loop, first: m.Value, step: str, until: m.Value = NIL, left: m.Name | None = None
) -> Iterator[None]:
    """A loop over linked cards, up to but not including `until`, at most `left` of them."""
    card = m.Name(loop.name)
    at = m.Name(b.fresh("next")) if loop.skips else card
    going = m.Compare("!=", at, until)
    following: m.Value = m.Load(step, card)
    after = [m.Assign(at.name, following)]
    if left is not None:
        # A link that isn't needed isn't read: which card lies there may not be drawn yet (`play/game/draws.py`).
        is_left = m.Compare(">", left, ZERO)
        first, following = m.Choice(is_left, first, until), m.Choice(is_left, following, until)
        after = [m.Assign(left.name, m.Binary("-", left, ONE)), m.Assign(at.name, following)]
    b.assign(at.name, first)
    with b.loop(going):
        if loop.skips:
            b.emit(m.Assign(card.name, at), *after)
            yield
        else:
            yield
            if not b.has_left:
                b.emit(*after)


@contextmanager
def going_through_members(lower: Lowering, b: Builder, value: m.Value, type_: SetOf, loop: Loop) -> Iterator[None]:
    """A loop over the members of a set, the least first."""
    if is_wide(lower.model, type_):
        wide = b.keep(value)
        _meter(b, loop, m.Call("wide_size", (wide,)))
        member = b.assign(b.fresh("member"), m.Call("wide_next", (wide, ZERO)))
        with b.loop(m.Compare(">=", member, ZERO)):
            b.assign(loop.name, member)
            b.assign(member.name, m.Call("wide_next", (wide, added(member, ONE))))
            yield
        return
    remaining_members = b.assign(b.fresh("left"), value)
    _meter(b, loop, m.Call("popcount", (remaining_members,)))
    with b.loop(remaining_members):
        b.assign(loop.name, m.Call("lowest_bit", (remaining_members,)))
        b.assign(remaining_members.name, m.Binary("&", remaining_members, m.Binary("-", remaining_members, ONE)))
        yield


PASSED_OVER = 2
"""Units of work for a power of which a table tells that it doesn't pass."""


@contextmanager
def _powers(lower: Lowering, b: Builder, card: m.Value, loop: Loop, test: int) -> Iterator[None]:
    """A loop over the powers of a card, those included that it gains meanwhile."""
    card = b.assign(b.fresh("card"), card) if loop.skips else b.keep(card)
    count = power_count(card)
    _meter(b, loop if test < 0 else replace(loop, weight=min(loop.weight, PASSED_OVER)), count)
    slot = m.Name(b.fresh("slot"))
    power = added(m.Binary("*", card, m.Const(SLOTS)), slot)
    if test < 0:
        b.assign(slot.name, ZERO)
        with b.loop(m.Compare("<", slot, count)):
            b.assign(loop.name, power)
            b.assign(slot.name, added(slot, ONE))
            yield
        return
    own = m.Load("own_passing", added(m.Const(test * len(lower.layout.card_kind)), card))
    b.assign(
        slot.name,
        m.Choice(
            m.OneOf(own, m.Load("gained_by", card)), m.Call("next_passing", (card, ZERO, m.Const(test))), m.Const(-1)
        ),
    )
    with b.loop(m.Compare(">=", slot, ZERO)):
        _meter(b, loop, ONE)
        b.assign(loop.name, power)
        step = m.Assign(slot.name, m.Call("next_passing", (card, added(slot, ONE), m.Const(test))))
        if loop.skips:
            b.emit(step)
        yield
        if not loop.skips:
            b.emit(step)


def power_count(card: m.Value) -> m.Value:
    """How many powers a card has."""
    return added(m.Load("own_count", card), m.Load("gained_by", card))


# Tests whether something is one of the things in a group, without going through it where that isn't needed.

MemberTest = Callable[[Builder, m.Value], m.Value]
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
            return lambda inner, item: m.Call("wide_has", (members, item))
        return lambda inner, item: narrow_has(inner, members, item, type_)
    match e:
        case k.Span_() | k.AllCards() | k.AllMembers() | k.AllPlayers():
            low, after = (b.keep(bound) for bound in bounds_of(lower, b, e, names))
            return lambda inner, item: _between(inner, item, low, after)
        case k.PowersOf(card=card):
            bearer = b.keep(lower.value(b, card, names))
            return lambda inner, item: m.Call("has_power", (bearer, item))
        case k.Listing(items=items) if once:
            return lambda inner, item: _one_of(lower, inner, item, type_, items, names)
    if (binding := found_by(lower, b, e, names)) is not None:
        binder, inside = binding
        if isinstance(binder.domain.type, Zone | SetOf) or isinstance(binder.domain, RANGES):
            passes = member_test(lower, b, binder.domain, type_, inside)
            return lambda inner, item: _passes(lower, inner, item, passes, binder, inside)
    of = element(e.type)
    assert of is not None
    if once and not isinstance(e, STORED):
        return lambda inner, item: _found(lower, inner, item, type_, e, of, names)
    listed = b.keep(lower.items(b, e, names))
    if not on_heap(lower.model, type_) and not on_heap(lower.model, of):
        return lambda inner, item: m.Call("has_item", (listed, item))
    return lambda inner, item: _found_in(lower, inner, item, type_, listed, of)


STORED = k.Local | k.VariableOf | k.AttributeOf | k.SharedAttribute | k.FieldOf | k.Call | k.PropertyOf | k.SettingValue
"""Expressions that give lists which need not be made."""


RANGES = k.Span_ | k.AllCards | k.AllMembers | k.AllPlayers
"""Domains that are ranges of numbers."""


def _passes(lower: Lowering, b: Builder, item: m.Value, domain: MemberTest, binder: k.Binder, names: Names) -> m.Value:
    """Whether an item is in the domain of a binder, and passes its condition."""
    item, condition = b.keep(item), binder.condition
    first = domain(b, item)
    if condition is None:
        return first
    names = {**names, binder.local.name: item}
    return lower.lazily(b, first, lambda: lower.condition(b, condition, names), True)


def narrow_has(b: Builder, members: m.Value, item: m.Value, type_: Type) -> m.Value:
    """Whether a narrow set has a member that may be none, or out of bounds."""
    low, high = (type_.low, type_.high) if isinstance(type_, Number) else (0, 0)
    certain = not isinstance(type_, Optional) and low >= 0 and high <= LARGEST_NARROW_MEMBER
    item = item if certain else b.keep(item)
    test = m.Binary("&", m.Binary(">>", members, item), ONE)
    if certain:
        return test
    return m.Both(m.Both(m.Compare(">=", item, ZERO), m.Compare("<=", item, m.Const(LARGEST_NARROW_MEMBER))), test)


def _lies_in(b: Builder, card: m.Value, zone: m.Value, type_: Type) -> m.Value:
    if not isinstance(type_, Optional):
        return m.Compare("==", m.Load("zone_of", card), zone)
    card = b.keep(card)
    return m.Both(m.Compare("!=", card, NOBODY), m.Compare("==", m.Load("zone_of", card), zone))


def _between(b: Builder, item: m.Value, low: m.Value, after: m.Value) -> m.Value:
    item = b.keep(item)
    high = added(after, m.Const(-1))
    return m.Both(m.Compare("<=", low, item), m.Compare("<=", item, high))


def _one_of(
    lower: Lowering, b: Builder, item: m.Value, type_: Type, items: tuple[k.Expression, ...], names: Names
) -> m.Value:
    item = b.keep(item)
    test: m.Value | None = None
    for other in items:
        same = lower.same(b, item, type_, lower.value(b, other, names), other.type)
        test = same if test is None else m.OneOf(test, same)
    return test if test is not None else ZERO


def _found(lower: Lowering, b: Builder, item: m.Value, type_: Type, e: k.Expression, of: Type, names: Names) -> m.Value:
    """Whether an item is among the things in a group that isn't stored: goes through it until it is found, where
    nothing after that may set `status`."""
    item, loop = b.keep(item), Loop(b.fresh("item"), skips=False)
    is_present = b.assign(b.fresh("found"), ZERO)
    with going_through(lower, b, e, loop, names):
        stop = (m.Assign(is_present.name, ONE), *(() if lower.may_stop(e) else (m.Break(),)))
        b.emit(m.If(lower.same(b, m.Name(loop.name), of, item, type_), stop))
    return is_present


def _found_in(lower: Lowering, b: Builder, item: m.Value, type_: Type, listed: m.Value, of: Type) -> m.Value:
    item = b.keep(item)
    is_present = b.assign(b.fresh("found"), ZERO)
    with lower.each_item(b, listed, b.fresh("item")) as other:
        b.emit(m.If(lower.same(b, other, of, item, type_), (m.Assign(is_present.name, ONE), m.Break())))
    return is_present


# Lists: from any group of things (a zone, a set, what a fold finds) the list of them on the heap.


def checked_list(lower: Lowering, b: Builder, e: k.Expression, names: Names) -> m.Value:
    """The list that an expression gives, short enough to be kept."""
    items = lower.items(b, e, names)
    made_before = k.Local | k.VariableOf | k.AttributeOf | k.SharedAttribute | k.FieldOf | k.Call
    if isinstance(e.type, Zone) or isinstance(e, made_before):
        return items  # checked when it was made
    nested = holds_lists(e.type) and not isinstance(e, k.Either)
    if nested or lower.context.work.sizes.of(e) > LONGEST_LIST:
        items, site = b.keep(items), m.Const(lower.context.site(e.at, "this list"))
        if nested:
            b.call("small_list", items, m.Const(_lists_in(e.type)), site)
        else:
            b.call("short_list", items, site)
        b.check_status()
    return items


def _lists_in(type_: Type) -> int:
    """How deeply lists are nested in a list, itself included. A set in it is one thing."""
    match bare(type_):
        case ListOf(of):
            return 1 + _lists_in(of)
        case Zone():
            return 1
    return 0


def made_list(lower: Lowering, b: Builder, e: k.Expression, names: Names) -> m.Value:
    """The list of the things in a group that isn't stored anywhere as a list."""
    if isinstance(e.type, ListOf) and isinstance(e, k.Listing):
        return _listing(lower, b, e, e.type.of, names)
    match e:
        case k.AllCards() | k.AllMembers() | k.AllPlayers() if not isinstance(e.type, Zone):
            low, after = bounds_of(lower, b, e, names)
            assert isinstance(low, m.Const) and isinstance(after, m.Const)
            return lower.context.constant_list(range(low.value, after.value))
    of = element(e.type)
    assert of is not None
    return lower.list_of(b, of, lambda: push_all(lower, b, e, names, of), lower.most(e))


def _listing(lower: Lowering, b: Builder, e: k.Listing, of: Type, names: Names) -> m.Value:
    if all(isinstance(item, k.Constant) for item in e.items):
        return lower.context.constant_list(
            [lower.context.word(i.value, of) for i in e.items if isinstance(i, k.Constant)]
        )
    values = [b.keep(lower.value(b, item, names, of)) for item in e.items]

    def push() -> None:
        for value in values:
            b.push(value)

    return lower.list_of(b, of, push, len(values))


def push_all(lower: Lowering, b: Builder, e: k.Expression, names: Names, of: Type, weight: int = 0) -> None:
    """Add code that pushes all things in a group on the list in the making, in the form that values of type `of`
    have. For each it counts `weight` units of work."""
    weight = lower.context.work.weights.get(id(e), weight)
    site = lower.context.site(e.at, "this") if weight else 0
    match e:
        case k.Operation(operands=operands) if _is_made_by(e, Joined):
            for operand in operands:
                push_all(lower, b, operand, names, of, weight)
        case k.Operation(operands=[first, second]) if _is_made_by(e, TakenAway):
            inner = element(first.type)
            assert inner is not None
            test = member_test(lower, b, second, inner, names)
            loop = Loop(b.fresh("item"), skips=False, weight=weight, site=site)
            with going_through(lower, b, first, loop, names):
                gone = test(b, m.Name(loop.name))
                with b.when(negated(gone)):
                    b.push(lower.converted(b, m.Name(loop.name), inner, of))
        case k.Listing(items=items) if not isinstance(e.type, SetOf):
            for item in items:
                b.push(lower.value(b, item, names, of))
        case _:
            inner = element(e.type)
            assert inner is not None
            loop = Loop(b.fresh("item"), skips=False, weight=weight, site=site)
            with going_through(lower, b, e, loop, names):
                b.push(lower.converted(b, m.Name(loop.name), inner, of))


def _is_made_by(e: k.Operation, lowering: type[Joined | TakenAway]) -> bool:
    """Whether an operation makes a list, in a certain way."""
    return not isinstance(e.type, SetOf) and isinstance(OPERATORS[e.operator].lowering, lowering)
