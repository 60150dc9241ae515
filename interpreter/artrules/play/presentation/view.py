"""What a seat sees, as data for a page, and where it shows each card."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from artrules.model.ir.model import Model
from artrules.model.ir.types import Bool, ListOf, Member, Number, Optional, Player, SetOf, Type, bare
from artrules.play.game.decision import CardPlace
from artrules.play.game.description import (
    OWN_KEYS,
    Members,
    TableDescription,
    key_of_attribute,
    title_of,
    value_in_words,
)
from artrules.play.game.game import Game

# Values of views as data that a page can draw.
#
# Numbers, truth values and null stay; a player is `{"player": 2}`, a member `{"member": ["colour", "red"]}`, anything
# else is a text. Sets and lists are lists.

Converter = Callable[[Any], Any]


def converter(type_: Type | None, members: Members) -> Converter | None:
    """What makes data of the values of a type, as views hold them; None where they stay as they are."""
    match type_:
        case Bool() | Number():
            return None
        case Optional(of):
            inner = converter(of, members)
            return None if inner is None else lambda value: None if value is None else inner(value)
        case SetOf(of) | ListOf(of):
            each = converter(of, members)
            return None if each is None else lambda value: [each(item) for item in value]
        case Player():
            return lambda value: {"player": value}
        case Member(enum):
            return lambda value: {"member": [enum, value]}
    return lambda value: None if value is None else value_in_words(value, type_, members)


# Cards of a view as data for a page: without their numbers, and in zones without order in the order of looks.

Card = dict[str, Any]
SeenCard = Mapping[str, Any]
_PLAIN = 3
"""How many keys a card has on which nothing has changed."""


class CardData:
    """Makes the data of cards for one table. It remembers those on which nothing has changed."""

    def __init__(self, description: TableDescription, model: Model) -> None:
        self._members = description.members
        self._kinds = [look.kind for look in description.looks]
        self._described = description.kinds
        self._figures = {name: figure.value.type for name, figure in model.layout.figures.items()}
        self._left_out = frozenset(each.name for each in model.layout.figures.values() if each.shown == "changed")
        """The names of figures that are left out while they are 0, no or none."""
        self._plain: dict[tuple[int, str], Card] = {}
        self._attributes: dict[str, dict[str, tuple[str, Type | None]]] = {
            kind.name: {
                key_of_attribute(name): (title_of(name), attribute.type) for name, attribute in kind.attributes.items()
            }
            for kind in model.kinds.values()
        }

    def marked(self, hidden: SeenCard) -> Card:
        """A card that a seat doesn't see: `look` and `card` are null, and `changed` tells the marks on it."""
        marks = [(key, value) for key, value in hidden.items() if key != "card"]
        titles = ((value, next(each[key] for each in self._attributes.values() if key in each)) for key, value in marks)
        changed = {title: value_in_words(value, type_, self._members) for value, (title, type_) in titles}
        return {"look": None, "card": None, "changed": changed}

    def card(self, seen: SeenCard) -> Card:
        """A card that a seat sees or knows: `look`, `card` (its label now), and what has changed on it."""
        look, label = seen["look"], seen["card"]
        if len(seen) == _PLAIN:
            data = self._plain.get((look, label))
            if data is None:
                data = self._plain[look, label] = {"look": look, "card": label}
            return data
        data = {"look": look, "card": label}
        changed: dict[str, str] = {}
        attributes = self._attributes[self._kinds[look]]
        for key, value in seen.items():
            if key in attributes:
                title, type_ = attributes[key]
                changed[title] = value_in_words(value, type_, self._members)
            elif key == "figures":
                self._add_figures(data, self._kinds[look], value)
            elif key in OWN_KEYS and key not in ("card", "id", "look"):
                data[key] = value
        if changed:
            data["changed"] = changed
        return data

    def _add_figures(self, data: Card, kind: str, values: Mapping[str, Any]) -> None:
        """Add the figures that cards of a kind show, by their titles, without those that are none or left out, and the
        one that is their big number."""
        described = self._described[kind]
        values = {name: value for name, value in values.items() if value or name not in self._left_out}
        figures = {
            title: self._figure_data(name, values[name])
            for name, title in described.figures.items()
            if values.get(name) is not None
        }
        if figures:
            data["figures"] = figures
        if described.number is not None and described.number in values:
            data["number"] = values[described.number]

    def _figure_data(self, name: str, value: Any) -> Any:
        """The value of a figure on a card: numbers, truth values and players as everywhere, others in words."""
        type_ = self._figures[name]
        convert = converter(type_, self._members)
        is_player = isinstance(bare(type_), Player)
        if convert is None or is_player:
            return value if convert is None else convert(value)
        return value_in_words(value, type_, self._members)

    def zone(self, cards: Sequence[SeenCard | None], loose: bool) -> tuple[list[Card | None], Iterable[int | None]]:
        """The cards of a zone, null for each that the seat doesn't know and that bears no mark; and in the same order
        the numbers of those that it sees.

        In a zone without order the cards that are known come first, in the order of their looks, then those with marks.
        """
        if loose:
            cards = sorted(cards, key=rank_of_card)
        return (
            [None if card is None else self.card(card) if "id" in card else self.marked(card) for card in cards],
            [None if card is None or "unseen" in card else card.get("id") for card in cards],
        )


def rank_of_card(card: SeenCard | None) -> tuple[int, int, str, int]:
    """Where a card comes in a zone without order, on a page."""
    if card is None:
        return 2, 0, "", 0
    return (0, card["look"], _told(card), card["id"]) if "id" in card else (1, 0, _told(card), 0)


def _told(card: SeenCard) -> str:
    """A text that is the same for cards that a page shows the same."""
    if len(card) == _PLAIN and "id" in card:
        return str(card["card"])
    told = [(key, value) for key, value in card.items() if key != "id"]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


Places = dict[int, CardPlace]


class ViewData:
    """Makes views of one table as data. It holds nothing of a game, nor the description."""

    def __init__(self, description: TableDescription, model: Model) -> None:
        self._zones = description.zones
        self._cards = CardData(description, model)
        self._converters: dict[str, Converter | None] = {
            name: converter(variable.type, description.members) for name, variable in model.variables.items()
        }
        self._left_out = frozenset(each.name for each in model.layout.figures.values() if each.shown == "changed")
        """The names of figures that are left out while they are 0, no or none."""
        for name, figure in model.layout.figures.items():
            self._converters[name] = converter(figure.value.type, description.members)

    def view(self, seen: dict[str, Any], seat: int | None) -> tuple[dict[str, Any], Places]:
        """A view as data, and the places of the cards in it by their numbers.

        In a phase played all at once others' zones are shown as they were. A card that was there and now lies
        elsewhere has the place where it lies now.
        """
        places: Places = {}
        data = {key: seen[key] for key in ("round", "phase", "turn", "finished")}
        data["zones"] = self._things(seen["zones"], 0, places)
        data["variables"] = self._things(seen["variables"], 0, places)
        players: dict[int, dict[str, Any]] = {player: {} for player in seen["players"]}
        for player in sorted(players, key=lambda player: player != seat):
            players[player] = self._things(seen["players"][player], player, places)
        data["players"] = {str(player): things for player, things in players.items()}
        return data, places

    def _things(self, things: dict[str, Any], player: int, places: Places) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for name, value in things.items():
            base = name.partition("[")[0]
            zone = self._zones.get(base)
            if zone is None:
                if not value and base in self._left_out:
                    continue
                convert = self._converters.get(base)
                data[name] = value if convert is None else convert(value)
                continue
            data[name], numbers = self._cards.zone(value, zone.order == "loose")
            for index, number in enumerate(numbers):
                if number is not None and number not in places:
                    places[number] = CardPlace(name, player, index)
        return data


_MADE: WeakKeyDictionary[TableDescription, ViewData] = WeakKeyDictionary()


def view_data_of(game: Game) -> ViewData:
    """What makes views of the table of a game as data; made once for each table."""
    description = game.description
    view_data = _MADE.get(description)
    if view_data is None:
        view_data = _MADE[description] = ViewData(description, game.inspect.model)
    return view_data
