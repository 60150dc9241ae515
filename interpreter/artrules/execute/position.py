"""Positions, and what seats know: immutable values, as an executor takes them out of memory.

They are bytes, or tuples of lists (`packing.py`). Each is made of the other when somebody needs it, so every executor
loads what another one has saved.
"""

from __future__ import annotations

from abc import abstractmethod
from struct import Struct
from typing import Protocol, TypeVar

from artrules.execute.packing import Content, Form, pack_position, pack_rows, unpack_position, unpack_rows
from artrules.machine.memory import ALL_AT_ONCE

_CLOCK = Struct("<8i")
_WORD = Struct("<i")
S = TypeVar("S", bound="Snapshot")


class Keeper(Protocol):
    """An executor whose memory has the bytes of a position, until it needs the place for other bytes."""

    def kept_bytes(self, position: Position) -> bytes:
        """The bytes of a position that is still there; none of one that has bytes of its own by now."""
        ...


class Snapshot:
    """What was in memory. Two are equal if they hold the same, in the same form."""

    __slots__ = ("__weakref__", "_content", "_data", "_keeper", "form")

    def __init__(
        self, form: Form, content: Content | None = None, data: bytes | None = None, keeper: Keeper | None = None
    ) -> None:
        """Takes at least one of the content, its bytes, and an executor that still has the bytes in its memory."""
        self.form = form
        self._content = content
        self._data = data
        self._keeper = keeper

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
            found = self._find_data()
            if self._data is None:  # else another thread has needed the place meanwhile, and has kept the bytes before
                self._data = found
            self._keeper = None
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
        made = cls(form, None, data)
        made._content = made._unpacked(data)
        return made

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
        keeper = self._keeper
        return keeper.kept_bytes(self) if keeper is not None else b""

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
