"""Puts cards where a scenario wants them: finds a copy for each, and moves those that are in the way aside.

Two rounds, so that as little as possible changes: first every zone keeps those of its own cards that it wants, then
the rest is taken from cards that lie nowhere else in the position, then from zones that the position leaves alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from artrules.diagnostics.kinds import scenarios as kinds
from artrules.diagnostics.report import Report
from artrules.kernel.declarations import ZoneDeclaration
from artrules.run.state import State
from artrules.scenarios.values import unknown_card
from artrules.source.node import Node


@dataclass(slots=True)
class WantedCard:
    """A card that a zone shall hold: its label, the node that says so, and the card once it is found."""

    label: str
    node: Node
    card: int | None = None


@dataclass(slots=True)
class WantedZone:
    """What a zone shall hold; with `more`, on top of what it holds already."""

    declaration: ZoneDeclaration
    cards: list[WantedCard] = field(default_factory=list)
    more: bool = False


def place_cards(S: State, zones: dict[int, WantedZone], report: Report) -> None:
    """Change the zones of a state to what is wanted, by the zones' numbers. With a diagnostic nothing is changed."""
    _Placing(S, zones, report).run()


class _Placing:
    def __init__(self, S: State, zones: dict[int, WantedZone], report: Report) -> None:
        self.S = S
        self.zones = zones
        self.report = report
        self.before = list(S.zones)
        self.used: set[int] = set()
        for number, wanted in zones.items():
            if not wanted.more:
                for card in self.before[number]:
                    as_new(S, card)
        self.labels = [S.runtime.card_label(S, card) for card in range(len(S.runtime.kind_of))]

    def run(self) -> None:
        for number, wanted in self.zones.items():
            for entry in wanted.cards:
                self._take(entry, wanted, self.before[number])
        for wanted in self.zones.values():
            for entry in wanted.cards:
                if entry.card is None:
                    self._take(entry, wanted, self._free())
                if entry.card is None:
                    self._missing(entry, wanted)
        if not self.report.has_errors:
            self._move()

    def _take(self, entry: WantedCard, wanted: WantedZone, cards: Iterator[int] | tuple[int, ...]) -> None:
        kinds_here, kind_of = wanted.declaration.kinds, self.S.runtime.kind_of
        for card in cards:
            if card not in self.used and self.labels[card] == entry.label and kind_of[card] in kinds_here:
                entry.card = card
                self.used.add(card)
                return

    def _free(self) -> Iterator[int]:
        """All cards that may be taken, in order: set aside, of shared zones left alone (from below), of piles that
        only get more."""
        yield from sorted(c for n, w in self.zones.items() if not w.more for c in self.before[n])
        yield from self.before[self.S.runtime.layout.aside]
        for number, owner in enumerate(self.S.runtime.zone_player):
            if owner == 0 and number not in self.zones:
                yield from reversed(self.before[number])
        for number, wanted in self.zones.items():
            if wanted.more:
                yield from reversed(self.before[number])

    def _missing(self, entry: WantedCard, wanted: WantedZone) -> None:
        here = [c for c, kind in enumerate(self.S.runtime.kind_of) if kind in wanted.declaration.kinds]
        copies = sum(self.labels[c] == entry.label for c in here)
        if not copies:
            unknown_card(self.S, entry.node, entry.label, here, self.report)
            return
        self.report.add(
            kinds.NO_COPY_LEFT,
            f"there is no further `{entry.label}` for this place",
            entry.node.span,
            expected="at most as many as there are, less those in players' zones that stay as they are",
            found=f"{copies} in the game",
        )

    def _move(self) -> None:
        S, aside = self.S, self.S.runtime.layout.aside
        after = [tuple(c for c in cards if c not in self.used) for cards in self.before]
        for number, wanted in self.zones.items():
            chosen = tuple(entry.card for entry in wanted.cards if entry.card is not None)
            if wanted.more:
                after[number] = chosen + after[number]
            else:
                after[aside] += after[number]
                after[number] = chosen
        for number in (*self.zones, aside):
            for card in after[number]:
                S.cells[card] = number
        for number, wanted in self.zones.items():
            for entry in wanted.cards:
                if entry.card is not None:
                    as_new(S, entry.card)
                    S.cells[S.runtime.face_cell + entry.card] = S.runtime.zone_face[number]
        S.zones = after


def as_new(S: State, card: int) -> None:
    """Let everything about a card be as it was at the start, except where it lies."""
    runtime = S.runtime
    for attribute in runtime.program.model.kinds[runtime.kind_of[card]].attributes.values():
        if not attribute.printed:
            S.cells[runtime.layout.attribute_cell(attribute) + card] = runtime.start_of(attribute)(S, card)
    S.gained.pop(card, None)
