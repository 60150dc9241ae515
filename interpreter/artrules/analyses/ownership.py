"""Finds who owns a value, seen from the acting player: that player, another player, or the table.

A value is followed from its source (`my hand`, `others(me)`) through names, parameters and functions to its use. The
answer is UNKNOWN when in doubt. The analysis also follows which powers a name may stand for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from artrules.analyses.power_tests import Powers, SelectingParameters
from artrules.ir import nodes as k
from artrules.ir.declarations import Function, Procedure, ZoneDeclaration
from artrules.ir.model import Model
from artrules.ir.operators import OPERATORS
from artrules.ir.powers import PowerDefinition
from artrules.ir.types import PLAYER, Card, ListOf, Power, element


class Ownership(IntEnum):
    """The owner of a value, in rising order of how wrong it would be for the acting player to change it."""

    MINE = 0
    UNKNOWN = 1
    TABLES = 2
    OTHERS = 3


@dataclass(frozen=True, slots=True)
class Value:
    """What is known of a value: its owner, the zone it comes from, its value if constant (else an empty tuple), and the
    powers that it may be (None: any)."""

    whose: Ownership = Ownership.UNKNOWN
    zone: ZoneDeclaration | None = None
    constant: Any = ()
    powers: frozenset[PowerDefinition] | None = None


MINE = Value(Ownership.MINE)
UNKNOWN = Value()
OTHERS = Value(Ownership.OTHERS)
Names = dict[str, Value]


@dataclass(slots=True)
class OwnershipAnalysis:
    """Finds what is known of values. `known` remembers the results of functions."""

    model: Model
    powers: Powers
    selecting: SelectingParameters
    known: dict[tuple[object, ...], Value] = field(default_factory=dict)

    def value(self, e: k.Expression, names: Names) -> Value:
        match e:
            case k.Constant(value=value):
                return Value(constant=value)
            case k.Local(name=name):
                return names.get(name, UNKNOWN)
            case k.Checked(value=inner):
                return self.value(inner, names)
            case k.ZoneOf(declaration=zone, owner=owner):
                if owner is None or owner.type != PLAYER:
                    return Value(Ownership.TABLES, zone)
                return Value(self.value(owner, names).whose, zone)
            case k.VariableOf() if e.type == PLAYER:
                return OTHERS
            case k.AllPlayers():
                return OTHERS
            case k.TopOf(zone=zone_):
                return self.value(zone_, names)
            case k.PowersOf(card=card):
                return Value(self.value(card, names).whose)
            case k.Fold(kind="those" | "first" | "last", binders=[binder], otherwise=otherwise):
                found = self.element(binder, names)
                return found if otherwise is None else max(found, self.value(otherwise, names), key=lambda v: v.whose)
            case k.Fold(kind="list", binders=binders, value=k.ExpressionNode() as value):
                bound = dict(names)
                for binder in binders:
                    bound[binder.local.name] = self.element(binder, bound)
                return self.value(value, bound)
            case k.Best(binder=binder):
                return self.element(binder, names)
            case k.Either(then=then, otherwise=otherwise):
                return self._worst([then, otherwise], names)
            case k.Operation(operator=operator, operands=operands) if sources := OPERATORS[operator].sources(operands):
                return self._worst(sources, names)
            case k.Listing(items=items) if items:
                return self._worst(items, names)
            case k.BuiltinCall(type=type_) if PLAYER in (type_, element(type_)):
                return OTHERS
            case k.BuiltinCall(type=ListOf(Card()), arguments=[argument]):
                return Value(self.value(argument, names).whose)
            case k.Call(function=function) if (called := self.model.values.get(function)) is not None:
                given = self.call(e, function, names)
                key = (function, *sorted(given.items(), key=lambda item: item[0]))
                if key not in self.known:
                    self.known[key] = UNKNOWN  # ends a recursion, which other code reports
                    self.known[key] = self.value(called, given)
                return self.known[key]
        return UNKNOWN

    def call(self, call: k.Call | k.Perform, called: Function | Procedure, names: Names) -> Names:
        """What is known of a function's or procedure's parameters, and of its `me`, when it is called."""
        inner = {p.name: self.value(a, names) for p, a in zip(self.model.locals[called], call.arguments, strict=False)}
        for name in inner.keys() - self.selecting.of(called):
            inner[name] = replace(inner[name], constant=())
        if call.me is not None:
            inner["me"] = self.value(call.me, names)
        return inner

    def element(self, binder: k.Binder, names: Names) -> Value:
        """What is known of a binder's values. A condition that mentions `me` may exclude or select the acting player,
        so the owner is then unknown."""
        value = self.value(binder.domain, names)
        local = binder.local
        if binder.condition is None:
            return value
        if local.type == PLAYER and any(isinstance(n, k.Local) and n.name == "me" for n in k.walk(binder.condition)):
            return UNKNOWN
        return self.tested(value, local, binder.condition, names)

    def tested(self, value: Value, local: k.Local, condition: k.Expression, names: Names, truth: bool = True) -> Value:
        """What is known of a local where a condition holds, or where it doesn't (`truth` is False)."""
        if not isinstance(local.type, Power):
            return value
        known = {name: v.constant for name, v in names.items() if v.constant != ()}
        left = self.powers.candidates(condition, local.name, known, truth)
        if left is None:
            return value
        return Value(value.whose, powers=left if value.powers is None else left & value.powers)

    def _worst(self, items: Sequence[k.Expression], names: Names) -> Value:
        return max((self.value(item, names) for item in items), key=lambda value: value.whose)
