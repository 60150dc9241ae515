"""The code of one function in the making.

Much of what code refers to is only known when a module is put together: indices of functions and types, addresses,
program numbers. Code then holds five bytes to be filled in, and a *relocation* says what with. So the machine's
functions are translated once and fit every program.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Literal

from artrules.machine.language import I32, I64, U8, U16, Element
from artrules.machine_code.machine import find_machine
from artrules.record import dataclass
from artrules.webassembly import opcodes
from artrules.webassembly.binary import signed, unsigned
from artrules.webassembly.opcodes import NARROW, NO_VALUE, WIDE, ValueType

Kind = Literal["function", "type", "offset", "address", "number"]
"""What is filled in: the index of a function or of a type; an address, as the offset of an access to memory or as a
number; or a program number."""
Symbol = tuple[Kind, str, int]
"""What is filled in: its kind, its name, and what is added to it."""
UNSIGNED_KINDS = ("function", "type", "offset")
"""Kinds that are filled in without a sign. The others are operands of `i32.const`, which have one."""

_HOLE = bytes(5)
_LOADS = {
    U8: bytes([opcodes.I32_LOAD_8, 0]),
    U16: bytes([opcodes.I32_LOAD_16, 1]),
    I32: bytes([opcodes.I32_LOAD, 2]),
    I64: bytes([opcodes.I64_LOAD, 3]),
}
_STORES = {
    U8: bytes([opcodes.I32_STORE_8, 0]),
    U16: bytes([opcodes.I32_STORE_16, 1]),
    I32: bytes([opcodes.I32_STORE, 2]),
    I64: bytes([opcodes.I64_STORE, 3]),
}


@dataclass(frozen=True, slots=True)
class FunctionType:
    """The types of a function's parameters, and that of its result."""

    parameters: tuple[ValueType, ...]
    result: ValueType | None

    @property
    def name(self) -> str:
        """The type as a symbol's name."""
        letters = {NARROW: "i", WIDE: "l"}
        return "".join(letters[p] for p in self.parameters) + ">" + (letters[self.result] if self.result else "")

    @staticmethod
    @cache
    def named(name: str) -> FunctionType:
        """The type with a name."""
        types: dict[str, ValueType] = {"i": NARROW, "l": WIDE}
        parameters, _, result = name.partition(">")
        return FunctionType(tuple(types[letter] for letter in parameters), types[result] if result else None)


@dataclass(frozen=True, slots=True)
class Piece:
    """A translated function: its body as the code section has it (without its length), with zeros where something is to
    be filled in, and where that is, in rising order."""

    name: str
    type: FunctionType
    body: bytes
    relocations: tuple[tuple[int, Symbol], ...]


def dispatcher(table: str) -> str:
    """The name of the function that calls what a function table has at an index (`dispatch.py`)."""
    return f"dispatch_{table}"


@cache
def register_indices() -> dict[str, int]:
    """The index of each register among the globals of a module."""
    return {name: i for i, name in enumerate(find_machine().registers)}


class Code:
    """Code in the making. The parameters are the first locals; others are made by `local`. Labels are the numbers that
    `block`, `loop` and `if_` give."""

    def __init__(self, name: str, parameters: Sequence[ValueType] = (), result: ValueType | None = None) -> None:
        self._name = name
        self._type = FunctionType(tuple(parameters), result)
        self._locals: list[ValueType] = []
        self._code = bytearray()
        self._relocations: list[tuple[int, Symbol]] = []
        self._depth = 0

    def piece(self) -> Piece:
        """The function, when all its code is there."""
        runs = [(len(list(run)), type_) for type_, run in groupby(self._locals)]
        head = unsigned(len(runs)) + b"".join(unsigned(count) + bytes([type_]) for count, type_ in runs)
        moved = tuple([(place + len(head), symbol) for place, symbol in self._relocations])
        return Piece(self._name, self._type, bytes(head + self._code + bytes([opcodes.END])), moved)

    def local(self, type_: ValueType = NARROW) -> int:
        """A new local."""
        self._locals.append(type_)
        return len(self._type.parameters) + len(self._locals) - 1

    def add(self, *opcodes: int) -> None:
        """Add instructions without operands."""
        self._code += bytes(opcodes)

    # -- numbers

    def const(self, number: int) -> None:
        """A number of 32 bits."""
        self._code.append(opcodes.I32_CONST)
        self._code += signed(number)

    def const_wide(self, number: int) -> None:
        """A number of 64 bits, with or without a sign."""
        self._code.append(opcodes.I64_CONST)
        self._code += signed(number - (1 << 64) if number >> 63 > 0 else number)

    def number(self, name: str) -> None:
        """A program number."""
        self._symbolic("number", name)

    def address(self, name: str, plus: int = 0) -> None:
        """The address of a region or an area of memory, by its name in the memory map."""
        self._symbolic("address", name, plus)

    def _symbolic(self, kind: Kind, name: str, plus: int = 0) -> None:
        self._code.append(opcodes.I32_CONST)
        self._hole(kind, name, plus)

    def _hole(self, kind: Kind, name: str, plus: int = 0) -> None:
        self._relocations.append((len(self._code), (kind, name, plus)))
        self._code += _HOLE

    # -- locals and registers

    def get(self, local: int) -> None:
        self._indexed(opcodes.LOCAL_GET, local)

    def set(self, local: int) -> None:
        self._indexed(opcodes.LOCAL_SET, local)

    def tee(self, local: int) -> None:
        """Set a local, and leave the number."""
        self._indexed(opcodes.LOCAL_TEE, local)

    def get_register(self, name: str) -> None:
        self._indexed(opcodes.GLOBAL_GET, register_indices()[name])

    def set_register(self, name: str) -> None:
        self._indexed(opcodes.GLOBAL_SET, register_indices()[name])

    def _indexed(self, opcode: int, index: int) -> None:
        self._code.append(opcode)
        if index < 128:
            self._code.append(index)
        else:
            self._code += unsigned(index)

    # -- memory

    def load(self, element: Element, name: str = "", plus: int = 0) -> None:
        """Read an element. Its place is the number that lies on top, added to the address of what has a name, and to
        `plus`, which isn't negative."""
        self._code += _LOADS[element]
        self._place(name, plus)

    def store(self, element: Element, name: str = "", plus: int = 0) -> None:
        """Write an element: below it on the stack lies its place, as for `load`."""
        self._code += _STORES[element]
        self._place(name, plus)

    def _place(self, name: str, plus: int) -> None:
        if name:
            self._hole("offset", name, plus)
        else:
            self._code += unsigned(plus)

    def copy_memory(self) -> None:
        """Copy bytes: to, from, how many."""
        self._code += bytes(opcodes.MEMORY_COPY)

    def fill_memory(self) -> None:
        """Set bytes: where, to what, how many."""
        self._code += bytes(opcodes.MEMORY_FILL)

    # -- control

    def block(self, result: ValueType | None = None) -> int:
        """Begin a block, whose label stands for its end."""
        return self._begin(opcodes.BLOCK, result)

    def loop(self) -> int:
        """Begin a loop, whose label stands for its beginning."""
        return self._begin(opcodes.LOOP, None)

    def if_(self, result: ValueType | None = None) -> int:
        """Begin what runs if the number on top isn't 0. The label stands for its end."""
        return self._begin(opcodes.IF, result)

    def else_(self) -> None:
        self._code.append(opcodes.ELSE)

    def end(self) -> None:
        """End the innermost block, loop or if."""
        self._depth -= 1
        self._code.append(opcodes.END)

    def branch(self, label: int) -> None:
        self._indexed(opcodes.BRANCH, self._depth - label)

    def branch_if(self, label: int) -> None:
        self._indexed(opcodes.BRANCH_IF, self._depth - label)

    def branch_by_number(self, labels: Sequence[int], otherwise: int) -> None:
        """Go to the label that has the index on the stack, or to another one where there is none."""
        self._code.append(opcodes.BRANCH_BY_NUMBER)
        self._code += unsigned(len(labels))
        for label in (*labels, otherwise):
            self._code += unsigned(self._depth - label)

    def return_(self) -> None:
        self._code.append(opcodes.RETURN)

    def _begin(self, opcode: int, result: ValueType | None) -> int:
        self._code.append(opcode)
        self._code.append(result or NO_VALUE)
        self._depth += 1
        return self._depth

    # -- calls

    def call(self, function: str) -> None:
        self._code.append(opcodes.CALL)
        self._hole("function", function)

    def call_by_number(self, type_: FunctionType) -> None:
        """Call the function whose number in the table of all functions lies on top."""
        self._code.append(opcodes.CALL_INDIRECT)
        self._hole("type", type_.name)
        self._code.append(0)
