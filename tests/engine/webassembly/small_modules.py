"""Small modules without the machine's functions, to run translated functions on their own, and the same functions as
CPython runs them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import wasmtime

from artrules.engine.execute.cpython import Memo, copy_words, fill_words
from artrules.engine.machine import intrinsics
from artrules.engine.machine.language import Element
from artrules.engine.machine_code.machine import all_numbers, find_machine
from artrules.engine.machine_code.nodes import Function
from artrules.engine.machine_code.printer import print_functions
from artrules.engine.machine_code.read import read_functions
from artrules.engine.machine_code.signatures import Names, names_with_program
from artrules.engine.webassembly.intrinsics import arithmetic_functions, intrinsic_pieces
from artrules.engine.webassembly.invocation import (
    KEEP_REGISTERS,
    MOST_ARGUMENTS,
    TAKE_REGISTERS,
    invocation,
    invocation_pieces,
)
from artrules.engine.webassembly.meanings import Inlined
from artrules.engine.webassembly.memory_map import REGISTERS, map_memory
from artrules.engine.webassembly.module import Linkage, collect, memo_pieces, write_module
from artrules.engine.webassembly.translate import dispatch_pieces, translate_function
from engine.execute.tiny_programs import TinyProgram, tiny_program
from engine.machine_code.verifier import verify_functions

REGIONS = {"relevant": Element.U8, "order": Element.U16, "offered_first": Element.I32, "stream_key": Element.I64}
"""Regions of eight elements, one of each type."""
LENGTH = 8
NUMBERS = {"TOKENS": LENGTH, "CARDS": LENGTH, "STACKS": LENGTH, "STREAMS": LENGTH, "PLAYERS": 3}
REGISTERS_USED = ("row_count", "positions", "fault_found")
FORMATS = {Element.U8: "B", Element.U16: "H", Element.I32: "i", Element.I64: "q"}
INVOCATIONS = {invocation(arguments, gives) for arguments in range(MOST_ARGUMENTS + 1) for gives in (False, True)}
ENGINE = wasmtime.Engine()

State = dict[str, Any]
"""What registers and regions hold."""


def program_of(
    functions: Sequence[Function], tables: Mapping[str, Sequence[str]] = {}, bounds: Mapping[str, int] = {}
) -> TinyProgram:
    return tiny_program(*functions, numbers={**NUMBERS, **bounds}, function_tables=tables)


def names_of(program: TinyProgram) -> Names:
    return names_with_program(program.functions, program.own_regions, {name: LENGTH for name in REGIONS})


class SmallPython:
    """The functions of a program under CPython."""

    def __init__(self, program: TinyProgram) -> None:
        self._program = program
        self._code = compile(print_functions(program.functions), "functions", "exec")

    def run(self, function: str, arguments: Sequence[int], state: State) -> tuple[Any, State]:
        """What a function gives, and what has become of memory."""
        memo = Memo()
        names: dict[str, Any] = {
            **find_machine().constants,
            **self._program.numbers,
            **{name: list(value) if isinstance(value, list) else value for name, value in state.items()},
            **{name: getattr(intrinsics, name) for name in ("popcount", "lowest_bit", "mixed_below")},
            **{name: getattr(intrinsics, name) for name in ("wrapping_sum", "rotated")},
            **{name: getattr(memo, name) for name in ("memo_clear", "memo_add", "memo_add_number", "memo_id")},
            "copy_words": copy_words,
            "fill_words": fill_words,
        }
        exec(self._code, names)
        for table, entries in self._program.function_tables.items():
            names[table] = [names[entry] if entry else None for entry in entries]
        given = names[function](*arguments)
        return given, {name: names[name] for name in state}


class SmallModule:
    """A module of the functions of a program, and an instance of it."""

    def __init__(self, program: TinyProgram, inferring: bool = False, inlined: Mapping[str, Inlined] = {}) -> None:
        """`inferring` prints the functions, reads that text, and lets widths be inferred. `inlined` are functions that
        are translated wherever they are called."""
        names = names_of(program)
        functions = read_functions(print_functions(program.functions)) if inferring else program.functions
        pieces = [translate_function(function, names, inferring, inlined) for function in functions]
        called = {*INVOCATIONS, TAKE_REGISTERS, KEEP_REGISTERS}
        others = [piece for piece in invocation_pieces() if piece.name in called]
        others += [*arithmetic_functions(), *intrinsic_pieces(), *memo_pieces()]
        others += dispatch_pieces(program.function_tables, names, inlined)
        memory = map_memory(program)
        linkage = Linkage([collect(pieces), collect(others)], memory, all_numbers(program))
        exports = {name: name for name in INVOCATIONS}
        self.code = write_module(linkage, memory, program, exports)
        self._gives = {name: signature.gives for name, signature in names.functions.items()}
        self._numbers = linkage.functions
        self._map = memory
        self._store = wasmtime.Store(ENGINE)
        instance = wasmtime.Instance(self._store, wasmtime.Module(ENGINE, self.code), [])
        self._exports = instance.exports(self._store)
        data = self._exports["memory"].get_buffer_ptr(self._store)
        self.memory = memoryview(data).cast("B")

    def view(self, region: str) -> memoryview:
        place = self._map.regions[region]
        return self.memory[place.address : place.end].cast(FORMATS[place.element])

    def run(self, function: str, arguments: Sequence[int], state: State) -> tuple[Any, State]:
        """What a function gives, and what has become of memory."""
        registers = self.memory[self._map.address(REGISTERS) :][: 8 * len(find_machine().registers)].cast("q")
        indices = {name: i for i, name in enumerate(find_machine().registers)}
        for name, value in state.items():
            if name in indices:
                registers[indices[name]] = value
            else:
                for i, word in enumerate(value):
                    self.view(name)[i] = word
        invoke = self._exports[invocation(len(arguments), self._gives[function])]
        given = invoke(self._store, self._numbers[function], *arguments)
        wide = {name: registers[i] for name, i in indices.items()}
        narrow = {name: registers.cast("B").cast("i")[2 * i] for name, i in indices.items()}
        own = {**narrow, "fault_found": wide["fault_found"]}
        return given, {name: own[name] if name in own else self.view(name).tolist() for name in state}


def violations(program: TinyProgram) -> list[str]:
    """What the verifier has against the functions of a program."""
    return [str(violation) for violation in verify_functions(program.functions, names_of(program))]


def some_state() -> State:
    """Registers and regions that hold something."""
    return {
        "row_count": 5,
        "positions": -7,
        "fault_found": 1 << 40,
        "relevant": [0, 1, 2, 3, 100, 200, 254, 255],
        "order": [0, 1, 2, 300, 40_000, 65_534, 65_535, 7],
        "offered_first": [0, 1, -1, 1000, -(1 << 31), (1 << 31) - 1, 12_345, -99],
        "stream_key": [0, 1, -1, 1 << 40, -(1 << 63), (1 << 63) - 1, 12_345, -99],
    }
