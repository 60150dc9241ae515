"""Finds lists whose order has no meaning, because it comes from a loose zone: one whose cards have no order.

The analysis follows a value to where it comes from: a zone, a selection of its cards, a part of it, lists made of
these, names bound by `let`, and functions that return them. A list made by `sorted` or `best` has an order of its own.
"""

from collections.abc import Iterator

from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import ZoneDeclaration, ZoneOrder
from artrules.model.ir.model import Model
from artrules.model.ir.operators import OPERATORS
from artrules.model.ir.types import ListOf, Zone

_DEEPEST = 40
"""The most steps from a value to its source. Wrong content may recurse."""


class OrderAnalysis:
    """Answers for the values in one piece of code. `owner` is the set that declares it, or None."""

    def __init__(self, nodes: list[k.Node], model: Model, owner: str | None) -> None:
        self.model = model
        self.owner = owner
        self.lets: dict[str, k.Expression] = {}
        assigned_names: set[str] = set()
        for node in k.walk(nodes):
            if isinstance(node, k.Set) and isinstance(node.place, k.Local):
                name = node.place.name
                if name in assigned_names:
                    self.lets.pop(name, None)
                else:
                    self.lets[name] = node.value
                assigned_names.add(name)
            match node:
                case k.Binder(local=k.Local(name=name, type=ListOf()), domain=k.Listing(items=(listed,))):
                    self.lets[name] = listed

    def zone_of(self, value: k.Expression, *, any_order: bool = False, depth: int = 0) -> ZoneDeclaration | None:
        """The loose zone that a value's order comes from, or None.

        Selections whose condition identifies a card (`identifies_card`) are skipped, because their order doesn't
        matter. With `any_order` they count too.
        """
        if depth > _DEEPEST:
            return None
        if isinstance(value.type, Zone):
            zone, order = self.declared(value)
            return zone if order == "loose" else None
        for below in self._sources(value, any_order):
            if (zone := self.zone_of(below, any_order=any_order, depth=depth + 1)) is not None:
                return zone
        return None

    def declared(self, zone: k.Expression) -> tuple[ZoneDeclaration | None, ZoneOrder]:
        """The declaration of a zone, None for anything else, and how cards lie there for this code."""
        declaration = self.model.zones.get(zone.type.name) if isinstance(zone.type, Zone) else None
        return declaration, self.model.order_of(declaration, [self.owner]) if declaration is not None else "loose"

    def _sources(self, value: k.Expression, any_order: bool) -> Iterator[k.Expression]:
        match value:
            case k.Fold(kind="those" | "list" | "first" | "last", binders=binders):
                yield from [b.domain for b in binders if any_order or not identifies_card(b)]
            case k.Operation(operator=operator, operands=operands):
                yield from OPERATORS[operator].sources(operands)
            case k.Either(then=then, otherwise=otherwise):
                yield from (then, otherwise)
            case k.Call(function=function) if (called := self.model.values.get(function)) is not None:
                yield called
            case k.Local(name=name) if name in self.lets:
                yield self.lets[name]


def identifies_card(binder: k.Binder) -> bool:
    """Whether a binder's condition identifies a card by what is printed on it. If it holds for several cards, they are
    interchangeable."""
    tests = [binder.condition] if binder.condition is not None else []
    while tests:
        match tests.pop():
            case k.Operation(operator="and", operands=operands):
                tests += operands
            case k.Operation(operator="=", operands=operands) if any(_is_printed(o, binder) for o in operands):
                return True
    return False


def _is_printed(value: k.Expression, binder: k.Binder) -> bool:
    match value:
        case k.AttributeOf(declaration=attribute, card=k.Local(name=name)):
            return attribute.printed and name == binder.local.name
        case k.SharedAttribute(declarations=attributes, card=k.Local(name=name)):
            return all(attribute.printed for attribute in attributes) and name == binder.local.name
        case k.Local(name=name):
            return name == binder.local.name
    return False
