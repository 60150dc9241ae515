"""Where everything lies in the memory of a module: all of it is fixed when the module is made.

Regions lie in the order of `machine/memory.py`, each at a multiple of its elements' size. One that grows has room for
as many elements as it may ever have: pages that nobody touches cost nothing. Beyond them lie a program's own regions,
and areas that only this executor has. How large all of it is follows from the bounds of the program; `bounds_within`
finds those with which a memory of limited size has room for it.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from artrules.engine.machine.language import Element, Kept
from artrules.engine.machine.numbers import KEPT_AREAS
from artrules.engine.machine_code.machine import (
    all_numbers,
    bytes_of,
    find_machine,
    kept_regions,
    region_room,
    size_of,
)
from artrules.engine.machine_code.program import Linkable
from artrules.engine.webassembly.code import PAGE
from artrules.engine.webassembly.memo import memo_sizes
from artrules.text.record import dataclass

REGISTERS = "REGISTERS"
"""The registers in the order of their declarations, each in eight bytes, while no code runs."""
KEPT_BYTES = "KEPT_BYTES"
"""How many bytes each of the areas for packed positions holds, as I32."""
KEPT = ("KEPT_0", "KEPT_1")
"""Packed positions of the host's."""
KEPT_BY_MACHINE = tuple(f"KEPT_BY_MACHINE_{area}" for area in range(KEPT_AREAS))
"""Packed positions that the machine keeps for itself. They lie behind those of the host, as far apart."""
PACKED_KNOWLEDGE = "PACKED_KNOWLEDGE"
"""What seats know, packed for the host."""
KEPT_KNOWLEDGE = "KEPT_KNOWLEDGE"
"""What seats know, as the machine keeps it for itself."""
SLOTS = "SLOTS"
"""Positions to which looking ahead goes back (`positions.py`)."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a region lies: its address, its element type, and for how many elements there is room."""

    address: int
    element: Element
    room: int

    @property
    def end(self) -> int:
        return self.address + self.room * size_of(self.element)


@dataclass(frozen=True, slots=True)
class MemoryMap:
    """Where everything lies. `regions` has the regions of the machine and the program, `areas` the addresses of what
    else there is, `pages` how much memory a module has."""

    regions: Mapping[str, Place]
    areas: Mapping[str, int]
    pages: int

    @property
    def size(self) -> int:
        """How many bytes the memory has."""
        return self.pages * PAGE

    def address(self, name: str) -> int:
        """The address of a region or an area."""
        return self.regions[name].address if name in self.regions else self.areas[name]


def map_memory(program: Linkable, counters: int = 0, bounds: Mapping[str, int] = MappingProxyType({})) -> MemoryMap:
    """The memory map of a program whose code has so many counters; with some of its bounds in place of its own."""
    numbers = all_numbers(program, bounds)
    regions: dict[str, Place] = {}
    end = 0
    for name, element, room in _rooms(program, numbers, counters):
        address = _aligned(end, size_of(element))
        regions[name] = Place(address, element, room)
        end = regions[name].end
    areas: dict[str, int] = {}
    for name, size in _area_sizes(numbers):
        areas[name] = _aligned(end, 8)
        end = areas[name] + size
    return MemoryMap(regions, areas, -(-end // PAGE))


class TooLarge(ValueError):
    """A program doesn't fit into a memory of limited size. The text says how many bytes it needs at least."""


def bounds_within(program: Linkable, most: int) -> dict[str, int]:
    """The bounds of a program in a memory of so many bytes: each has as many parts of it as it declares
    (`machine/language.py`). Raises TooLarge."""

    bounds = find_machine().bounds
    own = {name: program.numbers.get(name, bound) for name, bound in bounds.items()}

    def divided(part: int) -> dict[str, int]:
        return {name: min(own[name], bound.parts * part) for name, bound in bounds.items()}

    def size(part: int) -> int:
        return map_memory(program, bounds=divided(part)).size

    if (least := size(1)) > most:
        raise TooLarge(f"{least:,}")
    part = 1
    for step in reversed(range(most.bit_length())):
        if size(part + (1 << step)) <= most:
            part += 1 << step
    return divided(part)


def _rooms(program: Linkable, numbers: Mapping[str, int], counters: int) -> Iterator[tuple[str, Element, int]]:
    """For each region its element type, and for how many elements it needs room."""
    for name, region in find_machine().regions.items():
        if name == "executed":
            yield name, region.element, counters
        elif region.kept is Kept.TABLE:
            yield name, region.element, len(program.tables[name])
        else:
            yield name, region.element, region_room(region, numbers)
    for name, (element, words) in program.own_regions.items():
        yield name, element, len(words)


def _area_sizes(numbers: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """The areas beside the regions, and how many bytes each needs."""
    machine = find_machine()
    knowledge = bytes_of(kept_regions(machine.regions).known, numbers)
    yield REGISTERS, 8 * len(machine.registers)
    yield KEPT_BYTES, 4 * len(KEPT + KEPT_BY_MACHINE)
    yield from ((name, numbers["POSITION_BYTES"]) for name in KEPT + KEPT_BY_MACHINE)
    yield from ((name, knowledge) for name in (PACKED_KNOWLEDGE, KEPT_KNOWLEDGE))
    yield from memo_sizes(numbers["MOST_MEMO_WORDS"])
    yield SLOTS, 4 * (numbers["MOST_WORDS_AHEAD"] + 2)


def _aligned(address: int, to: int) -> int:
    return -(-address // to) * to
