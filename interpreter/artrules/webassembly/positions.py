"""Writes the functions that take positions and knowledge out of memory and put them back, as packed bytes.

The bytes are those of `docs/machine.md`. They lie in areas of a module's memory of their own: a position of the
host's in one of two, so that the one before is still there when a step goes wrong, and those that the machine keeps
behind them.
"""

from __future__ import annotations

from functools import partial

from artrules.machine.language import I32
from artrules.machine.memory import ALL_AT_ONCE
from artrules.machine.numbers import STACK_WORDS
from artrules.machine_code.kept_regions import KeptRegions, kept_regions
from artrules.machine_code.lengths import all_numbers
from artrules.machine_code.machine import find_machine
from artrules.machine_code.program import Linkable
from artrules.webassembly import opcodes
from artrules.webassembly.code import Code, Piece
from artrules.webassembly.memory_map import KEPT, KEPT_BYTES, KEPT_KNOWLEDGE, PACKED_KNOWLEDGE, MemoryMap
from artrules.webassembly.opcodes import NARROW
from artrules.webassembly.rows import Row
from artrules.webassembly.slots import slot_pieces

_WORD = 4


def position_pieces(program: Linkable, memory: MemoryMap) -> list[Piece]:
    """The functions for positions of a program.

    `pack(buffer)` packs the position into one of the areas KEPT (0 or 1), notes in KEPT_BYTES how many bytes it has,
    and gives that number; `unpack(buffer)` puts the position in such an area into memory. `pack_knowledge()` and
    `unpack_knowledge()` do the same for what seats know, in the area PACKED_KNOWLEDGE. `step_and_pack(option, buffer)`
    takes an option as `step` of the machine does, and packs the position where that has come to rest. `keep_position`
    and the others of `machine/intrinsics.py` use areas of the machine's own in the same way.
    """
    return [
        _pack(program, memory),
        _unpack(program, memory),
        _knowledge("pack_knowledge", memory.address(PACKED_KNOWLEDGE), memory, taking=True, gives_size=True),
        _knowledge("unpack_knowledge", memory.address(PACKED_KNOWLEDGE), memory, taking=False),
        _keep_position(),
        _bring_back_position(),
        _knowledge("keep_knowledge", memory.address(KEPT_KNOWLEDGE), memory, taking=True),
        _knowledge("bring_back_knowledge", memory.address(KEPT_KNOWLEDGE), memory, taking=False),
        _step_and_pack(),
        *slot_pieces(program, memory),
    ]


class _PositionRow:
    """A packed position: where its counts and its parts are."""

    def __init__(self, program: Linkable, memory: MemoryMap, code: Code, buffer: int, *, taking: bool) -> None:
        kept, numbers = kept_regions(find_machine().regions), all_numbers(program)
        self.memory = memory
        self.code = code
        self.kept = kept
        self.stacks = numbers["STACKS"]
        self.constants = numbers["CONSTANTS"]
        self.registers = [*kept.now.growing, *kept.then.growing]
        self.base = code.local()
        self.place = code.local()
        self.at_once = code.local()
        first = memory.address(KEPT[0])
        code.get(buffer)
        code.const(memory.address(KEPT[1]) - first)
        code.add(opcodes.I32_MULTIPLY)
        code.const(first)
        code.add(opcodes.I32_ADD)
        code.tee(self.base)
        code.set(self.place)
        self.counts = len(self.registers) + 1 + self.stacks
        self.row = Row(code, memory, self.place, taking=taking)

    def heap_words(self) -> None:
        self.code.get_register("heap_top")
        self.code.const(self.constants)
        self.code.add(opcodes.I32_SUBTRACT)

    def stack_words(self, stack: int) -> None:
        """How many words are on a stack, as the counts say that have been written."""
        self.code.get(self.base)
        self.code.load(I32, plus=_WORD * (len(self.registers) + 1 + stack))

    def parts(self) -> None:
        """Everything after the counts, which the registers have, too."""
        code, row = self.code, self.row
        row.go_on(_WORD * self.counts)
        row.regions(self.kept.now)
        row.some(self.memory.address("heap") + _WORD * self.constants, I32, self.heap_words)
        row.some(self._stack(0), I32, partial(self.stack_words, 0))
        code.get(self.at_once)
        code.if_()
        for stack in range(1, self.stacks):
            row.some(self._stack(stack), I32, partial(self.stack_words, stack))
        row.regions(self.kept.then)
        row.go_on()
        code.end()

    def _stack(self, stack: int) -> int:
        return self.memory.address("stack") + _WORD * STACK_WORDS * stack


def _pack(program: Linkable, memory: MemoryMap) -> Piece:
    code = Code("pack", [NARROW], NARROW)
    row = _PositionRow(program, memory, code, 0, taking=True)
    _load_word(code, memory.address("clock"), ALL_AT_ONCE)
    code.set(row.at_once)
    for i, register in enumerate(row.registers):
        code.get(row.base)
        code.get_register(register)
        code.store(I32, plus=_WORD * i)
    code.get(row.base)
    row.heap_words()
    code.store(I32, plus=_WORD * len(row.registers))
    stacks = _WORD * (len(row.registers) + 1)
    code.get(row.at_once)
    code.if_()
    for stack in range(row.stacks):
        code.get(row.base)
        _load_word(code, memory.address("top_of_stack"), stack)
        code.const(stack * STACK_WORDS)
        code.add(opcodes.I32_SUBTRACT)
        code.store(I32, plus=stacks + _WORD * stack)
    code.else_()
    for stack in range(row.stacks):
        code.get(row.base)
        code.get_register("stack_top") if stack == 0 else code.const(0)
        code.store(I32, plus=stacks + _WORD * stack)
    code.end()
    row.parts()
    code.get(0)
    code.const(_WORD)
    code.add(opcodes.I32_MULTIPLY)
    code.get(row.place)
    code.get(row.base)
    code.add(opcodes.I32_SUBTRACT)
    code.tee(row.place)
    code.store(I32, plus=memory.address(KEPT_BYTES))
    code.get(row.place)
    return code.piece()


def _unpack(program: Linkable, memory: MemoryMap) -> Piece:
    code = Code("unpack", [NARROW])
    row = _PositionRow(program, memory, code, 0, taking=False)
    code.get(row.base)
    code.load(I32, plus=_WORD * (row.counts + ALL_AT_ONCE))  # the clock is the first region
    code.tee(row.at_once)
    code.add(opcodes.I32_IS_ZERO)
    _load_word(code, memory.address("clock"), ALL_AT_ONCE)
    code.add(opcodes.I32_AND)
    code.if_()
    code.call("drop_phase_start")
    code.end()
    for i, register in enumerate(row.registers):
        code.get(row.base)
        code.load(I32, plus=_WORD * i)
        code.set_register(register)
    code.get(row.base)
    code.load(I32, plus=_WORD * len(row.registers))
    code.const(row.constants)
    code.add(opcodes.I32_ADD)
    code.set_register("heap_top")
    for stack in range(row.stacks):
        code.const(memory.address("top_of_stack") + _WORD * stack)
        row.stack_words(stack)
        code.const(stack * STACK_WORDS)
        code.add(opcodes.I32_ADD)
        code.store(I32)
    row.parts()
    code.call("take_up")
    return code.piece()


def _keep_position() -> Piece:
    code = Code("keep_position", [NARROW])
    _leave_area_of_machine(code)
    code.call("pack")
    code.add(opcodes.DROP)
    return code.piece()


def _bring_back_position() -> Piece:
    code = Code("bring_back_position", [NARROW])
    _leave_area_of_machine(code)
    code.call("unpack")
    return code.piece()


def _leave_area_of_machine(code: Code) -> None:
    code.get(0)
    code.const(len(KEPT))
    code.add(opcodes.I32_ADD)


def _knowledge(name: str, base: int, memory: MemoryMap, *, taking: bool, gives_size: bool = False) -> Piece:
    """A function that packs what seats know into the area at an address, or puts it back."""
    code = Code(name, [], NARROW if gives_size else None)
    known: KeptRegions = kept_regions(find_machine().regions).known
    place = code.local()
    code.const(base)
    code.set(place)
    row = Row(code, memory, place, taking=taking)
    for i, register in enumerate(known.growing):
        code.const(base + _WORD * i)
        if taking:
            code.get_register(register)
            code.store(I32)
        else:
            code.load(I32)
            code.set_register(register)
    row.go_on(_WORD * len(known.growing))
    row.regions(known)
    if gives_size:
        row.go_on()
        code.get(place)
        code.const(base)
        code.add(opcodes.I32_SUBTRACT)
    return code.piece()


def _step_and_pack() -> Piece:
    code = Code("step_and_pack", [NARROW, NARROW], NARROW)
    code.get(0)
    code.call("step")
    code.get_register("status")
    code.add(opcodes.I32_IS_ZERO)
    code.if_()
    code.get(1)
    code.call("pack")
    code.add(opcodes.DROP)
    code.end()
    return code.piece()


def _load_word(code: Code, address: int, index: int) -> None:
    code.const(address + _WORD * index)
    code.load(I32)
