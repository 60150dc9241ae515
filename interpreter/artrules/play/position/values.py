"""Values of content, and the words in which memory holds them.

A value is None, a truth value, a number, a tuple (a list, or the fields of a happening that isn't kept), or a bit mask
(a set). A member of an enum is its index, a player counts from 0, a card is its number, a power is its number on its
card (`rules/actions.py`), a kept happening is its number. A word is one number of 32 bits: lists and large sets lie on
the heap, and their word says where.
"""

from collections.abc import Sequence
from typing import Any

from artrules.engine.execute.instance import MemoryView
from artrules.engine.lower.representation import is_wide
from artrules.engine.machine.numbers import NONE, WIDE_BITS, WIDE_WORDS
from artrules.model.ir.model import Model
from artrules.model.ir.types import Bool, Happening, ListOf, Optional, SetOf, Type, Zone


class ValueReader:
    """Reads values from words."""

    __slots__ = ("_heap", "_model")

    def __init__(self, model: Model, heap: MemoryView) -> None:
        self._model = model
        self._heap = heap

    def value(self, word: int, type_: Type | None) -> Any:
        """The value of a type that a word means. Without a type the word itself is the value."""
        if word == NONE:
            return None
        match type_:
            case Bool():
                return word != 0
            case Optional(of):
                return self.value(word, of)
            case SetOf() if is_wide(self._model, type_):
                return self._wide_set(word)
            case ListOf(of):
                return tuple([self.value(item, of) for item in self.items(word)])
            case Zone():
                return self.items(word)
            case Happening(event) if self._model.events[event].kept is None:
                return self.fields(word, event)
        return word

    def items(self, word: int) -> tuple[int, ...]:
        """The words in a list."""
        heap = self._heap
        return tuple(heap[word + 1 : word + 1 + heap[word]])

    def values(self, word: int, types: Sequence[Type | None]) -> tuple[Any, ...]:
        """The values in a list that holds one of each type."""
        return tuple([self.value(item, t) for item, t in zip(self.items(word), types, strict=True)])

    def fields(self, word: int, event: str) -> tuple[Any, ...]:
        """The values of an event's fields."""
        return self.values(word, [field.type for field in self._model.events[event].fields.values()])

    def _wide_set(self, word: int) -> int:
        return sum(bits << WIDE_BITS * i for i, bits in enumerate(self.items(word)))


class ValueWriter:
    """Writes values as words; what doesn't fit into one goes to the end of a heap."""

    __slots__ = ("_model", "heap")

    def __init__(self, model: Model, heap: list[int]) -> None:
        """`heap` ends after its last word in use."""
        self._model = model
        self.heap = heap

    def word(self, value: Any, type_: Type | None) -> int:
        """The word for a value of a type. Without a type the value is the word."""
        if value is None:
            return NONE
        match type_:
            case Optional(of):
                return self.word(value, of)
            case SetOf() if is_wide(self._model, type_):
                return self.list_of([value >> WIDE_BITS * i & (1 << WIDE_BITS) - 1 for i in range(WIDE_WORDS)])
            case ListOf(of):
                return self.list_of([self.word(item, of) for item in value])
            case Zone():
                return self.list_of(value)
            case Happening(event) if self._model.events[event].kept is None:
                return self.fields(value, event)
        return int(value)

    def list_of(self, words: Sequence[int]) -> int:
        """A list of words on the heap."""
        place = len(self.heap)
        self.heap.append(len(words))
        self.heap.extend(words)
        return place

    def values(self, values: Sequence[Any], types: Sequence[Type | None]) -> int:
        """The list of values with one type each."""
        return self.list_of([self.word(value, t) for value, t in zip(values, types, strict=True)])

    def fields(self, values: Sequence[Any], event: str) -> int:
        """The list of the values of an event's fields."""
        return self.values(values, [field.type for field in self._model.events[event].fields.values()])
