"""Translated functions put together, so that they only have to be filled in for a program.

The machine's functions are the same for every program. As bytes they can be kept, and loaded in no time.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable

from artrules.record import dataclass
from artrules.webassembly.binary import padded, padded_signed, unsigned
from artrules.webassembly.code import UNSIGNED_KINDS, Piece, Symbol


@dataclass(frozen=True, slots=True)
class Library:
    """Functions: their names, the names of their types, and their code one after another, as the code section has it.
    At each of `places` in the code, the symbol is to be filled in whose index is in `fillings`."""

    names: tuple[str, ...]
    types: tuple[str, ...]
    code: bytes
    symbols: tuple[Symbol, ...]
    places: array[int]
    fillings: array[int]

    def filled_in(self, value: Callable[[Symbol], int]) -> bytes:
        """The code with the values of the symbols."""
        values = [
            padded(value(symbol)) if symbol[0] in UNSIGNED_KINDS else padded_signed(value(symbol))
            for symbol in self.symbols
        ]
        code = bytearray(self.code)
        for place, filling in zip(self.places, self.fillings, strict=True):
            code[place : place + 5] = values[filling]
        return bytes(code)


def collect(pieces: Iterable[Piece]) -> Library:
    """Put translated functions together."""
    names, types = [], []
    code = bytearray()
    indices: dict[Symbol, int] = {}
    places, fillings = array("I"), array("I")
    for piece in pieces:
        names.append(piece.name)
        types.append(piece.type.name)
        code += unsigned(len(piece.body))
        start = len(code)
        code += piece.body
        for place, symbol in piece.relocations:
            places.append(start + place)
            fillings.append(indices.setdefault(symbol, len(indices)))
    return Library(tuple(names), tuple(types), bytes(code), tuple(indices), places, fillings)
