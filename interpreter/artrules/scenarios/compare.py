"""Compares what a scenario expects (`expect`, or `sees` of a seat) with the table. It compares only what is named."""

from __future__ import annotations

from typing import Any

from artrules.content import scenarios as content
from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.game.inspection.position import Position
from artrules.ir.declarations import ZoneDeclaration
from artrules.ir.types import Type
from artrules.scenario_files.cards import HIDDEN, MORE, label_of, report_no_attribute, report_no_contents
from artrules.scenario_files.places import Place, Places, Section
from artrules.scenario_files.values import UnreadableValue, is_hidden
from artrules.scenarios.match import matches
from artrules.scenarios.observation import NOT_SEEN, ScenarioView, SeenCard, card_list_text, holds_cards, plain, zone_at
from artrules.scenarios.values import read_value
from artrules.source.lookup import entries, items
from artrules.source.node import Node, Scalar, Sequence, to_data

UNNAMED = "a card"
"""What a view says in the place of a card that the seat can't see."""


class Comparison:
    """One `expect` or `sees`: every difference gets a diagnostic of its own."""

    def __init__(self, position: Position, sight: ScenarioView, report: Report) -> None:
        self.position = position
        self.sight = sight
        self.report = report
        self.places = Places(position)
        self.kind = kinds.NOT_AS_EXPECTED if sight.seat is None else kinds.SEEN_OTHERWISE
        self.where = "" if sight.seat is None else f" for seat {sight.seat}"

    def run(self, expected: content.Position) -> None:
        """Compare everything that a mapping names."""
        for key, node in expected.variables:
            self._compare(key, node, "variables", None)
        for key, node in expected.zones:
            self._compare(key, node, "zones", None)
        for seat, things in expected.players or ():
            player = self.places.player(seat, self.report)
            if player is not None:
                for key, node in things:
                    self._compare(key, node, "players", player)

    def _compare(self, key: Scalar, node: Node, section: Section, player: int | None) -> None:
        place = self.places.find(key, section, player, self.report)
        if place is None:
            return
        is_zone = isinstance(place.declaration, ZoneDeclaration)
        found = self.sight.at(place, "zones" if is_zone else "variables")
        if is_zone:
            self._zone(place, node, found)
        elif found is NOT_SEEN:
            if self._means_hidden(node, getattr(place.declaration, "type", None)):
                return
            self.report.add(self.kind, f"{place.title} can't be seen{self.where}", key.span)
        else:
            type_ = getattr(place.declaration, "type", None)
            wanted = self._value(node, type_, place.title) if type_ is not None else _WRONG
            if wanted is not _WRONG and wanted != found:
                self._differs(place.title, node, plain(wanted), plain(found))

    def _differs(self, what: str, node: Node, expected: str, found: str) -> None:
        self.report.add(self.kind, f"{what} is not as expected{self.where}", node.span, expected=expected, found=found)

    def _means_hidden(self, node: Node, type_: Type | None) -> bool:
        """Whether an expected value is what a seat can't see."""
        return self.sight.seat is not None and is_hidden(node, type_, self.position.model)

    def _value(self, node: Node, type_: Type, what: str) -> Any:
        """An expected value as plain data, as views have it."""
        if holds_cards(type_):
            return self._cards_in(to_data(node))
        if self._means_hidden(node, type_):
            return HIDDEN
        try:
            return self.position.encode(read_value(self.position, node, type_, what, self.report), type_)
        except UnreadableValue:
            return _WRONG

    def _cards_in(self, data: Any) -> Any:
        """Expected cards as views have them: a card that a seat can't see is not named."""
        if isinstance(data, list):
            return [self._cards_in(item) for item in data]
        if data == HIDDEN and self.sight.seat is not None:
            return UNNAMED
        return None if data == "none" else data

    # -- zones

    def _zone(self, place: Place, node: Node, found: list[SeenCard | None]) -> None:
        if isinstance(node, Scalar):
            self._count(place, node, found)
            return
        wanted: list[Node] = []
        more = False
        for item in items(node) if isinstance(node, Sequence) else []:
            if isinstance(item, Scalar) and item.text == MORE:
                more = True
            else:
                wanted += self._hidden(item)
        declaration = place.declaration
        loose = isinstance(declaration, ZoneDeclaration) and self.position.order_of(declaration) == "loose"
        before = len(self.report.diagnostics)
        same = matches(wanted, found, lambda node, card: self._is_card(node, card, place), loose=loose, more=more)
        if not same and len(self.report.diagnostics) == before:
            expected = ", ".join(_said(item) for item in wanted) or "nothing"
            self._differs(place.title, node, expected + (", …" if more else ""), card_list_text(found))

    def _count(self, place: Place, node: Scalar, found: list[SeenCard | None]) -> None:
        """Compare the number of cards in a zone; in what a seat sees, the number of cards that it can't see."""
        if not isinstance(node.value, int) or isinstance(node.value, bool):
            report_no_contents(place, node, self.report)
        elif node.value != len(found) or (self.sight.seat is not None and any(card is not None for card in found)):
            hidden = "" if self.sight.seat is None else " that can't be seen"
            self._differs(place.title, node, f"{node.value} cards{hidden}", f"{len(found)}: {card_list_text(found)}")

    def _hidden(self, item: Node) -> list[Node]:
        """An item of a list, as wanted cards. In what a seat sees a number stands for as many hidden cards."""
        if isinstance(item, Scalar) and isinstance(item.value, int) and self.sight.seat is not None:
            return [item] * item.value
        return [item]

    def _is_card(self, node: Node, card: SeenCard | None, place: Place) -> bool:
        if card is None or (self.sight.seat is not None and _stands_for_hidden(node)):
            return card is None and _stands_for_hidden(node)
        label = label_of(node)
        if label is None or label.text != card["card"]:
            return False
        return all(self._has(key, value, card, place) for key, value in entries(node) if key.text != "card")

    def _has(self, key: Scalar, node: Node, card: SeenCard, place: Place) -> bool:
        type_, found = self.sight.of_card(card, key.text, zone_at(place))
        if type_ is None:
            kind = self.position.model.kinds[self.position.kind_of(card["id"])]
            report_no_attribute(kind, key, self.report)
            return False
        return bool(self._value(node, type_, f"`{key.text}`") == found)


_WRONG = object()


def _stands_for_hidden(node: Node) -> bool:
    """Whether an item of a list stands for cards that a seat can't see."""
    return isinstance(node, Scalar) and (isinstance(node.value, int) or node.text == HIDDEN)


def _said(node: Node) -> str:
    if isinstance(node, Scalar):
        return "a hidden card" if isinstance(node.value, int) and not isinstance(node.value, bool) else node.text
    data = to_data(node)
    if not isinstance(data, dict):
        return plain(data)
    changed = [f"{name}: {plain(value)}" for name, value in data.items() if name != "card"]
    return f"{plain(data.get('card'))} ({', '.join(changed)})"
