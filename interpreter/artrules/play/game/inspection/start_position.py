"""Puts a game into the position that a scenario gives, or its own setup (`docs/write/scenarios.md`, Setting up)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from artrules.check.scenario_files.places import (
    MORE,
    Others,
    Place,
    Places,
    UnreadableValue,
    changing_attribute,
    label_of,
    no_copy_left,
    other_cards,
    read_plain_value,
    report_no_list,
    too_few_left,
    unknown_card,
)
from artrules.check.scenario_files.scenario import check_positions, check_turn, find_phase, scenarios_in
from artrules.model.ir.declarations import ZoneDeclaration
from artrules.model.ir.types import FACE, Card, ListOf, Optional, Type, bare
from artrules.play.game.inspection.position import Inspection, Position, Zone
from artrules.text.content.scenarios import Scenarios, StartPosition
from artrules.text.content.section import read as read_section
from artrules.text.diagnostics import kinds
from artrules.text.diagnostics.report import Report
from artrules.text.schema.validate import validated
from artrules.text.source.node import Mapping as MappingNode
from artrules.text.source.node import Node, Scalar, Sequence, entries, items, number
from artrules.text.source.read import read

if TYPE_CHECKING:
    from artrules.play.game.playing import Playing

# Puts cards where a scenario wants them: finds a copy of each card, and sets aside the cards that are in the way.
#
# It changes as little as possible. First, every zone keeps those of its own cards that it wants. The rest comes from
# cards that the position puts nowhere, and then from zones that the position doesn't name.


@dataclass(slots=True)
class WantedCard:
    """A card that a zone is to hold: its label, the node that says so, and the card's number once it is found."""

    label: str
    node: Node
    card: int | None = None


@dataclass(slots=True)
class WantedOthers:
    """Cards that lie in a zone without being named, and the node that says so."""

    cards: Others
    node: Node
    at: int
    """How many cards that are named lie before these."""
    taken: int = 0
    """How many cards were taken for it."""


@dataclass(slots=True)
class WantedZone:
    """The cards that a zone is to hold; with `more`, on top of those that it holds already."""

    declaration: ZoneDeclaration
    cards: list[WantedCard] = field(default_factory=list)
    more: bool = False
    others: list[WantedOthers] = field(default_factory=list)
    """What says that cards lie here which the position puts nowhere else."""


def place_cards(position: Position, zones: dict[Zone, WantedZone], report: Report) -> None:
    """Change the zones of a position to what is wanted. When it reports a diagnostic, no card has moved."""
    _Placement(position, zones, report).run()


class _Placement:
    def __init__(self, position: Position, zones: dict[Zone, WantedZone], report: Report) -> None:
        self.position = position
        self.zones = zones
        self.report = report
        self.before = {zone: position.cards_in(zone) for zone in position.zones}
        self.aside = position.cards_aside
        self.used: set[int] = set()
        position.reset([card for zone, wanted in zones.items() if not wanted.more for card in self.before[zone]])
        self.label = cache(position.label)

    def run(self) -> None:
        for zone, wanted in self.zones.items():
            for entry in wanted.cards:
                self._take(entry, wanted, self.before[zone])
        for wanted in self.zones.values():
            for entry in wanted.cards:
                if entry.card is None:
                    self._take(entry, wanted, self._free())
                if entry.card is None:
                    self._missing(entry, wanted)
        for some in (True, False):
            for zone, wanted in self.zones.items():
                for others in wanted.others:
                    if (others.cards.count is not None) is some and not self.report.has_errors:
                        self._take_others(zone, wanted, others)
        if not self.report.has_errors:
            self._move()

    def _take(self, entry: WantedCard, wanted: WantedZone, cards: Iterator[int] | tuple[int, ...]) -> None:
        kinds_here, kind_of = wanted.declaration.kinds, self.position.kind_of
        for card in cards:
            if card not in self.used and kind_of(card) in kinds_here and self.label(card) == entry.label:
                entry.card = card
                self.used.add(card)
                return

    def _take_others(self, zone: Zone, wanted: WantedZone, others: WantedOthers) -> None:
        """Take cards that the zone may hold and that the position puts nowhere else: first those that lie there."""
        reserved_cards = {card for other, each in self.zones.items() if each.more for card in self.before[other]}
        elsewhere = self.position.cards if others.cards.count is None else self._free()
        own = () if wanted.more else self.before[zone]
        cards = [*own, *(card for card in elsewhere if card not in self.before[zone])]
        wanted_cards: list[WantedCard] = []
        for card in cards:
            if len(wanted_cards) == others.cards.count:
                break
            if card in self.used or (card in reserved_cards and card not in own):
                continue
            if self.position.kind_of(card) in wanted.declaration.kinds:
                wanted_cards.append(WantedCard(self.label(card), others.node, card))
                self.used.add(card)
        if others.cards.count is not None and len(wanted_cards) < others.cards.count:
            too_few_left(others.node, len(wanted_cards), self.report)
        others.taken = len(wanted_cards)
        at = others.at + sum(each.taken for each in wanted.others[: wanted.others.index(others)])
        wanted.cards[at:at] = wanted_cards

    def _free(self) -> Iterator[int]:
        """All cards that may be taken, in order of preference: those of zones that get other cards, those aside, those
        of shared zones that the position doesn't name (from the bottom up), those of zones that only get more."""
        yield from sorted(c for zone, wanted in self.zones.items() if not wanted.more for c in self.before[zone])
        yield from self.aside
        for zone, cards in self.before.items():
            if self.position.player_of(zone) == 0 and zone not in self.zones:
                yield from reversed(cards)
        for zone, wanted in self.zones.items():
            if wanted.more:
                yield from reversed(self.before[zone])

    def _missing(self, entry: WantedCard, wanted: WantedZone) -> None:
        here = [c for c in self.position.cards if self.position.kind_of(c) in wanted.declaration.kinds]
        copies = sum(self.label(c) == entry.label for c in here)
        if not copies:
            unknown_card(entry.node, entry.label, {self.label(c) for c in here}, self.report)
            return
        no_copy_left(entry.node, entry.label, copies, self.report)

    def _move(self) -> None:
        after = {zone: tuple(c for c in cards if c not in self.used) for zone, cards in self.before.items()}
        aside = tuple(c for c in self.aside if c not in self.used)
        for zone, wanted in self.zones.items():
            chosen = tuple(entry.card for entry in wanted.cards if entry.card is not None)
            if wanted.more:
                after[zone] = chosen + after[zone]
            else:
                aside += after[zone]
                after[zone] = chosen
        self.position.arrange(after, aside)
        cards = [e.card for wanted in self.zones.values() for e in wanted.cards if e.card is not None]
        self.position.reset(cards)
        self.position.lay_as_usual(cards)


# Reads the values in a scenario, in the form that positions take: a card by its label is the card's number.


def read_value(position: Position, node: Node, type_: Type, what: str, report: Report) -> Any:
    """The value of a node, in the form that `Position` takes. Raises UnreadableValue after a diagnostic that begins
    with `what`."""
    inner = bare(type_)
    if isinstance(inner, Card):
        if isinstance(type_, Optional) and isinstance(node, Scalar) and node.text == "none":
            return None
        return card_with_label(position, node, inner.kinds, report)
    if isinstance(inner, ListOf) and isinstance(inner.of, Card):
        nodes = node.items if isinstance(node, Sequence) else [node]
        return tuple(card_with_label(position, n, inner.of.kinds, report) for n in nodes)
    return read_plain_value(position, node, type_, what, report)


def card_with_label(position: Position, node: Node, card_kinds: Iterable[str], report: Report) -> int:
    """The first card with a label, preferably one that takes part in the game. Raises UnreadableValue after a
    diagnostic."""
    text = node.text if isinstance(node, Scalar) else ""
    wanted = set(card_kinds)
    cards = [c for c in position.cards if position.kind_of(c) in wanted]
    candidates = [c for c in cards if position.label(c) == text]
    if not candidates:
        unknown_card(node, text, {position.label(c) for c in cards}, report)
        raise UnreadableValue
    return min(candidates, key=lambda c: (position.zone_of(c) is None, c))


def zone_at(place: Place) -> Zone:
    """The zone that a place is, if it is one."""
    return Zone(place.declaration.key, place.owner, place.second)


class BadPosition(ValueError):
    """The position can't be put together; the report holds the diagnostics, and the message the first of them."""

    def __init__(self, report: Report) -> None:
        first = next(each for each in report.diagnostics if each.severity == "error")
        expected = f" (expected {first.expected})" if first.expected else ""
        like = f"; did you mean `{first.suggestions[0]}`?" if first.suggestions else ""
        super().__init__(f"{first.message}{expected}{like}")


def prepare(position: Position, given: StartPosition, report: Report) -> None:
    """Run the setup of a fresh game, and put it into the position that is given. Raises BadPosition after
    diagnostics."""
    _Preparation(position, given, report).run()


# Games whose setup says in which position they begin.


def begin_at_given_position(playing: Playing, stands: Callable[[], None] | None) -> None:
    """Run a game that hasn't begun to its first decisions from the position that its setup gives. `stands` is called
    once it stands there. Raises BadPosition, and GameFault."""
    report = Report()
    start_position = read_given(playing.setup.ruleset, playing.setup.given, report)
    if start_position is None:
        raise BadPosition(report)

    def stand() -> None:
        prepare(Inspection(playing).position, start_position, report)
        if stands is not None:
            stands()

    playing.begin(stand, of_setup=True)


def read_given(name: str, text: str, report: Report) -> StartPosition | None:
    """The position in a text, written as what stands under `given` in a scenario of the game with a name. None after a
    diagnostic."""
    margin = " " * 6
    lines = "".join(f"{margin}{line}\n" for line in text.splitlines())
    whole_text = f"scenarios: {name}\nlist:\n  position:\n    given:\n{lines}    steps: [finished: no]\n"
    document = read(whole_text.encode("utf-8", "replace"), "", report)
    if document is None or report.has_errors:
        return None
    kind, document = validated(document, report)
    if report.has_errors or kind != "scenarios" or not isinstance(document, MappingNode):
        return None
    file = read_section(Scenarios, document)
    check_positions(file, report)
    scenarios = scenarios_in(file)
    if not report.has_errors and (len(scenarios) != 1 or scenarios[0].given is None or len(scenarios[0].steps) != 1):
        report.add(kinds.BAD_POSITION, "what is given is more than a position", document.span)
    return None if report.has_errors else scenarios[0].given


class _Preparation:
    """Puts a fresh game into the position that a scenario gives."""

    def __init__(self, position: Position, start_position: StartPosition, report: Report) -> None:
        self.position = position
        self.given = start_position
        self.report = report
        self.places = Places(position)
        self.zones: dict[Zone, WantedZone] = {}
        self.variables: list[tuple[Place, Node]] = []

    def run(self) -> None:
        """Run the setup, then change what the scenario names. Raises BadPosition after diagnostics."""
        self.position.run_setup()
        self._read()
        self._must_be_right()
        place_cards(self.position, self.zones, self.report)
        self._must_be_right()
        for wanted in self.zones.values():
            for entry in wanted.cards:
                self._change_card(entry)
        for place, node in self.variables:
            self._set_variable(place, node)
        self._must_be_right()
        self._go_on()
        self._must_be_right()

    def _must_be_right(self) -> None:
        if self.report.has_errors:
            raise BadPosition(self.report)

    # -- what is named

    def _read(self) -> None:
        players = self.given.players
        if players is not None:
            for player in range(1, self.position.players + 1):
                for zone in self.position.zones:
                    if self.position.player_of(zone) == player:
                        self.zones[zone] = WantedZone(self.position.declaration_of(zone))
        for key, node in self.given.variables:
            self._read_place(self.places.find(key, "variables", None, self.report), node)
        for key, node in self.given.zones:
            self._read_place(self.places.find(key, "zones", None, self.report), node)
        for seat, things in players or ():
            of = self.places.player(seat, self.report)
            if of is not None:
                for key, node in things:
                    self._read_place(self.places.find(key, "players", of, self.report), node)

    def _read_place(self, place: Place | None, node: Node) -> None:
        if place is None:
            return
        if not isinstance(place.declaration, ZoneDeclaration):
            self.variables.append((place, node))
        elif not isinstance(node, Sequence):
            report_no_list(place, node, self.report)
        else:
            wanted = self.zones[zone_at(place)] = WantedZone(place.declaration)
            for item in items(node):
                label = label_of(item)
                if label is None:
                    continue
                if label.text == MORE and item is label:
                    wanted.more = True
                elif (others := other_cards(item)) is not None:
                    self._read_others(wanted, others, item)
                else:
                    wanted.cards.append(WantedCard(label.text, item))

    def _read_others(self, wanted: WantedZone, others: Others, node: Node) -> None:
        """Other cards lie here: those that the position puts nowhere else."""
        if others.count is None and any(
            each.cards.count is None
            for other in self.zones.values()
            if other.declaration.kinds & wanted.declaration.kinds
            for each in other.others
        ):
            message = "all other cards lie somewhere else already"
            self.report.add(kinds.BAD_POSITION, message, node.span, expected="`all other cards` in one place")
        wanted.others.append(WantedOthers(others, node, len(wanted.cards)))

    # -- what is changed

    def _change_card(self, entry: WantedCard) -> None:
        position, card = self.position, entry.card
        if not isinstance(entry.node, MappingNode) or card is None:
            return
        kind = position.model.kinds[position.kind_of(card)]
        for key, node in entries(entry.node):
            if key.text == "card":
                continue
            if key.text == "face":
                self._set(partial(position.set_face, card), node, FACE, "`face`")
            elif key.text == "shown_to":
                self._show(card, key, node)
            elif (attribute := changing_attribute(kind, key, self.report)) is not None:
                change = partial(position.set_attribute, card, attribute.name)
                self._set(change, node, attribute.type, f"`{key.text}`")

    def _show(self, card: int, key: Scalar, node: Node) -> None:
        if not self.position.can_show:
            self.report.add(kinds.UNKNOWN_ATTRIBUTE, "nothing in this game shows cards", key.span)
            return
        shown_to = [self.places.player(seat, self.report) for seat in items(node) if isinstance(seat, Scalar)]
        self.position.show(card, [player for player in shown_to if player is not None])

    def _set_variable(self, place: Place, node: Node) -> None:
        type_ = getattr(place.declaration, "type", None)
        if type_ is not None:
            change = partial(self.position.set_variable, place.declaration.key, place.owner)
            self._set(change, node, type_, place.title)

    def _set(self, change: Callable[[Any], None], node: Node, type_: Type, what: str) -> None:
        with suppress(UnreadableValue):  # the report holds its diagnostic
            change(read_value(self.position, node, type_, what, self.report))

    # -- where the game goes on

    def _go_on(self) -> None:
        turn = self.given.turn
        phase = find_phase(self.position.model, self.given.phase, self.report)
        if phase is None:
            return
        player = self.places.player(turn, self.report) if turn is not None else None
        if turn is not None and player is not None:
            check_turn(self.position.model.flow.phases[phase], turn, self.report)
        self._must_be_right()
        self.position.go_on_from(number(self.given.round) or 1, phase, player)
