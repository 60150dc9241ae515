"""Where the numbers of an observation stand for one seat: by zone, look and word of memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from artrules.game.observation.form import Columns, ObservationForm, Part, ZonePart
from artrules.game.observation.values import Bits, Cells, OneHot
from artrules.ir.declarations import Variable
from artrules.ir.types import Player, Type
from artrules.record import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class AttributeTable:
    """An attribute of the cards from `first` up to `last`: `plus` more than a card's number is the index of its word;
    `cell` is by zone the first cell of its columns."""

    first: int
    last: int
    plus: int
    columns: Columns
    cell: Cells


class SeatTables:
    """The tables of one seat, counted from 0. What has no place in the observation goes to the cell after the last."""

    def __init__(self, form: ObservationForm, seat: int) -> None:
        self._form = form
        self._seat = seat
        self._players = form.runtime.players
        layout, region = form.runtime.layout, form.runtime.instance.region
        zones, looks = len(layout.zone_places) + 1, len(form.domains.look_names)
        self.up = self._bits(region("seen_by")[:zones])
        """By zone: whether the seat sees cards there that lie face up."""
        self.down = self._bits(region("seen_down_by")[:zones])
        """The same for cards that lie face down."""
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
                self.attributes.append(AttributeTable(cards.first, cards.last, plus, columns, cell))
        self._place_variables()

    def _bits(self, seats: Sequence[int]) -> NDArray[np.bool_]:
        return np.array([bits >> self._seat & 1 for bits in seats], bool)

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
            if part.order is not None and (self.up[number] or self.down[number] or shows):
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
