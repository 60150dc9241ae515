"""What the value of an expression depends on that not everybody sees.

This is the one description of how information flows through expressions. `information_flow.py` follows it through
statements; checks, why-not and lowering ask these two.

A *source* is something that somebody doesn't see: the cards of a zone, a hidden variable, chance. Of a value it is
asked twice what it depends on: what the value itself tells, and what somebody learns besides who reads the cards that
it is, or holds. So a blind choice of a card from another player's hand depends on nothing, because everybody knows how
many cards lie there, while the number on the chosen card depends on the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Literal

from artrules.model.analyses.calls import every, every_node_run
from artrules.model.ir import nodes as k
from artrules.model.ir.code import Code
from artrules.model.ir.declarations import Attribute, Declaration, Field, Function, Procedure, Variable, ZoneDeclaration
from artrules.model.ir.model import Model
from artrules.model.ir.types import Card, Happening, ListOf, Optional, Player, Type, Zone
from artrules.text.record import dataclass as record

EVERYBODY = "*"
"""Stands for all players, where else a player's name stands. No name in code reads so."""
SOMEBODY = "?"
"""Stands for a player whom code doesn't tell from others."""


class Origin(Enum):
    """A source that no declaration names."""

    CHANCE = "chance"
    ANY_CARD = "cards anywhere"


@record(frozen=True, slots=True)
class Parameter:
    """What a caller gives a procedure; `of_cards` for what its cards tell."""

    procedure: Procedure
    name: str
    of_cards: bool


@record(frozen=True, slots=True)
class Source:
    """Something that not everybody sees.

    Where `others` see it, its owner doesn't. `owner` and `shown_to` are players as the code at hand calls them: `me`,
    another name, `left(me)`, SOMEBODY; the owner of what is the table's is empty. `certain` is no where everybody may
    see it after all: a card in a zone that holds open cards too, or one that may have been moved or shown since.
    """

    what: Declaration | Origin | Parameter
    seen_by: Literal["others", "owner", "nobody"] = "nobody"
    owner: str = ""
    shown_to: frozenset[str] = frozenset()
    certain: bool = True
    card: str = ""
    """The name of the one card that it is read off, if it is of one."""

    def is_seen_by(self, player: str) -> bool:
        """Whether a player certainly sees it."""
        seers = {"owner": (player,), "others": [f"{side}({player})" for side in ("left", "right", "others")]}
        own = self.owner in seers.get(self.seen_by, ()) and player not in ("", SOMEBODY)
        return player in self.shown_to or own

    def is_hidden_from(self, player: str) -> bool:
        """Whether a player certainly doesn't see all of it, unless it was shown."""
        return self.seen_by == "nobody" or (self.seen_by == "others" and self.owner in (player, EVERYBODY))

    def is_like(self, other: Source) -> bool:
        """Whether the two may be the same cards."""
        return self.what == other.what and (self.owner == other.owner or is_vague(self.owner) or is_vague(other.owner))

    def of_card(self, name: str) -> Source:
        """The source, as read off a card of a name."""
        return Source(self.what, self.seen_by, self.owner, self.shown_to, self.certain, name)

    def shown(self, to: frozenset[str]) -> Source:
        """The source, now that it has been shown to some players."""
        if to <= self.shown_to:
            return self
        return Source(self.what, self.seen_by, self.owner, self.shown_to | to, self.certain, self.card)


Sources = frozenset[Source]
NO_SOURCES: Sources = frozenset()


@record(frozen=True, slots=True)
class Dependence:
    """What a value depends on: the sources of the `value` itself, and of what is read off its `cards`."""

    value: Sources = NO_SOURCES
    cards: Sources = NO_SOURCES

    @property
    def all(self) -> Sources:
        return self.value | self.cards if self.cards else self.value

    def or_(self, other: Dependence) -> Dependence:
        """What either of two values depends on."""
        return self if self is other else Dependence(self.value | other.value, self.cards | other.cards)

    def mapped(self, change: Callable[[Source], Sources]) -> Dependence:
        """Each source replaced."""
        if self is OPEN:
            return self
        return Dependence(
            frozenset(new for source in self.value for new in change(source)),
            frozenset(new for source in self.cards for new in change(source)),
        )


OPEN = Dependence()
"""What depends on nothing hidden."""


@record(frozen=True, slots=True)
class Shown:
    """The cards of a zone, or those at an `end` of a pile (`top 2`, as `end_of` says it), have been shown to some
    players and lie there still."""

    zone: ZoneDeclaration
    owner: str
    end: str
    to: frozenset[str]

    def covers(self, end: str) -> bool:
        """Whether the cards at an end, or all where it is empty, are among those shown."""
        if not self.end or not end:
            return not self.end
        (side, many), (read_side, read) = self.end.split(), end.split()
        return side == read_side and (not many.isdigit() or (read.isdigit() and int(read) <= int(many)))

    def renamed(self, names: Mapping[str, str]) -> Shown:
        """The same in code that calls players by other names."""
        to = frozenset(renamed(player, names) for player in self.to)
        return Shown(self.zone, renamed(self.owner, names), self.end, to)

    def for_all(self, name: str) -> Shown:
        """The same, done for everybody: where a loop has gone through all players by a name."""
        return Shown(self.zone, EVERYBODY if self.owner == name else self.owner, self.end, self.to)


@dataclass(slots=True)
class Situation:
    """What is known at a place in code: what names depend on, which players they mean, which cards have been shown.

    `players` says what else a name of a player is called, such as `left(me)`. `different` are pairs of players who
    certainly aren't the same one, or of a name that goes through all players and EVERYBODY.
    """

    names: dict[str, Dependence] = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    different: frozenset[tuple[str, str]] = frozenset()
    shown: frozenset[Shown] = frozenset()
    getter: str = ""
    """In the function that tells whether a card gets something: the name of that card."""

    def copy(self) -> Situation:
        return replace(self, names=dict(self.names), players=dict(self.players))

    def or_(self, other: Situation) -> Situation:
        """What is known where one of two ways has led."""
        names = {name: self.names.get(name, OPEN).or_(value) for name, value in other.names.items()}
        players = {name: player for name, player in self.players.items() if other.players.get(name, player) == player}
        players |= {name: player for name, player in other.players.items() if name not in self.players}
        return Situation({**self.names, **names}, players, self.different | other.different, self.shown & other.shown)

    def forget_shown(self, zones: Container[ZoneDeclaration]) -> None:
        """Other cards lie in some zones now, or in another order."""
        self.shown = frozenset(each for each in self.shown if each.zone not in zones)

    def with_(self, names: Mapping[str, Dependence]) -> Situation:
        return replace(self, names={**self.names, **names})

    def player(self, e: k.Node | None) -> str:
        """What code calls a player."""
        match e:
            case None:
                return ""
            case k.Local(name=name, type=Player()):
                return self.players.get(name, name)
            case k.BuiltinCall(builtin=builtin, arguments=[k.Local() as beside]) if builtin.name in ("left", "right"):
                return f"{builtin.name}({self.player(beside)})"
            case k.Operation(
                operator="item", operands=[k.BuiltinCall(builtin=builtin, arguments=[k.Local() as left_out]), _]
            ):
                return f"others({self.player(left_out)})" if builtin.name == "others" else SOMEBODY
        return SOMEBODY

    def are_different(self, one: str, other: str) -> bool:
        """Whether two players certainly aren't always the same one, in a game of at least two."""
        if SOMEBODY in (one, other) or one == other:
            return False
        pairs = ((one, other), (other, one))
        neighbours = (f"{side}({b})" == a for side in ("left", "right", "others") for a, b in pairs)
        of_all = (EVERYBODY in (a, b) or (a, EVERYBODY) in self.different for a, b in pairs)
        return any(neighbours) or any(pair in self.different for pair in pairs) or any(of_all)


class DependenceAnalysis:
    """Answers for the expressions of one model."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.fields: Mapping[Field, Sources] = {}
        """What the fields of events may depend on, as far as that is known."""
        self._face_down = _zones_with_face_down_cards(model)
        self._tell_getters = {gift.is_for for gift in model.gifts.values()}
        self._calls: dict[tuple[object, ...], Dependence] = {}

    def of(self, e: k.Node | None, at: Situation) -> Dependence:
        """What the value of an expression depends on; of a label, what the text tells besides the cards it names."""
        match e:
            case None:
                return OPEN
            case k.Local(name=name):
                return at.names.get(name, OPEN)
            case k.ZoneOf(declaration=zone):
                return Dependence(self._operands(e, at).all, self._cards_in(e, at, zone.sight.covers_cards))
            case k.TopOf(zone=k.ZoneOf(declaration=zone) as pile, count=count, from_bottom=from_bottom):
                many = 1 if count is None else count.value if isinstance(count, k.Constant) else None
                value = self.of(pile, at).value | self.of(count, at).all
                hidden = self._cards_in(pile, at, zone.sight.may_cover(from_bottom, many), end_of(e))
                return Dependence(value, frozenset(source.of_card(side_of(e)) for source in hidden))
            case k.VariableOf(declaration=variable, owner=owner):
                own = () if variable.seen_by == "everyone" else (_source(variable, variable.seen_by, at.player(owner)),)
                return Dependence(self.of(owner, at).all | frozenset(own))
            case k.FieldOf(declaration=field_, happening=happening):
                own_field = frozenset([Source(field_, certain=False)])
                if holds_cards(e.type):
                    return Dependence(self.of(happening, at).all, own_field)
                return Dependence(self.of(happening, at).all | own_field | self.fields.get(field_, NO_SOURCES))
            case k.AllCards():
                return Dependence(NO_SOURCES, frozenset([Source(Origin.ANY_CARD, certain=False)]))
            case k.AttributeOf(card=card) | k.SharedAttribute(card=card) | k.IsKind(card=card) if _is_printed(e):
                # What is printed on some card, wherever it lies, is no secret.
                read = self.of(card, at)
                return Dependence(frozenset(s for s in read.all if s.what is not Origin.ANY_CARD or s in read.value))
            case k.AttributeOf(card=card) | k.SharedAttribute(card=card) | k.FaceOf(card=card) if shows_on_card(e):
                # Everybody sees how a card lies that they see lie somewhere, and the marks on it.
                read = self.of(card, at)
                return Dependence(read.value | {source for source in read.cards if source.what is Origin.ANY_CARD})
            case k.ResultOf(procedure=procedure):
                return at.names.get(result_of(procedure), OPEN)
            case k.Call():
                return self._call(e, at)
            case k.ScoreOf(player=player):
                inner = Situation(players={"me": at.player(player)}, shown=at.shown, different=at.different)
                value = self._all(part.value for part in self.model.flow.score)(inner)
                return Dependence(value | self.of(player, at).all)
            case k.BuiltinCall(builtin=builtin, arguments=arguments, me=me):
                if builtin.traits.reads_only_place:
                    places = [self.of(each, at) for each in arguments]
                    anywhere = (source for each in places for source in each.cards if source.what is Origin.ANY_CARD)
                    tells = frozenset().union(*(each.value for each in places), anywhere)
                    return Dependence(
                        tells | self._places(arguments[0], places[0]) if builtin.traits.tells_place else tells
                    )
                if builtin.traits.reads_only_size:
                    return Dependence(frozenset().union(*(self.of(each, at).value for each in arguments)))
                operands = self._operands(e, at)
                if builtin.traits.tests_usability:
                    return Dependence(operands.all | self._usability(at.player(me), at))
                return operands if holds_cards(e.type) else Dependence(operands.all)
            case k.Operation(operator="in", operands=[k.Local(name=at.getter) as card, k.ZoneOf() as zone]):
                # Whoever asks what a card comes to sees where it lies.
                read = self.of(card, at)
                anywhere = (source for source in read.cards if source.what is Origin.ANY_CARD)
                return Dependence(read.value.union(anywhere, self._operands(zone, at).all, self._places(card, read)))
            case k.Operation(operator="and", operands=[first, second]):
                return Dependence(self.of(first, at).all | self.of(second, self.seeing(first, at)).all)
            case k.Either(condition=condition, then=then, otherwise=otherwise):
                one = self.of(then, self.seeing(condition, at)).or_(self.of(otherwise, at))
                decided = one.value | self.of(condition, at).all
                return Dependence(decided, one.cards) if holds_cards(e.type) else Dependence(decided | one.cards)
            case k.Operation(operator="=" | "!=", operands=[one, other]) if _is_none(one) or _is_none(other):
                return Dependence(self.of(one, at).value | self.of(other, at).value)
            case k.Fold(binders=binders, value=value, otherwise=otherwise):
                return self._fold(e, binders, value, otherwise, at)
            case k.Best(binder=binder, keys=keys):
                domain, inner = self.bind(binder, at)
                sources = domain.value.union(*(self.of(key, inner).all for _, key in keys))
                best = Dependence(sources, domain.cards) if holds_cards(e.type) else Dependence(sources)
                return best.mapped(lambda source: frozenset([_outside(source, [binder], inner)]))
            case k.Label(parts=parts):
                texts = (self._text(part, at) for part in parts if not isinstance(part, str))
                return Dependence(NO_SOURCES.union(*texts))
            case k.ExpressionNode():
                operands = self._operands(e, at)
                return operands if holds_cards(e.type) else Dependence(operands.all)
        return self._operands(e, at)

    def bind(self, binder: k.Binder, at: Situation) -> tuple[Dependence, Situation]:
        """What decides which things pass a binder, with what is read off them; and the situation inside it."""
        domain = self.of(binder.domain, at)
        name = binder.local.name
        if (face := _face_asked_for(binder.condition, name)) is not None:
            domain = domain.mapped(lambda source: of_face(source, face))
        inner = at.with_({name: domain})
        match binder.domain:
            case k.BuiltinCall(builtin=builtin, arguments=[player]) if builtin.name == "others":
                inner.different |= {(name, at.player(player))}
            case k.AllPlayers():
                others = {(name, at.player(each)) for each in _left_out(binder.condition, name)}
                inner.different |= others or {(name, EVERYBODY)}
        passing = domain.value | self.of(binder.condition, inner).all
        inner = self.seeing(binder.condition, inner)
        return Dependence(passing, inner.names[name].cards), inner

    def seeing(self, condition: k.Expression | None, at: Situation) -> Situation:
        """The situation where a condition holds: by `sees(p, c)` p sees what c is."""
        match condition:
            case k.Operation(operator="and", operands=[first, second]):
                return self.seeing(second, self.seeing(first, at))
            case k.BuiltinCall(builtin=builtin, arguments=[player, k.Local(name=name)]) if builtin.traits.tells_sight:
                seer, card = at.player(player), at.names.get(name, OPEN)
                if seer not in ("", SOMEBODY):
                    shown = frozenset(source.shown(frozenset([seer])) for source in card.cards)
                    return at.with_({name: Dependence(card.value, shown)})
        return at

    def _fold(
        self,
        e: k.Fold,
        binders: Sequence[k.Binder],
        value: k.Expression | None,
        otherwise: k.Expression | None,
        at: Situation,
    ) -> Dependence:
        passing, inner = OPEN, at
        for binder in binders:
            things, inner = self.bind(binder, inner)
            passing = passing.or_(things)
        inside, instead = self.of(value, inner), self.of(otherwise, at)
        if not holds_cards(e.type):
            depends = Dependence(passing.value | inside.all | instead.all)
        elif e.kind in ("list", "max", "min"):
            depends = Dependence(passing.value | inside.value | instead.value, inside.cards | instead.cards)
        else:
            depends = Dependence(passing.value | inside.all | instead.value, passing.cards | instead.cards)
        return depends.mapped(lambda source: frozenset([_outside(source, binders, inner)]))

    def _operands(self, e: k.Node, at: Situation) -> Dependence:
        """What all nodes directly below depend on: what is read off cards counts only where they may be the result."""
        value, cards = NO_SOURCES, NO_SOURCES
        for child in k.children(e):
            below = self.of(child, at)
            if isinstance(child, k.ExpressionNode) and holds_cards(child.type):
                value, cards = value | below.value, cards | below.cards
            else:
                value |= below.all
        return Dependence(value, cards) if value or cards else OPEN

    def _text(self, part: k.Expression, at: Situation) -> Sources:
        """What a part of a text tells. Who doesn't see a card reads neither its name in a text nor its attributes."""
        match part:
            case k.AttributeOf(card=card) | k.SharedAttribute(card=card):
                return self.of(card, at).value
        depends = self.of(part, at)
        return depends.value if isinstance(part.type, Card) else depends.all

    def _all(self, expressions: Iterable[k.Expression | None]) -> Callable[[Situation], Sources]:
        return lambda at: NO_SOURCES.union(*(self.of(e, at).all for e in expressions))

    def _call(self, e: k.Call, at: Situation) -> Dependence:
        value = self.model.values.get(e.function)
        if value is None:
            return OPEN
        parameters = [local.name for local in self.model.locals[e.function]]
        arguments = {name: self.of(each, at) for name, each in zip(parameters, e.arguments, strict=False)}
        players = {name: at.player(each) for name, each in zip(parameters, e.arguments, strict=False)}
        players["me"] = at.player(e.me)
        different = frozenset(pair for pair in at.different if any(each in players.values() for each in pair))
        key = (e.function, *arguments.values(), *players.values(), at.shown, different)
        if key not in self._calls:
            self._calls[key] = OPEN  # a function that calls itself is an error of its own
            getter = parameters[-1] if e.function in self._tell_getters else ""
            self._calls[key] = self.of(value, Situation(arguments, players, different, at.shown, getter))
        return self._calls[key]

    def _usability(self, player: str, at: Situation) -> Sources:
        """What it may depend on which powers a player can use."""
        key: tuple[object, ...] = ("usable", player, at.shown, at.different)
        if key not in self._calls:
            self._calls[key] = OPEN  # a condition may ask about other powers
            inner = Situation(players={"me": player}, shown=at.shown, different=at.different)
            tests = self._all([*self.model.conditions.values(), *self.model.at_most.values()])(inner)
            self._calls[key] = Dependence(tests).mapped(lambda source: frozenset([uncertain(source)]))
        return self._calls[key].value

    def _places(self, card: k.Expression, depends: Dependence) -> Sources:
        """What tells where a card lies that may lie anywhere: all zones for such cards that not everybody sees."""
        if all(source.what is not Origin.ANY_CARD for source in depends.cards) or not isinstance(card.type, Card):
            return NO_SOURCES
        zones = [zone for zone in self.model.zones.values() if zone.kinds & card.type.kinds]
        return NO_SOURCES.union(*(self.hidden_in(zone) for zone in zones))

    def hidden_in(self, zone: ZoneDeclaration) -> Sources:
        """What is read off the cards of some zone of a declaration; nothing where everybody sees all of them."""
        return self._read_in(zone, SOMEBODY, Situation(), zone.sight.covers_cards)

    def _cards_in(self, zone: k.ZoneOf, at: Situation, covered: bool, end: str = "") -> Sources:
        """What is read off the cards of a zone, or those at an end of it; `covered` where others may cover some."""
        return self._read_in(zone.declaration, at.player(zone.owner), at, covered, end)

    def _read_in(self, declared: ZoneDeclaration, owner: str, at: Situation, covered: bool, end: str = "") -> Sources:
        """The same, of a declaration's zone of an owner."""
        sight = declared.sight
        if sight.seen_by != "everyone":
            source = _source(declared, sight.seen_by, owner)
        elif covered:
            source = _source(declared, "nobody", owner)
        elif declared in self._face_down and sight.face_down_seen_by != "everyone":
            source = _source(declared, sight.face_down_seen_by, owner, certain=self._face_down[declared])
        else:
            return NO_SOURCES
        owners = (EVERYBODY,) if owner == SOMEBODY else (owner, EVERYBODY)
        shown = (s for s in at.shown if s.zone is declared and s.owner in owners and s.covers(end))
        to = frozenset(seat for each in shown for seat in each.to)
        return NO_SOURCES if EVERYBODY in to else frozenset([source.shown(to)])


def is_vague(player: str) -> bool:
    """Whether a player isn't told from others."""
    return player in (SOMEBODY, EVERYBODY) or player.startswith("others(")


def side_of(cards: k.TopOf) -> str:
    """What stands for the cards at an end of a pile where the name of a card stands else."""
    return "bottom of" if cards.from_bottom else "top of"


def end_of(cards: k.TopOf) -> str:
    """An end of a pile and how many cards of it: `top 2`, `bottom n`."""
    many = cards.count.value if isinstance(cards.count, k.Constant) else "n"
    return f"{'bottom' if cards.from_bottom else 'top'} {1 if cards.count is None else many}"


def result_of(procedure: Procedure) -> str:
    """The name under which a situation has what a procedure has just given."""
    return f"result of {procedure.key}"


def uncertain(source: Source) -> Source:
    """The source, which everybody may see after all."""
    return Source(source.what, source.seen_by, source.owner, source.shown_to, False, source.card)


def renamed(player: str, names: Mapping[str, str]) -> str:
    """What other code calls a player, by what it calls the names of this one."""
    if player in names or player in ("", EVERYBODY):
        return names.get(player, player)
    side, _, beside = player.removesuffix(")").partition("(")
    return f"{side}({names[beside]})" if beside in names else SOMEBODY


def _source(
    what: Variable | ZoneDeclaration, seen_by: Literal["others", "owner", "nobody"], owner: str, certain: bool = True
) -> Source:
    return Source(what, seen_by, owner, certain=certain)


def holds_cards(type_: Type) -> bool:
    """Whether values of a type are cards, or hold some, so that more can be read off them."""
    while isinstance(type_, (Optional, ListOf)):
        type_ = type_.of
    return isinstance(type_, (Card, Zone, Happening))


def _outside(source: Source, binders: Sequence[k.Binder], inside: Situation) -> Source:
    """The source as code calls its owner that doesn't know the names of some binders."""
    if all(source.owner != binder.local.name for binder in binders):
        return source
    others = [other for name, other in inside.different if name == source.owner]
    owner = EVERYBODY if EVERYBODY in others else f"others({others[0]})" if others else SOMEBODY
    return Source(source.what, source.seen_by, owner, source.shown_to, source.certain, source.card)


def _left_out(condition: k.Expression | None, name: str) -> Iterator[k.Expression]:
    """The players that a condition on a name leaves out: `p is not me`."""
    match condition:
        case k.Operation(operator="and", operands=operands):
            for operand in operands:
                yield from _left_out(operand, name)
        case k.Operation(operator="!=", operands=[k.Local(name=one), other]) if one == name:
            yield other
        case k.Operation(operator="!=", operands=[other, k.Local(name=one)]) if one == name:
            yield other


def _is_none(e: k.Expression) -> bool:
    return isinstance(e, k.Constant) and e.value is None


def attributes_of(e: k.Node) -> Sequence[Attribute]:
    """The attributes, one of which an expression reads off a card; none where it reads something else."""
    match e:
        case k.AttributeOf(declaration=attribute):
            return (attribute,)
        case k.SharedAttribute(declarations=attributes):
            return attributes
    return ()


def _is_printed(e: k.Node) -> bool:
    """Whether what an expression reads off a card is printed on it."""
    attributes = attributes_of(e)
    return isinstance(e, k.IsKind) or (bool(attributes) and all(attribute.printed for attribute in attributes))


def shows_on_card(e: k.Node) -> bool:
    """Whether what an expression reads off a card shows on it, also for who doesn't see which card it is."""
    attributes = attributes_of(e)
    return isinstance(e, k.FaceOf) or (bool(attributes) and all(attribute.is_mark for attribute in attributes))


def _face_asked_for(condition: k.Expression | None, name: str) -> int | None:
    """How a card lies for which a condition holds, as a member of `face`; None where it may lie either way."""
    match condition:
        case k.Operation(operator="and", operands=operands):
            faces = (_face_asked_for(operand, name) for operand in operands)
            return next((face for face in faces if face is not None), None)
        case k.Operation(operator="=", operands=[k.FaceOf(card=k.Local(name=card)), k.Constant(value=int(face))]):
            return face if card == name else None
    return None


def of_face(source: Source, face: int) -> Sources:
    """What remains of a source for cards that lie so: in an open zone everybody sees those that lie face up."""
    if isinstance(source.what, Parameter) and face == 0:
        return frozenset([uncertain(source)])
    if not isinstance(source.what, ZoneDeclaration) or source.what.sight.seen_by != "everyone":
        return frozenset([source])
    if face == 0:
        return NO_SOURCES
    return frozenset([Source(source.what, source.seen_by, source.owner, source.shown_to, True, source.card)])


def _zones_with_face_down_cards(model: Model) -> dict[ZoneDeclaration, bool]:
    """The zones in which cards may lie face down: where they arrive so, or where code may turn them; and whether they
    certainly do."""
    zones = model.zones.values()
    laid: set[ZoneDeclaration] = set()
    laid_down: set[ZoneDeclaration] = set()
    for _, move in every(model, k.Move):
        if isinstance(move.zone, k.ZoneOf) and move.face is not None:
            laid.add(move.zone.declaration)
            laid_down |= set() if _is_up(move.face) else {move.zone.declaration}
    for code, turn in every(model, k.Set):
        if isinstance(turn.place, k.FaceOf) and isinstance(turn.place.card.type, Card):
            kinds, places = turn.place.card.type.kinds, _places_of(model, code, turn.place.card)
            turned = {zone for zone in zones if zone.kinds & kinds and (places is None or zone in places)}
            laid |= turned
            laid_down |= set() if _is_up(turn.value) else turned
    return {zone: zone not in laid for zone in zones if zone in laid_down or not zone.face_up}


def _is_up(face: k.Expression) -> bool:
    return isinstance(face, k.Constant) and face.value == 0


def _places_of(model: Model, code: Code, card: k.Expression) -> set[ZoneDeclaration] | None:
    """The zones in which a card may lie that code turns: those of which it was taken or chosen, and those to which the
    code and what it calls move cards. None for any, where that isn't certain."""
    binders = (node for node in code.every_node if isinstance(node, k.Binder))
    domain = next((each.domain for each in binders if isinstance(card, k.Local) and each.local.name == card.name), None)
    places = _zones_of(model, domain)
    for node in every_node_run(model, code.nodes):
        if isinstance(node, k.Announce | k.UsePower):  # what these run may move it as well
            return None
        if isinstance(node, k.Move) and places is not None:
            places = places | {node.zone.declaration} if isinstance(node.zone, k.ZoneOf) else None
    return places


def _zones_of(model: Model, cards: k.Expression | None) -> set[ZoneDeclaration] | None:
    """The zones in which some cards lie; None where that isn't certain."""
    called = set[Function]()
    while True:
        match cards:
            case k.ZoneOf(declaration=zone):
                return {zone}
            case k.TopOf(zone=whole) | k.Fold(kind="those", binders=[k.Binder(domain=whole)]):
                cards = whole
            case k.Call(function=function) if function not in called:
                called.add(function)
                cards = model.values.get(function)
            case _:
                return None
