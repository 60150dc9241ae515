"""The executor that runs the machine's code as it stands, as Python functions over lists.

Machine and program are linked in one namespace, with memory, an object for every region, and intrinsics.
"""

import linecache
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import count
from types import CodeType, FunctionType
from typing import Any, SupportsIndex
from weakref import WeakKeyDictionary, WeakValueDictionary, finalize

from artrules.engine.execute.foreign import ForeignFunctions
from artrules.engine.execute.instance import MachineTrap
from artrules.engine.execute.position import Content, Form, Knowledge, Position, form_of, pack_position
from artrules.engine.execute.snapshots import write_snapshots
from artrules.engine.machine.language import Kept, Region
from artrules.engine.machine.numbers import FINE, KEPT_AREAS, MOST_MEMO_WORDS, MOST_POSITIONS
from artrules.engine.machine_code.machine import all_numbers, find_machine, region_length, region_room
from artrules.engine.machine_code.nodes import Function
from artrules.engine.machine_code.printer import print_function
from artrules.engine.machine_code.program import Functions, Linkable, number_of_counters, with_counters

# Memory: an object for every region. Regions are plain lists, or lists that check every access.

RegionFactory = Callable[[str, Region, list[int]], list[int]]
"""Makes the object for a region: its name, its declaration, and what it holds at first. Code reads and writes it by
index; executors read and write slices of it, and it grows by slices and `extend`."""


class MemoryFault(Exception):
    """Code used memory as it mustn't."""

    def __init__(self, region: str, index: object, value: object = None) -> None:
        super().__init__(region, index, value)
        self.region = region
        self.index = index
        self.value = value

    def __str__(self) -> str:
        written = "" if self.value is None else f" = {self.value!r}"
        index = f"{self.index.start}:{self.index.stop}" if isinstance(self.index, slice) else repr(self.index)
        return f"{self.region}[{index}]{written}"


def FAST(name: str, declaration: Region, words: list[int]) -> list[int]:
    """A plain list."""
    return words


def CHECKED(name: str, declaration: Region, words: list[int]) -> list[int]:
    """A list that raises `MemoryFault` for an index outside of it, and for a value that its elements can't hold."""
    return CheckedRegion(name, declaration, words)


class CheckedRegion(list[int]):
    """A region that checks every access."""

    __slots__ = ("_constant", "_highest", "_lowest", "_name")

    def __init__(self, name: str, declaration: Region, words: list[int]) -> None:
        self._name = name
        self._lowest = declaration.element.lowest
        self._highest = declaration.element.highest
        self._constant = False
        super().__init__(words)
        self._check(slice(None), words)
        self._constant = declaration.kept is Kept.TABLE

    def __getitem__(self, index: Any) -> Any:
        if type(index) is not slice:
            self._locate(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        if type(index) is slice:
            value = list(value)
            start, end, _ = index.indices(len(self))
            if end - start != len(value) or (index.stop or 0) > len(self):
                raise MemoryFault(self._name, index)
            self._check(index, value)
        else:
            self._locate(index)
            self._check(index, (value,))
        super().__setitem__(index, value)

    def _locate(self, index: SupportsIndex) -> None:
        if not isinstance(index, int) or not 0 <= index < len(self):
            raise MemoryFault(self._name, index)

    def _check(self, index: object, values: Sequence[int]) -> None:
        for value in values:
            if self._constant or not isinstance(value, int) or not self._lowest <= value <= self._highest:
                raise MemoryFault(self._name, index, value)


def lay_out(program: Linkable, factory: RegionFactory, counters: int) -> dict[str, list[int]]:
    """The regions of the machine and of a program, by name. Raises `ValueError` for a table that the program doesn't
    fill as it is declared."""
    numbers = all_numbers(program)
    memory: dict[str, list[int]] = {}
    for name, declaration in find_machine().regions.items():
        length = counters if name == "executed" else region_length(declaration, numbers)
        if declaration.kept is Kept.TABLE:
            words = list(program.tables[name])
            if declaration.length and len(words) != length:
                raise ValueError(f"table {name} has {len(words)} elements, not {length}")
        else:
            words = [0] * length
        memory[name] = factory(name, declaration, words)
    for name, (element, values) in program.own_regions.items():
        declaration = Region(element, str(len(values)), Kept.TABLE)
        memory[name] = factory(name, declaration, list(values))
    constants = program.tables["constant_words"]
    memory["heap"][: len(constants)] = constants
    return memory


# The intrinsics of the machine under CPython (`machine/intrinsics.py` says what they mean).

Memory = Mapping[str, list[int]]


def copy_words(region: list[int], to: int, start: int, count: int) -> None:
    region[to : to + count] = region[start : start + count]


def fill_words(region: list[int], start: int, count: int, value: int) -> None:
    region[start : start + count] = [value] * count


class Growth:
    """Lets regions grow."""

    def __init__(self, memory: Memory, rooms: Mapping[str, int]) -> None:
        self._most = {id(memory[name]): room for name, room in rooms.items()}

    def reserve(self, region: list[int], length: int) -> int:
        present = len(region)
        if length <= present:
            return 1
        most = self._most[id(region)]
        if length > most:
            return 0
        region.extend([0] * (min(max(2 * present, length), most) - present))
        return 1


class Memo:
    """Numbers keys."""

    def __init__(self, most_words: int = MOST_MEMO_WORDS) -> None:
        self._most_words = most_words
        self._numbers: dict[tuple[int, ...], int] = {}
        self._words = 0
        self._key: list[int] = []

    def memo_clear(self) -> None:
        self._numbers.clear()
        self._words = 0
        self._key.clear()

    def memo_add(self, region: list[int], start: int, count: int) -> None:
        self._key.append(count)
        self._key += region[start : start + count]

    def memo_add_number(self, number: int) -> None:
        self._key.append(number)

    def memo_id(self) -> int:
        key = tuple(self._key)
        self._key.clear()
        if self._words + len(key) > self._most_words:
            return -1
        number = self._numbers.get(key)
        if number is not None:
            return number
        number = len(self._numbers)
        if number == MOST_POSITIONS:
            return -1
        self._numbers[key] = number
        self._words += len(key)
        return number


# Links the machine with a program: one namespace in which the functions of both run as CPython functions.

Namespace = dict[str, Any]
FOREIGN = "foreign functions"
"""Under this name, which code can't write, a namespace has what calls them."""

_compiled: WeakKeyDictionary[Functions | Linkable, dict[bool, Sequence[CodeType]]] = WeakKeyDictionary()
"""The code of programs, plain and counting: by their functions, which programs may share."""
_by_text: WeakValueDictionary[str, CodeType] = WeakValueDictionary()
"""The code of functions by their text, as long as some program uses it: programs have many functions in common."""
_file_numbers = count(1)


def link(
    program: Linkable,
    regions: RegionFactory,
    *,
    counting: bool = False,
    replacements: Mapping[str, str] | None = None,
) -> Namespace:
    """All names of the machine and of a program, with memory of their own.

    With `counting`, functions count what they run (`machine_code/program.py`). `replacements` gives functions of the
    machine or the program another text, for tests: their names, and the text of each.

    Raises `ValueError` where machine and program don't fit together.
    """
    machine = find_machine()
    memory = lay_out(program, regions, number_of_counters(program.functions) if counting else 0)
    numbers = all_numbers(program)
    rooms = {name: region_room(region, numbers) for name, region in machine.regions.items() if region.used}
    growth, memo = Growth(memory, rooms), Memo(numbers["MOST_MEMO_WORDS"])
    foreign = ForeignFunctions(program.foreign_functions, memory.__getitem__)
    names: Namespace = {
        "__builtins__": {"range": range},
        **numbers,
        **machine.registers,
        **memory,
        "heap_top": program.numbers["CONSTANTS"],
    }
    for code in [*machine.intrinsics.values(), *machine.functions.values()]:
        _define(names, code)
    names |= {
        "_MASK": (1 << 64) - 1,
        "copy_words": copy_words,
        "fill_words": fill_words,
        "reserve": growth.reserve,
        "room": len,
        "memo_clear": memo.memo_clear,
        "memo_add": memo.memo_add,
        "memo_add_number": memo.memo_add_number,
        "memo_id": memo.memo_id,
        "call_foreign": foreign.call,
        FOREIGN: foreign,
    }
    for code in compiled_code(program, counting):
        _define(names, code)
    _define_snapshots(names, partial(pack_position, form_of(program)))
    for name, text in (replacements or {}).items():
        if not isinstance(names.get(name), FunctionType):
            raise ValueError(f"there is no function {name}")
        for code in _functions_in(compile(text, f"<replacement of {name}>", "exec")):
            _define(names, code)
    for table, entries in program.function_tables.items():
        names[table] = [names[entry] if entry else None for entry in entries]
    return names


def _define(names: Namespace, code: CodeType) -> None:
    """Define a function among the names. It gets a copy of its code: CPython adapts code while it runs to the globals
    that it finds, and each instance has its own."""
    names[code.co_name] = FunctionType(code.replace(), names, code.co_name)


def _define_snapshots(names: Namespace, packed: Callable[[Content], bytes]) -> None:
    kept_values = {"slots": [], "kept_positions": [()] * KEPT_AREAS, "kept_knowledge": [()]}
    names |= {"len": len, "list": list, "tuple": tuple, "packed": packed, **kept_values}
    names |= {f"{name}_last": () for name in find_machine().regions}
    for code in _functions_in(_snapshots()):
        _define(names, code)


@cache
def _snapshots() -> CodeType:
    return compile(write_snapshots(find_machine().regions), "<snapshots>", "exec")


def compiled_code(program: Linkable, counting: bool = False) -> Sequence[CodeType]:
    """The code of a program's functions, which is made once. Raises `ValueError` where they don't fit the machine."""
    codes = _compiled.setdefault(_owner(program), {})
    if counting not in codes:
        _see_that_it_fits(program)
        functions: Iterable[Function] = program.functions
        if counting:
            functions = map(with_counters, functions)
        codes[counting] = [_compile_function(print_function(function)) for function in functions]
    return codes[counting]


def _compile_function(text: str) -> CodeType:
    """The code of a function."""
    code = _by_text.get(text)
    if code is None:
        file = f"<machine code {next(_file_numbers)}>"
        code = _by_text[text] = next(_functions_in(compile(text, file, "exec")))
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        finalize(code, linecache.cache.pop, file, None)
    return code


def take_code(program: Linkable, code: Sequence[CodeType]) -> None:
    """Use what `compiled_code` has given for a program with the same functions."""
    _compiled.setdefault(_owner(program), {})[False] = code


def _owner(program: Linkable) -> Functions | Linkable:
    return program.functions if isinstance(program.functions, Functions) else program


def _functions_in(code: CodeType) -> Iterator[CodeType]:
    return (constant for constant in code.co_consts if isinstance(constant, CodeType))


def _see_that_it_fits(program: Linkable) -> None:
    machine = find_machine()
    names = [function.name for function in program.functions]
    own = {*names, *program.own_regions}
    taken = {*machine.regions, *machine.registers, *machine.constants, *machine.program_numbers, *machine.tables}
    problems = [
        *_differences("functions", machine.generated, machine.generated & set(names)),
        *_differences("function tables", machine.tables, program.function_tables),
        *_differences("numbers", machine.program_numbers, program.numbers.keys() - machine.bounds.keys()),
        *(f"the program gives {name} another meaning" for name in own & (taken | {*machine.functions})),
        *(f"the program defines {name} twice" for name in set(names) if names.count(name) > 1),
        *(f"the program lacks the function {name}" for name in _entries(program) - {*names, *machine.functions}),
    ]
    if problems:
        raise ValueError("; ".join(sorted(problems)))


def _entries(program: Linkable) -> set[str]:
    """The names of all functions in function tables."""
    return {entry for entries in program.function_tables.values() for entry in entries if entry}


def _differences(what: str, declared: Iterable[str], program_names: Iterable[str]) -> Iterator[str]:
    for name in {*declared} - {*program_names}:
        yield f"the program lacks the {what} {name}"
    for name in {*program_names} - {*declared}:
        yield f"the machine knows no {what} {name}"


# The executor itself.


class CPythonInstance:
    """An instance (`instance.py`) whose code is Python functions, and whose memory is lists."""

    def __init__(
        self,
        program: Linkable,
        regions: RegionFactory = FAST,
        *,
        counting: bool = False,
        replacements: Mapping[str, str] | None = None,
    ) -> None:
        """Links the machine with a program. `regions` makes the objects that are memory, `counting` says
        whether code counts what it runs, `replacements` gives functions another text (`link`). Raises `ValueError`
        where machine and program don't fit together."""
        self.program = program
        self._names = link(program, regions, counting=counting, replacements=replacements)
        self._form = form_of(program)
        self._loaded: Position | None = None
        self.latest: Position | None = None
        self._asked = False
        self._keys: Sequence[int] | None = None

    @property
    def form(self) -> Form:
        return self._form

    def call(self, name: str, *arguments: int) -> int:
        self._loaded = None
        try:
            return self._names[name](*arguments) or 0
        except RecursionError:
            raise MachineTrap(name, "calls nest too deep", too_deep=True) from None

    def ask(self, name: str, *arguments: int) -> int:
        self._asked = True
        try:
            return self._names[name](*arguments) or 0
        except BaseException as problem:
            self._loaded = None  # it may have been interrupted anywhere
            if isinstance(problem, RecursionError):
                raise MachineTrap(name, "calls nest too deep", too_deep=True) from None
            raise

    def step(self, option: int) -> int:
        return self.play_on("step", option)

    def play_on(self, name: str, *arguments: int) -> int:
        self.latest = None
        result = self.call(name, *arguments)
        if self._names["status"] == FINE:
            self.latest = self.save()
        return result

    def position_of(self, latest: Position) -> Position:
        return latest

    def function(self, name: str) -> Callable[..., Any]:
        """A function of the machine or the program itself, for those who run parts of the program on their own."""
        self._loaded = None
        function: Callable[..., Any] = self._names[name]
        return function

    @property
    def names(self) -> dict[str, Any]:
        """Everything that the linked code can name, by name: for those who put functions of their own among it."""
        self._loaded = None
        return self._names

    @property
    def foreign_problem(self) -> str:
        foreign: ForeignFunctions = self._names[FOREIGN]
        return foreign.problem

    def count_waiting(self) -> int:
        return self.register("waiting_count")

    def register(self, name: str) -> int:
        value: int = self._names[name]
        return value

    def set_register(self, name: str, value: int) -> None:
        self._names[name] = value

    def region(self, name: str) -> list[int]:
        words: list[int] = self._names[name]
        return words

    def make_room(self, name: str, length: int) -> list[int]:
        words = self.region(name)
        if len(words) < length:
            words.extend([0] * (length - len(words)))
        return words

    def set_keys(self, keys: Sequence[int]) -> None:
        if keys is not self._keys or self._names["keys_changed"]:
            self._keys = None  # until it is done: it may be interrupted
            self._names["stream_key"][:] = keys
            self._names["keys_changed"] = 0
            self._keys = keys

    def save(self) -> Position:
        if self.latest is not None and self.latest is self._loaded:
            return self.latest
        self._loaded = position = Position(self._form, self._names["save"]())
        return position

    def load(self, position: Position) -> bool:
        if position is not self._loaded:
            self._loaded = None
            self._names["load"](position.content)
            self._loaded = position
            self._asked = False
            return True
        if self._asked:
            self._names["take_up"]()
            self._names["heap_top"] = self._names["CONSTANTS"] + position.heap_words
            self._asked = False
        return False

    def save_knowledge(self) -> Knowledge:
        return Knowledge(self._form, self._names["save_knowledge"]())

    def load_knowledge(self, knowledge: Knowledge) -> None:
        self._names["load_knowledge"](knowledge.content)
