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

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from artrules.analyses.calls import every_body
from artrules.game.observation.domain import Domain, Domains, members_of, relative_players
from artrules.game.runtime import Runtime
from artrules.ir.declarations import Attribute, Variable, ZoneDeclaration
from artrules.ir.traits import StatePart, traits_of
from artrules.ir.types import WIDE, Happening, ListOf, Member, Number, Optional, Player, SetOf, Type
from artrules.lower.representation import bare, is_wide
from artrules.machine.numbers import NIL
from artrules.record import dataclass

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
        can_be_seen = zone.seen_by != "nobody" or zone.face_down_seen_by != "nobody" or self._shows
        order = turned = gained = None
        attributes: list[AttributePart] = []
        if can_be_seen:
            if layout.order(zone) != "loose" and not zone.shows_top_only:
                order = self._add(f"order {key}", rows, names, cards)
            if StatePart.FACES in self._written:
                turned = self._add(f"turned {key}", rows, names, most)
            if StatePart.POWERS in self._written:
                gained = self._add(f"gained {key}", rows, ["powers"], NIL)
            attributes = [p for a in self._changing(zone) if (p := self._attribute(key, a, rows, cards))]
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
        found = []
        for variable in model.variables.values():
            if variable.key not in layout.variables or variable.type is None or variable.seen_by == "nobody":
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
            found.append(VariablePart(variable, part, columns))
        return found

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
