"""Makes the observation of a seat from memory: the numbers that `form.py` declares.

What the seat sees is decided as in a view (`game/view.py`): by zone, by face, and by what it has been shown; while all
play at once, other players' things count as they were when the phase began.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from artrules.game.observation.form import Numbers, ObservationForm
from artrules.game.observation.memory import Array, Arrays
from artrules.game.observation.seat_tables import AttributeTable, SeatTables
from artrules.game.observation.values import Cells, counted_columns
from artrules.machine.memory import ALL_AT_ONCE, ON_TURN, PHASE_NUMBER, ROUND_NUMBER
from artrules.machine.numbers import FACE_DOWN, NIL, NONE


class Encoder:
    """Encodes positions of one configuration. The position must be in memory, at rest, and asked."""

    def __init__(self, form: ObservationForm) -> None:
        self.form = form
        self._runtime = runtime = form.runtime
        layout, numbers = runtime.layout, runtime.program.numbers
        self._cards = len(layout.card_kind)
        self._zones = len(layout.zone_places) + 1
        self._looks = np.array(form.domains.looks, np.int64)
        self._look_list = form.domains.looks
        self._numbers = numbers
        self._card_indices = np.arange(self._cards)
        self._top_only = np.array(runtime.instance.region("shows_top_only")[: self._zones], bool)
        self._any_top_only = bool(self._top_only.any())
        self._usual = np.array(runtime.instance.region("usual_face")[: self._zones], np.int64)
        self._tables = [SeatTables(form, seat) for seat in range(runtime.players)]
        self._arrays = Arrays(runtime.instance)

    def encode(self, seat: int) -> Numbers:
        """The observation of a seat, counted from 0."""
        runtime = self._runtime
        if self._arrays.instance is not runtime.instance:
            self._arrays = Arrays(runtime.instance)
        return Pass(self, self._tables[seat], seat).run()

    def sees(self, seat: int, card: int) -> bool:
        """Whether a seat, counted from 0, sees a card where it lies now."""
        region = self._runtime.instance.region
        zone = region("zone_of")[card]
        if self._numbers["SHOWS"] and region("shown_to")[card] >> seat & 1:
            return True
        if self._any_top_only and self._top_only[zone] and region("first_in_zone")[zone] != card:
            return False
        tables = self._tables[seat]
        return bool((tables.down if region("face_of")[card] == FACE_DOWN else tables.up)[zone])


class Pass:
    """One observation in the making."""

    def __init__(self, encoder: Encoder, tables: SeatTables, seat: int) -> None:
        self._of = encoder
        self._tables = tables
        self._seat = seat
        self._get = encoder._arrays.get
        self._instance = encoder._arrays.instance
        self._counted: list[Cells] = []
        self._few: list[int] = []
        """Cells that count one, one by one."""
        self._sums: list[tuple[Cells, Array]] = []
        """Cells and the numbers to be added there."""
        self._numbers: Array = np.zeros(0, np.int64)
        """The variables that stand as they are."""

    def run(self) -> Numbers:
        """All of it."""
        clock = self._instance.region("clock")
        form = self._of.form
        self._few.append(form.turn.first + (clock[ON_TURN] - self._seat) % self._of._runtime.players)
        self._few.append(form.phase.first + (clock[PHASE_NUMBER] + 1 if clock[ROUND_NUMBER] else 0))
        self._decision()
        if clock[ALL_AT_ONCE]:
            self._zones("then_", self._tables.is_of_others)
            self._zones("", ~self._tables.is_of_others)
        else:
            self._zones("", None)
        self._variables(bool(clock[ALL_AT_ONCE]))
        if self._few:
            self._counted.append(np.array(self._few, np.int64))
        size = form.size
        found = np.bincount(np.concatenate(self._counted), minlength=size + 1)
        for cells, words in self._sums:
            np.add.at(found, cells, words)
        found[self._tables.number_cells] = self._numbers
        found[form.round.first] = clock[ROUND_NUMBER]
        shown: Numbers = found[:size].astype(np.int32)
        return shown

    def _decision(self) -> None:
        """Say what the seat must decide, if it must."""
        region, form = self._instance.region, self._of.form
        for waiting in region("waiting")[: self._instance.register("waiting_count")]:
            if region("offered_player")[waiting] == self._seat:
                number = region("stack")[region("top_of_stack")[waiting] - 1]
                self._few.append(form.decision.first + form.decision_index[number])

    # -- zones

    def _zones(self, then: str, wanted: NDArray[np.bool_] | None) -> None:
        """Count the cards of the zones that are wanted (None: all), now or as they were when the phase began."""
        of, tables, get = self._of, self._tables, self._get
        zone_of = get(then + "zone_of", of._cards)
        face_of = get(then + "face_of", of._cards)
        seen = np.where(face_of == FACE_DOWN, tables.down[zone_of], tables.up[zone_of])
        if of._any_top_only:
            tops = get(then + "first_in_zone", of._zones)
            seen &= ~of._top_only[zone_of] | (tops[zone_of] == of._card_indices)
        if of._numbers["SHOWS"]:
            seen |= (get(then + "shown_to", of._cards) >> self._seat & 1) != 0
        if wanted is None:
            self._counted.append(tables.size_cell[zone_of])
        else:
            here = wanted[zone_of]
            self._counted.append(tables.size_cell[zone_of[here]])
            seen &= here
        cards = np.flatnonzero(seen)
        zones, looks = zone_of[cards], of._looks[cards]
        self._counted.append(tables.count_cell[zones, looks])
        if tables.turned_cell is not None:
            turned = face_of[cards] != of._usual[zones]
            if turned.any():
                self._counted.append(tables.turned_cell[zones[turned], looks[turned]])
        if tables.gained_cell is not None:
            self._gained(then, cards, zones)
        if tables.order_cells:
            self._order(then, seen, wanted)
        for table in tables.attributes:
            self._attribute(table, then, cards, zones)

    def _gained(self, then: str, cards: Array, zones: Array) -> None:
        count = self._instance.register(then + "gained_count")
        assert self._tables.gained_cell is not None
        if count:
            owners = np.array(self._instance.region(then + "gained_card")[:count], np.int64)
            of_card = np.bincount(owners, minlength=self._of._cards)
            self._sums.append((self._tables.gained_cell[zones], of_card[cards]))

    def _order(self, then: str, seen: NDArray[np.bool_], wanted: NDArray[np.bool_] | None) -> None:
        """Note the places of cards in zones that have an order."""
        looks, cells, places = self._of._look_list, [], []
        following = self._get(then + "next_in_zone", self._of._cards).tolist()
        first = self._instance.region(then + "first_in_zone")
        for zone, cell_of in self._tables.order_cells:
            if wanted is not None and not wanted[zone]:
                continue
            card, place, met = first[zone], 1, set()
            while card != NIL:
                look = looks[card]
                if seen[card] and look not in met:
                    met.add(look)
                    cells.append(cell_of[look])
                    places.append(place)
                card = following[card]
                place += 1
        if cells:
            self._sums.append((np.array(cells), np.array(places)))

    def _attribute(self, table: AttributeTable, then: str, cards: Array, zones: Array) -> None:
        """Count the values of an attribute on the cards that are seen, which are in rising order."""
        low, high = np.searchsorted(cards, (table.first, table.last))
        if low == high:
            return
        cards, zones = cards[low:high], zones[low:high]
        words = self._get(then + "attributes", self._of._numbers["ATTRIBUTES"])[cards + table.plus].astype(np.int64)
        cells = table.cell[zones]
        columns = table.columns
        is_none = words == NONE
        last = len(columns.names) - 1
        if columns.way == "number":
            self._sums.append((cells[~is_none], words[~is_none]))
        elif columns.way == "bits" and not columns.of_players:
            members = len(columns.names) - columns.optional
            bits = words[:, None] >> np.arange(columns.low, columns.low + members) & 1
            row, column = np.nonzero(bits * ~is_none[:, None])
            self._counted.append(cells[row] + column)
        elif columns.domain is not None and columns.way == "one_hot" and columns.domain.kind == "word":
            self._counted.append(cells + np.where(is_none, last, words - columns.domain.low))
            return
        else:
            heap = self._instance.region("heap")
            for first, word in zip(cells.tolist(), words.tolist(), strict=True):
                for place in counted_columns(self._of.form.domains, columns, word, heap, self._seat, self._sees):
                    self._few.append(first + place)
            return
        if columns.optional:
            self._counted.append(cells[is_none] + last)

    # -- variables

    def _variables(self, all_at_once: bool) -> None:
        tables = self._tables
        words = self._get("variables", self._of._numbers["VARIABLES"]).astype(np.int64)
        if all_at_once:
            then = self._get("then_variables", self._of._numbers["VARIABLES"])
            words = np.where(tables.word_is_of_others, then, words)
        numbers = words[tables.number_words]
        is_none = numbers == NONE
        if is_none.any():
            self._counted.append(tables.number_none[is_none])
            numbers = np.where(is_none, 0, numbers)
        self._numbers = numbers
        self._counted.append(tables.one_hot.cells(words[tables.one_hot.words]))
        self._counted.append(tables.bits.cells(words[tables.bits.words]))
        for index, columns, cell in tables.others:
            heap = self._instance.region("heap")
            word = int(words[index])
            for column in counted_columns(self._of.form.domains, columns, word, heap, self._seat, self._sees):
                self._few.append(cell + column)

    def _sees(self, card: int) -> bool:
        return self._of.sees(self._seat, card)
