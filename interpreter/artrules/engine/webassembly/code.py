"""Code of WebAssembly in the making: its instructions and types, one function, and the bytes of modules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import Literal

from artrules.engine.machine.language import I32, I64, U8, U16, Element
from artrules.engine.machine_code.machine import find_machine
from artrules.text.record import dataclass

# The instructions of WebAssembly that translated code uses, and its types.

ValueType = Literal[0x7F, 0x7E]
"""The type of a number: 32 or 64 bits."""
NARROW: Literal[0x7F] = 0x7F
WIDE: Literal[0x7E] = 0x7E
FUNCTION_REFERENCE = 0x70
NO_VALUE = 0x40
"""The type of a block that leaves nothing."""

UNREACHABLE = 0x00
BLOCK = 0x02
LOOP = 0x03
IF = 0x04
ELSE = 0x05
END = 0x0B
BRANCH = 0x0C
BRANCH_IF = 0x0D
BRANCH_BY_NUMBER = 0x0E
RETURN = 0x0F
CALL = 0x10
CALL_INDIRECT = 0x11
DROP = 0x1A
SELECT = 0x1B
LOCAL_GET = 0x20
LOCAL_SET = 0x21
LOCAL_TEE = 0x22
GLOBAL_GET = 0x23
GLOBAL_SET = 0x24

I32_LOAD = 0x28
I64_LOAD = 0x29
I32_LOAD_8 = 0x2D
I32_LOAD_16 = 0x2F
I32_STORE = 0x36
I64_STORE = 0x37
I32_STORE_8 = 0x3A
I32_STORE_16 = 0x3B

I32_CONST = 0x41
I64_CONST = 0x42
I32_IS_ZERO = 0x45
I32_EQUAL = 0x46
I32_NOT_EQUAL = 0x47
I32_LESS = 0x48
I32_LESS_UNSIGNED = 0x49
I32_GREATER = 0x4A
I32_GREATER_UNSIGNED = 0x4B
I32_AT_MOST = 0x4C
I32_AT_MOST_UNSIGNED = 0x4D
I32_AT_LEAST = 0x4E
I64_IS_ZERO = 0x50
I64_EQUAL = 0x51
I64_NOT_EQUAL = 0x52
I64_LESS = 0x53
I64_LESS_UNSIGNED = 0x54
I64_GREATER = 0x55
I64_AT_MOST = 0x57
I64_AT_MOST_UNSIGNED = 0x58
I64_AT_LEAST = 0x59

I32_LOWEST_BIT = 0x68
I32_COUNT_BITS = 0x69
I32_ADD = 0x6A
I32_SUBTRACT = 0x6B
I32_MULTIPLY = 0x6C
I32_DIVIDE = 0x6D
I32_REMAINDER = 0x6F
I32_AND = 0x71
I32_OR = 0x72
I32_XOR = 0x73
I32_SHIFT_LEFT = 0x74
I32_SHIFT_RIGHT = 0x75
I64_ADD = 0x7C
I64_SUBTRACT = 0x7D
I64_MULTIPLY = 0x7E
I64_DIVIDE = 0x7F
I64_REMAINDER = 0x81
I64_REMAINDER_UNSIGNED = 0x82
I64_AND = 0x83
I64_OR = 0x84
I64_XOR = 0x85
I64_SHIFT_LEFT = 0x86
I64_SHIFT_RIGHT = 0x87
I64_SHIFT_RIGHT_UNSIGNED = 0x88
I64_ROTATE_LEFT = 0x89
WRAP = 0xA7
"""64 bits to their lower 32."""
EXTEND = 0xAC
"""32 bits with a sign to 64."""

MEMORY_COPY = (0xFC, 0x0A, 0x00, 0x00)
MEMORY_FILL = (0xFC, 0x0B, 0x00)


# The binary format of WebAssembly: numbers, sections and modules.
#
# The names and numbers of sections are those of the standard (https://webassembly.github.io/spec/core/binary/).

MAGIC = b"\0asm\1\0\0\0"
PAGE = 65_536


def unsigned(number: int) -> bytes:
    """A number that isn't negative, in seven bits a byte, the lowest first."""
    coded = bytearray()
    while number > 0x7F:
        coded.append(number & 0x7F | 0x80)
        number >>= 7
    coded.append(number)
    return bytes(coded)


def signed(number: int) -> bytes:
    """A number with a sign, in seven bits a byte, the lowest first."""
    coded = bytearray()
    while not -64 <= number < 64:
        coded.append(number & 0x7F | 0x80)
        number >>= 7
    coded.append(number & 0x7F)
    return bytes(coded)


def padded(number: int) -> bytes:
    """A number of 32 bits that isn't negative, in five bytes."""
    return bytes([number >> shift & 0x7F | (0x80 if shift < 28 else 0) for shift in (0, 7, 14, 21, 28)])


def padded_signed(number: int) -> bytes:
    """The 32 bits of a number as one with a sign, in five bytes."""
    return padded(number & 0x0FFF_FFFF)[:4] + bytes([((number & 0xFFFF_FFFF ^ 1 << 31) - (1 << 31)) >> 28 & 0x7F])


def vector(items: Iterable[bytes]) -> bytes:
    """How many items, and then the items."""
    items = list(items)
    return unsigned(len(items)) + b"".join(items)


def text(name: str) -> bytes:
    """A name: how many bytes, and then the bytes."""
    coded = name.encode()
    return unsigned(len(coded)) + coded


def section(number: int, content: bytes) -> bytes:
    """A section of a module."""
    return bytes([number]) + unsigned(len(content)) + content


def custom_section(name: str, content: bytes) -> bytes:
    """A section that executors ignore."""
    return section(0, text(name) + content)


def name_section(functions: Sequence[str]) -> bytes:
    """Names of functions, by index, for people who read of a trap."""
    names = vector(unsigned(i) + text(name) for i, name in enumerate(functions))
    return custom_section("name", section(1, names))


# The code of one function in the making.
#
# Much of what code refers to is only known when a module is put together: indices of functions and types, addresses,
# program numbers. Code then holds five bytes to be filled in, and a *relocation* says what with. So the machine's
# functions are translated once and fit every program.

Kind = Literal["function", "type", "offset", "address", "number", "room"]
"""What is filled in: the index of a function or of a type; an address, as the offset of an access to memory or as a
number; a program number; or for how many elements a region has room."""
Symbol = tuple[Kind, str, int]
"""What is filled in: its kind, its name, and what is added to it."""
UNSIGNED_KINDS = ("function", "type", "offset")
"""Kinds that are filled in without a sign. The others are operands of `i32.const`, which have one."""

_HOLE = bytes(5)
_LOADS = {
    U8: bytes([I32_LOAD_8, 0]),
    U16: bytes([I32_LOAD_16, 1]),
    I32: bytes([I32_LOAD, 2]),
    I64: bytes([I64_LOAD, 3]),
}
_STORES = {
    U8: bytes([I32_STORE_8, 0]),
    U16: bytes([I32_STORE_16, 1]),
    I32: bytes([I32_STORE, 2]),
    I64: bytes([I64_STORE, 3]),
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
    """The name of the function that calls what a function table has at an index (`translate.py`)."""
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
        return Piece(self._name, self._type, bytes(head + self._code + bytes([END])), moved)

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
        self._code.append(I32_CONST)
        self._code += signed(number)

    def const_wide(self, number: int) -> None:
        """A number of 64 bits, with or without a sign."""
        self._code.append(I64_CONST)
        self._code += signed(number - (1 << 64) if number >> 63 > 0 else number)

    def number(self, name: str) -> None:
        """A program number."""
        self._symbolic("number", name)

    def room(self, region: str) -> None:
        """For how many elements a region has room."""
        self._symbolic("room", region)

    def address(self, name: str, plus: int = 0) -> None:
        """The address of a region or an area of memory, by its name in the memory map."""
        self._symbolic("address", name, plus)

    def _symbolic(self, kind: Kind, name: str, plus: int = 0) -> None:
        self._code.append(I32_CONST)
        self._hole(kind, name, plus)

    def _hole(self, kind: Kind, name: str, plus: int = 0) -> None:
        self._relocations.append((len(self._code), (kind, name, plus)))
        self._code += _HOLE

    # -- locals and registers

    def get(self, local: int) -> None:
        self._indexed(LOCAL_GET, local)

    def set(self, local: int) -> None:
        self._indexed(LOCAL_SET, local)

    def tee(self, local: int) -> None:
        """Set a local, and leave the number."""
        self._indexed(LOCAL_TEE, local)

    def get_register(self, name: str) -> None:
        self._indexed(GLOBAL_GET, register_indices()[name])

    def set_register(self, name: str) -> None:
        self._indexed(GLOBAL_SET, register_indices()[name])

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
        self._code += bytes(MEMORY_COPY)

    def fill_memory(self) -> None:
        """Set bytes: where, to what, how many."""
        self._code += bytes(MEMORY_FILL)

    # -- control

    def block(self, result: ValueType | None = None) -> int:
        """Begin a block, whose label stands for its end."""
        return self._begin(BLOCK, result)

    def loop(self) -> int:
        """Begin a loop, whose label stands for its beginning."""
        return self._begin(LOOP, None)

    def if_(self, result: ValueType | None = None) -> int:
        """Begin what runs if the number on top isn't 0. The label stands for its end."""
        return self._begin(IF, result)

    def else_(self) -> None:
        self._code.append(ELSE)

    def end(self) -> None:
        """End the innermost block, loop or if."""
        self._depth -= 1
        self._code.append(END)

    def branch(self, label: int) -> None:
        self._indexed(BRANCH, self._depth - label)

    def branch_if(self, label: int) -> None:
        self._indexed(BRANCH_IF, self._depth - label)

    def branch_by_number(self, labels: Sequence[int], otherwise: int) -> None:
        """Go to the label that has the index on the stack, or to another one where there is none."""
        self._code.append(BRANCH_BY_NUMBER)
        self._code += unsigned(len(labels))
        for label in (*labels, otherwise):
            self._code += unsigned(self._depth - label)

    def return_(self) -> None:
        self._code.append(RETURN)

    def _begin(self, opcode: int, result: ValueType | None) -> int:
        self._code.append(opcode)
        self._code.append(result or NO_VALUE)
        self._depth += 1
        return self._depth

    # -- calls

    def call(self, function: str) -> None:
        self._code.append(CALL)
        self._hole("function", function)

    def call_by_number(self, type_: FunctionType) -> None:
        """Call the function whose number in the table of all functions lies on top."""
        self._code.append(CALL_INDIRECT)
        self._hole("type", type_.name)
        self._code.append(0)
