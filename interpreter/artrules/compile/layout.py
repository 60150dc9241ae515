"""The layout of a state: which cell holds which variable or attribute, and the numbers of cards and zones.

A state has a list of cells and a list of zones. The layout is fixed for a configuration. A cell holds a number, a truth
value, None or a tuple. The order of cells: the zone of each card, the face of each card, attributes, variables, the
counters of random streams, the engine's own numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from artrules.analyses.sizes import Sizes
from artrules.compile.configuration import Configuration
from artrules.ir.declarations import Attribute, Pieces, Variable, ZoneDeclaration
from artrules.ir.model import Model
from artrules.ir.types import Member, Number, Player, Type

ENGINE_CELLS = ("round", "phase", "on_turn", "next_record", "finished", "stalled")


@dataclass(slots=True)
class CardRange:
    """The numbers of the cards of one kind: `first` up to but not including `last`."""

    first: int
    last: int


@dataclass(slots=True)
class ZoneRange:
    """The numbers of one declared zone: `count` numbers from `first` on, one for each owner. Owners count from
    `offset`."""

    declaration: ZoneDeclaration
    first: int
    count: int
    offset: int


@dataclass
class Layout:
    """The layout of one configuration. `lay_out` makes it."""

    model: Model
    configuration: Configuration
    cards: dict[str, CardRange] = field(default_factory=dict)
    piece_values: list[Mapping[str, Any]] = field(default_factory=list)
    """For each card its printed values, by attribute."""
    piece_source: list[Pieces] = field(default_factory=list)
    card_kind: list[str] = field(default_factory=list)
    zones: dict[str, ZoneRange] = field(default_factory=dict)
    zone_owner: list[tuple[ZoneDeclaration, int]] = field(default_factory=list)
    """For each zone number: its declaration, and its owner's index (0 for a shared zone)."""
    attributes: dict[tuple[str, str], int] = field(default_factory=dict)
    variables: dict[str, int] = field(default_factory=dict)
    streams: dict[str, int] = field(default_factory=dict)
    engine: dict[str, int] = field(default_factory=dict)
    cell_names: list[str] = field(default_factory=list)

    @property
    def players(self) -> int:
        return self.configuration.players

    @property
    def aside(self) -> int:
        """The number of the engine's own zone, after all declared zones. It holds cards that a scenario's position
        doesn't use."""
        return len(self.zone_owner)

    def sizes(self) -> Sizes:
        """The bounds on the sizes of values in this configuration."""
        cards_of = {kind: cards.last - cards.first for kind, cards in self.cards.items()}
        return Sizes(self.model, self.players, cards_of)

    def owners(self, type_: Type | None) -> int:
        """How many owners a variable or zone has whose owner is of this type; 1 if it is shared (None)."""
        match type_:
            case None:
                return 1
            case Player():
                return self.players
            case Member(enum):
                return len(self.model.enums[enum].members)
            case Number(low, high):
                return high - low + 1
        raise AssertionError(type_)

    def stream(self, purpose: str) -> int:
        """The first cell of the counters of a stream's purpose: the table's counter, then one for each player."""
        if purpose not in self.streams:
            self.streams[purpose] = len(self.streams) * (1 + self.players)
        return self.streams[purpose]

    def attribute_cell(self, attribute: Attribute) -> int:
        """The offset of an attribute: its cell for a card is the offset plus the card's number."""
        return self.attributes[(attribute.kind, attribute.name)]

    def variable_cell(self, variable: Variable) -> int:
        """The cell of a variable; for one with owners, the offset to which the owner's number is added."""
        return self.variables[variable.key]


def lay_out(model: Model, configuration: Configuration) -> Layout:
    """Lay out the state of a configuration."""
    layout = Layout(model, configuration)
    _number_cards(layout)
    _number_zones(layout)
    names = [f"where {c}" for c in range(len(layout.card_kind))] + [f"face {c}" for c in range(len(layout.card_kind))]
    for kind in model.kinds.values():
        cards = layout.cards[kind.name]
        for attribute in kind.attributes.values():
            if not attribute.printed:
                layout.attributes[(kind.name, attribute.name)] = len(names) - cards.first
                names += [f"{attribute.name} {c}" for c in range(cards.first, cards.last)]
    in_play = configuration.sets_in_play()
    for variable in model.variables.values():
        if variable.owner is None or variable.owner in in_play:
            layout.variables[variable.key] = len(names)
            names += [f"{variable.key} {o}" for o in range(layout.owners(variable.of))]
    for name in ENGINE_CELLS:
        layout.engine[name] = len(names)
        names.append(name)
    layout.engine["serial"] = len(names)
    names += [f"serial {p}" for p in range(layout.players)]
    layout.cell_names = names
    return layout


def _number_cards(layout: Layout) -> None:
    for kind in layout.model.kinds.values():
        first = len(layout.card_kind)
        for pieces in layout.model.pieces.values():
            if pieces.kind != kind.name:
                continue
            for count, values, _ in pieces.rows:
                for _ in range(count):
                    layout.card_kind.append(kind.name)
                    layout.piece_values.append(values)
                    layout.piece_source.append(pieces)
        layout.cards[kind.name] = CardRange(first, len(layout.card_kind))


def _number_zones(layout: Layout) -> None:
    in_play = layout.configuration.sets_in_play()
    for zone in layout.model.zones.values():
        if zone.owner is not None and zone.owner not in in_play:
            continue
        count = layout.owners(zone.per)
        offset = zone.per.low if isinstance(zone.per, Number) else 0
        layout.zones[zone.key] = ZoneRange(zone, len(layout.zone_owner), count, offset)
        layout.zone_owner += [(zone, o) for o in range(count)]
