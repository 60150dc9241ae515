"""The restricted language in which the run time is written: what its modules may use besides Python's own syntax.

All values are whole numbers. A *region* is memory: a row of numbers of one element type, with a name, declared once in
`memory.py`. Code reads and writes it by index: `zone_of[card]`. A *register* is a module's global number. A *program
number* is a number that is fixed for one program, such as how many cards there are. A *function table* holds generated
functions by number.

The declarations here are for readers and for mypy. An executor (`execute/`) puts its own memory in their place. Then it
runs the modules as they stand. `docs/inside/machine.md` defines the language; `machine_code/` verifies that a module
keeps to it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Generic, TypeVar

from artrules.text.record import dataclass

F = TypeVar("F", bound=Callable[..., object])


Wide = int
"""The type of a parameter or result that may need 64 bits. All others fit 32 bits with a sign."""


class Element(Enum):
    """The element type of a region: how many bits, and whether it has a sign."""

    U8 = (8, False)
    U16 = (16, False)
    I32 = (32, True)
    I64 = (64, True)

    @property
    def lowest(self) -> int:
        bits, signed = self.value
        return -(1 << bits - 1) if signed else 0

    @property
    def highest(self) -> int:
        bits, signed = self.value
        return (1 << bits - 1) - 1 if signed else (1 << bits) - 1


U8, U16, I32, I64 = Element.U8, Element.U16, Element.I32, Element.I64


class Kept(Enum):
    """What a region is for."""

    TABLE = "constant: the program fills it"
    POSITION = "part of the position"
    KNOWLEDGE = "what seats know: belongs to a game, but not to its position"
    SCRATCH = "of use only while the machine runs"


@dataclass(frozen=True, slots=True)
class Region:
    """The declaration of a region. `length` is a product of program numbers and numbers, such as `PLAYERS * CARDS`.

    With `used`, the name of a register, only so many elements at the beginning are in use, and the region grows when
    `reserve` asks for it; `length` is then its length at first, and `most` how long it may become: what the game itself
    bounds in its numbers, everything else in bounds (`numbers.py`).
    """

    element: Element
    length: str
    kept: Kept
    used: str = ""
    most: str = ""

    def __getitem__(self, index: int) -> int:
        raise TypeError("only an executor has memory")

    def __setitem__(self, index: int, value: int) -> None:
        raise TypeError("only an executor has memory")


class FunctionTable(Generic[F]):
    """The declaration of a table of generated functions, which have one signature."""

    def __getitem__(self, index: int) -> F:
        raise TypeError("only an executor has functions")


class ProgramNumber(int):
    """A number that is fixed for one program."""


def number() -> int:
    """Declares a program number."""
    return ProgramNumber()


class Bound(ProgramNumber):
    """For how much there is room where a game itself sets no small bound. Its value is the bound of the language. In a
    memory of limited size it is `parts` of the equal parts into which everything is divided that the regions of fixed
    length leave, and never more than its value."""

    parts: int


def bound(most: int, parts: int) -> int:
    """Declares such a bound."""
    number = Bound(most)
    number.parts = parts
    return number
