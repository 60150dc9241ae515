"""What the modules of `machine/` declare and define, found once in a process: functions, numbers, and regions, how
long these are in one program, which are kept together, and their elements as bytes.
"""

import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import CodeType, FunctionType, MappingProxyType, ModuleType
from typing import Literal

import artrules.engine.machine
from artrules.engine.machine import intrinsics, language, memory, numbers, program, registers
from artrules.engine.machine.language import I32, Bound, Element, FunctionTable, Kept, ProgramNumber, Region
from artrules.engine.machine_code.program import Linkable
from artrules.text.record import dataclass

# What the modules of `machine/` declare and define, found once in a process.


@dataclass(frozen=True, slots=True)
class Machine:
    """The names of the machine by what they mean. That no two things have one name, the verifier sees to."""

    regions: Mapping[str, Region]
    program_numbers: frozenset[str]
    """Those that every program defines."""
    bounds: Mapping[str, Bound]
    """Program numbers that have a value unless a program defines another one."""
    constants: Mapping[str, int]
    registers: Mapping[str, int]
    """Their values at first."""
    tables: frozenset[str]
    """Function tables."""
    generated: frozenset[str]
    """Functions that every program defines."""
    intrinsics: Mapping[str, CodeType]
    functions: Mapping[str, CodeType]


@cache
def find_machine() -> Machine:
    """The machine as its modules define it."""
    program_numbers = {name: n for name, n in _numbers(numbers) if isinstance(n, ProgramNumber)}
    bounds = {name: n for name, n in program_numbers.items() if isinstance(n, Bound)}
    first_values = dict(_numbers(registers))
    functions: dict[str, CodeType] = {}
    constants: dict[str, int] = {}
    for module_info in walk_packages(artrules.engine.machine.__path__, f"{artrules.engine.machine.__name__}."):
        module = import_module(module_info.name)
        constants.update(_numbers(module))
        if module not in (intrinsics, program):
            functions.update(_functions(module))
    return Machine(
        {name: region for name, region in vars(memory).items() if isinstance(region, Region)},
        frozenset(program_numbers.keys() - bounds.keys()),
        bounds,
        {name: n for name, n in constants.items() if name not in program_numbers and name not in first_values},
        first_values,
        frozenset(name for name, table in vars(program).items() if isinstance(table, FunctionTable)),
        frozenset(name for name, _ in _functions(program)),
        dict(_functions(intrinsics)),
        functions,
    )


def _functions(module: ModuleType) -> Iterator[tuple[str, CodeType]]:
    """The functions that a module defines itself."""
    if module is language:
        return
    for name, function in vars(module).items():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            yield name, function.__code__


def _numbers(module: ModuleType) -> Iterator[tuple[str, int]]:
    for name, number in vars(module).items():
        if isinstance(number, int) and not name.startswith("_"):
            yield name, number


# How long regions are in one program.


def all_numbers(program: Linkable, bounds: Mapping[str, int] = MappingProxyType({})) -> dict[str, int]:
    """The program numbers and the constants of the machine, with some bounds in place of those of the program; and as
    `POSITION_BYTES`, how many bytes a packed position has at most."""
    machine = find_machine()
    numbers = {**machine.constants, **machine.bounds, **program.numbers, **bounds}
    return {**numbers, "POSITION_BYTES": position_bytes(numbers)}


def region_length(declaration: Region, numbers: Mapping[str, int]) -> int:
    """The length of a region, of one that grows at first."""
    return _sum_of(declaration.length, numbers)


def region_room(declaration: Region, numbers: Mapping[str, int]) -> int:
    """How many elements a region that isn't a table may have."""
    return max(_sum_of(declaration.most, numbers), region_length(declaration, numbers))


def _sum_of(formula: str, numbers: Mapping[str, int]) -> int:
    """A sum of products of numbers and program numbers."""
    total = 0
    for term in formula.split(" + ") if formula else ():
        product = 1
        for factor in term.split(" * "):
            product *= int(factor) if factor.isdigit() else numbers[factor]
        total += product
    return total


# Which regions are kept together: in positions, at the start of a phase, while looking ahead, as what seats know.

SPECIAL = frozenset(["heap", "stack", "top_of_stack"])
"""Regions of the position that have parts of their own."""
UNCHANGED_AHEAD = frozenset(["drawn", "withheld"])
"""Looking ahead never changes these, nor the position when a phase began. So its slots leave them out."""
_LINKS = ("next_in_zone", "previous_in_zone", "first_in_zone", "last_in_zone", "cards_in_zone")
IN_JOURNAL = frozenset([*_LINKS, "zone_of", "face_of", "variables", "attributes", "gained_by"])
"""Looking ahead notes in a journal what it changes of these (`rules/zones.py`)."""


@dataclass(frozen=True, slots=True)
class KeptRegions:
    """Regions that are kept together, each row in the order of `machine/memory.py`: those of fixed length, and by
    register those of which it says how much is in use."""

    fixed: Sequence[str]
    growing: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class AllKept:
    """Everything that is kept, without heap and stacks: of a position what it holds now and what it held when a phase
    began, while looking ahead what the journal doesn't have, and what seats know."""

    now: KeptRegions
    then: KeptRegions
    ahead: KeptRegions
    known: KeptRegions


def kept_regions(regions: Mapping[str, Region]) -> AllKept:
    """What is kept of some regions."""

    def together(names: Iterable[str]) -> KeptRegions:
        fixed, growing = [], dict[str, list[str]]()
        for name in names:
            if regions[name].used:
                growing.setdefault(regions[name].used, []).append(name)
            else:
                fixed.append(name)
        return KeptRegions(fixed, growing)

    position = [name for name, r in regions.items() if r.kept is Kept.POSITION and name not in SPECIAL]
    now = [name for name in position if not name.startswith("then_")]
    return AllKept(
        together(now),
        together(name for name in position if name.startswith("then_")),
        together(name for name in now if name not in UNCHANGED_AHEAD | IN_JOURNAL),
        together(name for name, r in regions.items() if r.kept is Kept.KNOWLEDGE),
    )


def bytes_of(kept: KeptRegions, numbers: Mapping[str, int]) -> int:
    """How many bytes regions that are kept together take at most, with their counts."""
    regions = find_machine().regions
    names = [*kept.fixed, *(name for names in kept.growing.values() for name in names)]
    return 4 * len(kept.growing) + sum(
        region_room(regions[name], numbers) * size_of(regions[name].element) for name in names
    )


def position_bytes(numbers: Mapping[str, int]) -> int:
    """How many bytes a packed position has at most."""
    kept = kept_regions(find_machine().regions)
    heap = 1 + numbers["MOST_KEPT"]
    stacks = numbers["STACKS"] * (1 + numbers["STACK_WORDS"])
    return bytes_of(kept.now, numbers) + bytes_of(kept.then, numbers) + size_of(I32) * (heap + stacks)


# Elements of regions as bytes: those of a number lie one after another, the lowest first.

TYPE_CODES: dict[Element, Literal["B", "H", "i", "q"]] = {
    Element.U8: "B",
    Element.U16: "H",
    Element.I32: "i",
    Element.I64: "q",
}
"""By element type: what Python's `array` and `memoryview` call it."""


def size_of(element: Element) -> int:
    """How many bytes an element has."""
    bits, _ = element.value
    return bits // 8


def pack(element: Element, words: Sequence[int]) -> bytes:
    """Elements as bytes."""
    packed = array(TYPE_CODES[element], words)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def unpack(element: Element, data: bytes) -> list[int]:
    """The elements with these bytes."""
    packed = array(TYPE_CODES[element], data)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tolist()
