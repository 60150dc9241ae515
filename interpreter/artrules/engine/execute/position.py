"""Positions, and what seats know: immutable values, as an executor takes them out of memory.

They are bytes, or tuples of lists. Each is made of the other when somebody needs it, so every executor
loads what another one has saved.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from struct import Struct
from typing import Any, Protocol, TypeVar

from artrules.engine.machine.language import I32, Element
from artrules.engine.machine.memory import ALL_AT_ONCE
from artrules.engine.machine.numbers import STACK_WORDS
from artrules.engine.machine_code.machine import (
    KeptRegions,
    all_numbers,
    find_machine,
    kept_regions,
    pack,
    region_length,
    region_room,
    size_of,
    unpack,
)
from artrules.engine.machine_code.program import Linkable
from artrules.text.record import dataclass

# What memory holds while no code runs, as tuples of lists and as bytes (`docs/inside/machine.md`, Positions).

Content = tuple[Any, ...]
"""What the functions of `snapshots.py` take out of memory: a list for each region of fixed length, a tuple of lists for
each register; of positions then the heap's list, the stacks' lists, and a tuple of the same form for the start of a
phase."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Regions that are kept together: those of fixed length with their lengths, and those that grow together, with the
    most elements that they may have."""

    fixed: tuple[tuple[Element, int], ...]
    growing: tuple[tuple[tuple[Element, ...], int], ...]


@dataclass(frozen=True, slots=True)
class Form:
    """The form that the positions of one program have, and what seats know of them: the rows of the position, of the
    start of a phase and of what is known, how many stacks there are, and the most words that the heap may have."""

    now: Rows
    then: Rows
    known: Rows
    stacks: int
    heap: int

    @property
    def counts(self) -> int:
        """How many counts the bytes of a position begin with."""
        return len(self.now.growing) + len(self.then.growing) + 1 + self.stacks


def form_of(program: Linkable) -> Form:
    """The form of a program's positions."""
    numbers = all_numbers(program)
    regions = find_machine().regions

    def rows(saved_regions: KeptRegions) -> Rows:
        return Rows(
            tuple((regions[name].element, region_length(regions[name], numbers)) for name in saved_regions.fixed),
            tuple(
                (tuple(regions[name].element for name in names), region_room(regions[names[0]], numbers))
                for names in saved_regions.growing.values()
            ),
        )

    saved_regions = kept_regions(regions)
    return Form(
        rows(saved_regions.now),
        rows(saved_regions.then),
        rows(saved_regions.known),
        numbers["STACKS"],
        numbers["MOST_KEPT"],
    )


def pack_position(form: Form, content: Content) -> bytes:
    """A position's content as bytes."""
    *parts, heap, stacks, then = content
    counts = [*_counts(form.now, parts), *(_counts(form.then, then) if then else [0] * len(form.then.growing))]
    counts += [len(heap), *(len(stack) for stack in stacks), *[0] * (form.stacks - len(stacks))]
    rows = [*_row_bytes(form.now, parts), pack(I32, heap), *(pack(I32, stack) for stack in stacks)]
    return b"".join([pack(I32, counts), *rows, *(_row_bytes(form.then, then) if then else [])])


def unpack_position(form: Form, data: bytes) -> Content:
    """The content of a position with these bytes. Raises `ValueError` if their number is wrong for what they say."""
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


def pack_rows(rows: Rows, parts: Sequence[Any]) -> bytes:
    """Regions that are kept together, as bytes: how many elements each register says, then the elements."""
    return b"".join([pack(I32, _counts(rows, parts)), *_row_bytes(rows, parts)])


def unpack_rows(rows: Rows, data: bytes) -> Content:
    """The same regions from these bytes. Raises `ValueError` if their number is wrong for what they say."""
    reader = _Reader(data)
    parts = reader.rows(rows, [reader.count(most) for _, most in rows.growing])
    reader.end()
    return tuple(parts)


def _counts(rows: Rows, parts: Sequence[Any]) -> list[int]:
    return [len(group[0]) if group else 0 for group in parts[len(rows.fixed) :]]


def _row_bytes(rows: Rows, parts: Sequence[Any]) -> list[bytes]:
    data = [pack(element, words) for (element, _), words in zip(rows.fixed, parts, strict=False)]
    for (elements, _), group in zip(rows.growing, parts[len(rows.fixed) :], strict=True):
        data += [pack(element, words) for element, words in zip(elements, group, strict=bool(group))]
    return data


class _Reader:
    """Reads elements from bytes, one after another."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._place = 0

    def take(self, element: Element, count: int) -> list[int]:
        end = self._place + count * size_of(element)
        if end > len(self._data):
            raise ValueError("the position is too short")
        numbers = unpack(element, self._data[self._place : end])
        self._place = end
        return numbers

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


_CLOCK = Struct("<8i")
_WORD = Struct("<i")
S = TypeVar("S", bound="Snapshot")


class Keeper(Protocol):
    """A place in an executor's memory that has the bytes of a position, until other bytes are needed there."""

    def kept_bytes(self) -> bytes:
        """The bytes that are there."""
        ...


class Snapshot:
    """What was in memory. Two are equal if they hold the same, in the same form."""

    __slots__ = ("_content", "_data", "form", "keeper")

    def __init__(
        self, form: Form, content: Content | None = None, data: bytes | None = None, keeper: Keeper | None = None
    ) -> None:
        """Takes at least one of the content, its bytes, and a place that still has the bytes."""
        self.form = form
        self._content = content
        self._data = data
        self.keeper = keeper
        """The place that has its bytes, as long as it has none of its own."""

    @property
    def content(self) -> Content:
        """It as tuples of lists."""
        if self._content is None:
            self._content = self._unpacked(self.data)
        return self._content

    @property
    def data(self) -> bytes:
        """It as bytes; equal ones of a program have equal bytes."""
        if self._data is None:
            data = self._find_data()
            if self._data is None:  # else another thread has needed the place meanwhile, and has kept the bytes before
                self._data = data
            self.keeper = None
        return self._data

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        if self is other:
            return True
        if self._content is not None and other._content is not None:
            same = self._content == other._content
        else:
            same = self.data == other.data
        return same and (self.form is other.form or self.form == other.form)

    def __hash__(self) -> int:
        return hash(self.data)

    def __copy__(self: S) -> S:
        return self

    def __deepcopy__(self: S, memo: object) -> S:
        return self

    def __reduce__(self: S) -> tuple[type[S], tuple[Form, None, bytes]]:
        return type(self), (self.form, None, self.data)

    @classmethod
    def unpack(cls: type[S], form: Form, data: bytes) -> S:
        """What has these bytes. Raises `ValueError` if their number is wrong for what they say. Nothing else is
        checked: whether the position could come up is for others to find out."""
        snapshot = cls(form, None, data)
        snapshot._content = snapshot._unpacked(data)
        return snapshot

    @abstractmethod
    def _find_data(self) -> bytes: ...

    @abstractmethod
    def _unpacked(self, data: bytes) -> Content: ...


class Position(Snapshot):
    """A position of a game: what memory holds while no code runs."""

    __slots__ = ()

    def _find_data(self) -> bytes:
        if self._content is not None:
            return pack_position(self.form, self._content)
        keeper = self.keeper
        return keeper.kept_bytes() if keeper is not None else b""

    def _unpacked(self, data: bytes) -> Content:
        return unpack_position(self.form, data)

    def keep_bytes(self) -> None:
        """Have bytes of its own, wherever they were."""
        self._data = self.data

    @property
    def clock(self) -> tuple[int, ...]:
        """The engine's own numbers (`machine/memory.py`)."""
        if self._content is not None:
            return tuple(self._content[0])
        return _CLOCK.unpack_from(self.data, 4 * self.form.counts)

    @property
    def heap_words(self) -> int:
        """How many words are on the heap after the constants."""
        if self._content is not None:
            return len(self._content[-3])
        words: int = _WORD.unpack_from(self.data, 4 * (self.form.counts - 1 - self.form.stacks))[0]
        return words

    @property
    def phase_start(self) -> Content:
        """The position when the phase in progress began, if all players play it at once, else empty; equal for equal
        positions."""
        if self._content is None and not self.clock[ALL_AT_ONCE]:
            return ()
        then: Content = self.content[-1]
        return then


class Knowledge(Snapshot):
    """What seats know. It belongs to a game, but not to its position."""

    __slots__ = ()

    def _find_data(self) -> bytes:
        assert self._content is not None
        return pack_rows(self.form.known, self._content)

    def _unpacked(self, data: bytes) -> Content:
        return unpack_rows(self.form.known, data)
