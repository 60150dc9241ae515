"""What an executor needs of a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from artrules.machine.language import Element
from artrules.machine_code.foreign import ForeignFunction
from artrules.machine_code.nodes import Function


class Linkable(Protocol):
    """A program, as far as executors must know it. `lower/` makes one of content; tests make small ones."""

    @property
    def functions(self) -> Sequence[Function]: ...

    @property
    def function_tables(self) -> Mapping[str, Sequence[str]]:
        """By table of `machine/program.py`: the names of its functions, by index; `""` where there is none."""
        ...

    @property
    def tables(self) -> Mapping[str, Sequence[int]]:
        """What the regions that are tables hold."""
        ...

    @property
    def own_regions(self) -> Mapping[str, tuple[Element, Sequence[int]]]:
        """Tables that only this program has."""
        ...

    @property
    def foreign_functions(self) -> Sequence[ForeignFunction]:
        """The functions that aren't machine code, by number."""
        ...

    @property
    def numbers(self) -> Mapping[str, int]:
        """All program numbers."""
        ...
