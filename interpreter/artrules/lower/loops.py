"""Loops over the things in a domain: each kind of domain is gone through in its own way, without making a list."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from artrules.ir import nodes as k
from artrules.ir.builtins import EarlierCards
from artrules.ir.types import SetOf, Zone
from artrules.lower.builder import ONE, ZERO, Builder, added, negated
from artrules.lower.lowering import NO_NAMES, Lowering, Names
from artrules.lower.representation import is_wide
from artrules.machine.numbers import SLOTS
from artrules.machine_code.nodes import (
    Assign,
    Binary,
    Both,
    Call,
    Choice,
    Compare,
    Const,
    Continue,
    If,
    Load,
    Name,
    OneOf,
    SetRegister,
    Value,
)
from artrules.record import dataclass

NIL = Name("NIL")


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
        names = {**names, binder.local.name: Name(loop.name)}
        if condition is None:
            yield
        elif skips:
            b.emit(If(negated(lower.condition(b, condition, names)), (Continue(),)))
            yield
        else:
            with b.when(lower.condition(b, condition, names)):
                yield


@contextmanager
def going_through(
    lower: Lowering, b: Builder, e: k.Expression, loop: Loop, names: Names = NO_NAMES, test: int = -1
) -> Iterator[None]:
    """A loop over the things in a domain. `test` is the number of a test that powers must pass, or -1."""
    if isinstance(e.type, Zone):
        zone = b.keep(lower.zone(b, e, names))
        _meter(b, loop, Load("cards_in_zone", zone))
        with _linked(b, loop, Load("first_in_zone", zone), "next_in_zone"):
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
            _meter(b, loop, Name("record_count"))
            b.emit(SetRegister("steps", added(Name("steps"), Binary("//", Name("record_count"), Const(2)))))
            with b.for_range(ZERO, Name("record_count")) as place:
                kept = Compare("==", Load("record_event", place), Const(lower.context.event(event.key)))
                with b.when(kept) if not loop.skips else _skipping(b, kept):
                    b.assign(loop.name, Load("record_serial", place))
                    yield
        case k.TopOf(zone=zone_of, count=count, from_bottom=from_bottom) if count is not None:
            zone = b.keep(lower.zone(b, zone_of, names))
            left = b.assign(b.fresh("left"), lower.value(b, count, names))
            _meter(b, loop, Load("cards_in_zone", zone))
            end, step = ("last_in_zone", "previous_in_zone") if from_bottom else ("first_in_zone", "next_in_zone")
            with _linked(b, loop, Load(end, zone), step, left=left):
                yield
        case k.BuiltinCall(builtin=builtin, arguments=[card]) if isinstance(builtin.lowering, EarlierCards):
            last = b.keep(lower.value(b, card, names))
            _meter(b, loop, Load("cards_in_zone", Load("zone_of", last)))
            with _linked(b, loop, Load("first_in_zone", Load("zone_of", last)), "next_in_zone", until=last):
                yield
        case k.Listing(items=[item]):
            # One turn, of a loop that may be left.
            only = b.keep(lower.value(b, item, names))
            _meter(b, loop, ONE)
            with b.for_range(ZERO, ONE):
                b.assign(loop.name, only)
                yield
        case k.Fold() | k.Call() if (found := found_by(lower, b, e, names)) is not None:
            with each_of(lower, b, found[0], found[1], loop.skips, loop.name):
                if loop.weight:
                    b.spend(Const(loop.weight), Const(loop.site))
                yield
        case _:
            items = b.keep(lower.items(b, e, names), "items")
            _meter(b, loop, Load("heap", items))
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
                    given = {"me": b.keep(lower.acting(b, me, names))}
                    for argument, local in zip(arguments, parameters, strict=True):
                        given[local.name] = b.keep(lower.value(b, argument, names, local.type))
                    return binder, given
    return None


def _binds_once(binder: k.Binder) -> bool:
    """Whether nothing inside a binder binds names, which might be in use already where it is used."""
    return sum(isinstance(node, k.Binder) for node in k.walk(binder)) == 1


def bounds_of(lower: Lowering, b: Builder, e: k.Expression, names: Names) -> tuple[Value, Value]:
    """Of a domain that is a range of numbers: the first, and the one after the last."""
    match e:
        case k.Span_(low=low, high=high):
            return lower.value(b, low, names), added(lower.value(b, high, names), ONE)
        case k.AllCards(kind=kind):
            cards = lower.layout.cards[kind]
            return Const(cards.first), Const(cards.last)
        case k.AllMembers(enum=enum):
            return ZERO, Const(len(lower.model.enums[enum].members))
    assert isinstance(e, k.AllPlayers)
    return ZERO, Const(lower.layout.players)


def length_of(low: Value, after: Value) -> Value:
    """How many numbers there are from one up to but not including another, both given so that they can be used more
    than once."""
    if isinstance(low, Const) and isinstance(after, Const):
        return Const(max(0, after.value - low.value))
    return Choice(Compare(">", after, low), Binary("-", after, low), ZERO)


def _meter(b: Builder, loop: Loop, count: Value) -> None:
    """Count the units of work of a whole loop, if it must count them."""
    if loop.weight:
        b.count_work(count, loop.weight, Const(loop.site), loop.few)


@contextmanager
def _skipping(b: Builder, condition: Value) -> Iterator[None]:
    """What is added inside runs only if a condition holds; a `Continue` may stand in it."""
    b.emit(If(negated(condition), (Continue(),)))
    yield


@contextmanager
def _linked(
    b: Builder, loop: Loop, first: Value, step: str, until: Value = NIL, left: Name | None = None
) -> Iterator[None]:
    """A loop over linked cards, up to but not including `until`, at most `left` of them."""
    card = Name(loop.name)
    at = Name(b.fresh("next")) if loop.skips else card
    going: Value = Compare("!=", at, until)
    after = [Assign(at.name, Load(step, card))]
    if left is not None:
        going = Both(going, Compare(">", left, ZERO))
        after.append(Assign(left.name, Binary("-", left, ONE)))
    b.assign(at.name, first)
    with b.loop(going):
        if loop.skips:
            b.emit(Assign(card.name, at), *after)
            yield
        else:
            yield
            b.emit(*after)


@contextmanager
def going_through_members(lower: Lowering, b: Builder, value: Value, type_: SetOf, loop: Loop) -> Iterator[None]:
    """A loop over the members of a set, the least first."""
    if is_wide(lower.model, type_):
        wide = b.keep(value)
        _meter(b, loop, Call("wide_size", (wide,)))
        member = b.assign(b.fresh("member"), Call("wide_next", (wide, ZERO)))
        with b.loop(Compare(">=", member, ZERO)):
            b.assign(loop.name, member)
            b.assign(member.name, Call("wide_next", (wide, added(member, ONE))))
            yield
        return
    left = b.assign(b.fresh("left"), value)
    _meter(b, loop, Call("popcount", (left,)))
    with b.loop(left):
        b.assign(loop.name, Call("lowest_bit", (left,)))
        b.assign(left.name, Binary("&", left, Binary("-", left, ONE)))
        yield


@contextmanager
def _powers(lower: Lowering, b: Builder, card: Value, loop: Loop, test: int) -> Iterator[None]:
    """A loop over the powers of a card, those included that it gains meanwhile."""
    card = b.assign(b.fresh("card"), card) if loop.skips else b.keep(card)
    count = power_count(card)
    _meter(b, loop, count)
    slot = Name(b.fresh("slot"))
    power = added(Binary("*", card, Const(SLOTS)), slot)
    if test < 0:
        b.assign(slot.name, ZERO)
        with b.loop(Compare("<", slot, count)):
            b.assign(loop.name, power)
            b.assign(slot.name, added(slot, ONE))
            yield
        return
    own = Load("own_passing", added(Const(test * len(lower.layout.card_kind)), card))
    b.assign(
        slot.name,
        Choice(OneOf(own, Load("gained_by", card)), Call("next_passing", (card, ZERO, Const(test))), Const(-1)),
    )
    with b.loop(Compare(">=", slot, ZERO)):
        b.assign(loop.name, power)
        step = Assign(slot.name, Call("next_passing", (card, added(slot, ONE), Const(test))))
        if loop.skips:
            b.emit(step)
        yield
        if not loop.skips:
            b.emit(step)


def power_count(card: Value) -> Value:
    """How many powers a card has."""
    return added(Load("own_count", card), Load("gained_by", card))
