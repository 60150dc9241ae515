"""Cards of a view as data for a page: without their numbers, and in zones without order in the order of looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from artrules.game.description.table import OWN_KEYS, TableDescription, key_of_attribute
from artrules.game.description.titles import title_of
from artrules.game.description.words import value_in_words
from artrules.ir.model import Model
from artrules.ir.types import Type
from artrules.presentation.values import converter

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
        self._figures = {
            name: converter(figure.value.type, description.members) for name, figure in model.layout.figures.items()
        }
        self._left_out = frozenset(each.name for each in model.layout.figures.values() if each.shown == "changed")
        """The names of figures that are left out while they are 0, no or none."""
        self._plain: dict[tuple[int, str], Card] = {}
        self._attributes: dict[str, dict[str, tuple[str, Type | None]]] = {
            kind.name: {
                key_of_attribute(name): (title_of(name), attribute.type) for name, attribute in kind.attributes.items()
            }
            for kind in model.kinds.values()
        }

    def card(self, seen: SeenCard) -> Card:
        """A card that a seat sees: `look`, `card` (its label now), and what has changed on it."""
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
            title: values[name] if convert is None else convert(values[name])
            for name, title in described.figures.items()
            for convert in (self._figures[name],)
            if values.get(name) is not None
        }
        if figures:
            data["figures"] = figures
        if described.number is not None and described.number in values:
            data["number"] = values[described.number]

    def zone(self, cards: Sequence[SeenCard | None], loose: bool) -> tuple[list[Card | None], Iterable[int | None]]:
        """The cards of a zone, null for each that the seat doesn't see, and their numbers in the same order.

        In a zone without order the cards that are seen come first, in the order of their looks.
        """
        if loose:
            known = [(card["look"], _told(card), card["id"], card) for card in cards if card is not None]
            known.sort(key=lambda each: each[:3])
            seen = [card for *_, card in known]
            rest = [None] * (len(cards) - len(seen))
            return [*[self.card(card) for card in seen], *rest], [card["id"] for card in seen]
        return (
            [None if card is None else self.card(card) for card in cards],
            [None if card is None else card["id"] for card in cards],
        )


def _told(card: SeenCard) -> str:
    """A text that is the same for cards that a page shows the same."""
    if len(card) == _PLAIN:
        return str(card["card"])
    return repr([(key, value) for key, value in card.items() if key != "id"])
