"""Reads values from words without a heap, as the machine writes them (`machine/written.py`): a list or wide set is the
number of its items, then the items. The words may come from outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from artrules.engine.lower.representation import is_wide
from artrules.engine.machine.numbers import NONE, WIDE_BITS, WIDE_WORDS
from artrules.model.ir.model import Model
from artrules.model.ir.types import Bool, Card, Happening, ListOf, Optional, SetOf, Type, Zone
from artrules.play.position.save_document import damaged


class Words:
    """Words that are read one after another. Reading beyond the end raises SaveRefused."""

    def __init__(self, model: Model, words: Sequence[int]) -> None:
        self._model = model
        self._words = words
        self._place = 0

    @property
    def at_end(self) -> bool:
        """Whether all has been read."""
        return self._place == len(self._words)

    def numbers(self, count: int) -> Sequence[int]:
        """So many words as they are."""
        if not 0 <= count <= len(self._words) - self._place:
            raise damaged("it has too few values")
        self._place += count
        return self._words[self._place - count : self._place]

    def value(self, type_: Type | None) -> Any:
        """The value that comes next. It has the form of values of this type, but needn't be one."""
        [word] = self.numbers(1)
        if word == NONE:
            return None
        while isinstance(type_, Optional):
            type_ = type_.of
        match type_:
            case Bool() if word in (0, 1):
                return word == 1
            case SetOf() if is_wide(self._model, type_):
                parts = self.numbers(word)
                if len(parts) != WIDE_WORDS or not all(0 <= bits < 1 << WIDE_BITS for bits in parts):
                    raise damaged("a set in it is none")
                return sum(bits << WIDE_BITS * i for i, bits in enumerate(parts))
            case ListOf(of):
                return tuple([self.value(of) for _ in range(self._count(word))])
            case Zone(_, kinds):
                return tuple([self.value(Card(kinds)) for _ in range(self._count(word))])
            case Happening(event) if self._model.events[event].kept is None:
                fields = list(self._model.events[event].fields.values())
                return self.values([field.type for field in fields]) if word == len(fields) else None
        return word

    def values(self, types: Sequence[Type | None]) -> tuple[Any, ...]:
        """The values that come next, one of each type."""
        return tuple([self.value(type_) for type_ in types])

    def _count(self, count: int) -> int:
        """The number of a list's items, after testing that there may be so many."""
        if not 0 <= count <= len(self._words) - self._place:
            raise damaged("it has too few values")
        return count
