"""Declares the arrays of an observation: which numbers it has, what each means, and its bounds.

An observation is one array. Its *parts* lie one after another; each has rows and columns:

    round, phase, turn, decision   where the game stands; the last says what the seat itself must decide
    zone Z                         a row for each owner: how many cards there are, how many the seat sees of each look
    order Z                        the same rows: the place of the first card of each look that the seat sees, from 1
    turned Z                       how many of these lie otherwise than cards usually do there
    gained Z                       how many powers the cards have gained that the seat sees there
    Z: A                           how many of them have each value of the attribute A (a number with many values: the
                                   sum of the values)
    variable V                     a row for each owner: one-hot; a number with many values stands as it is

Owners that are players come in the order of seats from the one that looks, so that all seats can share a policy.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from artrules.engine.lower.representation import is_wide
from artrules.engine.machine.numbers import MOST_POWERS, NIL, NONE, SLOTS
from artrules.model.analyses.calls import every_body
from artrules.model.ir.declarations import Attribute, Variable, ZoneDeclaration
from artrules.model.ir.node import StatePart, traits_of
from artrules.model.ir.types import (
    WIDE,
    Bool,
    Card,
    Happening,
    ListOf,
    Member,
    Number,
    Optional,
    Player,
    Power,
    SetOf,
    Type,
    bare,
)
from artrules.play.game.runtime import Runtime
from artrules.text.record import dataclass

# Finite sets of values, each with an index from 0 on: what one-hot features and numbers of actions are made of.
#
# Players are counted from the seat that looks: index 0 is the seat itself, 1 the next player. A card counts by what is
# printed on it; every card that the seat can't see has one index.

MOST_SETS = 64
"""The most sets of values that are told apart one by one."""
NO_VALUE = "none"
HIDDEN = "hidden"

Sees = Callable[[int], bool]
"""Whether the seat that looks sees a card."""


@dataclass(frozen=True, slots=True)
class Domain:
    """The values of a type in their order, by what they are called. `low` is the word with the index 0."""

    kind: Literal["word", "player", "card", "power"]
    names: Sequence[str]
    low: int = 0
    optional: bool = False
    """Whether the last index stands for none."""

    @property
    def size(self) -> int:
        """How many values there are."""
        return len(self.names)


def relative_players(players: int) -> list[str]:
    """What players are called from a seat: the seat itself, then the others in turn order."""
    return ["me", *(f"me+{i}" for i in range(1, players))]


class Domains:
    """The domains of one configuration, and the index of a word in each."""

    def __init__(self, runtime: Runtime) -> None:
        """The position in memory is lost."""
        self.runtime = runtime
        self.players = runtime.players
        layout = runtime.layout
        region = runtime.instance.region
        cards = len(layout.card_kind)
        raw = region("look_of")[:cards]
        first: dict[int, int] = {}
        for card, look in enumerate(raw):
            first.setdefault(look, card)
        number = {look: i for i, look in enumerate(first)}
        self.looks = [number[look] for look in raw]
        """By card: its look, counted from 0 without gaps."""
        self.look_names = [runtime.first_card_text(card) for card in first.values()]
        self.look_kinds = [layout.card_kind[card] for card in first.values()]
        own = runtime.instance.region("own_count")
        firsts, powers = region("own_first"), region("own_powers")
        self._own = [powers[firsts[card] : firsts[card] + own[card]] if own[card] else [] for card in range(cards)]

    def looks_of(self, kinds: frozenset[str]) -> list[int]:
        """The looks of cards of some kinds."""
        return [look for look, kind in enumerate(self.look_kinds) if kind in kinds]

    def of(self, type_: Type | None, most: int) -> Domain | None:
        """The domain of a type that has at most so many values; None where it has more, or can't be listed."""
        model = self.runtime.model
        match type_:
            case Optional(of):
                inner = self.of(of, most)
                if inner is None:
                    return None
                return Domain(inner.kind, (*inner.names, NO_VALUE), inner.low, True)
            case Bool():
                return Domain("word", ("no", "yes"))
            case Number(low, high) if high - low < most:
                return Domain("word", [str(n) for n in range(low, high + 1)], low)
            case Member(enum):
                return Domain("word", [name.replace("_", " ") for name in model.enums[enum].members])
            case Player():
                return Domain("player", relative_players(self.players))
            case Card():
                return Domain("card", (*self.look_names, HIDDEN))
            case Power():
                return Domain("power", (*[power.title for power in model.powers], HIDDEN))
            case SetOf(of) if not is_wide(model, type_):
                return self._of_set(of)
        return None

    def _of_set(self, of: Type) -> Domain | None:
        """The domain of small sets, by their bits; sets of players aren't listed, for they would have to be turned."""
        members = members_of(self, of)
        if isinstance(of, Player) or members is None or 1 << (members[0] + len(members[1])) > MOST_SETS:
            return None
        low, names = members
        labels = [""] * low + list(names)
        sets = range(1 << len(labels))
        return Domain("word", ["+".join(n for i, n in enumerate(labels) if s >> i & 1) or "nothing" for s in sets])

    def index(self, domain: Domain, word: int, seat: int, sees: Sees) -> int:
        """The index of the value that a word means, for a seat counted from 0."""
        if word == NONE:
            return domain.size - 1
        match domain.kind:
            case "word":
                return word - domain.low
            case "player":
                return (word - seat) % self.players
            case "card":
                return self.looks[word] if sees(word) else domain.size - 1 - domain.optional
        card, slot = divmod(word, SLOTS)
        if not sees(card):
            return domain.size - 1 - domain.optional
        own = self._own[card]
        if slot < len(own):
            return own[slot]
        if slot >= MOST_POWERS:
            definition: int = self.runtime.ask("definition_of", word)
            return definition
        return self._gained(card, slot - len(own))

    def _gained(self, card: int, place: int) -> int:
        """The definition of a power that a card has gained."""
        instance = self.runtime.instance
        cards = instance.region("gained_card")[: instance.register("gained_count")]
        definition: int = instance.region("gained_power")[cards.index(card) + place]
        return definition


def members_of(domains: Domains, of: Type) -> tuple[int, Sequence[str]] | None:
    """The members that a set may have: the bit of the first one, and what they are called."""
    match of:
        case Number(low, high) if low >= 0:
            return low, [str(n) for n in range(low, high + 1)]
        case Member(enum):
            return 0, [name.replace("_", " ") for name in domains.runtime.model.enums[enum].members]
        case Player():
            return 0, relative_players(domains.players)
    return None


MOST_ONE_HOT = 32
"""A number with more values than this stands as it is."""
MOST_ITEMS = 100_000
"""The bound of a count of items in a list."""

Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an observation: `rows` times `columns` numbers, from the index `first` on, one row after another."""

    name: str
    first: int
    rows: Sequence[str]
    columns: Sequence[str]

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns there are."""
        return len(self.rows), len(self.columns)

    @property
    def end(self) -> int:
        """The index after the last number."""
        return self.first + len(self.rows) * len(self.columns)


@dataclass(frozen=True, slots=True)
class Columns:
    """How a value becomes numbers: the names of its columns, and the bounds of each.

    `way` is `one_hot` for one of the values of `domain`, `bits` for a set (from the bit `low` on), `number`, or
    `counts` for a list of values of `domain`. With `optional` the last column is 1 for none.
    """

    way: str
    names: Sequence[str]
    bounds: tuple[int, int]
    domain: Domain | None = None
    low: int = 0
    optional: bool = False
    of_players: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class AttributePart:
    """Where the numbers of an attribute stand for the cards of a zone."""

    declaration: Attribute
    part: Part
    columns: Columns


@dataclass(frozen=True, slots=True, eq=False)
class ZonePart:
    """Where the numbers of a declared zone stand: rows by owner, columns by look. `place`, `turned` and `gained` are
    None where there are none of these."""

    declaration: ZoneDeclaration
    count: Part
    order: Part | None
    turned: Part | None
    gained: Part | None
    attributes: Sequence[AttributePart]
    looks: Sequence[int]


@dataclass(frozen=True, slots=True, eq=False)
class VariablePart:
    """Where the numbers of a variable stand, a row for each owner."""

    declaration: Variable
    part: Part
    columns: Columns


def columns_of(domains: Domains, type_: Type) -> Columns | None:
    """How values of a type become numbers; None where no fixed row of numbers can say it."""
    optional = isinstance(type_, Optional)
    end = ("none",) if optional else ()
    bare_type = bare(type_)
    match bare_type:
        case Number(low, high) if high - low >= MOST_ONE_HOT:
            return Columns("number", ("value", *end), (min(low, 0), max(high, 0)), optional=optional)
        case SetOf(of):
            members = members_of(domains, of)
            if members is None or is_wide(domains.runtime.model, bare_type):
                return None
            low, names = members
            return Columns("bits", (*names, *end), (0, 1), None, low, optional, isinstance(of, Player))
        case ListOf(of):
            domain = domains.of(of, MOST_ONE_HOT)
            if domain is None:
                return None
            return Columns("counts", (*domain.names, *end), (0, MOST_ITEMS), domain, optional=optional)
        case Happening():
            return None
    domain = domains.of(type_, MOST_ONE_HOT)
    return None if domain is None else Columns("one_hot", domain.names, (0, 1), domain, optional=optional)


class ObservationForm:
    """The form of the observations of one configuration; the same for all seats and positions."""

    def __init__(self, runtime: Runtime) -> None:
        """The position in memory is lost."""
        self.runtime = runtime
        self.domains = Domains(runtime)
        self.parts: dict[str, Part] = {}
        """The parts by name, in order."""
        self.left_out: list[str] = []
        """The variables and attributes that the observation doesn't show, because no fixed row of numbers can."""
        self.size = 0
        """How many numbers there are."""
        self._low: list[Numbers] = []
        self._high: list[Numbers] = []
        self._written = self._find_written()
        self._shows = runtime.program.numbers["SHOWS"] != 0
        """Whether code shows cards to seats that don't see them where they lie."""
        self._lay_out_course()
        self.zones = [self._lay_out_zone(zone.declaration) for zone in runtime.layout.zones.values()]
        self.variables = list(self._lay_out_variables())
        self.low = np.concatenate(self._low)
        self.high = np.concatenate(self._high)

    def _find_written(self) -> frozenset[StatePart]:
        """The parts of the state that any code changes."""
        bodies = every_body(self.runtime.model)
        return frozenset(part for body in bodies for node in body.every_node for part in traits_of(node).writes)

    def _add(self, name: str, rows: Sequence[str], columns: Sequence[str], high: int | Numbers, low: int = 0) -> Part:
        """A new part; `high` is one bound for all of it, or one by column."""
        part = Part(name, self.size, tuple(rows), tuple(columns))
        self.parts[name] = part
        self.size = part.end
        self._low.append(np.full(part.end - part.first, low, np.int32))
        self._high.append(np.broadcast_to(np.asarray(high, np.int32), part.shape).ravel().copy())
        return part

    def _lay_out_course(self) -> None:
        flow, program = self.runtime.model.flow, self.runtime.program
        self.round = self._add("round", ["now"], ["number"], flow.last_round or WIDE)
        self.phase = self._add("phase", ["now"], ["setup", *(phase.name for phase in flow.phases)], 1)
        self.turn = self._add("turn", ["now"], relative_players(self.runtime.players), 1)
        asked = [f"{table.prompt} ({table.site})" for table in program.decisions.values()]
        self.decision = self._add("decision", ["mine"], asked, 1)
        self.decision_index = {number: i for i, number in enumerate(program.decisions)}
        """By the number of a decision: its column."""

    # -- zones

    def _lay_out_zone(self, zone: ZoneDeclaration) -> ZonePart:
        layout, domains = self.runtime.layout, self.domains
        looks = domains.looks_of(zone.kinds)
        names = [domains.look_names[look] for look in looks]
        all_looks = domains.looks
        cards = len(all_looks)
        most = np.array([all_looks.count(look) for look in looks], np.int32)
        rows = [
            ", ".join(name for name in (first, second) if name) or "table"
            for first in self._owners(zone.per)
            for second in self._owners(zone.second)
        ]
        key = zone.key
        count = self._add(f"zone {key}", rows, ["cards", *names], np.concatenate([[cards], most]))
        can_be_seen = zone.sight.may_be_seen or self._shows
        order = turned = gained = None
        changing = [each for each in self._changing(zone) if can_be_seen or each.is_mark]
        if can_be_seen:
            if layout.order(zone) != "loose" and not zone.sight.covers_cards:
                order = self._add(f"order {key}", rows, names, cards)
            if StatePart.FACES in self._written:
                turned = self._add(f"turned {key}", rows, names, most)
            if StatePart.POWERS in self._written:
                gained = self._add(f"gained {key}", rows, ["powers"], NIL)
        attributes = [p for a in changing if (p := self._attribute(key, a, rows, cards))]
        return ZonePart(zone, count, order, turned, gained, attributes, looks)

    def _changing(self, zone: ZoneDeclaration) -> list[Attribute]:
        """The attributes of cards in a zone that aren't printed."""
        return [
            attribute for attribute, _, _ in self.runtime.layout.changing_attributes() if attribute.kind in zone.kinds
        ]

    def _attribute(self, zone: str, attribute: Attribute, rows: Sequence[str], cards: int) -> AttributePart | None:
        columns = columns_of(self.domains, attribute.type)
        name = f"{attribute.kind}.{attribute.name}"
        if columns is None:
            if name not in self.left_out:
                self.left_out.append(name)
            return None
        low, high = columns.bounds
        most = cards * max(high, 1) if high <= MOST_ITEMS else WIDE
        part = self._add(f"{zone}: {name}", rows, columns.names, most, max(-WIDE, low * cards))
        return AttributePart(attribute, part, columns)

    # -- variables

    def _lay_out_variables(self) -> list[VariablePart]:
        model, layout = self.runtime.model, self.runtime.layout
        parts = []
        for variable in model.variables.values():
            if variable.key not in layout.variables or variable.seen_by == "nobody":
                continue
            columns = columns_of(self.domains, variable.type)
            if columns is None:
                self.left_out.append(variable.key)
                continue
            rows = [name or "table" for name in self._owners(variable.of)]
            low, high = columns.bounds
            highs = np.array([high] * len(columns.names), np.int32)
            if columns.optional:
                highs[-1] = 1
            part = self._add(f"variable {variable.key}", rows, columns.names, highs, low)
            parts.append(VariablePart(variable, part, columns))
        return parts

    def _owners(self, of: Type | None) -> list[str]:
        """What the owners of something are called, in the order of rows."""
        match of:
            case Player():
                return relative_players(self.runtime.players)
            case Member(enum):
                return [name.replace("_", " ") for name in self.runtime.model.enums[enum].members]
            case Number(low, high):
                return [str(n) for n in range(low, high + 1)]
        return [""]
