"""Writes the functions that take positions out of memory and put them back, as Python text.

What they take is a tuple: a list for every region of fixed length, then for every register that says how much of some
regions is in use a tuple of their prefixes, or `()` where nothing is; then the heap, the stacks and the position when a
phase began. They run among the machine's names, so they read and write its registers.
"""

from collections.abc import Mapping, Sequence

from artrules.engine.machine.language import Region
from artrules.engine.machine_code.machine import KeptRegions, kept_regions
from artrules.text.record import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """Something that is kept: the local that holds it, how it is taken, and the lines that put it back. `writes` are
    the registers that these write, `prepare` is a line that runs before it is taken."""

    local: str
    take: str
    lines: Sequence[str]
    writes: Sequence[str] = ()
    prepare: str = ""


_HEAP = Part(
    "heap_",
    "heap[CONSTANTS:heap_top]",
    [
        "heap_top = CONSTANTS + len(heap_)",
        "if heap_top > len(heap):",
        "    reserve(heap, heap_top)",
        "heap[CONSTANTS:heap_top] = heap_",
    ],
    ["heap_top"],
)
_ALL_STACKS = Part(
    "stacks_",
    "take_stacks() if clock[ALL_AT_ONCE] else (stack[:stack_top],)",
    [
        "for i in range(STACKS):",
        "    base = i * STACK_WORDS",
        "    top_of_stack[i] = top = base + (len(stacks_[i]) if i < len(stacks_) else 0)",
        "    if top > base:",
        "        stack[base:top] = stacks_[i]",
    ],
)
_PHASE_START = Part("then_", "save_then() if clock[ALL_AT_ONCE] else ()", ["if then_:", "    load_then(then_)"])
_ACTIVE_STACK = Part(
    "stack_",
    "stack[stack_base:stack_top]",
    ["stack_top = stack_base + len(stack_)", "stack[stack_base:stack_top] = stack_"],
    ["stack_top"],
)
_WORK = Part("work_", "work_top", ["work_top = work_"], ["work_top"])
_JOURNAL = Part("journal_", "journal_top", ["undo_to(journal_)"])

_OTHERS = """
def take_stacks():
    return tuple([stack[i * STACK_WORDS : top_of_stack[i]] for i in range(STACKS)])

def load(content):
    if clock[ALL_AT_ONCE] and not content[-1]:
        drop_phase_start()
    load_parts(content)
    take_up()

def save_position(slot):
    while slot >= len(slots):
        slots.append(())
    slots[slot] = save_slot()

def restore_position(slot):
    load_slot(slots[slot])

def keep_position(area):
    kept_positions[area] = save()

def bring_back_position(area):
    load(kept_positions[area])

def write_kept_position(area):
    data = packed(kept_positions[area])
    reserve(message, HASH_BLOCK + len(data))
    message[HASH_BLOCK : HASH_BLOCK + len(data)] = list(data)
    return len(data)

def keep_knowledge():
    kept_knowledge[0] = save_knowledge()

def bring_back_knowledge():
    load_knowledge(kept_knowledge[0])
"""


def write_snapshots(regions: Mapping[str, Region]) -> str:
    """The text of the functions `save`, `load`, `save_knowledge` and `load_knowledge`, and of the intrinsics that keep
    positions and what seats know. `packed` makes bytes of what `save` takes."""
    saved_regions = kept_regions(regions)
    return _OTHERS + "\n".join(
        [
            *_pair("save", "load_parts", [*_parts(saved_regions.now), _HEAP, _ALL_STACKS, _PHASE_START]),
            *_pair("save_then", "load_then", _parts(saved_regions.then)),
            *_pair("save_slot", "load_slot", [*_parts(saved_regions.ahead), _HEAP, _ACTIVE_STACK, _WORK, _JOURNAL]),
            *_pair("save_knowledge", "load_knowledge", _parts(saved_regions.known)),
        ]
    )


def _parts(saved_regions: KeptRegions) -> list[Part]:
    """Regions of fixed length, then those that grow, together where one register says how much of them is in use."""
    parts = [_whole_region(name) for name in saved_regions.fixed]
    for used, members in saved_regions.growing.items():
        put = [f"{used} = 0", f"if {used}_:", f"    {used} = len({used}_[0])"]
        for i, name in enumerate(members):
            put += [f"    if {used} > len({name}):", f"        reserve({name}, {used})"]
            put += [f"    {name}[:{used}] = {used}_[{i}]"]
        prefixes = "".join(f"{name}[:{used}], " for name in members)
        parts.append(Part(f"{used}_", f"({prefixes}) if {used} else ()", put, [used]))
    return parts


def _whole_region(name: str) -> Part:
    """A region of fixed length. Its list that was taken or put back last is taken again as long as the region is equal
    to it: to compare them takes less time than to copy."""
    last = f"{name}_last"
    return Part(
        f"{name}_",
        last,
        [f"if {name} != {name}_:", f"    {name}[:] = {name}_", f"{last} = {name}_"],
        [last],
        f"if {name} != {last}: {last} = {name}[:]",
    )


def _pair(save: str, load: str, parts: Sequence[Part]) -> list[str]:
    """A function that takes parts out of memory, and one that puts them back."""
    writes = ", ".join(name for part in parts for name in part.writes)
    prepared = [part for part in parts if part.prepare]
    written = ", ".join(name for part in prepared for name in part.writes)
    return [
        f"def {save}():",
        *([f"    global {written}"] if written else []),
        *(f"    {part.prepare}" for part in prepared),
        f"    return ({''.join(f'{part.take}, ' for part in parts)})",
        f"def {load}(content):",
        *([f"    global {writes}"] if writes else []),
        f"    [{', '.join(part.local for part in parts)}] = content",
        *(f"    {line}" for part in parts for line in part.lines),
    ]
