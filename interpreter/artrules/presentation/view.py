"""What a seat sees, as data for a page, and where it shows each card."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from artrules.game.about import CardPlace
from artrules.game.description import TableDescription
from artrules.game.game import Game
from artrules.ir.model import Model
from artrules.presentation.cards import CardData
from artrules.presentation.values import Converter, converter

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
    made = _MADE.get(description)
    if made is None:
        made = _MADE[description] = ViewData(description, game.model)
    return made
