"""Collects what happened to a card: changed attributes, gained powers, counted uses, and references to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from artrules.compile.references import SLOTS
from artrules.run.feasibility.references import FRAME, Place, references
from artrules.run.powers import ID_MASK

if TYPE_CHECKING:
    from artrules.run.state import State


class Carried(NamedTuple):
    """What happened to one card. `places` are the references to it, except those in frames."""

    attributes: tuple[tuple[int, object], ...] = ()
    """Each attribute that isn't at its start value: (offset of the attribute's cells, value)."""
    gained: tuple[int, ...] = ()
    uses: tuple[tuple[int, int, int], ...] = ()
    """(limit and player, index of the power, times)."""
    places: tuple[Place, ...] = ()


NOTHING = Carried()


class Carrying:
    """Finds what happened to cards in a position. It searches the position once, for all cards."""

    def __init__(self, S: State) -> None:
        self._state = S
        self._uses: dict[int, list[tuple[int, int, int]]] = {}
        for key, times in S.uses.items():
            if S.runtime.limit_per_card[key >> 48]:
                card, slot = divmod(key & ID_MASK, SLOTS)
                self._uses.setdefault(card, []).append((key >> 40, slot, times))
        self._places: dict[int, set[Place]] = {}
        self.referred: set[int] = set()
        """The cards that anything refers to."""
        self.by_power: set[int] = set()
        """The cards of which something refers to a power."""
        S.steps += len(S.uses) + len(S.records) + len(S.runtime.card_cells)
        for place, card, power in references(S):
            S.steps += 5
            self.referred.add(card)
            if power:
                self.by_power.add(card)
            if place[0] != FRAME:
                self._places.setdefault(card, set()).add(place)

    def by(self, card: int) -> Carried:
        """What happened to a card."""
        S = self._state
        start = S.runtime.blank.cells
        offsets = S.runtime.changing[S.runtime.kind_of[card]]
        changed = tuple((o, S.cells[o + card]) for o in offsets if S.cells[o + card] != start[o + card])
        uses, places = self._uses.get(card), self._places.get(card)
        if not changed and uses is None and places is None and card not in S.gained:
            return NOTHING
        return Carried(changed, S.gained.get(card, ()), tuple(sorted(uses or ())), tuple(sorted(places or ())))
