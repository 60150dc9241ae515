"""Puts cards where a scenario wants them: finds a copy of each card, and sets aside the cards that are in the way.

It changes as little as possible. First, every zone keeps those of its own cards that it wants. The rest comes from
cards that the position puts nowhere, and then from zones that the position doesn't name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from artrules.diagnostics.report import Report
from artrules.game.inspection.position import Position, Zone
from artrules.ir.declarations import ZoneDeclaration
from artrules.scenario_files.values import no_copy_left, unknown_card
from artrules.source.node import Node


@dataclass(slots=True)
class WantedCard:
    """A card that a zone is to hold: its label, the node that says so, and the card's number once it is found."""

    label: str
    node: Node
    card: int | None = None


@dataclass(slots=True)
class WantedZone:
    """The cards that a zone is to hold; with `more`, on top of those that it holds already."""

    declaration: ZoneDeclaration
    cards: list[WantedCard] = field(default_factory=list)
    more: bool = False
    others: Node | None = None
    """What says that all cards which are nowhere else lie here."""
    others_at: int = 0
    """How many of `cards` lie before these."""


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
        for zone, wanted in zones.items():
            if not wanted.more:
                for card in self.before[zone]:
                    position.reset(card)
        self.labels = [position.label(card) for card in position.cards]

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
        for zone, wanted in self.zones.items():
            if wanted.others is not None and not self.report.has_errors:
                self._take_others(zone, wanted, wanted.others)
        if not self.report.has_errors:
            self._move()

    def _take(self, entry: WantedCard, wanted: WantedZone, cards: Iterator[int] | tuple[int, ...]) -> None:
        kinds_here, kind_of = wanted.declaration.kinds, self.position.kind_of
        for card in cards:
            if card not in self.used and self.labels[card] == entry.label and kind_of(card) in kinds_here:
                entry.card = card
                self.used.add(card)
                return

    def _take_others(self, zone: Zone, wanted: WantedZone, node: Node) -> None:
        """Take all cards that the zone may hold and that the position puts nowhere else: first those that lie there."""
        kept = {card for other, each in self.zones.items() if each.more for card in self.before[other]}
        cards = [*self.before[zone], *(card for card in self.position.cards if card not in self.before[zone])]
        found = []
        for card in cards:
            if card in self.used or (card in kept and card not in self.before[zone]):
                continue
            if self.position.kind_of(card) in wanted.declaration.kinds:
                found.append(WantedCard(self.labels[card], node, card))
                self.used.add(card)
        wanted.cards[wanted.others_at : wanted.others_at] = found

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
        copies = sum(self.labels[c] == entry.label for c in here)
        if not copies:
            unknown_card(entry.node, entry.label, {self.labels[c] for c in here}, self.report)
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
        for wanted in self.zones.values():
            for entry in wanted.cards:
                if entry.card is not None:
                    self.position.reset(entry.card)
                    self.position.lay_as_usual(entry.card)
