"""What positions are read from and written to: the memory of an executor (`execute/`), whichever it is."""

from __future__ import annotations

from typing import Protocol

from artrules.execute.instance import MemoryView
from artrules.machine.memory import ALL_AT_ONCE


class Memory(Protocol):
    """The memory of one instance of a program, and the functions that work on it."""

    def region(self, name: str) -> MemoryView:
        """The live memory of a region: writing to it writes to memory."""
        ...

    def make_room(self, name: str, length: int) -> MemoryView:
        """A region, after making it at least so long."""
        ...

    def register(self, name: str) -> int:
        """The value of a register."""
        ...

    def set_register(self, name: str, value: int) -> None:
        """Give a register a value."""
        ...

    def call(self, name: str, *numbers: int) -> int:
        """Call a function of the machine or of the program."""
        ...


def is_simultaneous(memory: Memory) -> bool:
    """Whether a phase is in progress that all play at once."""
    return memory.region("clock")[ALL_AT_ONCE] != 0
