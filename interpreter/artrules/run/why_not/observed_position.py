"""Makes the position as a seat knows it: a state that holds nothing secret, but that the engine can run.

It holds what a view shows (`run/view.py`). Stand-ins (`stand_ins.py`) replace cards that the seat can't see, variables
that it may not know, and what others have done in a phase played all at once. They also replace such values in frames,
watches and kept events (`observed_values.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from artrules.compile.program import BEYOND_POWERS
from artrules.compile.references import SLOTS
from artrules.ir.types import Player
from artrules.run.moves import may_see
from artrules.run.powers import ID_MASK
from artrules.run.state import FACE_DOWN, State
from artrules.run.why_not.observed_values import KeptValues, redacted
from artrules.run.why_not.stand_ins import Hidden, HiddenCard, KnownCells, KnownTable, StandInRedaction


def observed_position(S: State, seat: int, stack: int) -> State:
    """The position as a seat (counted from 0) knows it. It has only one stack: the one with index `stack`, active."""
    return _Observer(S, seat).state(stack)


class _Observer:
    """Builds the position as one seat knows it."""

    def __init__(self, S: State, seat: int) -> None:
        self.now = S
        self.seat = seat
        self.runtime = S.runtime
        self.then = S.at_phase_start()
        self.seen: set[int] = set()
        self.gained: dict[int, tuple[int, ...]] = {}

    def state(self, stack: int) -> State:
        S, runtime = self.now, self.runtime
        known = S.copy()
        known.keys = ()
        known.began = None
        known.probing = True
        known.redaction = StandInRedaction()
        known.zones = [()] * len(S.zones)
        cells = KnownCells([None] * len(S.cells), set(range(len(S.cells))), runtime.face_cell)
        known.cells = cells
        for zone in range(len(runtime.layout.zone_owner)):
            known.zones[zone] = self._zone(zone)
        for zone in range(len(runtime.layout.zone_owner)):
            self._cards(zone, known.zones[zone], cells)
        self._variables(cells)
        for name, cell in runtime.layout.engine.items():
            for each in range(cell, cell + (runtime.players if name == "serial" else 1)):
                cells.reveal(each, S.cells[each])
        known.gained = KnownTable(self.gained, self._may_see_card)
        known.uses = KnownTable({key: n for key, n in S.uses.items() if self._may_know_use(key)}, self._may_know_use)
        kept = KeptValues(S, self.seat, self.seen)
        known.records = {n: kept.record(record) for n, record in S.records.items()}
        known.watches = tuple(kept.watch(w) for w in S.watches if S.began is None or w[0] == self.seat)
        known.stacks = [[] for _ in S.stacks]
        known.stacks[stack] = [kept.frame(frame) for frame in S.stacks[stack]]
        known.activate(stack)
        return known

    def _source(self, owner: int) -> State:
        """The position that shows the things of an owner (0 for the table, else a player counted from 1): the present
        one, or for other players in a phase played all at once the one when it began."""
        return self.now if owner in (0, self.seat + 1) else self.then

    # -- zones, cards, variables

    def _zone(self, zone: int) -> tuple[Any, ...]:
        runtime = self.runtime
        source = self._source(runtime.zone_player[zone])
        places: list[Any] = []
        for place, card in enumerate(source.zones[zone]):
            if may_see(source, self.seat, card):
                self.seen.add(card)
                places.append(card)
            else:
                # If the seat sees cards in this zone, a card that it can't see must lie face down.
                open_ = runtime.seen[zone] >> self.seat & 1 and (place == 0 or not runtime.top_only[zone])
                places.append(HiddenCard(zone, FACE_DOWN if open_ else None, self.seen))
        return tuple(places)

    def _cards(self, zone: int, cards: Iterable[Any], cells: KnownCells) -> None:
        """Reveal the cells of the cards that the seat sees in a zone."""
        runtime = self.runtime
        source = self._source(runtime.zone_player[zone])
        shapes = dict(runtime.card_cells)
        for card in cards:
            if isinstance(card, Hidden):
                continue
            cells.reveal(card, zone)
            if card in source.gained:
                self.gained[card] = source.gained[card]
            for offset in (runtime.face_cell, *runtime.changing[runtime.kind_of[card]]):
                cell = offset + card
                cells.reveal(cell, redacted(source.cells[cell], shapes.get(cell), self.seen))

    def _variables(self, cells: KnownCells) -> None:
        layout = self.runtime.layout
        shapes = dict(self.runtime.card_cells)
        for variable in layout.model.variables.values():
            first = layout.variables.get(variable.key)
            if first is None:
                continue
            for owner in range(layout.owners(variable.of)):
                mine = variable.of == Player() and owner == self.seat
                if variable.seen_by == "everyone" or (variable.seen_by == "owner" and mine):
                    source = self._source(1 + owner if variable.of == Player() else 0)
                    cell = first + owner
                    cells.reveal(cell, redacted(source.cells[cell], shapes.get(cell), self.seen))

    # -- powers and their uses

    def _may_see_card(self, card: int) -> bool:
        return card in self.seen

    def _may_know_use(self, key: int) -> bool:
        """Whether the seat may know a count of uses. It may not for powers of cards that it can't see, nor for other
        players in a phase played all at once."""
        identity = key & ID_MASK
        of_a_card = self.runtime.limit_per_card[key >> 48] and identity < BEYOND_POWERS
        if of_a_card and identity // SLOTS not in self.seen:
            return False
        return self.now.began is None or (key >> 40) & 0xFF == self.seat
