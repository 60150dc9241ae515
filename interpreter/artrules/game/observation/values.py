"""Puts the values of words into observations: columns of one value at a time, and of many at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from artrules.execute.instance import MemoryView
from artrules.game.observation.domain import Domains, Sees
from artrules.game.observation.form import Columns
from artrules.machine.numbers import NONE

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
        told = words
        if self._any_player:
            told = np.where(self._turned, (words - self._seat) % self._players, words)
        return np.where(words == NONE, self._none, self._base + told)


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
