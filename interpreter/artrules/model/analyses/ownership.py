"""Finds whose is what code reads and changes, seen from the acting player: that player's, another's, or the table's."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import reduce
from typing import Any

from artrules.model.analyses.power_tests import Powers, SelectingParameters
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Declaration, Function, PowerDefinition, Procedure, ZoneDeclaration
from artrules.model.ir.model import Model
from artrules.model.ir.node import StatePart, traits_of
from artrules.model.ir.operators import OPERATORS
from artrules.model.ir.types import PLAYER, Card, ListOf, Optional, Player, Power, element
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.report import Report

# Finds who owns a value, seen from the acting player: that player, another player, or the table.
#
# A value is followed from its source (`my hand`, `others(me)`) through names, parameters and functions to its use. The
# answer is UNKNOWN when in doubt. The analysis also follows which powers a name may stand for.


class Ownership(IntEnum):
    """The owner of a value, in rising order of how wrong it would be for the acting player to change it."""

    MINE = 0
    UNKNOWN = 1
    TABLES = 2
    OTHERS = 3


@dataclass(frozen=True, slots=True)
class Value:
    """What is known of a value: its owner, the zone it comes from, its value if constant (else an empty tuple), the
    powers that it may be (None: any), and whether it is cards that nobody has seen yet."""

    whose: Ownership = Ownership.UNKNOWN
    zone: ZoneDeclaration | None = None
    constant: Any = ()
    powers: frozenset[PowerDefinition] | None = None
    is_unseen: bool = False


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
                return Value(self._of_owner(owner, names), zone)
            case k.VariableOf() if e.type == PLAYER:
                return OTHERS
            case k.AllPlayers():
                return OTHERS
            case k.TopOf(zone=zone_):
                return self.value(zone_, names)
            case k.PowersOf(card=card):
                return Value(self.value(card, names).whose)
            case k.Fold(kind="those" | "first" | "last", binders=[binder], otherwise=otherwise):
                element_value = self.element(binder, names)
                return element_value if otherwise is None else _either(element_value, self.value(otherwise, names))
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
                return replace(self._worst(sources, names), constant=())
            case k.Listing(items=items) if items:
                return replace(self._worst(items, names), constant=())
            case k.BuiltinCall(type=type_) if PLAYER in (type_, element(type_)):
                return OTHERS
            case k.BuiltinCall(type=ListOf(Card()) | Optional(Card()) | Card(), arguments=[argument]):
                return Value(self.value(argument, names).whose)
            case k.Call(function=function) if (called := self.model.values.get(function)) is not None:
                arguments = self.call(e, function, names)
                key = (function, *sorted(arguments.items(), key=lambda item: item[0]))
                if key not in self.known:
                    self.known[key] = UNKNOWN  # ends a recursion, which other code reports
                    self.known[key] = self.value(called, arguments)
                return self.known[key]
        return UNKNOWN

    def touched(self, node: k.Node, names: Names) -> tuple[Sequence[Declaration], Ownership] | None:
        """What a node reads or assigns itself, and whose it is; None for nodes that stand for nothing of anybody."""
        match node:
            case k.VariableOf(declaration=declaration, owner=owner) | k.ZoneOf(declaration=declaration, owner=owner):
                return (declaration,), self._of_owner(owner, names)
            case k.AttributeOf(declaration=attribute, card=card):
                return (attribute,), self.value(card, names).whose
            case k.SharedAttribute(declarations=attributes, card=card):
                return attributes, self.value(card, names).whose
            case k.FaceOf(card=card) | k.PowersOf(card=card):
                return (), self.value(card, names).whose
        return None

    def _of_owner(self, owner: k.Expression | None, names: Names) -> Ownership:
        """Whose something is that an owner has, or each of some numbers or members."""
        return self.value(owner, names).whose if owner is not None and owner.type == PLAYER else Ownership.TABLES

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
        constants = {name: v.constant for name, v in names.items() if v.constant != ()}
        candidates = self.powers.candidates(condition, local.name, constants, truth)
        if candidates is None:
            return value
        return Value(value.whose, powers=candidates if value.powers is None else candidates & value.powers)

    def _worst(self, items: Sequence[k.Expression], names: Names) -> Value:
        return reduce(_either, [self.value(item, names) for item in items])


def _either(one: Value, other: Value) -> Value:
    """What is known of one of two values."""
    worse = max(one, other, key=lambda value: value.whose)
    return one if one == other else Value(worse.whose, worse.zone)


# Finds what a statement changes and an expression reads that doesn't belong to the acting player.
#
# In a phase that all play at once, players may not do this. The check of such phases (`rules/simultaneous_access.py`)
# says what each name stands for.

OWNER_PHRASES = {Ownership.TABLES: "the table's", Ownership.OTHERS: "another player's"}


@dataclass(slots=True)
class StateAccess:
    """Collects what code changes (`changed`: declarations of the player's own things) and what it reads of others
    (`read`: declarations with places)."""

    follower: OwnershipAnalysis
    changed: set[Declaration] = field(default_factory=set)
    read: list[tuple[Declaration, Span]] = field(default_factory=list)

    def reads(self, node: k.Node, names: Names) -> None:
        """Record what an expression reads of another player's things."""
        match self.follower.touched(node, names):
            case declarations, Ownership.OTHERS:
                self.read += [(declaration, node.at) for declaration in declarations]

    def changes(self, node: k.Node, names: Names) -> Iterator[tuple[str, Span]]:
        """The changes of a statement to things that aren't the acting player's: words for a message, and a place.
        Records changes of the player's own things."""
        match node:
            case k.Set(place=k.FieldOf(event=event) as place):
                yield f"all players' record of `{event.name}` is changed here", place.at
            case k.Set(place=place) if (touched := self.follower.touched(place, names)) is not None:
                declarations, whose = touched
                for declaration in declarations:
                    self._changed(declaration, whose)
                what = "this card is"
                if isinstance(place, k.VariableOf):
                    what = f"`{place.declaration.name}` that is changed here is"
                yield from _complaint(what, whose, place.at)
            case k.Announce(event=event) if event.kept is not None:
                yield f"`{event.name}` is kept in one record for all players", node.at
            case k.EndGame():
                yield "ending the game here would cut off whoever is slower", node.at
            case k.StatementNode():
                traits = traits_of(node)
                for name, words in traits.changes:
                    value = self.follower.value(getattr(node, name), names)
                    if StatePart.ZONES in traits.writes:
                        self._changed(value.zone, value.whose)
                    yield from _complaint(words, value.whose, getattr(node, name).at)

    def _changed(self, declaration: Declaration | None, whose: Ownership) -> None:
        """Record a change of the player's own things. Other changes are reported where they happen."""
        if declaration is not None and whose not in OWNER_PHRASES:
            self.changed.add(declaration)


def _complaint(what: str, whose: Ownership, at: Span) -> Iterator[tuple[str, Span]]:
    if whose in OWNER_PHRASES:
        yield f"{what} {OWNER_PHRASES[whose]}", at


# Decides whether an expression depends on nothing of other players: only on the table and on one player's own things.
#
# While all play at once, nobody may know what the others have done so far. What depends on nothing of theirs can be
# shown as it is now. When in doubt the answer is no.

_OF_THE_TABLE = frozenset({StatePart.FLOW, StatePart.RECORDS})
"""What no player can change while all play at once."""


class OwnReads:
    """Answers for one model. What functions read is remembered."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._follower = OwnershipAnalysis(model, Powers((), Report()), SelectingParameters(model))
        self._memo: dict[tuple[object, ...], bool] = {}

    def only_own(self, e: k.Node, names: Names) -> bool:
        """Whether evaluating an expression reads nothing of others than the player whom names with MINE stand for."""
        match e:
            case k.AttributeOf(declaration=attribute) if attribute.printed:
                pass
            case k.VariableOf() | k.ZoneOf() | k.AttributeOf() | k.SharedAttribute() | k.FaceOf() | k.PowersOf():
                touched = self._follower.touched(e, names)
                seconds = [e.second] if isinstance(e, k.ZoneOf) and e.second is not None else []
                is_own = touched is not None and _is_own(touched[1])
                if not (is_own and all(self._is_own_player(each, names) for each in seconds)):
                    return False
                return all(self.only_own(child, names) for child in k.children(e))
            case k.ScoreOf(player=player):
                parts = [part.value for part in self._model.flow.score if part.value is not None]
                is_own = self._is_own_player(player, names)
                return is_own and all(self.only_own(part, {"me": MINE}) for part in parts)
            case k.Call():
                return all(self.only_own(argument, names) for argument in e.arguments) and self._call(e, names)
            case k.Fold(binders=binders):
                names = self.bound(binders, names)
            case k.Best(binder=binder):
                names = self.bound([binder], names)
        if not isinstance(e, k.Fold | k.Best | k.PowerAttributeOf) and traits_of(e).reads - _OF_THE_TABLE:
            return False
        return all(self.only_own(child, names) for child in k.children(e))

    def _is_own_player(self, e: k.Expression, names: Names) -> bool:
        return not isinstance(e.type, Player) or _is_own(self._follower.value(e, names).whose)

    def bound(self, binders: Sequence[k.Binder], names: Names) -> Names:
        """Names, and with them those of binders, of which it is known what they go through."""
        inner = dict(names)
        for binder in binders:
            inner[binder.local.name] = self._follower.element(binder, inner)
        return inner

    def _call(self, e: k.Call, names: Names) -> bool:
        value = self._model.values.get(e.function)
        if value is None:
            return False
        inner = self._follower.call(e, e.function, names)
        key = (e.function, *sorted(inner.items(), key=lambda item: item[0]))
        if key not in self._memo:
            self._memo[key] = False  # ends a recursion, which other code reports
            self._memo[key] = self.only_own(value, inner)
        return self._memo[key]


def _is_own(whose: Ownership) -> bool:
    return whose in (Ownership.MINE, Ownership.TABLES)
