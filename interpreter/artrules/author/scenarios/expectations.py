"""Compares what a scenario expects with the table: `expect` with all of it, `sees` and `reads` with what a seat sees
and reads. It compares only what is named.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeGuard, TypeVar

from artrules.check.scenario_files.places import (
    HIDDEN,
    MORE,
    Place,
    Places,
    Section,
    UnreadableValue,
    is_hidden,
    label_of,
    mark_named,
    report_no_attribute,
    report_no_contents,
    report_no_mark,
    stands_for_hidden,
)
from artrules.model.ir.declarations import Attribute, ZoneDeclaration
from artrules.model.ir.types import FACE, PLAYER, Card, ListOf, Optional, SetOf, Type
from artrules.play.game.description import key_of_attribute
from artrules.play.game.game import Game
from artrules.play.game.inspection.position import Position, Zone
from artrules.play.game.inspection.start_position import read_value, zone_at
from artrules.play.game.log import LogEntry
from artrules.text.content import scenarios as content
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Node, Scalar, entries, items, to_data
from artrules.text.source.node import Sequence as SequenceNode

# Whether a list of wants fits a list of things: in order, or in any order where order means nothing.

W = TypeVar("W")
T = TypeVar("T")


def matches(wanted: Sequence[W], things: Sequence[T], fits: Callable[[W, T], bool], *, loose: bool, more: bool) -> bool:
    """Whether each want has a thing of its own that fits it. With `more`, things may be left over at the end."""
    if len(things) < len(wanted) or (len(things) > len(wanted) and not more):
        return False
    if not loose:
        return all(fits(w, t) for w, t in zip(wanted, things, strict=False))
    possible = [[i for i, t in enumerate(things) if fits(w, t)] for w in wanted]
    taken: dict[int, int] = {}
    return all(_give(want, possible, taken, set()) for want in range(len(wanted)))


def _give(want: int, possible: list[list[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Give a want one of its things. Other wants move to other things of theirs where that helps (augmenting paths)."""
    for thing in possible[want]:
        if thing not in tried:
            tried.add(thing)
            if thing not in taken or _give(taken[thing], possible, taken, tried):
                taken[thing] = want
                return True
    return False


# The table that a scenario's expectations are compared with: all of it, or what a seat sees.
#
# Both are views, so that scenarios test what clients are shown. A view names only what has changed about a card; here
# one can ask for any attribute.

SeenCard = dict[str, Any]
NOT_SEEN = object()


class ScenarioView:
    """What the seat of a player (counted from 1) sees of a game; without a seat, all of the game."""

    def __init__(self, game: Game, seat: int | None = None) -> None:
        self.seat = seat
        self.position = game.inspect.position
        self._view = game.inspect.view() if seat is None else game.view(seat)

    def at(self, place: Place, section: str) -> Any:
        """What a view shows at a place; NOT_SEEN for a variable that the seat may not know."""
        things = self._view[section] if place.player is None else self._view["players"][place.player]
        return things.get(place.shown, NOT_SEEN)

    def of_card(self, card: SeenCard, name: str, zone: Zone) -> tuple[Type | None, Any]:
        """An attribute or a figure of a seen card that lies in a zone: its type and its value as plain data. The type
        is None when cards of this kind have no such thing."""
        position, number = self.position, card["id"]
        if name == "face":
            return FACE, card.get("face", position.usual_face(zone))
        if name == "shown_to":
            return SetOf(PLAYER), card.get("shown_to", [])
        attribute = position.model.kinds[position.kind_of(number)].attributes.get(name)
        if attribute is None and name in (figures := card.get("figures", {})):
            return position.model.layout.figures[name].value.type, figures[name]
        if attribute is None or attribute.part_of is not None:
            return None, None
        key = key_of_attribute(name)
        return attribute.type, card[key] if key in card else position.first_attribute(number, name)

    def of_hidden(self, card: SeenCard | None, mark: Attribute) -> Any:
        """A mark on a card that the seat doesn't see, as plain data."""
        key = key_of_attribute(mark.name)
        if card is not None and key in card:
            return card[key]
        position = self.position
        number = next(each for each in position.cards if position.kind_of(each) == mark.kind)
        return position.first_attribute(number, mark.name)


def is_seen(card: SeenCard | None) -> TypeGuard[SeenCard]:
    """Whether a view shows which card it is."""
    return card is not None and card["card"] is not None


def holds_cards(type_: Type) -> bool:
    """Whether the values of a type are cards, or lists of cards: a scenario writes these as labels."""
    while isinstance(type_, (Optional, ListOf)):
        type_ = type_.of
    return isinstance(type_, Card)


def card_list_text(cards: list[SeenCard | None]) -> str:
    """Cards as a message lists them."""
    return ", ".join(_named(card) for card in cards) or "nothing"


def _named(card: SeenCard | None) -> str:
    changed = [f"{k}: {plain(v)}" for k, v in (card or {}).items() if k not in ("card", "id", "look", "unseen")]
    name = str(card["card"]) if is_seen(card) else "a hidden card"
    return f"{name} ({', '.join(changed)})" if changed else name


def plain(value: Any) -> str:
    """Plain data as a message shows it: as a scenario would write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    return f"[{', '.join(map(plain, value))}]" if isinstance(value, list) else str(value)


# Compares what a scenario expects (`expect`, or `sees` of a seat) with the table. It compares only what is named.

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
        actual = self.sight.at(place, "zones" if is_zone else "variables")
        if is_zone:
            self._zone(place, node, actual)
        elif actual is NOT_SEEN:
            if self._means_hidden(node, getattr(place.declaration, "type", None)):
                return
            self.report.add(self.kind, f"{place.title} can't be seen{self.where}", key.span)
        else:
            type_ = getattr(place.declaration, "type", None)
            wanted = self._value(node, type_, place.title) if type_ is not None else _WRONG
            if wanted is not _WRONG and wanted != actual:
                self._differs(place.title, node, plain(wanted), plain(actual))

    def _differs(self, what: str, node: Node, expected: str, actual: str) -> None:
        self.report.add(self.kind, f"{what} is not as expected{self.where}", node.span, expected=expected, found=actual)

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

    def _zone(self, place: Place, node: Node, cards: list[SeenCard | None]) -> None:
        if isinstance(node, Scalar):
            self._count(place, node, cards)
            return
        wanted: list[Node] = []
        more = False
        for item in items(node) if isinstance(node, SequenceNode) else []:
            if isinstance(item, Scalar) and item.text == MORE:
                more = True
            else:
                wanted += self._hidden(item)
        declaration = place.declaration
        loose = isinstance(declaration, ZoneDeclaration) and self.position.order_of(declaration) == "loose"
        before = len(self.report.diagnostics)
        same = matches(wanted, cards, lambda node, card: self._is_card(node, card, place), loose=loose, more=more)
        if not same and len(self.report.diagnostics) == before:
            expected = ", ".join(_said(item) for item in wanted) or "nothing"
            self._differs(place.title, node, expected + (", …" if more else ""), card_list_text(cards))

    def _count(self, place: Place, node: Scalar, cards: list[SeenCard | None]) -> None:
        """Compare the number of cards in a zone; in what a seat sees, the number of cards that it can't see."""
        if not isinstance(node.value, int) or isinstance(node.value, bool):
            report_no_contents(place, node, self.report)
        elif node.value != len(cards) or (self.sight.seat is not None and any(map(is_seen, cards))):
            hidden = "" if self.sight.seat is None else " that can't be seen"
            self._differs(place.title, node, f"{node.value} cards{hidden}", f"{len(cards)}: {card_list_text(cards)}")

    def _hidden(self, item: Node) -> list[Node]:
        """An item of a list, as wanted cards. In what a seat sees a number stands for as many hidden cards."""
        if isinstance(item, Scalar) and isinstance(item.value, int) and self.sight.seat is not None:
            return [item] * item.value
        return [item]

    def _is_card(self, node: Node, card: SeenCard | None, place: Place) -> bool:
        hidden = self.sight.seat is not None and stands_for_hidden(node)
        if hidden or not is_seen(card):
            marks = [(key, value) for key, value in entries(node) if key.text != "card"]
            return hidden and not is_seen(card) and all(self._bears(key, value, card, place) for key, value in marks)
        label = label_of(node)
        if label is None or label.text != card["card"]:
            return False
        return all(self._has(key, value, card, place) for key, value in entries(node) if key.text != "card")

    def _bears(self, key: Scalar, node: Node, card: SeenCard | None, place: Place) -> bool:
        assert isinstance(place.declaration, ZoneDeclaration)
        mark = mark_named(key.text, place.declaration, self.position.model)
        if mark is None:
            report_no_mark(place.declaration, key, self.report)
            return False
        return bool(self._value(node, mark.type, f"`{key.text}`") == self.sight.of_hidden(card, mark))

    def _has(self, key: Scalar, node: Node, card: SeenCard, place: Place) -> bool:
        type_, actual = self.sight.of_card(card, key.text, zone_at(place))
        if type_ is None:
            kind = self.position.model.kinds[self.position.kind_of(card["id"])]
            report_no_attribute(kind, key, self.report)
            return False
        return bool(self._value(node, type_, f"`{key.text}`") == actual)


_WRONG = object()


def _said(node: Node) -> str:
    if isinstance(node, Scalar):
        return "a hidden card" if isinstance(node.value, int) and not isinstance(node.value, bool) else node.text
    data = to_data(node)
    if not isinstance(data, dict):
        return plain(data)
    changed = [f"{name}: {plain(value)}" for name, value in data.items() if name != "card"]
    return f"{plain(data.get('card'))} ({', '.join(changed)})"


# Compares what a seat reads with what a scenario expects (`reads`): lines of the log, and labels of options.


def new_lines(game: Game, player: int, before: Sequence[LogEntry]) -> list[str]:
    """The lines of the log that are new to a seat, given what it had read before.

    At the end of a phase played all at once the others' entries go between its own, so what is new need not stand at
    the end. The entries of one player stay in order. Pauses aren't among them: nothing has happened there.
    """
    read_counts = Counter(entry.player for entry in before if entry.how.sort != "pause")
    new = []
    for entry in game.log.read_by(player):
        if entry.how.sort == "pause":
            continue
        if read_counts[entry.player]:
            read_counts[entry.player] -= 1
        else:
            new.append(entry.text)
    return new


def compare_log(lines: Sequence[str], node: Node, report: Report) -> None:
    """Compare lines with the expected ones, in order; `...` stands for any lines."""
    wanted = _texts(node)
    if not _fits(wanted, lines):
        _differs("the new lines of the log are not as expected", node, wanted, lines, report)


def compare_read_options(game: Game, player: int, node: Node, report: Report) -> None:
    """Compare labels, in any order, with what is offered, as a seat would read it if it were chosen."""
    labels = []
    for decision in game.decisions:
        for option in decision.options:
            if decision.player == player:
                labels.append(option.label)
            elif not option.declines:
                labels.append(option.public_label)
    wanted = _texts(node)
    if Counter(wanted) != Counter(labels):
        _differs("the options are not read as expected", node, wanted, labels, report)


def _differs(message: str, node: Node, wanted: Sequence[str], actual: Sequence[str], report: Report) -> None:
    expected = "; ".join(wanted) or "nothing"
    report.add(kinds.READ_OTHERWISE, message, node.span, expected=expected, found="; ".join(actual) or "nothing")


def _texts(node: Node) -> list[str]:
    return [item.text for item in items(node) if isinstance(item, Scalar)]


def _fits(wanted: Sequence[str], lines: Sequence[str]) -> bool:
    """Whether lines are the wanted ones: the first piece between two `...` at the beginning, the last at the end, the
    others between, each as early as it can be."""
    pieces: list[list[str]] = [[]]
    for line in wanted:
        if line == MORE:
            pieces.append([])
        else:
            pieces[-1].append(line)
    first, *rest = pieces
    if list(lines[: len(first)]) != first:
        return False
    if not rest:
        return len(lines) == len(first)
    place = len(first)
    *middle, last = rest
    for piece in middle:
        while list(lines[place : place + len(piece)]) != piece:
            place += 1
            if place > len(lines):
                return False
        place += len(piece)
    return len(lines) - len(last) >= place and list(lines[len(lines) - len(last) :]) == last
