"""Writes the sections of a module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from artrules.machine.language import Element
from artrules.machine.registers import WIDE as WIDE_REGISTERS
from artrules.machine_code.element_bytes import pack
from artrules.machine_code.machine import find_machine
from artrules.machine_code.program import Linkable
from artrules.webassembly import opcodes as op
from artrules.webassembly.binary import MAGIC, name_section, section, signed, text, unsigned, vector
from artrules.webassembly.code import FunctionType
from artrules.webassembly.linking import Linkage
from artrules.webassembly.memory_map import REGISTERS, MemoryMap

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
