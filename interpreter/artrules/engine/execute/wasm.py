"""The executor that runs a module of WebAssembly. It needs wasmtime, which is imported when an instance is made."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from sys import getrefcount
from typing import Any, SupportsIndex, overload

from artrules.engine.execute.foreign import ForeignFunctions
from artrules.engine.execute.native import STRIDE, CompiledModule, NativeInstance
from artrules.engine.execute.position import Form, Knowledge, Position, form_of
from artrules.engine.machine.registers import WIDE
from artrules.engine.machine_code.machine import TYPE_CODES
from artrules.engine.machine_code.program import Linkable
from artrules.engine.webassembly.code import register_indices
from artrules.engine.webassembly.invocation import KEEP_REGISTERS, STEP_ON, TAKE_REGISTERS, invocation
from artrules.engine.webassembly.memory_map import KEPT, KEPT_BYTES, PACKED_KNOWLEDGE, REGISTERS, Place

REFERENCES = 2
"""So many references are counted to a value in a list to which nobody else refers: the list's, and that of who
counts."""


class RegionView:
    """A region in the memory of a module."""

    __slots__ = ("_letter", "_words")

    def __init__(self, memory: memoryview, place: Place) -> None:
        self._letter = TYPE_CODES[place.element]
        # Python makes no view of elements that aren't there.
        view = memory[place.address : place.end] if place.room else memoryview(bytearray(8))
        self._words = view.cast(self._letter)[: place.room]

    @property
    def words(self) -> memoryview:
        """The live memory as a buffer of its elements."""
        return self._words

    def __len__(self) -> int:
        return len(self._words)

    def __iter__(self) -> Iterator[int]:
        return iter(self._words)

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> int: ...

    @overload
    def __getitem__(self, index: slice, /) -> list[int]: ...

    def __getitem__(self, index: Any, /) -> Any:
        words = self._words[index]
        return words.tolist() if type(index) is slice else words

    @overload
    def __setitem__(self, index: SupportsIndex, value: int, /) -> None: ...

    @overload
    def __setitem__(self, index: slice, value: Iterable[int], /) -> None: ...

    def __setitem__(self, index: Any, value: Any, /) -> None:
        self._words[index] = array(self._letter, value) if type(index) is slice else value


class Area:
    """An area of memory for a packed position."""

    def __init__(self, memory: memoryview, start: int, sizes: memoryview, number: int) -> None:
        """`sizes` says at the area's number how many bytes it holds."""
        self._memory = memory
        self._start = start
        self._sizes = sizes
        self._number = number

    def kept_bytes(self) -> bytes:
        return bytes(self._memory[self._start : self._start + self._sizes[self._number]])

    def put(self, data: bytes) -> None:
        """Let it hold these bytes."""
        self._memory[self._start : self._start + len(data)] = data
        self._sizes[self._number] = len(data)


class WasmInstance:
    """An instance (`instance.py`) that runs a compiled module.

    A position that is saved stays where it has been packed, in one of two areas of memory. It becomes bytes when
    somebody needs them, or when another one goes to that place and somebody still refers to it.
    """

    def __init__(self, program: Linkable, compiled: CompiledModule) -> None:
        """Makes an instance of the module that was made of a program. Raises NoWebAssembly."""
        self.program = program
        self._form = form_of(program)
        self._map = memory_map = compiled.module.memory
        self._functions = compiled.module.functions
        self._foreign: ForeignFunctions | None = None
        call = self._call_foreign if program.foreign_functions else None
        self._native = native = NativeInstance(compiled.native, call)
        self._memory = native.memory
        self._trapped = native.trapped
        self._calls: dict[str, tuple[Callable[[], int | None], memoryview, bool]] = {}
        self._regions: dict[str, RegionView] = {}
        places = {name: i for name, i in register_indices().items()}
        at = memory_map.areas[REGISTERS]
        registers = self._memory[at : at + 8 * len(places)]
        wide, narrow = registers.cast("q"), registers.cast("i")
        self._registers = {name: (wide, i) if name in WIDE else (narrow, 2 * i) for name, i in places.items()}
        self._waiting_count = self._registers["waiting_count"]
        at = memory_map.areas[KEPT_BYTES]
        sizes = self._memory[at : at + 4 * len(KEPT)].cast("i")
        self._areas = [Area(self._memory, memory_map.areas[name], sizes, i) for i, name in enumerate(KEPT)]
        self._take_registers, _ = native.prepare(TAKE_REGISTERS)
        self._keep_registers, _ = native.prepare(KEEP_REGISTERS)
        self._registers_are_kept = True
        """Whether registers are in memory: after a step code still has them, and memory only `waiting_count`."""
        self._resting: dict[str, tuple[Callable[[], int | None], memoryview]] = {}
        """By function that brings the position to rest: its call."""
        self._steps = [native.prepare(STEP_ON) for _ in KEPT]
        for buffer, (_, numbers) in enumerate(self._steps):
            numbers[STRIDE] = buffer
        self.latest = 0
        """In which area the latest position is."""
        self._has_stepped = False
        """Whether memory is as a step has left it: then the position is packed."""
        self._saved = [Position(self._form, keeper=area) for area in self._areas]
        """By area: the value that stands for the position there. As long as nobody else refers to it, it stands for
        those that come there later, too."""
        self._loaded: Position | None = None
        self._asked = False
        self._keys: Sequence[int] | None = None

    @property
    def form(self) -> Form:
        return self._form

    # -- code

    def call(self, name: str, *arguments: int) -> int:
        self._loaded = None
        self._has_stepped = False
        return self._invoke(name, arguments)

    def ask(self, name: str, *arguments: int) -> int:
        self._asked = True
        return self._invoke(name, arguments)

    def step(self, option: int) -> int:
        area = 1 - self.latest
        if getrefcount(self._saved[area]) > REFERENCES or self._saved[area].keeper is None:
            self._make_free(area)  # somebody needs the position that was there, or has read it
        if self._registers_are_kept:
            self._take_registers()
            self._registers_are_kept = False
        self._loaded = None
        self._has_stepped = False
        call, numbers = self._steps[area]
        numbers[0] = -1 - option
        error = call()
        offered: int = numbers[0]
        if offered < 0:
            if error is not None or self._trapped[0]:
                raise self._native.fail("step", error)
            if self.register("status"):
                return offered
        self.latest, self._has_stepped = area, True
        return offered

    def play_on(self, name: str, *arguments: int) -> int:
        area = 1 - self.latest
        self._make_free(area)
        self._loaded = None
        self._has_stepped = False
        if name not in self._resting:
            self._resting[name] = self._native.prepare(name)
        call, numbers = self._resting[name]
        self._let_registers_be_kept()
        for i, argument in enumerate((*arguments, area)):
            numbers[STRIDE * i] = argument
        error = call()
        if error is not None or self._trapped[0]:
            raise self._native.fail(name, error)
        if self.register("status") == 0:
            self.latest, self._has_stepped = area, True
        return numbers[0]

    def _invoke(self, name: str, arguments: Sequence[int]) -> int:
        function = self._functions[name]
        gives = function.type.result is not None
        export = invocation(len(arguments), gives)
        if export not in self._calls:
            self._calls[export] = (*self._native.prepare(export), gives)
        call, numbers, gives = self._calls[export]
        self._let_registers_be_kept()
        numbers[0] = function.number
        for i, argument in enumerate(arguments):
            numbers[STRIDE + STRIDE * i] = argument
        error = call()
        if error is not None or self._trapped[0]:
            self._loaded = None
            self._has_stepped = False
            raise self._native.fail(name, error)
        return numbers[0] if gives else 0

    def _call_foreign(self, function: int) -> int:
        if self._foreign is None:
            self._foreign = ForeignFunctions(self.program.foreign_functions, self.region)
        return self._foreign.call(function)

    @property
    def foreign_problem(self) -> str:
        return self._foreign.problem if self._foreign is not None else ""

    # -- memory

    def _let_registers_be_kept(self) -> None:
        if not self._registers_are_kept:
            self._keep_registers()
            self._registers_are_kept = True

    def count_waiting(self) -> int:
        words, index = self._waiting_count
        return words[index]

    def register(self, name: str) -> int:
        self._let_registers_be_kept()
        words, index = self._registers[name]
        return words[index]

    def set_register(self, name: str, value: int) -> None:
        self._let_registers_be_kept()
        words, index = self._registers[name]
        words[index] = value

    def region(self, name: str) -> RegionView:
        if name not in self._regions:
            self._regions[name] = RegionView(self._memory, self._map.regions[name])
        return self._regions[name]

    def make_room(self, name: str, length: int) -> RegionView:
        return self.region(name)

    def set_keys(self, keys: Sequence[int]) -> None:
        if keys is not self._keys or self.register("keys_changed"):
            self._keys = None  # until it is done: it may be interrupted
            self.region("stream_key")[:] = keys
            self.set_register("keys_changed", 0)
            self._keys = keys

    # -- positions

    def save(self) -> Position:
        if not self._has_stepped:
            area = 1 - self.latest
            self._make_free(area)
            self._invoke("pack", (area,))
            self.latest = area
        self._loaded = position = self._saved[self.latest]
        return position

    def position_of(self, latest: int) -> Position:
        return self._saved[latest]

    def load(self, position: Position) -> bool:
        if position is not self._loaded:
            self._loaded, self._has_stepped = None, False  # until it is done: it may be interrupted
            self.latest = area = self._put(position)
            self._invoke("unpack", (area,))
            self._loaded = position
            self._asked = False
            return True
        if self._asked:
            self._invoke("take_up", ())
            self.set_register("heap_top", self.program.numbers["CONSTANTS"] + position.heap_words)
            self._asked = False
        return False

    def _put(self, position: Position) -> int:
        """Let the bytes of a position be in one of the areas, and give which."""
        for area, saved in enumerate(self._saved):
            if saved is position:
                return area
        area = 1 - self.latest
        self._make_free(area)
        self._areas[area].put(position.data)
        return area

    def _make_free(self, area: int) -> None:
        """Let the position in an area have its own bytes, because others go there."""
        self._saved[area].keep_bytes()
        self._saved[area] = Position(self._form, keeper=self._areas[area])

    # -- what seats know

    def save_knowledge(self) -> Knowledge:
        count = self._invoke("pack_knowledge", ())
        start = self._map.areas[PACKED_KNOWLEDGE]
        return Knowledge(self._form, data=bytes(self._memory[start : start + count]))

    def load_knowledge(self, knowledge: Knowledge) -> None:
        data, start = knowledge.data, self._map.areas[PACKED_KNOWLEDGE]
        self._memory[start : start + len(data)] = data
        self._invoke("unpack_knowledge", ())
