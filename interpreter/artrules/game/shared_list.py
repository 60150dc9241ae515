"""Lists that grow and share what they have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class SharedList(Generic[T]):
    """A list that never changes: `plus` makes a longer one, which shares all the items that were there. So copies of a
    game don't copy what has happened in it."""

    __slots__ = ("_before", "_items", "_last", "length")

    def __init__(self) -> None:
        self._before: SharedList[T] | None = None
        self._last: tuple[T, ...] = ()
        self._items: list[T] | None = []
        """All items, once they were asked for."""
        self.length = 0

    @classmethod
    def of(cls, items: Iterable[T]) -> SharedList[T]:
        """The list of some items."""
        new: SharedList[T] = cls()
        new._items = list(items)
        new.length = len(new._items)
        return new

    def plus(self, item: T) -> SharedList[T]:
        """The list with one more item at its end."""
        new: SharedList[T] = SharedList()
        new._before, new._last, new._items, new.length = self, (item,), None, self.length + 1
        return new

    @property
    def items(self) -> list[T]:
        """All items, as a list of the caller's own."""
        later: list[T] = []
        link: SharedList[T] = self
        while link._items is None and link._before is not None:
            later += link._last
            link = link._before
        items = [*(link._items or ()), *reversed(later)]
        if link is not self:
            if link._before is not None:
                link._items = None  # the latest list that was asked for is enough
            self._items = items
        return items[:]
