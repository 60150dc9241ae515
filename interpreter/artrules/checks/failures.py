"""Where expressions may fail: `top of` a pile, `max` of nothing, a position in a list, division.

What a condition around it may have tested already is left out: it is `guarded`, and the checks that use this would
rather miss a fault than report one that isn't there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from artrules.diagnostics.span import Span
from artrules.ir.declarations import Function
from artrules.ir.model import Model
from artrules.ir.nodes import (
    AllMembers,
    AllPlayers,
    Binder,
    Call,
    Choose,
    Constant,
    Either,
    ExpressionNode,
    Fold,
    Node,
    Operation,
    Span_,
    TopOf,
    ZoneOf,
    children,
    walk,
)
from artrules.ir.types import Number, Zone


@dataclass(frozen=True, slots=True)
class Failure:
    """A place where something may fail, and why. `zone` is the pile that may be empty."""

    at: Span
    why: str
    zone: str | None = None


Known = dict[tuple[Function, bool], tuple[Failure, ...]]
"""How functions may fail, each looked at once."""


def failures(node: Node, guarded: bool, model: Model, known: Known) -> Iterator[Failure]:
    """Where evaluating a node may fail, in functions it calls too: then the place is the call."""
    if not guarded:
        yield from _itself(node)
    match node:
        case Operation(operator="and" | "or", operands=[first, *rest]):
            yield from failures(first, guarded, model, known)
            for operand in rest:
                yield from failures(operand, True, model, known)
            return
        case Either(condition=condition, then=then, otherwise=otherwise):
            yield from failures(condition, guarded, model, known)
            yield from failures(then, True, model, known)
            yield from failures(otherwise, True, model, known)
            return
        case Fold(binders=binders) if any(b.condition is not None for b in binders):
            guarded = True
        case Call(function=function) if (value := model.values.get(function)) is not None:
            key = (function, guarded)
            if key not in known:
                known[key] = ()  # for circles, which are found elsewhere
                known[key] = tuple(set(failures(value, guarded, model, known)))
            for why, zone in sorted({(f.why, f.zone or "") for f in known[key]}):
                yield Failure(node.at, why, zone or None)
    for child in children(node):
        yield from failures(child, guarded, model, known)


def _itself(node: Node) -> Iterator[Failure]:
    match node:
        case TopOf(zone=ExpressionNode(type=Zone(name)), count=None):
            yield Failure(node.at, "the pile may be empty", name)
        case Fold(kind="max" | "min" as kind, otherwise=None, binders=binders):
            if not all(never_empty(b) for b in binders):
                yield Failure(node.at, f"`{kind}` may have nothing to go over")
        case Operation(operator="item"):
            yield Failure(node.at, "there may be nothing at this position")
        case Operation(operator="/" | "%", operands=[_, ExpressionNode(type=Number(low, high))]) if low <= 0 <= high:
            yield Failure(node.at, "this may divide by 0")


def never_empty(binder: Binder) -> bool:
    """Whether there is certainly a value for a binder."""
    match binder.condition, binder.domain:
        case None, AllPlayers() | AllMembers():
            return True
        case None, Span_(low=Constant(value=int(low)), high=Constant(value=int(high))):
            return low <= high
    return False


def may_be_empty(choose: Choose) -> bool:
    """Whether a choice may have no option at all."""
    return not choose.never_empty and not any(
        b.guard is None and b.limit is None and all(never_empty(binder) for binder in b.binders)
        for b in choose.branches
    )


def domain_zones(choose: Choose) -> set[str]:
    """The zones out of which a choice offers something."""
    nodes = (node for b in choose.branches for binder in b.binders for node in walk(binder))
    return {node.declaration.key for node in nodes if isinstance(node, ZoneOf)}
