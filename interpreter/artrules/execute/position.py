"""Positions: immutable values, as an executor takes them out of memory.

As bytes (`docs/machine.md`), a position is a row of counts: of what each register says is in use, of words on the heap
after the constants, and of words on each stack; and then the elements themselves.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from typing import Any

from artrules.execute.machine import find_machine
from artrules.execute.memory import all_numbers, region_length
from artrules.execute.program import Linkable
from artrules.execute.snapshots import position_regions
from artrules.machine.language import I32, Element
from artrules.machine.memory import ALL_AT_ONCE
from artrules.machine.numbers import STACK_WORDS
from artrules.record import dataclass

Content = tuple[Any, ...]
"""What the function `save` gives (`snapshots.py`): a list for each region of fixed length, a tuple of lists for each
register, the heap's list, the stacks' lists, and a tuple of the same form for the start of a phase."""

_CODES = {Element.U8: "B", Element.U16: "H", Element.I32: "i", Element.I64: "q"}


@dataclass(frozen=True, slots=True)
class Rows:
    """The regions of a part of the position: those of fixed length with their lengths, and those that grow together,
    with the most elements that they may have."""

    fixed: tuple[tuple[Element, int], ...]
    growing: tuple[tuple[tuple[Element, ...], int], ...]


@dataclass(frozen=True, slots=True)
class Form:
    """The form that the positions of one program have: the rows of the position and of the start of a phase, how many
    stacks there are, and the most words that the heap may have."""

    now: Rows
    then: Rows
    stacks: int
    heap: int


def form_of(program: Linkable) -> Form:
    """The form of a program's positions."""
    numbers = all_numbers(program)
    regions = find_machine().regions

    def rows(names: Sequence[str]) -> Rows:
        groups: dict[str, list[str]] = {}
        for name in names:
            if regions[name].used:
                groups.setdefault(regions[name].used, []).append(name)
        return Rows(
            tuple((regions[n].element, region_length(regions[n], numbers)) for n in names if not regions[n].used),
            tuple((tuple(regions[n].element for n in group), regions[group[0]].most) for group in groups.values()),
        )

    now, then = position_regions(regions)
    return Form(rows(now), rows(then), numbers["STACKS"], regions["heap"].most - numbers["CONSTANTS"])


class Position:
    """A position of a game: what memory holds while no code runs. Positions are equal if they hold the same, in
    the same form."""

    __slots__ = ("__weakref__", "_data", "content", "form")

    def __init__(self, form: Form, content: Content, data: bytes | None = None) -> None:
        self.form = form
        self.content = content
        self._data = data

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self is other or (self.content == other.content and self.form == other.form)

    def __hash__(self) -> int:
        return hash(self.data)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    @property
    def heap(self) -> Sequence[int]:
        """The words on the heap after the constants."""
        heap: list[int] = self.content[-3]
        return heap

    @property
    def data(self) -> bytes:
        """The position as bytes; equal positions of a program have equal bytes."""
        if self._data is None:
            self._data = _pack(self.form, self.content)
        return self._data

    @staticmethod
    def unpack(form: Form, data: bytes) -> Position:
        """The position with these bytes. Raises `ValueError` if their number is wrong for what they say. Nothing else
        is checked: whether the position could come up is for others to find out."""
        return Position(form, _unpack(form, data), data)


def _pack(form: Form, content: Content) -> bytes:
    *parts, heap, stacks, then = content
    counts = [*_counts(form.now, parts), *(_counts(form.then, then) if then else [0] * len(form.then.growing))]
    counts += [len(heap), *(len(stack) for stack in stacks), *[0] * (form.stacks - len(stacks))]
    rows = [*_row_bytes(form.now, parts), _bytes(I32, heap), *(_bytes(I32, stack) for stack in stacks)]
    return b"".join([_bytes(I32, counts), *rows, *(_row_bytes(form.then, then) if then else [])])


def _counts(rows: Rows, parts: Sequence[Any]) -> list[int]:
    return [len(group[0]) if group else 0 for group in parts[len(rows.fixed) :]]


def _row_bytes(rows: Rows, parts: Sequence[Any]) -> list[bytes]:
    data = [_bytes(element, words) for (element, _), words in zip(rows.fixed, parts, strict=False)]
    for (elements, _), group in zip(rows.growing, parts[len(rows.fixed) :], strict=True):
        data += [_bytes(element, words) for element, words in zip(elements, group, strict=bool(group))]
    return data


def _bytes(element: Element, words: Sequence[int]) -> bytes:
    packed = array(_CODES[element], words)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


class _Reader:
    """Reads elements from bytes, one after another."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._place = 0

    def take(self, element: Element, count: int) -> list[int]:
        end = self._place + count * element.value[0] // 8
        if end > len(self._data):
            raise ValueError("the position is too short")
        packed = array(_CODES[element], self._data[self._place : end])
        if sys.byteorder == "big":
            packed.byteswap()
        self._place = end
        return packed.tolist()

    def count(self, most: int) -> int:
        [number] = self.take(I32, 1)
        if not 0 <= number <= most:
            raise ValueError("the position says that it holds more than it may")
        return number

    def rows(self, rows: Rows, counts: Sequence[int]) -> list[Any]:
        parts: list[Any] = [self.take(element, length) for element, length in rows.fixed]
        for (elements, _), count in zip(rows.growing, counts, strict=True):
            parts.append(tuple(self.take(element, count) for element in elements) if count else ())
        return parts

    def end(self) -> None:
        if self._place != len(self._data):
            raise ValueError("the position is too long")


def _unpack(form: Form, data: bytes) -> Content:
    reader = _Reader(data)
    counts = [reader.count(most) for _, most in form.now.growing]
    then_counts = [reader.count(most) for _, most in form.then.growing]
    heap_words = reader.count(form.heap)
    stack_words = [reader.count(STACK_WORDS) for _ in range(form.stacks)]
    parts = reader.rows(form.now, counts)
    heap = reader.take(I32, heap_words)
    all_at_once = parts[0][ALL_AT_ONCE]  # the clock is the first region
    if not all_at_once:
        if any(then_counts) or any(stack_words[1:]):
            raise ValueError("the position holds parts of a phase that hasn't begun")
        stack_words = stack_words[:1]
    stacks = tuple([reader.take(I32, words) for words in stack_words])
    then = tuple(reader.rows(form.then, then_counts)) if all_at_once else ()
    reader.end()
    return (*parts, heap, stacks, then)
