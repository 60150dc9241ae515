"""The layout of a position, fixed for a configuration: the numbers of cards and zones, and which word of the regions
`variables` and `attributes` holds what."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from artrules.engine.lower.configuration import Configuration
from artrules.model.analyses.calls import every_body
from artrules.model.ir.declarations import Attribute, Pieces, Variable, ZoneDeclaration, ZoneOrder
from artrules.model.ir.model import Model
from artrules.model.ir.node import Runs, traits_of
from artrules.model.ir.nodes import Ask, Call, Expression, walk
from artrules.model.ir.types import PLAYER, Member, Number, Player, Type, maybe

WHOLE_GAME = "game"
"""The life that never ends."""


@dataclass(slots=True)
class CardRange:
    """The numbers of the cards of one kind: `first` up to but not including `last`."""

    first: int
    last: int


@dataclass(slots=True)
class ZoneRange:
    """The numbers of one declared zone: `count` numbers from `first` on; `of_each` of them, one for each second owner,
    for each owner. Owners of numbers count from `offset`: that much would owners with the number 0 lie before
    `first`."""

    declaration: ZoneDeclaration
    first: int
    count: int
    of_each: int
    offset: int


class ZonePlace(NamedTuple):
    """A zone: its declaration, and the index of its owner and of its second owner, 0 where it has none."""

    declaration: ZoneDeclaration
    owner: int
    second: int


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
    zone_places: list[ZonePlace] = field(default_factory=list)
    """The zones by number."""
    attributes: dict[tuple[str, str], int] = field(default_factory=dict)
    """By kind and name of an attribute: what is added to a card's number for the index of its word."""
    variables: dict[str, int] = field(default_factory=dict)
    """By the key of a variable: the index of its word, or of that of its first owner."""
    answers: dict[str, Variable] = field(default_factory=dict)
    """By the identity of a question: what keeps each player's answer until all have answered, none before that. It is a
    variable that content doesn't declare."""
    starts: dict[str, int] = field(default_factory=dict)
    """By the key of a variable that goes back to its start, where that depends on the first position: the index of a
    further word of `variables`, which keeps the value with which it has started."""
    variable_words: int = 0
    attribute_words: int = 0
    streams: dict[str, int] = field(default_factory=dict)
    """By purpose: the first of its random streams, which is the table's. One for each player follows."""
    drawn_streams: set[int] = field(default_factory=set)
    """Those from which something may be drawn."""

    @property
    def players(self) -> int:
        return self.configuration.players

    @property
    def aside(self) -> int:
        """The number of the engine's own zone, after all declared zones. It holds cards that a scenario's position
        doesn't use."""
        return len(self.zone_places)

    def card_counts(self) -> tuple[tuple[str, int], ...]:
        """How many cards there are of each kind."""
        return tuple([(kind, cards.last - cards.first) for kind, cards in self.cards.items()])

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

    def stream(self, purpose: str, *, of_players: bool) -> int:
        """The first random stream of a purpose, for code that draws from those of players, or from the table's."""
        first = self.streams.setdefault(purpose, len(self.streams) * (1 + self.players))
        self.drawn_streams.update(range(first + 1, first + 1 + self.players) if of_players else (first,))
        return first

    @property
    def in_play(self) -> frozenset[str]:
        """The names of the sets in play."""
        return self.model.in_play(self.configuration.sets_in_play())

    def order(self, zone: ZoneDeclaration) -> ZoneOrder:
        """How cards lie in a zone."""
        return self.model.order_of(zone, self.in_play)

    def attribute(self, attribute: Attribute) -> int:
        """What is added to a card's number for the index of its word in `attributes`."""
        return self.attributes[(attribute.kind, attribute.name)]

    def variable(self, variable: Variable) -> int:
        """The index of a variable's word in `variables`; for one with owners, the owner's number is added."""
        return self.variables[variable.key]

    def declared_variables(self) -> Iterator[tuple[Variable, int, int]]:
        """The variables in play: the index of the first word of each, and how many words it has. Answers come last."""
        for variable in (*self.model.variables.values(), *self.answers.values()):
            if variable.key in self.variables:
                yield variable, self.variables[variable.key], self.owners(variable.of)

    @property
    def conditions_on_values(self) -> list[Expression]:
        """What content says of hidden values, in the order in which the machine tests it."""
        may_be = self.model.may_be.items()
        return [condition for each, condition in may_be if isinstance(each, Variable) and each.key in self.variables]

    def changing_attributes(self) -> Iterator[tuple[Attribute, int, CardRange]]:
        """The attributes that aren't printed: what is added to a card's number for each, and the cards that have it."""
        for kind in self.model.kinds.values():
            for attribute in kind.attributes.values():
                if not attribute.printed:
                    yield attribute, self.attribute(attribute), self.cards[kind.name]


def lay_out(model: Model, configuration: Configuration) -> Layout:
    """Lay out the positions of a configuration."""
    layout = Layout(model, configuration)
    _number_cards(layout)
    _number_zones(layout)
    for kind in model.kinds.values():
        cards = layout.cards[kind.name]
        for attribute in kind.attributes.values():
            if not attribute.printed:
                layout.attributes[(kind.name, attribute.name)] = layout.attribute_words - cards.first
                layout.attribute_words += cards.last - cards.first
    in_play = layout.in_play
    for variable in model.variables.values():
        if variable.owner is None or variable.owner in in_play:
            layout.variables[variable.key] = layout.variable_words
            layout.variable_words += layout.owners(variable.of)
    for variable in model.variables.values():
        start = model.starts.get(variable)
        goes_back = variable.key in layout.variables and variable.lasts != WHOLE_GAME
        if start is not None and goes_back and not _is_always_the_same(start, model):
            layout.starts[variable.key] = layout.variable_words
            layout.variable_words += 1
    for ask in asks_in_play(model, in_play):
        if ask.answer is not None:
            answer = Variable(f"answers to {ask.identity}", ask.at, PLAYER, maybe(ask.answer), WHOLE_GAME, "nobody", "")
            layout.answers[ask.identity] = answer
            layout.variables[answer.key] = layout.variable_words
            layout.variable_words += layout.players
    return layout


def asks_in_play(model: Model, in_play: Container[str]) -> Iterator[Ask]:
    """The questions in the code that is in play, each once."""
    seen: set[str] = set()
    for code in every_body(model):
        if code.owner is None or code.owner in in_play:
            for node in code.every_node:
                if isinstance(node, Ask) and node.identity not in seen:
                    seen.add(node.identity)
                    yield node


def _is_always_the_same(e: Expression, model: Model) -> bool:
    """Whether an expression has the same value in all positions of a game."""
    for node in walk(e):
        traits = traits_of(node)
        if traits.reads or traits.runs not in (None, Runs.FUNCTION):
            return False
        if isinstance(node, Call):
            value = model.values.get(node.function)
            if value is None or not _is_always_the_same(value, model):
                return False
    return True


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
    in_play = layout.in_play
    for zone in layout.model.zones.values():
        if zone.owner is not None and zone.owner not in in_play:
            continue
        owners, of_each = layout.owners(zone.per), layout.owners(zone.second)
        offset = _first_number(zone.per) * of_each + _first_number(zone.second)
        layout.zones[zone.key] = ZoneRange(zone, len(layout.zone_places), owners * of_each, of_each, offset)
        layout.zone_places += [ZonePlace(zone, o, second) for o in range(owners) for second in range(of_each)]


def _first_number(of: Type | None) -> int:
    return of.low if isinstance(of, Number) else 0
