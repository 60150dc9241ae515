"""Makes the observation of a seat from memory: the numbers that `form.py` declares.

The machine says which cards the seat sees, as in a view (`game/view.py`); while all play at once, other players' things
count as they were when the phase began.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from artrules.engine.execute.instance import Instance, MemoryView
from artrules.engine.execute.wasm import RegionView
from artrules.engine.machine.memory import ALL_AT_ONCE, ON_TURN, PHASE_NUMBER, ROUND_NUMBER
from artrules.engine.machine.numbers import NIL, NONE
from artrules.model.ir.declarations import Variable
from artrules.model.ir.types import Player, Type
from artrules.play.game.observation.form import Columns, Domains, Numbers, ObservationForm, Part, Sees, ZonePart
from artrules.text.record import dataclass

# Puts the values of words into observations: columns of one value at a time, and of many at once.

Cells = NDArray[np.intp]
"""Indices in an observation, each of which counts one."""


def counted_columns(
    domains: Domains, columns: Columns, word: int, heap: MemoryView, seat: int, sees: Sees
) -> Iterator[int]:
    """The columns that the value of a word counts in, for columns that aren't numbers."""
    if word == NONE:
        if columns.optional:
            yield len(columns.names) - 1
        return
    domain = columns.domain
    match columns.way:
        case "one_hot":
            assert domain is not None
            yield domains.index(domain, word, seat, sees)
        case "counts":
            assert domain is not None
            for item in heap[word + 1 : word + 1 + heap[word]]:
                yield domains.index(domain, item, seat, sees)
        case "bits":
            members = len(columns.names) - columns.optional
            for i in range(members):
                if word >> columns.low + i & 1:
                    yield (i - seat) % domains.players if columns.of_players else i


class OneHot:
    """Many values of which each counts in one column: words of plain domains, or players."""

    def __init__(self, entries: Sequence[tuple[int, int, int, int, bool]], players: int) -> None:
        """An entry is the index of a word, the cell of the value 0, the cell for none, the seat's number for players
        (0 for other values), and whether it is a player."""
        table = np.array(entries, np.int64).reshape(len(entries), 5)
        self.words, self._base, self._none, self._seat = table[:, 0], table[:, 1], table[:, 2], table[:, 3]
        self._turned = table[:, 4] != 0
        self._players = players
        self._any_player = bool(self._turned.any())

    def cells(self, words: NDArray[np.int64]) -> Cells:
        """The cells that some words count in."""
        turned_words = words
        if self._any_player:
            turned_words = np.where(self._turned, (words - self._seat) % self._players, words)
        return np.where(words == NONE, self._none, self._base + turned_words)


class Bits:
    """Many sets: each member counts in a column of its own."""

    def __init__(self, entries: Sequence[tuple[int, int, int]]) -> None:
        """An entry is the index of a word, the number of a bit, and its cell."""
        table = np.array(entries, np.int64).reshape(len(entries), 3)
        self.words, self._shifts, self._cells = table[:, 0], table[:, 1], table[:, 2]

    def cells(self, words: NDArray[np.int64]) -> Cells:
        """The cells of the members that some words have."""
        has: NDArray[np.bool_] = (words != NONE) & ((words >> self._shifts & 1) != 0)
        return np.asarray(self._cells[has])


# Where the numbers of an observation stand for one seat: by zone, look and word of memory.


@dataclass(frozen=True, slots=True, eq=False)
class AttributeTable:
    """An attribute of the cards from `first` up to `last`: `plus` more than a card's number is the index of its word;
    `cell` is by zone the first cell of its columns. A mark is seen on all cards."""

    first: int
    last: int
    plus: int
    columns: Columns
    cell: Cells
    is_mark: bool


class SeatTables:
    """The tables of one seat, counted from 0. What has no place in the observation goes to the cell after the last."""

    def __init__(self, form: ObservationForm, seat: int) -> None:
        self._form = form
        self._seat = seat
        self._players = form.runtime.players
        layout, region = form.runtime.layout, form.runtime.instance.region
        zones, looks = len(layout.zone_places) + 1, len(form.domains.look_names)
        self.bit = np.int32(1 << seat)
        """The seat among the bits of several."""
        self._seen_by = region("seen_by")[:zones]
        self.is_of_others = np.zeros(zones, bool)
        """By zone: whether it belongs to another player."""
        self.size_cell = np.full(zones, form.size)
        self.count_cell = np.full((zones, looks), form.size)
        self.turned_cell = np.full((zones, looks), form.size) if any(z.turned for z in form.zones) else None
        self.gained_cell = np.full(zones, form.size) if any(z.gained for z in form.zones) else None
        self.order_cells: list[tuple[int, dict[int, int]]] = []
        """The zones in whose order the seat may see cards, each with the cells of places by look."""
        self.attributes: list[AttributeTable] = []
        cells: dict[tuple[str, str], tuple[Columns, Cells]] = {}
        for part in form.zones:
            self._place_zone(part, cells)
        for attribute, plus, cards in layout.changing_attributes():
            if (attribute.kind, attribute.name) in cells:
                columns, cell = cells[attribute.kind, attribute.name]
                table = AttributeTable(cards.first, cards.last, plus, columns, cell, attribute.is_mark)
                self.attributes.append(table)
        self._place_variables()

    def _row(self, of: Type | None, owner: int) -> int:
        """The row of an owner."""
        return (owner - self._seat) % self._players if isinstance(of, Player) else owner

    # -- zones

    def _place_zone(self, part: ZonePart, cells: dict[tuple[str, str], tuple[Columns, Cells]]) -> None:
        form, zone = self._form, part.declaration
        placed = form.runtime.layout.zones[zone.key]
        shows = form.runtime.program.numbers["SHOWS"] != 0
        for number in range(placed.first, placed.first + placed.count):
            owner, second = divmod(number - placed.first, placed.of_each)
            self.is_of_others[number] = isinstance(zone.per, Player) and owner != self._seat
            row = self._row(zone.per, owner) * placed.of_each + self._row(zone.second, second)
            start = _start(part.count, row)
            self.size_cell[number] = start
            self.count_cell[number, part.looks] = np.arange(start + 1, start + 1 + len(part.looks))
            if part.turned is not None and self.turned_cell is not None:
                start = _start(part.turned, row)
                self.turned_cell[number, part.looks] = np.arange(start, start + len(part.looks))
            if part.gained is not None and self.gained_cell is not None:
                self.gained_cell[number] = _start(part.gained, row)
            if part.order is not None and (self._seen_by[number] >> self._seat & 1 or shows):
                start = _start(part.order, row)
                self.order_cells.append((number, {look: start + i for i, look in enumerate(part.looks)}))
            for attribute in part.attributes:
                declared = attribute.declaration
                key = declared.kind, declared.name
                if key not in cells:
                    cells[key] = attribute.columns, np.full(len(self.size_cell), form.size)
                cells[key][1][number] = _start(attribute.part, row)

    # -- variables

    def _place_variables(self) -> None:
        """Note where words of variables go: numbers as they are, values that are one-hot, sets, and all others."""
        form = self._form
        numbers: list[tuple[int, int, int]] = []
        one_hot: list[tuple[int, int, int, int, bool]] = []
        bits: list[tuple[int, int, int]] = []
        self.others: list[tuple[int, Columns, int]] = []
        """The index of a word, how it becomes numbers, and the cell of its first column."""
        self.word_is_of_others = np.zeros(form.runtime.program.numbers["VARIABLES"], bool)
        """By word: whether it is the value of another player's variable."""
        for placed in form.variables:
            variable, columns = placed.declaration, placed.columns
            first = form.runtime.layout.variables[variable.key]
            for owner in range(form.runtime.layout.owners(variable.of)):
                mine = isinstance(variable.of, Player) and owner == self._seat
                self.word_is_of_others[first + owner] = isinstance(variable.of, Player) and not mine
                if not _sees(variable, mine):
                    continue
                word, cell = first + owner, _start(placed.part, self._row(variable.of, owner))
                none = cell + len(columns.names) - 1 if columns.optional else form.size
                if columns.way == "number":
                    numbers.append((word, cell, none))
                elif columns.domain is not None and columns.way == "one_hot" and columns.domain.kind == "word":
                    one_hot.append((word, cell - columns.domain.low, none, 0, False))
                elif columns.domain is not None and columns.way == "one_hot" and columns.domain.kind == "player":
                    one_hot.append((word, cell, none, self._seat, True))
                elif columns.way == "bits" and not columns.of_players and not columns.optional:
                    bits += [(word, columns.low + i, cell + i) for i in range(len(columns.names))]
                else:
                    self.others.append((word, columns, cell))
        table = np.array(numbers, np.int64).reshape(len(numbers), 3)
        self.number_words, self.number_cells, self.number_none = table[:, 0], table[:, 1], table[:, 2]
        self.one_hot = OneHot(one_hot, self._players)
        self.bits = Bits(bits)


def _sees(variable: Variable, mine: bool) -> bool:
    """Whether a seat sees the value of a variable, its own or another."""
    return variable.seen_by == "everyone" or (variable.seen_by == "owner" and mine)


def _start(part: Part, row: int) -> int:
    """The index of the first number in a row of a part."""
    return part.first + row * len(part.columns)


# The memory of an instance as arrays of numpy: without copying where a module of WebAssembly plays.

Array = NDArray[Any]


class Arrays:
    """Regions of one instance by name. Nobody may write to the arrays."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._live: dict[tuple[str, int], Array] = {}

    def get(self, name: str, count: int) -> Array:
        """The first elements of a region, as they are now."""
        array = self._live.get((name, count))
        if array is not None:
            return array
        region = self.instance.region(name)
        if isinstance(region, RegionView):
            array = self._live[name, count] = np.asarray(region.words)[:count]
            return array
        return np.array(region[:count], np.int64)


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
        self._usual = np.array(runtime.instance.region("usual_face")[: self._zones], np.int64)
        self._tables = [SeatTables(form, seat) for seat in range(runtime.players)]
        self._arrays = Arrays(runtime.instance)

    def encode(self, seat: int) -> Numbers:
        """The observation of a seat, counted from 0."""
        runtime = self._runtime
        if self._arrays.instance is not runtime.instance:
            self._arrays = Arrays(runtime.instance)
        return Pass(self, self._tables[seat], seat).run()

    def sight_of(self, seat: int) -> Sees:
        """Which cards a seat, counted from 0, sees where they lie now. It holds until something else is asked."""
        instance = self._runtime.instance
        instance.ask("write_sights")
        sights = instance.region("sights")
        return lambda card: bool(sights[card] >> seat & 1)


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
        self._seen: dict[str, NDArray[np.bool_]] = {}
        """By scene, now or `then_` for when the phase began: the cards that the seat sees."""

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
        cell_values = np.bincount(np.concatenate(self._counted), minlength=size + 1)
        for cells, words in self._sums:
            np.add.at(cell_values, cells, words)
        cell_values[self._tables.number_cells] = self._numbers
        cell_values[form.round.first] = clock[ROUND_NUMBER]
        shown: Numbers = cell_values[:size].astype(np.int32)
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
        self._instance.ask("write_sights_then" if then else "write_sights")
        seen = self._seen[then] = (get("sights", of._cards) & tables.bit) != 0
        everywhere = np.arange(of._cards)
        if wanted is None:
            self._counted.append(tables.size_cell[zone_of])
        else:
            here = wanted[zone_of]
            self._counted.append(tables.size_cell[zone_of[here]])
            seen, everywhere = seen & here, everywhere[here]
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
            if table.is_mark:
                self._attribute(table, then, everywhere, zone_of[everywhere])
            else:
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
            heap, sees = self._instance.region("heap"), self._seen[then].item
            for first, word in zip(cells.tolist(), words.tolist(), strict=True):
                for place in counted_columns(self._of.form.domains, columns, word, heap, self._seat, sees):
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
            sees = self._seen["then_" if all_at_once and tables.word_is_of_others[index] else ""].item
            for column in counted_columns(self._of.form.domains, columns, word, heap, self._seat, sees):
                self._few.append(cell + column)
