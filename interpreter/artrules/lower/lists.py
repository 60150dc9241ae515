"""Lists: from any group of things (a zone, a set, what a fold finds) the list of them on the heap."""

from __future__ import annotations

from artrules.analyses.sizes import LONGEST_LIST, holds_lists
from artrules.ir import nodes as k
from artrules.ir.operators import OPERATORS, Joined, TakenAway
from artrules.ir.types import ListOf, SetOf, Type, Zone, element
from artrules.lower.builder import Builder, negated
from artrules.lower.loops import Loop, bounds_of, going_through
from artrules.lower.lowering import Lowering, Names
from artrules.lower.membership import member_test
from artrules.lower.representation import bare
from artrules.machine_code.nodes import Const, Name, Value


def checked_list(lower: Lowering, b: Builder, e: k.Expression, names: Names) -> Value:
    """The list that an expression gives, short enough to be kept."""
    items = lower.items(b, e, names)
    made_before = k.Local | k.VariableOf | k.AttributeOf | k.SharedAttribute | k.FieldOf | k.Call
    if isinstance(e.type, Zone) or isinstance(e, made_before):
        return items  # checked when it was made
    nested = holds_lists(e.type) and not isinstance(e, k.Either)
    if nested or lower.context.work.sizes.of(e) > LONGEST_LIST:
        items, site = b.keep(items), Const(lower.context.site(e.at, "this list"))
        if nested:
            b.call("small_list", items, Const(_lists_in(e.type)), site)
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


def made_list(lower: Lowering, b: Builder, e: k.Expression, names: Names) -> Value:
    """The list of the things in a group that isn't stored anywhere as a list."""
    if isinstance(e.type, ListOf) and isinstance(e, k.Listing):
        return _listing(lower, b, e, e.type.of, names)
    match e:
        case k.AllCards() | k.AllMembers() | k.AllPlayers() if not isinstance(e.type, Zone):
            low, after = bounds_of(lower, b, e, names)
            assert isinstance(low, Const) and isinstance(after, Const)
            return lower.context.constant_list(range(low.value, after.value))
    of = element(e.type)
    assert of is not None
    return lower.list_of(b, of, lambda: push_all(lower, b, e, names, of), lower.most(e))


def _listing(lower: Lowering, b: Builder, e: k.Listing, of: Type, names: Names) -> Value:
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
                gone = test(b, Name(loop.name))
                with b.when(negated(gone)):
                    b.push(lower.converted(b, Name(loop.name), inner, of))
        case k.Listing(items=items) if not isinstance(e.type, SetOf):
            for item in items:
                b.push(lower.value(b, item, names, of))
        case _:
            inner = element(e.type)
            assert inner is not None
            loop = Loop(b.fresh("item"), skips=False, weight=weight, site=site)
            with going_through(lower, b, e, loop, names):
                b.push(lower.converted(b, Name(loop.name), inner, of))


def _is_made_by(e: k.Operation, lowering: type[Joined | TakenAway]) -> bool:
    """Whether an operation makes a list, in a certain way."""
    return not isinstance(e.type, SetOf) and isinstance(OPERATORS[e.operator].lowering, lowering)
