"""Where everything lies in the memory of a module: all of it is fixed when the module is made.

Regions lie in the order of `machine/memory.py`, each at a multiple of its elements' size. One that grows has room for
as many elements as it may ever have: pages that nobody touches cost nothing. Beyond them lie a program's own regions,
and areas that only this executor has.
"""

from collections.abc import Iterator, Mapping

from artrules.engine.machine.language import I32, Element, Kept, Region
from artrules.engine.machine.numbers import KEPT_AREAS, MOST_POSITIONS, MOST_WORDS_AHEAD, STACK_WORDS
from artrules.engine.machine_code.machine import (
    AllKept,
    KeptRegions,
    all_numbers,
    find_machine,
    kept_regions,
    region_length,
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
"""Positions to which looking ahead goes back (`positions.py`). They are the last area: what doesn't fit is outside of
memory."""
SLOT_NUMBERS = 64
"""The most bytes that a slot needs for numbers."""


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

    def address(self, name: str) -> int:
        """The address of a region or an area."""
        return self.regions[name].address if name in self.regions else self.areas[name]


def map_memory(program: Linkable, counters: int = 0) -> MemoryMap:
    """The memory map of a program whose code has so many counters."""
    declared = find_machine().regions
    regions: dict[str, Place] = {}
    end = 0
    for name, element, room in _rooms(program, declared, counters):
        address = _aligned(end, size_of(element))
        regions[name] = Place(address, element, room)
        end = regions[name].end
    areas: dict[str, int] = {}
    stacks = all_numbers(program)["STACKS"]
    for name, size in _area_sizes(regions, kept_regions(declared), stacks):
        areas[name] = _aligned(end, 8)
        end = areas[name] + size
    return MemoryMap(regions, areas, -(-end // PAGE))


def _rooms(program: Linkable, declared: Mapping[str, Region], counters: int) -> Iterator[tuple[str, Element, int]]:
    """For each region its element type, and for how many elements it needs room."""
    numbers = all_numbers(program)
    for name, region in declared.items():
        if name == "executed":
            yield name, region.element, counters
        elif region.kept is Kept.TABLE:
            yield name, region.element, len(program.tables[name])
        else:
            yield name, region.element, region.most or region_length(region, numbers)
    for name, (element, words) in program.own_regions.items():
        yield name, element, len(words)


def _area_sizes(regions: Mapping[str, Place], saved_regions: AllKept, stacks: int) -> Iterator[tuple[str, int]]:
    """The areas beside the regions, and how many bytes each needs."""

    def size(part: KeptRegions) -> int:
        names = [*part.fixed, *(name for names in part.growing.values() for name in names)]
        return 4 * len(part.growing) + sum(regions[name].room * size_of(regions[name].element) for name in names)

    heap = 4 + size_of(I32) * regions["heap"].room
    position = size(saved_regions.now) + size(saved_regions.then) + heap + 4 * stacks * (1 + STACK_WORDS)
    yield REGISTERS, 8 * len(find_machine().registers)
    yield KEPT_BYTES, 4 * len(KEPT + KEPT_BY_MACHINE)
    yield from ((name, position) for name in KEPT + KEPT_BY_MACHINE)
    yield from ((name, size(saved_regions.known)) for name in (PACKED_KNOWLEDGE, KEPT_KNOWLEDGE))
    yield from memo_sizes()
    slot = SLOT_NUMBERS + size(KeptRegions(saved_regions.ahead.fixed, {}))
    yield SLOTS, 4 * MOST_WORDS_AHEAD + (MOST_POSITIONS + 1) * slot


def _aligned(address: int, to: int) -> int:
    return -(-address // to) * to
