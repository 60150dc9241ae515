"""Finds whose is what code reads and changes, seen from the acting player: that player's, another's, or the table's."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from artrules.model.analyses.power_tests import Powers, SelectingParameters
from artrules.model.ir import nodes as k
from artrules.model.ir.declarations import Declaration, Function, PowerDefinition, Procedure, ZoneDeclaration
from artrules.model.ir.model import Model
from artrules.model.ir.node import StatePart, traits_of
from artrules.model.ir.operators import OPERATORS
from artrules.model.ir.types import PLAYER, Card, ListOf, Player, Power, Type, element
from artrules.text.diagnostics.diagnostic import Span

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
                element_value = self.element(binder, names)
                return (
                    element_value
                    if otherwise is None
                    else max(element_value, self.value(otherwise, names), key=lambda v: v.whose)
                )
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
                arguments = self.call(e, function, names)
                key = (function, *sorted(arguments.items(), key=lambda item: item[0]))
                if key not in self.known:
                    self.known[key] = UNKNOWN  # ends a recursion, which other code reports
                    self.known[key] = self.value(called, arguments)
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
        constants = {name: v.constant for name, v in names.items() if v.constant != ()}
        candidates = self.powers.candidates(condition, local.name, constants, truth)
        if candidates is None:
            return value
        return Value(value.whose, powers=candidates if value.powers is None else candidates & value.powers)

    def _worst(self, items: Sequence[k.Expression], names: Names) -> Value:
        return max((self.value(item, names) for item in items), key=lambda value: value.whose)


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
        match node:
            case k.VariableOf(declaration=declaration, owner=k.ExpressionNode(type=type_) as owner) if type_ == PLAYER:
                source: tuple[Declaration, k.Expression] = declaration, owner
            case k.ZoneOf(declaration=declaration, owner=k.ExpressionNode(type=type_) as owner) if type_ == PLAYER:
                source = declaration, owner
            case k.AttributeOf(declaration=declaration, card=card):
                source = declaration, card
            case k.SharedAttribute(declarations=attributes, card=card):
                if self.follower.value(card, names).whose is Ownership.OTHERS:
                    self.read += [(attribute, node.at) for attribute in attributes]
                return
            case _:
                return
        if self.follower.value(source[1], names).whose is Ownership.OTHERS:
            self.read.append((source[0], node.at))

    def changes(self, node: k.Node, names: Names) -> Iterator[tuple[str, Span]]:
        """The changes of a statement to things that aren't the acting player's: words for a message, and a place.
        Records changes of the player's own things."""
        match node:
            case k.Set(place=k.VariableOf(declaration=variable, owner=owner) as place):
                whose = Ownership.TABLES
                if owner is not None and owner.type == PLAYER:
                    whose = self.follower.value(owner, names).whose
                self._changed(variable, whose)
                yield from _complaint(f"`{variable.name}` that is changed here is", whose, place.at)
            case k.Set(place=k.AttributeOf(declaration=attribute, card=card) as place):
                whose = self.follower.value(card, names).whose
                self._changed(attribute, whose)
                yield from _complaint("this card is", whose, place.at)
            case k.Set(place=k.SharedAttribute(declarations=attributes, card=card) as place):
                whose = self.follower.value(card, names).whose
                for attribute in attributes:
                    self._changed(attribute, whose)
                yield from _complaint("this card is", whose, place.at)
            case k.Set(place=k.FaceOf(card=card) as place):
                yield from _complaint("this card is", self.follower.value(card, names).whose, place.at)
            case k.Set(place=k.FieldOf(event=event) as place):
                yield f"all players' record of `{event.name}` is changed here", place.at
            case k.Move(cards=cards, zone=zone):
                source, target = self.follower.value(cards, names), self.follower.value(zone, names)
                self._changed(source.zone, source.whose)
                self._changed(target.zone, target.whose)
                yield from _complaint("the cards moved here are", source.whose, cards.at)
                yield from _complaint("the zone they go to is", target.whose, zone.at)
            case k.Show(cards=cards):
                whose = self.follower.value(cards, names).whose
                yield from _complaint("the cards shown here are", whose, cards.at)
            case k.Shuffle(zone=zone):
                value = self.follower.value(zone, names)
                self._changed(value.zone, value.whose)
                yield from _complaint("the zone shuffled here is", value.whose, zone.at)
            case k.Gain(card=card):
                whose = self.follower.value(card, names).whose
                yield from _complaint("the card that gains a power here is", whose, card.at)
            case k.Announce(event=event) if event.kept is not None:
                yield f"`{event.name}` is kept in one record for all players", node.at
            case k.EndGame():
                yield "ending the game here would cut off whoever is slower", node.at

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

Own = Mapping[str, bool]
"""By the name of a local: whether what it stands for is the player's own, or the table's."""
_OF_THE_TABLE = frozenset({StatePart.FLOW, StatePart.RECORDS})
"""What no player can change while all play at once."""


class OwnReads:
    """Answers for one model. What functions read is remembered."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known: dict[tuple[Function, tuple[tuple[str, bool], ...]], bool] = {}

    def only_own(self, e: k.Node, own: Own) -> bool:
        """Whether evaluating an expression reads nothing of players for whom no name in `own` stands."""
        match e:
            case k.ZoneOf(owner=owner, second=second):
                return self._owners_are_own((owner, second), own)
            case k.VariableOf(owner=owner):
                return self._owners_are_own((owner,), own)
            case k.AttributeOf(declaration=attribute, card=card) if not attribute.printed:
                return self._is_own(card, own) and self.only_own(card, own)
            case k.SharedAttribute(card=card) | k.FaceOf(card=card) | k.PowersOf(card=card):
                return self._is_own(card, own) and self.only_own(card, own)
            case k.ScoreOf(player=player):
                parts = [part.value for part in self._model.flow.score if part.value is not None]
                return self._is_own(player, own) and all(self.only_own(part, {"me": True}) for part in parts)
            case k.Call():
                return self._call(e, own)
            case k.Fold(binders=binders):
                inner = self._bound(binders, own)
                return all(self.only_own(child, inner) for child in k.children(e))
            case k.Best(binder=binder):
                inner = self._bound([binder], own)
                return all(self.only_own(child, inner) for child in k.children(e))
        if traits_of(e).reads - _OF_THE_TABLE and not isinstance(e, k.PowerAttributeOf):
            return False
        return all(self.only_own(child, own) for child in k.children(e))

    def _owners_are_own(self, owners: Sequence[k.Expression | None], own: Own) -> bool:
        """Whether something with these owners isn't another player's."""
        present_owners = [owner for owner in owners if owner is not None]
        return all(self._is_own(each, own) for each in present_owners if isinstance(each.type, Player)) and all(
            self.only_own(each, own) for each in present_owners
        )

    def _is_own(self, e: k.Expression, own: Own) -> bool:
        """Whether a player, a card or cards are certainly the player's own, or the table's."""
        match e:
            case k.Local(name=name):
                return own.get(name, False)
            case k.ZoneOf():
                return self._owners_are_own((e.owner, e.second), own)
            case k.TopOf(zone=zone):
                return self._is_own(zone, own)
            case k.Fold(kind="those" | "first" | "last", binders=[binder]):
                return self._is_own(binder.domain, own)
        return False

    def _bound(self, binders: Sequence[k.Binder], own: Own) -> Own:
        inner = dict(own)
        for binder in binders:
            inner[binder.local.name] = not _belongs(binder.local.type) or self._is_own(binder.domain, inner)
        return inner

    def _call(self, e: k.Call, own: Own) -> bool:
        if not all(self.only_own(argument, own) for argument in e.arguments):
            return False
        value = self._model.values.get(e.function)
        if value is None:
            return False
        inner = {
            local.name: not _belongs(argument.type) or self._is_own(argument, own)
            for local, argument in zip(self._model.locals[e.function], e.arguments, strict=False)
        }
        inner["me"] = e.me is not None and self._is_own(e.me, own)
        key = (e.function, tuple(sorted(inner.items())))
        if key not in self._known:
            self._known[key] = False  # ends a recursion, which other code reports
            self._known[key] = self.only_own(value, inner)
        return self._known[key]


def _belongs(type_: Type) -> bool:
    """Whether values of a type are players or cards, or hold some."""
    inner = getattr(type_, "of", None) or element(type_)
    return isinstance(type_, Player | Card) or (isinstance(inner, Type) and _belongs(inner))
