"""Code that copies parts of memory to a row of bytes, or back. What is kept is written once, for both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from artrules.machine.language import I32, Element
from artrules.machine_code.kept_regions import KeptRegions
from artrules.webassembly import opcodes
from artrules.webassembly.code import Code
from artrules.webassembly.intrinsics import copy_function
from artrules.webassembly.meanings import scale
from artrules.webassembly.memory_map import MemoryMap

Push = Callable[[], None]
"""Writes code that leaves a number."""

_MOST_ONE_BY_ONE = 128
"""The most bytes that are copied by an instruction for each word."""


class Row:
    """Code that goes along a row of bytes. The local `place` has the address of its next byte. With `taking`, memory is
    copied to the row, else the row to memory."""

    def __init__(self, code: Code, memory: MemoryMap, place: int, *, taking: bool) -> None:
        self._code = code
        self._memory = memory
        self._place = place
        self._taking = taking
        self._passed = 0
        """How many bytes the row has gone on since `place` was set."""
        self._size = code.local()

    def regions(self, kept: KeptRegions) -> None:
        """Regions that are kept together; the registers say how much of those that grow."""
        for address, size in _runs(self._memory, kept.fixed):
            self._fixed(address, size)
            self._passed += size
        for register, names in kept.growing.items():
            self.go_on()
            self._code.get_register(register)
            self._code.if_()
            for name in names:
                region = self._memory.regions[name]
                self.some(region.address, region.element, partial(self._code.get_register, register))
            self._code.end()

    def some(self, address: int | Push, element: Element, count: Push) -> None:
        """As many elements from an address on as `count` says."""
        code = self._code
        self.go_on()
        count()
        scale(code, element)
        code.set(self._size)
        self._copy(address if callable(address) else partial(code.const, address), partial(code.get, self._size))
        code.call(copy_function(element))
        code.get(self._place)
        code.get(self._size)
        code.add(opcodes.I32_ADD)
        code.set(self._place)

    def go_on(self, count: int = 0) -> None:
        """Let `place` be the address of the next byte, after passing over some."""
        self._passed += count
        if self._passed:
            self._code.get(self._place)
            self._code.const(self._passed)
            self._code.add(opcodes.I32_ADD)
            self._code.set(self._place)
        self._passed = 0

    def _copy(self, memory: Push, size: Push) -> None:
        """Leave to where and from where is copied, and how many bytes."""
        if self._taking:
            self._next()
            memory()
        else:
            memory()
            self._next()
        size()

    def _fixed(self, address: int, size: int) -> None:
        """So many bytes from an address on: a few words one by one, because `memory.copy` calls a
        function of the executor."""
        code = self._code
        if size > _MOST_ONE_BY_ONE or size % 4:
            self._copy(partial(code.const, address), partial(code.const, size))
            code.copy_memory()
            return
        for passed in range(0, size, 4):
            if self._taking:
                code.get(self._place)
                code.const(address + passed)
                code.load(I32)
                code.store(I32, plus=self._passed + passed)
            else:
                code.const(address + passed)
                code.get(self._place)
                code.load(I32, plus=self._passed + passed)
                code.store(I32)

    def _next(self) -> None:
        self._code.get(self._place)
        if self._passed:
            self._code.const(self._passed)
            self._code.add(opcodes.I32_ADD)


def _runs(memory: MemoryMap, names: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Address and size of regions; those that lie next to each other are one."""
    first = end = -1
    for name in names:
        region = memory.regions[name]
        if region.address != end:
            if end > first:
                yield first, end - first
            first = region.address
        end = region.end
    if end > first:
        yield first, end - first
