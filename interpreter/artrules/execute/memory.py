"""Memory: an object for every region. Regions are plain lists, or lists that check every access."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex

from artrules.machine.language import Kept, Region
from artrules.machine_code.lengths import all_numbers, region_length
from artrules.machine_code.machine import find_machine
from artrules.machine_code.program import Linkable

RegionFactory = Callable[[str, Region, list[int]], list[int]]
"""Makes the object for a region: its name, its declaration, and what it holds at first. Code reads and writes it by
index; executors read and write slices of it, and it grows by slices and `extend`."""


class MemoryFault(Exception):
    """Code used memory as it mustn't."""

    def __init__(self, region: str, index: object, value: object = None) -> None:
        super().__init__(region, index, value)
        self.region = region
        self.index = index
        self.value = value

    def __str__(self) -> str:
        written = "" if self.value is None else f" = {self.value!r}"
        index = f"{self.index.start}:{self.index.stop}" if isinstance(self.index, slice) else repr(self.index)
        return f"{self.region}[{index}]{written}"


def FAST(name: str, declaration: Region, words: list[int]) -> list[int]:
    """A plain list."""
    return words


def CHECKED(name: str, declaration: Region, words: list[int]) -> list[int]:
    """A list that raises `MemoryFault` for an index outside of it, and for a value that its elements can't hold."""
    return CheckedRegion(name, declaration, words)


class CheckedRegion(list[int]):
    """A region that checks every access."""

    __slots__ = ("_constant", "_highest", "_lowest", "_name")

    def __init__(self, name: str, declaration: Region, words: list[int]) -> None:
        self._name = name
        self._lowest = declaration.element.lowest
        self._highest = declaration.element.highest
        self._constant = False
        super().__init__(words)
        self._check(slice(None), words)
        self._constant = declaration.kept is Kept.TABLE

    def __getitem__(self, index: Any) -> Any:
        if type(index) is not slice:
            self._locate(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        if type(index) is slice:
            value = list(value)
            start, end, _ = index.indices(len(self))
            if end - start != len(value) or (index.stop or 0) > len(self):
                raise MemoryFault(self._name, index)
            self._check(index, value)
        else:
            self._locate(index)
            self._check(index, (value,))
        super().__setitem__(index, value)

    def _locate(self, index: SupportsIndex) -> None:
        if not isinstance(index, int) or not 0 <= index < len(self):
            raise MemoryFault(self._name, index)

    def _check(self, index: object, values: Sequence[int]) -> None:
        for value in values:
            if self._constant or not isinstance(value, int) or not self._lowest <= value <= self._highest:
                raise MemoryFault(self._name, index, value)


def lay_out(program: Linkable, factory: RegionFactory, counters: int) -> dict[str, list[int]]:
    """The regions of the machine and of a program, by name. Raises `ValueError` for a table that the program doesn't
    fill as it is declared."""
    numbers = all_numbers(program)
    memory: dict[str, list[int]] = {}
    for name, declaration in find_machine().regions.items():
        length = counters if name == "executed" else region_length(declaration, numbers)
        if declaration.kept is Kept.TABLE:
            words = list(program.tables[name])
            if declaration.length and len(words) != length:
                raise ValueError(f"table {name} has {len(words)} elements, not {length}")
        else:
            words = [0] * length
        memory[name] = factory(name, declaration, words)
    for name, (element, values) in program.own_regions.items():
        declaration = Region(element, str(len(values)), Kept.TABLE)
        memory[name] = factory(name, declaration, list(values))
    constants = program.tables["constant_words"]
    memory["heap"][: len(constants)] = constants
    return memory
