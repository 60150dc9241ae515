"""What options are about, for clients that show it on the table: cards by their places, zones, players, members,
numbers, values. Part of the public API.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from artrules.engine.lower.program import DecisionTable
from artrules.engine.machine.numbers import SLOTS
from artrules.model.analyses.option_things import Bound, BranchThings, Me, OptionThingsAnalysis, Whose, ZonePlace
from artrules.model.ir.layout import OptionLook
from artrules.model.ir.model import Model
from artrules.model.ir.types import Card, ListOf, Member, Number, Optional, Player, Power, SetOf, Type, Zone, members
from artrules.play.game.offers import Asked
from artrules.play.game.runtime import Runtime
from artrules.play.game.view import key_of_owner, place_of_owner
from artrules.text.record import dataclass


@dataclass(frozen=True, slots=True)
class CardPlace:
    """A card where a view shows it: the name of its zone there, the player (counted from 1) whose zone it is, 0 for the
    table's, and its index in the zone."""

    zone: str
    player: int
    index: int


@dataclass(frozen=True, slots=True)
class PlayerRef:
    """A player, counted from 1."""

    player: int


@dataclass(frozen=True, slots=True)
class MemberRef:
    """A member of an enum, by name."""

    enum: str
    member: str


@dataclass(frozen=True, slots=True)
class NumberRef:
    """A number."""

    number: int


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """A zone as a whole, or where it is empty its place: its name in a view, and its player, 0 for the table's."""

    zone: str
    player: int


@dataclass(frozen=True, slots=True)
class ValueRef:
    """A variable: its name in a view, and its player, 0 for the table's."""

    name: str
    player: int


Thing = CardPlace | PlayerRef | MemberRef | NumberRef | ZoneRef | ValueRef
"""One of the things that an option is about."""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where one of the things that an option is about is moved: `of` is its index among them, None for each card among
    them. A zone stands for all its cards, too."""

    of: int | None
    on: Thing


@dataclass(frozen=True, slots=True, eq=False)
class TablePlaces:
    """Where a view shows things."""

    seat: int
    """The player (counted from 1) who looks."""
    seen: Mapping[int, CardPlace]
    """The cards that the seat sees, by their ids."""
    sizes: Mapping[tuple[str, int], int]
    """How many cards each zone has there, by its name and the player whose it is, 0 for the table's."""
    unseen: Callable[[], Mapping[int, CardPlace]]
    """The cards that it doesn't see, in rows and piles: things that are chosen may be such cards."""

    def of(self, card: int) -> CardPlace | None:
        """Where a card lies, seen or not. Zones of others may be shown as they were, while the card lies elsewhere."""
        place = self.seen.get(card)
        return place if place is not None and place.player in (0, self.seat) else self.unseen().get(card, place)


@dataclass(frozen=True, slots=True, eq=False)
class Touched:
    """What an option is about, and where it moves that."""

    about: tuple[Thing, ...]
    to: tuple[Destination, ...]
    chosen_count: int
    """How many of the things that it is about are chosen with it: they stand first."""

    @property
    def chosen(self) -> tuple[Thing, ...]:
        """The things that are chosen with it."""
        return self.about[: self.chosen_count]


def card_places(view: Mapping[str, Any], seat: int) -> dict[int, CardPlace]:
    """Where a view of the seat of a player (counted from 1) shows cards that the seat sees, by the cards' ids. In a
    phase played all at once others' zones are shown as they were, and a card may be seen there and elsewhere: elsewhere
    it lies now."""
    places: dict[int, CardPlace] = {}
    players = sorted(view["players"], key=lambda player: player != seat)
    for player, things in [(0, view["zones"]), *[(player, view["players"][player]) for player in players]]:
        for zone, cards in things.items():
            if isinstance(cards, list):
                for index, card in enumerate(cards):
                    if isinstance(card, dict) and "id" in card and "unseen" not in card:
                        places.setdefault(card["id"], CardPlace(zone, player, index))
    return places


def zone_sizes(view: Mapping[str, Any]) -> dict[tuple[str, int], int]:
    """How many cards a view shows in each zone, by its name and its player. It may show lists of other things, too."""
    players = view["players"]
    owners = [(0, view["zones"]), *[(int(player), players[player]) for player in players]]
    return {(name, player): len(v) for player, things in owners for name, v in things.items() if isinstance(v, list)}


def things_in(value: Any, type_: Type, model: Model, place_of: Callable[[int], CardPlace | None]) -> Iterator[Thing]:
    """What a value of an option is about, in order. Cards that have no place aren't among them."""
    match type_:
        case Optional(of) if value is not None:
            yield from things_in(value, of, model, place_of)
        case ListOf(of):
            for item in value:
                yield from things_in(item, of, model, place_of)
        case SetOf(of):
            for item in members(value):
                yield from things_in(item, of, model, place_of)
        case Zone(_, kinds):
            for card in value:
                yield from things_in(card, Card(kinds), model, place_of)
        case Card():
            if (place := place_of(value)) is not None:
                yield place
        case Power():
            if (place := place_of(value // SLOTS)) is not None:
                yield place
        case Player():
            yield PlayerRef(value + 1)
        case Member(enum):
            yield MemberRef(enum, model.enums[enum].members[value])
        case Number():
            yield NumberRef(value)


Resource = MemberRef | PlayerRef | NumberRef
"""What can be paid in units."""


@dataclass(frozen=True, slots=True)
class ResourcePayment:
    """One of several resources that a player pays in units: how many units are demanded, paid and missing still. Units
    that count by themselves are paid."""

    of: Resource
    cost: int
    paid: int
    missing: int


@dataclass(frozen=True, slots=True)
class Payment:
    """A cost that a player pays piece by piece: all of it, what has been paid, and what is missing still. Where several
    resources are paid in units, the same of each of them, in the order in which they are demanded."""

    cost: int
    paid: int
    missing: int
    resources: Sequence[ResourcePayment] = ()


def resources_in(runtime: Runtime, word: int, type_: Type) -> Counter[Resource]:
    """How many units there are of each resource in a list, in the position in memory."""
    things = things_in(runtime.values.value(word, type_), type_, runtime.model, lambda _: None)
    return Counter(thing for thing in things if isinstance(thing, Resource))


class OptionThings:
    """What the options of all games on a runtime are about.

    It is read off the view of the player who decides: how many cards a zone has in the position may be hidden.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self.analysis = OptionThingsAnalysis(runtime.model)
        self.zone_places = runtime.layout.zone_places
        """The zones by their numbers, with the indices of their owners."""
        self._looks = {(each.site, each.owner, each.branch): each for each in runtime.model.layout.options}
        self._branches: dict[tuple[int, int], BranchThings] = {}
        self._zones: dict[tuple[str, int, int], tuple[str, int]] = {}
        """The name in a view and the player of each zone, by its key and the indices of its owners."""
        for zone, owner, second in self.zone_places:
            name, player = place_of_owner(runtime, zone.key, zone.per, owner)
            name += key_of_owner(runtime, zone.second, second)
            self._zones[zone.key, owner, second] = name, player or 0
        self._numbers = {shown: number for number, shown in enumerate(self._zones.values())}

    def ends(self, asked: Asked, index: int) -> bool:
        """Whether an option ends what its player is doing: as content says, else as the code does."""
        look = self.look(asked, index)
        return self._branch(asked, index).ends if look is None or look.ends is None else look.ends

    def zone(self, key: str, owner: int, second: int) -> tuple[str, int] | None:
        """The name of a zone in a view, and its player, by its key and the indices of its owners; None where there is
        none."""
        return self._zones.get((key, owner, second))

    def look(self, asked: Asked, index: int) -> OptionLook | None:
        """What content says that an option is about."""
        return self.look_of_branch(asked.table, asked.rows[index * asked.width]) if self._looks else None

    def look_of_branch(self, table: DecisionTable, number: int) -> OptionLook | None:
        """The same of all options of a branch."""
        branch = table.choose.branches[number]
        return self._looks.get((table.site, branch.owner, branch.key))

    def zone_number(self, name: str, player: int) -> int | None:
        """The number of a zone by its name in a view, and its player; None where there is no such zone."""
        return self._numbers.get((name, player))

    def _branch(self, asked: Asked, index: int) -> BranchThings:
        return self.of_branch(asked.table, asked.rows[index * asked.width])

    def of_branch(self, table: DecisionTable, number: int) -> BranchThings:
        """What the code tells of the options of a branch."""
        key = table.number, number
        if key not in self._branches:
            self._branches[key] = self.analysis.of(table.choose, table.choose.branches[number])
        return self._branches[key]

    def _chosen(self, asked: Asked, index: int, places: TablePlaces) -> list[list[Thing]]:
        """The things that each value of an option is about."""
        branch, *values = asked.candidate(index)
        types = asked.table.branches[branch].types
        model = self._runtime.model
        return [[*things_in(v, type_, model, places.of)] for v, type_ in zip(values, types, strict=True)]

    def touched(self, asked: Asked, index: int, places: TablePlaces, names: Callable[[], Mapping[str, int]]) -> Touched:
        """What an option is about: what is chosen with it, then what its words name, then tops of piles; and where it
        moves that. `names` gives the words in the frame of the decision; cards among them are told only where they are
        seen."""
        chosen = self._chosen(asked, index, places)
        branch = self._branch(asked, index)
        about: dict[Thing, int] = {}
        for thing in (thing for things in chosen for thing in things):
            about.setdefault(thing, len(about))
        chosen_count = len(about)
        for local in branch.named:
            value = self._runtime.values.value(names()[local.name], local.type)
            for thing in things_in(value, local.type, self._runtime.model, places.seen.get):
                about.setdefault(thing, len(about))
        tops = {pile: self._top(pile, asked, index, places) for pile in (*branch.tops, *branch.sources)}
        shown = [top for pile in branch.tops if (top := tops[pile]) is not None]
        shown += [top for pile in branch.sources if isinstance(top := tops[pile], CardPlace)][:1]
        for thing in shown:
            about.setdefault(thing, len(about))
        to: dict[Destination, None] = {}
        for moved, zone in branch.targets:
            on = self._zone(zone, asked, index)
            things: Sequence[Thing | None] = [tops.get(moved)] if isinstance(moved, ZonePlace) else chosen[moved]
            for card in things:
                if on is not None and isinstance(card, CardPlace) and (card.zone, card.player) != on:
                    to[Destination(about[card], ZoneRef(*on))] = None
        return Touched(tuple(about), tuple(to), chosen_count)

    def _top(self, pile: ZonePlace, asked: Asked, index: int, places: TablePlaces) -> Thing | None:
        """The top of a pile, or the place where it would be; None where the view shows no such pile."""
        zone = self._zone(pile, asked, index)
        if zone is None or zone not in places.sizes:
            return None
        return CardPlace(*zone, 0) if places.sizes[zone] else ZoneRef(*zone)

    def _zone(self, place: ZonePlace, asked: Asked, index: int) -> tuple[str, int] | None:
        """The name of a zone in a view, and its player; None where there is none of such owners."""
        owners = (
            self._owner(place.owner, place.zone.per, asked, index),
            self._owner(place.second, place.zone.second, asked, index),
        )
        return self.zone(place.zone.key, *owners)

    def _owner(self, whose: Whose | None, of: Type | None, asked: Asked, index: int) -> int:
        """The index of an owner among all of its type; -1 for none."""
        match whose:
            case None:
                return 0
            case Me():
                return asked.player
            case Bound(place):
                word = asked.candidate(index)[place + 1]
            case _:
                word = whose.word
        return -1 if word is None else word - (of.low if isinstance(of, Number) else 0)
