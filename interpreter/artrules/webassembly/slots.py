"""Writes the functions that keep positions while looking ahead (`machine/intrinsics.py`).

Slots lie in the area SLOTS one after another, in rising order of their numbers; its first word is the address of the
last one. Keeping a position in a slot drops those with higher numbers, as nobody goes back to them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from artrules.machine.language import I32
from artrules.machine_code.kept_regions import kept_regions
from artrules.machine_code.lengths import all_numbers
from artrules.machine_code.machine import find_machine
from artrules.machine_code.program import Linkable
from artrules.webassembly import opcodes
from artrules.webassembly.code import Code, Piece
from artrules.webassembly.memory_map import SLOTS, MemoryMap
from artrules.webassembly.opcodes import NARROW
from artrules.webassembly.rows import Row

_WORD = 4
NUMBER, BEFORE, END = range(3)
"""The first words of a slot: its number, the address of the slot before it or 0, and where the slot ends."""


def slot_pieces(program: Linkable, memory: MemoryMap) -> list[Piece]:
    """The functions `save_position` and `restore_position`."""
    return [_save(program, memory), _restore(program, memory)]


class _Slot:
    """What a slot holds: numbers, and parts of memory."""

    def __init__(self, program: Linkable, memory: MemoryMap, code: Code, slot: int, *, taking: bool) -> None:
        self.code = code
        self.slot = slot
        self.ahead = kept_regions(find_machine().regions).ahead
        self.registers = [*self.ahead.growing, "heap_top", "work_top", "journal_top"]
        self.memory = memory
        self.constants = all_numbers(program)["CONSTANTS"]
        self.stack_words = code.local()
        self.place = code.local()
        self.row = Row(code, memory, self.place, taking=taking)

    def word(self, index: int) -> int:
        """The offset of a number that isn't in a register, or of one after those."""
        return _WORD * (END + 1 + index)

    def parts(self) -> None:
        code, row = self.code, self.row
        code.get(self.slot)
        code.set(self.place)
        row.go_on(self.word(len(self.registers) + 1))
        row.regions(self.ahead)
        row.some(self.memory.address("heap") + _WORD * self.constants, I32, self._heap_words)
        row.some(self._stack, I32, partial(code.get, self.stack_words))

    def _heap_words(self) -> None:
        self.code.get_register("heap_top")
        self.code.const(self.constants)
        self.code.add(opcodes.I32_SUBTRACT)

    def _stack(self) -> None:
        """The address of the active stack."""
        self.code.get_register("stack_base")
        self.code.const(_WORD)
        self.code.add(opcodes.I32_MULTIPLY)
        self.code.const(self.memory.address("stack"))
        self.code.add(opcodes.I32_ADD)


def _save(program: Linkable, memory: MemoryMap) -> Piece:
    code = Code("save_position", [NARROW])
    slot, before = code.local(), code.local()
    held = _Slot(program, memory, code, slot, taking=True)
    _find_last(code, memory, before, opcodes.I32_AT_LEAST)
    code.get(before)
    code.if_(NARROW)
    code.get(before)
    code.load(I32, plus=_WORD * END)
    code.else_()
    code.const(memory.address(SLOTS) + 2 * _WORD)
    code.end()
    code.set(slot)
    _store(code, slot, _WORD * NUMBER, partial(code.get, 0))
    _store(code, slot, _WORD * BEFORE, partial(code.get, before))
    for i, register in enumerate(held.registers):
        _store(code, slot, held.word(i), partial(code.get_register, register))
    code.get(slot)
    code.get_register("stack_top")
    code.get_register("stack_base")
    code.add(opcodes.I32_SUBTRACT)
    code.tee(held.stack_words)
    code.store(I32, plus=held.word(len(held.registers)))
    held.parts()
    held.row.go_on()
    _store(code, slot, _WORD * END, partial(code.get, held.place))
    code.const(memory.address(SLOTS))
    code.get(slot)
    code.store(I32)
    return code.piece()


def _restore(program: Linkable, memory: MemoryMap) -> Piece:
    code = Code("restore_position", [NARROW])
    slot, journal = code.local(), code.local()
    held = _Slot(program, memory, code, slot, taking=False)
    _find_last(code, memory, slot, opcodes.I32_GREATER)
    code.const(memory.address(SLOTS))
    code.get(slot)
    code.store(I32)
    for i, register in enumerate(held.registers):
        code.get(slot)
        code.load(I32, plus=held.word(i))
        code.set(journal) if register == "journal_top" else code.set_register(register)
    code.get_register("stack_base")
    code.get(slot)
    code.load(I32, plus=held.word(len(held.registers)))
    code.tee(held.stack_words)
    code.add(opcodes.I32_ADD)
    code.set_register("stack_top")
    held.parts()
    code.get(journal)
    code.call("undo_to")
    return code.piece()


def _find_last(code: Code, memory: MemoryMap, slot: int, goes: int) -> None:
    """Let `slot` be the last one that stays: those go whose number compares so with the parameter (`goes`, an
    opcode)."""
    code.const(memory.address(SLOTS))
    code.load(I32)
    code.set(slot)
    end = code.block()
    again = code.loop()
    code.get(slot)
    code.add(opcodes.I32_IS_ZERO)
    code.branch_if(end)
    code.get(slot)
    code.load(I32, plus=_WORD * NUMBER)
    code.get(0)
    code.add(goes)
    code.add(opcodes.I32_IS_ZERO)
    code.branch_if(end)
    code.get(slot)
    code.load(I32, plus=_WORD * BEFORE)
    code.set(slot)
    code.branch(again)
    code.end()
    code.end()


def _store(code: Code, slot: int, offset: int, push: Callable[[], None]) -> None:
    code.get(slot)
    push()
    code.store(I32, plus=offset)
