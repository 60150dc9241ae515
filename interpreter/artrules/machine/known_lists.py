"""Lists of words that belong to what seats know. They lie apart from the heap in `known_lists`.

Such a list is the index where it begins: how many words, then the words. It never changes. Whoever no longer needs one
just forgets it; `compact_knowledge` drops those that nobody needs.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.intrinsics import reserve
from artrules.machine.memory import (
    COMPACTED, USES_THEN, WATCHES_THEN, carried_of, carried_then, history_of, history_then, known_lists,
    known_places, moved_heap, work,
)
from artrules.machine.numbers import CARDS, MOST_KEPT, PLAYERS, TOO_MUCH_KEPT
from artrules.machine.registers import knowledge_changed, known_top, moved_top, status, then_known_count, work_top
from artrules.machine.signals import find_fault
# fmt: on


NOTHING_CARRIED = 0
"""The first list: that nothing has happened to a card (`carried.py`)."""


def clear_known_lists() -> None:
    """Drop all lists but the first."""
    global known_top
    known_lists[0] = 2
    known_lists[1] = 0
    known_lists[2] = 0
    known_top = 3
    known_places[COMPACTED] = 3


def room_for_known(count: int) -> int:
    """Where a list of so many words, which the caller must write, begins. 0 and a fault where there is no room."""
    global known_top, knowledge_changed
    made = known_top
    if not reserve(known_lists, made + count + 1):
        find_fault(TOO_MUCH_KEPT, -1, 0, MOST_KEPT, made)
        return 0
    knowledge_changed = 1
    known_lists[made] = count
    known_top = made + count + 1
    return made


def keep_list(start: int) -> int:
    """The list of the words on `work` from `start` on, which are taken from there."""
    global work_top
    count = work_top - start
    made = room_for_known(count)
    if made:
        for i in range(count):
            known_lists[made + 1 + i] = work[start + i]
    work_top = start
    return made


def same_words(one: int, other: int, count: int) -> int:
    """Whether so many words are equal, from two places in `known_lists` on."""
    for i in range(count):
        if known_lists[one + i] != known_lists[other + i]:
            return 0
    return 1


def moved_list(made: int) -> int:
    """Where a list lies after compaction. The first time it is copied to `moved_heap`, and its old place says where."""
    global moved_top
    if made == 0:
        return 0
    count = known_lists[made]
    if count < 0:
        return -count
    to = moved_top
    if not reserve(moved_heap, to + count + 1):
        find_fault(TOO_MUCH_KEPT, -1, 0, MOST_KEPT, to)
        return 0
    for i in range(count + 1):
        moved_heap[to + i] = known_lists[made + i]
    moved_top = to + count + 1
    known_lists[made] = -to
    return to


def compact_knowledge() -> None:
    """Drop the lists that nobody needs, if they may take up most of the room."""
    global knowledge_changed, known_top, moved_top
    if known_top < 2 * known_places[COMPACTED] + 1024:
        return
    moved_top = 3
    for i in range(PLAYERS * CARDS):
        history_of[i] = moved_list(history_of[i])
        carried_of[i] = moved_list(carried_of[i])
    for i in range(then_known_count):
        history_then[i] = moved_list(history_then[i])
        carried_then[i] = moved_list(carried_then[i])
    known_places[USES_THEN] = moved_list(known_places[USES_THEN])
    known_places[WATCHES_THEN] = moved_list(known_places[WATCHES_THEN])
    if status:
        return
    for i in range(3, moved_top):
        known_lists[i] = moved_heap[i]
    knowledge_changed = 1
    known_top = moved_top
    known_places[COMPACTED] = moved_top
