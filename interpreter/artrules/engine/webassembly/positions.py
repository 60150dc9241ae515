"""Writes the functions that take positions and knowledge out of memory and put them back: as packed bytes for hosts,
and as rows that are kept while looking ahead (`machine/intrinsics.py`).
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from artrules.engine.machine.language import I32, Element
from artrules.engine.machine.memory import ALL_AT_ONCE
from artrules.engine.machine.numbers import HASH_BLOCK, STACK_WORDS, TOO_MUCH_KEPT
from artrules.engine.machine_code.machine import KeptRegions, all_numbers, find_machine, kept_regions
from artrules.engine.machine_code.program import Linkable
from artrules.engine.webassembly import code as opcodes
from artrules.engine.webassembly.code import NARROW, Code, Piece
from artrules.engine.webassembly.intrinsics import copy_function
from artrules.engine.webassembly.invocation import RESTING, and_pack
from artrules.engine.webassembly.meanings import scale
from artrules.engine.webassembly.memory_map import KEPT, KEPT_BYTES, KEPT_KNOWLEDGE, PACKED_KNOWLEDGE, SLOTS, MemoryMap

# Code that copies parts of memory to a row of bytes, or back. What is kept is written once, for both ways.

Push = Callable[[], None]
"""Writes code that leaves a number."""

_MOST_ONE_BY_ONE = 128
"""The most bytes that are copied by an instruction for each word."""


class Row:
    """Code that goes along a row of bytes. The local `place` has the address of its next byte. With `taking`, memory is
    copied to the row, else the row to memory."""

    def __init__(self, code: Code, memory: MemoryMap, place: int, *, taking: bool) -> None:
        self._code = code
        self._memory = memory
        self._place = place
        self._taking = taking
        self._passed = 0
        """How many bytes the row has gone on since `place` was set."""
        self._size = code.local()

    def regions(self, saved_regions: KeptRegions) -> None:
        """Regions that are kept together; the registers say how much of those that grow."""
        for address, size in _runs(self._memory, saved_regions.fixed):
            self._fixed(address, size)
            self._passed += size
        for register, names in saved_regions.growing.items():
            self.go_on()
            self._code.get_register(register)
            self._code.if_()
            for name in names:
                region = self._memory.regions[name]
                self.some(region.address, region.element, partial(self._code.get_register, register))
            self._code.end()

    def some(self, address: int | Push, element: Element, count: Push) -> None:
        """As many elements from an address on as `count` says."""
        code = self._code
        self.go_on()
        count()
        scale(code, element)
        code.set(self._size)
        self._copy(address if callable(address) else partial(code.const, address), partial(code.get, self._size))
        code.call(copy_function(element))
        code.get(self._place)
        code.get(self._size)
        code.add(opcodes.I32_ADD)
        code.set(self._place)

    def go_on(self, count: int = 0) -> None:
        """Let `place` be the address of the next byte, after passing over some."""
        self._passed += count
        if self._passed:
            self._code.get(self._place)
            self._code.const(self._passed)
            self._code.add(opcodes.I32_ADD)
            self._code.set(self._place)
        self._passed = 0

    def _copy(self, memory: Push, size: Push) -> None:
        """Leave to where and from where is copied, and how many bytes."""
        if self._taking:
            self._next()
            memory()
        else:
            memory()
            self._next()
        size()

    def _fixed(self, address: int, size: int) -> None:
        """So many bytes from an address on: a few words one by one, because `memory.copy` calls a
        function of the executor."""
        code = self._code
        if size > _MOST_ONE_BY_ONE or size % 4:
            self._copy(partial(code.const, address), partial(code.const, size))
            code.copy_memory()
            return
        for passed in range(0, size, 4):
            if self._taking:
                code.get(self._place)
                code.const(address + passed)
                code.load(I32)
                code.store(I32, plus=self._passed + passed)
            else:
                code.const(address + passed)
                code.get(self._place)
                code.load(I32, plus=self._passed + passed)
                code.store(I32)

    def _next(self) -> None:
        self._code.get(self._place)
        if self._passed:
            self._code.const(self._passed)
            self._code.add(opcodes.I32_ADD)


def _runs(memory: MemoryMap, names: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Address and size of regions; those that lie next to each other are one."""
    first = end = -1
    for name in names:
        region = memory.regions[name]
        if region.address != end:
            if end > first:
                yield first, end - first
            first = region.address
        end = region.end
    if end > first:
        yield first, end - first


# Writes the functions that keep positions while looking ahead (`machine/intrinsics.py`).
#
# Slots lie in the area SLOTS one after another, in rising order of their numbers; its first word is the address of the
# last one. Keeping a position in a slot drops those with higher numbers, as nobody goes back to them.

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
    packed_slot = _Slot(program, memory, code, slot, taking=True)
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
    for i, register in enumerate(packed_slot.registers):
        _store(code, slot, packed_slot.word(i), partial(code.get_register, register))
    code.get(slot)
    code.get_register("stack_top")
    code.get_register("stack_base")
    code.add(opcodes.I32_SUBTRACT)
    code.tee(packed_slot.stack_words)
    code.store(I32, plus=packed_slot.word(len(packed_slot.registers)))
    packed_slot.parts()
    packed_slot.row.go_on()
    _store(code, slot, _WORD * END, partial(code.get, packed_slot.place))
    code.const(memory.address(SLOTS))
    code.get(slot)
    code.store(I32)
    return code.piece()


def _restore(program: Linkable, memory: MemoryMap) -> Piece:
    code = Code("restore_position", [NARROW])
    slot, journal = code.local(), code.local()
    packed_slot = _Slot(program, memory, code, slot, taking=False)
    _find_last(code, memory, slot, opcodes.I32_GREATER)
    code.const(memory.address(SLOTS))
    code.get(slot)
    code.store(I32)
    for i, register in enumerate(packed_slot.registers):
        code.get(slot)
        code.load(I32, plus=packed_slot.word(i))
        code.set(journal) if register == "journal_top" else code.set_register(register)
    code.get_register("stack_base")
    code.get(slot)
    code.load(I32, plus=packed_slot.word(len(packed_slot.registers)))
    code.tee(packed_slot.stack_words)
    code.add(opcodes.I32_ADD)
    code.set_register("stack_top")
    packed_slot.parts()
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


# Writes the functions that take positions and knowledge out of memory and put them back, as packed bytes.
#
# The bytes are those of `docs/inside/machine.md`. They lie in areas of a module's memory of their own: a position of
# the host's in one of two, so that the one before is still there when a step goes wrong, and those that the machine
# keeps behind them.


def position_pieces(program: Linkable, memory: MemoryMap) -> list[Piece]:
    """The functions for positions of a program.

    `pack(buffer)` packs the position into one of the areas KEPT (0 or 1), notes in KEPT_BYTES how many bytes it has,
    and gives that number; `unpack(buffer)` puts the position in such an area into memory. `pack_knowledge()` and
    `unpack_knowledge()` do the same for what seats know, in the area PACKED_KNOWLEDGE. `step_and_pack(option, buffer)`
    takes an option as `step` of the machine does, and packs the position where that has come to rest; so do the others
    of RESTING. `keep_position` and others of `machine/intrinsics.py` use areas of the machine's own in the same way.
    """
    return [
        _pack(program, memory),
        _unpack(program, memory),
        _knowledge("pack_knowledge", memory.address(PACKED_KNOWLEDGE), memory, taking=True, gives_size=True),
        _knowledge("unpack_knowledge", memory.address(PACKED_KNOWLEDGE), memory, taking=False),
        _keep_position(),
        _bring_back_position(),
        _write_kept_position(memory),
        _knowledge("keep_knowledge", memory.address(KEPT_KNOWLEDGE), memory, taking=True),
        _knowledge("bring_back_knowledge", memory.address(KEPT_KNOWLEDGE), memory, taking=False),
        *(_resting_and_pack(name, parameters) for name, parameters in RESTING.items()),
        *slot_pieces(program, memory),
    ]


class _PositionRow:
    """A packed position: where its counts and its parts are."""

    def __init__(self, program: Linkable, memory: MemoryMap, code: Code, buffer: int, *, taking: bool) -> None:
        saved_regions, numbers = kept_regions(find_machine().regions), all_numbers(program)
        self.memory = memory
        self.code = code
        self.kept = saved_regions
        self.stacks = numbers["STACKS"]
        self.constants = numbers["CONSTANTS"]
        self.registers = [*saved_regions.now.growing, *saved_regions.then.growing]
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

    def refuse_too_much(self) -> None:
        """Leave the function with 0 where a position that isn't at rest has more on the heap than may be kept."""
        code = self.code
        self.heap_words()
        code.number("MOST_KEPT")
        code.add(opcodes.I32_GREATER)
        code.if_()
        for number in (TOO_MUCH_KEPT, -1, 0):
            code.const(number)
        code.number("MOST_KEPT")
        self.heap_words()
        code.add(opcodes.EXTEND)
        code.call("find_fault")
        code.const(0)
        code.return_()
        code.end()

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
    row.refuse_too_much()
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


def _write_kept_position(memory: MemoryMap) -> Piece:
    code = Code("write_kept_position", [NARROW], NARROW)
    count = code.local()
    first = memory.address(KEPT[0])
    _leave_area_of_machine(code)
    code.const(_WORD)
    code.add(opcodes.I32_MULTIPLY)
    code.load(I32, plus=memory.address(KEPT_BYTES))
    code.set(count)
    code.const(memory.address("message") + HASH_BLOCK)
    _leave_area_of_machine(code)
    code.const(memory.address(KEPT[1]) - first)
    code.add(opcodes.I32_MULTIPLY)
    code.const(first)
    code.add(opcodes.I32_ADD)
    code.get(count)
    code.copy_memory()
    code.get(count)
    return code.piece()


def _leave_area_of_machine(code: Code) -> None:
    code.get(0)
    code.const(len(KEPT))
    code.add(opcodes.I32_ADD)


def _knowledge(name: str, base: int, memory: MemoryMap, *, taking: bool, gives_size: bool = False) -> Piece:
    """A function that packs what seats know into the area at an address, or puts it back."""
    code = Code(name, [], NARROW if gives_size else None)
    knowledge_regions: KeptRegions = kept_regions(find_machine().regions).known
    place = code.local()
    code.const(base)
    code.set(place)
    row = Row(code, memory, place, taking=taking)
    for i, register in enumerate(knowledge_regions.growing):
        code.const(base + _WORD * i)
        if taking:
            code.get_register(register)
            code.store(I32)
        else:
            code.load(I32)
            code.set_register(register)
    row.go_on(_WORD * len(knowledge_regions.growing))
    row.regions(knowledge_regions)
    if gives_size:
        row.go_on()
        code.get(place)
        code.const(base)
        code.add(opcodes.I32_SUBTRACT)
    return code.piece()


def _resting_and_pack(name: str, parameters: int) -> Piece:
    code = Code(and_pack(name), [NARROW] * (parameters + 1), NARROW)
    for parameter in range(parameters):
        code.get(parameter)
    code.call(name)
    code.get_register("status")
    code.add(opcodes.I32_IS_ZERO)
    code.if_()
    code.get(parameters)
    code.call("pack")
    code.add(opcodes.DROP)
    code.end()
    return code.piece()


def _load_word(code: Code, address: int, index: int) -> None:
    code.const(address + _WORD * index)
    code.load(I32)
