"""Makes the module of a program: the machine's functions and the program's, translated, and the program's tables.

The template is the same in the modules of all programs. A program's functions are linked with it: everything that
they refer to gets its number, and sections are written.
"""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from inspect import getsource
from itertools import count
from types import MappingProxyType
from typing import assert_never

from artrules.engine.machine.language import Element, ProgramNumber
from artrules.engine.machine.registers import WIDE as WIDE_REGISTERS
from artrules.engine.machine_code.machine import all_numbers, find_machine, pack
from artrules.engine.machine_code.nodes import Function
from artrules.engine.machine_code.program import Linkable, number_of_counters, with_counters
from artrules.engine.machine_code.read import read_functions
from artrules.engine.machine_code.signatures import Names, Signature, names_of_machine, names_with_program, read_machine
from artrules.engine.webassembly import code as op
from artrules.engine.webassembly import memo
from artrules.engine.webassembly.code import (
    MAGIC,
    UNSIGNED_KINDS,
    FunctionType,
    Piece,
    Symbol,
    name_section,
    padded,
    padded_signed,
    section,
    signed,
    text,
    unsigned,
    vector,
)
from artrules.engine.webassembly.intrinsics import arithmetic_functions, intrinsic_pieces
from artrules.engine.webassembly.invocation import (
    INVOKE_DIGEST,
    INVOKE_SEED,
    INVOKE_SEED_THINKING,
    KEEP_REGISTERS,
    MOST_ARGUMENTS,
    RESTING,
    STEP_ON,
    TAKE_REGISTERS,
    digest_piece,
    invocation,
    invocation_pieces,
    invoke_resting,
)
from artrules.engine.webassembly.meanings import Inlined, small_functions, type_of
from artrules.engine.webassembly.memory_map import REGISTERS, MemoryMap, map_memory
from artrules.engine.webassembly.positions import position_pieces
from artrules.engine.webassembly.translate import dispatch_pieces, translate_function
from artrules.text.record import dataclass

# Translated functions put together, so that they only have to be filled in for a program.
#
# The machine's functions are the same for every program. As bytes they can be kept, and loaded in no time.


@dataclass(frozen=True, slots=True)
class Library:
    """Functions: their names, the names of their types, and their code one after another, as the code section has it.
    At each of `places` in the code, the symbol is to be filled in whose index is in `fillings`."""

    names: tuple[str, ...]
    types: tuple[str, ...]
    code: bytes
    symbols: tuple[Symbol, ...]
    places: array[int]
    fillings: array[int]

    def filled_in(self, value: Callable[[Symbol], int]) -> bytes:
        """The code with the values of the symbols."""
        values = [
            padded(value(symbol)) if symbol[0] in UNSIGNED_KINDS else padded_signed(value(symbol))
            for symbol in self.symbols
        ]
        code = bytearray(self.code)
        for place, filling in zip(self.places, self.fillings, strict=True):
            code[place : place + 5] = values[filling]
        return bytes(code)


def collect(pieces: Iterable[Piece]) -> Library:
    """Put translated functions together."""
    names, types = [], []
    code = bytearray()
    indices: dict[Symbol, int] = {}
    places, fillings = array("I"), array("I")
    for piece in pieces:
        names.append(piece.name)
        types.append(piece.type.name)
        code += unsigned(len(piece.body))
        start = len(code)
        code += piece.body
        for place, symbol in piece.relocations:
            places.append(start + place)
            fillings.append(indices.setdefault(symbol, len(indices)))
    return Library(tuple(names), tuple(types), bytes(code), tuple(indices), places, fillings)


# The template: what is the same in the modules of all programs. It is made once, and can be kept as bytes.


@dataclass(frozen=True, slots=True)
class Template:
    """The functions that every module has, what the machine's names mean, and which of its functions are translated
    where others call them."""

    library: Library
    names: Names
    small: Mapping[str, Inlined]

    def to_bytes(self) -> bytes:
        """The template as bytes. They may hold any Python object, so they must come from where only the user writes."""
        return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)

    @staticmethod
    def from_bytes(data: bytes) -> Template:
        """The template that `to_bytes` has written."""
        template = pickle.loads(data)
        assert isinstance(template, Template)
        return template


@cache
def machine_template() -> Template:
    """The template, translated from the modules of the machine."""
    return make_template({})


def make_template(replacements: Mapping[str, Function]) -> Template:
    """The template with other functions in the place of some of the machine's."""
    functions = [function for module in read_machine().values() for function in module.functions]
    functions = [replacements.get(function.name, function) for function in functions]
    small = small_functions(functions)
    return Template(collect(_pieces(functions, small)), names_of_machine(), small)


def _pieces(functions: Iterable[Function], small: Mapping[str, Inlined]) -> Iterator[Piece]:
    names = names_of_machine()
    for function in functions:
        yield translate_function(function, names, True, small)
    yield from memo_pieces()
    yield from arithmetic_functions()
    yield from intrinsic_pieces()
    yield from invocation_pieces()
    yield digest_piece()


def memo_pieces() -> Iterator[Piece]:
    """The intrinsics that number keys, translated (`memo.py`)."""
    names = names_of_machine()
    functions = read_functions("\n\n".join(getsource(function) for function in memo.MEMO_FUNCTIONS))
    own = {f.name: Signature(("int",) * len(f.parameters), f.gives) for f in functions}
    constants = {
        name: value
        for name, value in vars(memo).items()
        if isinstance(value, int) and not isinstance(value, ProgramNumber)
    }
    names = replace(
        names,
        regions={**names.regions, **memo.MEMO_REGIONS},
        functions={**names.functions, **own},
        constants={**names.constants, **constants},
    )
    for function in functions:
        yield translate_function(function, names, inferring=True)


# Gives everything that translated functions refer to its number, and fills the numbers in.


class Linkage:
    """The functions of several libraries in one module.

    All functions stand in one table, at their own numbers, so that a host can call any of them.
    """

    def __init__(
        self,
        libraries: Sequence[Library],
        memory: MemoryMap,
        numbers: Mapping[str, int],
        imported: Mapping[str, FunctionType] = MappingProxyType({}),
    ) -> None:
        """`imported` has the functions that a host gives to the module. Raises `ValueError` if two functions have one
        name."""
        self._libraries = libraries
        self.imported = tuple(imported)
        self._memory = memory
        self._numbers = numbers
        self.names = [*imported, *(name for library in libraries for name in library.names)]
        """By number of a function: its name …"""
        self.type_names = [*(type_.name for type_ in imported.values())]
        self.type_names += [name for library in libraries for name in library.types]
        """… and the name of its type."""
        self.functions = {name: number for number, name in enumerate(self.names)}
        """The numbers of functions, by name."""
        if len(self.functions) < len(self.names):
            twice = sorted({name for name in self.names if self.names.count(name) > 1})
            raise ValueError(f"these functions are defined twice: {', '.join(twice)}")
        called = [name for library in libraries for kind, name, _ in library.symbols if kind == "type"]
        self.types = {name: i for i, name in enumerate(dict.fromkeys([*self.type_names, *called]))}
        """The indices of types, by name."""

    def bodies(self) -> bytes:
        """The code of all functions, with everything filled in."""
        return b"".join(library.filled_in(self._value) for library in self._libraries)

    def _value(self, symbol: Symbol) -> int:
        kind, name, plus = symbol
        match kind:
            case "function":
                return self.functions[name]
            case "type":
                return self.types[name]
            case "offset" | "address":
                return self._memory.address(name) + plus
            case "number":
                return self._numbers[name]
            case "room":
                return self._memory.regions[name].room
        assert_never(kind)


# Writes the sections of a module.

_TYPES, _IMPORTS, _FUNCTIONS, _TABLES, _MEMORIES, _GLOBALS, _EXPORTS = range(1, 8)
_ELEMENTS, _CODE, _DATA = 9, 10, 11
_FUNCTION, _MEMORY = b"\0", b"\2"
"""What an import or an export is."""
FROM = "artrules"
"""The name of the module from which functions are imported."""


def write_module(linkage: Linkage, memory: MemoryMap, program: Linkable, exports: Mapping[str, str]) -> bytes:
    """The bytes of a module, which exports its memory and some functions: their names for a host, and their own."""
    pages = unsigned(memory.pages)
    room = unsigned(len(linkage.names))
    exported = [text(name) + _FUNCTION + unsigned(linkage.functions[own]) for name, own in exports.items()]
    types = [unsigned(linkage.types[name]) for name in linkage.type_names]
    names = zip(linkage.imported, types, strict=False)
    imports = [text(FROM) + text(name) + _FUNCTION + type_ for name, type_ in names]
    return MAGIC + b"".join(
        [
            section(_TYPES, vector(_function_type(FunctionType.named(name)) for name in linkage.types)),
            *([section(_IMPORTS, vector(imports))] if imports else []),
            section(_FUNCTIONS, vector(types[len(imports) :])),
            section(_TABLES, vector([bytes([op.FUNCTION_REFERENCE, 1]) + room + room])),
            section(_MEMORIES, vector([b"\1" + pages + pages])),
            section(_GLOBALS, vector(_register(name, value) for name, value in find_machine().registers.items())),
            section(_EXPORTS, vector([text("memory") + _MEMORY + b"\0", *exported])),
            section(_ELEMENTS, vector([_elements(len(linkage.names))])),
            section(_CODE, unsigned(len(linkage.names) - len(imports)) + linkage.bodies()),
            section(_DATA, vector(_data(memory, program))),
            name_section(linkage.names),
        ]
    )


def _function_type(type_: FunctionType) -> bytes:
    results = [] if type_.result is None else [bytes([type_.result])]
    return b"\x60" + vector(bytes([parameter]) for parameter in type_.parameters) + vector(results)


def _register(name: str, value: int) -> bytes:
    """A register as a global that can be written."""
    type_, const = (op.WIDE, op.I64_CONST) if name in WIDE_REGISTERS else (op.NARROW, op.I32_CONST)
    return bytes([type_, 1, const]) + signed(value) + bytes([op.END])


def _elements(count: int) -> bytes:
    """What the table of functions holds: all of them, by their numbers."""
    return b"\0" + _at(0) + vector(map(unsigned, range(count)))


def _data(memory: MemoryMap, program: Linkable) -> Iterator[bytes]:
    """What memory holds at first, where that isn't zero."""
    elements = {name: region.element for name, region in find_machine().regions.items()}
    contents = [(name, elements[name], words) for name, words in program.tables.items()]
    contents += [(name, element, words) for name, (element, words) in program.own_regions.items()]
    contents.append(("heap", elements["heap"], program.tables["constant_words"]))
    registers = {**find_machine().registers, "heap_top": program.numbers["CONSTANTS"]}
    contents.append((REGISTERS, Element.I64, list(registers.values())))
    for name, element, words in contents:
        if any(words):
            packed = pack(element, words)
            yield b"\0" + _at(memory.address(name)) + unsigned(len(packed)) + packed


def _at(place: int) -> bytes:
    """A place in memory or in a table, as a constant expression."""
    return bytes([op.I32_CONST]) + signed(place) + bytes([op.END])


# The whole module of a program.

EXPORTS = {
    "digest": INVOKE_DIGEST,
    "seed": INVOKE_SEED,
    "seed_thinking": INVOKE_SEED_THINKING,
    **{name: invoke_resting(name) for name in RESTING},
    **{name: name for name in (STEP_ON, TAKE_REGISTERS, KEEP_REGISTERS)},
    **{name: name for n in range(MOST_ARGUMENTS + 1) for name in (invocation(n, False), invocation(n, True))},
}
"""The functions that a host calls itself, by the names for it. All others it calls by them."""

FOREIGN = "call_foreign"
"""The intrinsic that a module imports if its program calls functions that aren't machine code."""


@dataclass(frozen=True, slots=True)
class HostFunction:
    """A function as a host calls it: its number, and its type."""

    number: int
    type: FunctionType


@dataclass(frozen=True, slots=True)
class Module:
    """A module: its bytes, where everything lies in its memory, and its functions by name."""

    code: bytes
    memory: MemoryMap
    functions: Mapping[str, HostFunction]


def build_module(
    program: Linkable,
    *,
    counting: bool = False,
    replacements: Mapping[str, str] | None = None,
    template: Template | None = None,
) -> Module:
    """Make the module of a program that has been verified.

    With `counting`, functions count what they run (`machine_code/program.py`). `replacements` gives functions of the
    machine or the program another text, for tests: their names, and the text of each. `template` is what
    `machine_template` gives, where it is known already.
    """
    replaced = {name: _read(name, text) for name, text in (replacements or {}).items()}
    if replaced:
        template = make_template(replaced)
    elif template is None:
        template = machine_template()
    functions = [replaced.get(function.name, function) for function in program.functions]
    counters = number_of_counters(functions) if counting else 0
    if counting:
        functions = list(map(with_counters, functions))
    names = names_with_program(functions, program.own_regions, {}, template.names)
    memory = map_memory(program, counters)
    written = [function for function in functions if function.name not in replaced]
    small = small_functions(written, inferring=False, others=template.small)
    pieces = [translate_function(function, names, function.name in replaced, small) for function in functions]
    dispatch = dispatch_pieces(program.function_tables, names, small)
    own = collect([*pieces, *dispatch, *position_pieces(program, memory)])
    imported = {FOREIGN: type_of(names.functions[FOREIGN])} if program.foreign_functions else {}
    linkage = Linkage([template.library, own], memory, all_numbers(program), imported)
    if unknown := {*replaced} - {*linkage.functions}:
        raise ValueError(f"there is no function {min(unknown)}")
    hosts = map(HostFunction, count(), map(FunctionType.named, linkage.type_names))
    return Module(
        write_module(linkage, memory, program, EXPORTS), memory, dict(zip(linkage.names, hosts, strict=False))
    )


def _read(name: str, text: str) -> Function:
    """The function with a name in a text."""
    [function] = [function for function in read_functions(text) if function.name == name]
    return function
