"""Elements of regions as bytes: those of a number lie one after another, the lowest first."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from typing import Literal

from artrules.machine.language import Element

TYPE_CODES: dict[Element, Literal["B", "H", "i", "q"]] = {
    Element.U8: "B",
    Element.U16: "H",
    Element.I32: "i",
    Element.I64: "q",
}
"""By element type: what Python's `array` and `memoryview` call it."""


def size_of(element: Element) -> int:
    """How many bytes an element has."""
    bits, _ = element.value
    return bits // 8


def pack(element: Element, words: Sequence[int]) -> bytes:
    """Elements as bytes."""
    packed = array(TYPE_CODES[element], words)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def unpack(element: Element, data: bytes) -> list[int]:
    """The elements with these bytes."""
    packed = array(TYPE_CODES[element], data)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tolist()
