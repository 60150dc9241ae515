"""Events, the happenings that are kept, and the watches that wait for events (docs/write/statements.md, Watches).

A happening of a kept event is the serial number of its record; any other is the list of its fields. What identifies a
watch is its serial number * PLAYERS + its owner.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import finish_list, push
from artrules.engine.machine.intrinsics import reserve
from artrules.engine.machine.memory import (
    NEXT_RECORD, ON_TURN, clock, event_is_kept, heap, life_ends_event, life_ends_watch, record_event, record_fields,
    record_player, record_serial, serials, stack, watch_code, watch_cost, watch_event, watch_every, watch_has_condition,
    watch_owner, watch_serial, watch_times, watch_values,
)
from artrules.engine.machine.numbers import (
    EVENTS, FORGOTTEN, MOST_WATCHES, NONE, PLAYERS, RUN_WATCHES, TOO_MANY_RECORDS, TOO_MANY_WATCHES, WATCH_CODES,
)
from artrules.engine.machine.program import run_watch, watch_condition
from artrules.engine.machine.registers import all_at_once, record_count, stack_top, status, steps, watch_count, work_top
from artrules.engine.machine.rules.actions import check_stack, nest
from artrules.engine.machine.signals import count_work, find_fault
# fmt: on


# -- kept happenings


def remember(me: int, event: int, fields: int, site: int) -> int:
    """A happening with the list of its fields; it is kept, if its event is."""
    global record_count
    if not event_is_kept[event]:
        return fields
    if not (
        reserve(record_serial, record_count + 1)
        and reserve(record_event, record_count + 1)
        and reserve(record_player, record_count + 1)
        and reserve(record_fields, record_count + 1)
    ):
        find_fault(TOO_MANY_RECORDS, site, 0, 0, record_count)
        return 0
    serial = clock[NEXT_RECORD]
    clock[NEXT_RECORD] = serial + 1
    record_serial[record_count] = serial
    record_event[record_count] = event
    record_player[record_count] = me
    record_fields[record_count] = fields
    record_count += 1
    return serial


def place_of_record(serial: int) -> int:
    """Where the record of a happening stands; -1 when it has been forgotten."""
    low = 0
    high = record_count
    while low < high:
        middle = (low + high) // 2
        if record_serial[middle] < serial:
            low = middle + 1
        else:
            high = middle
    if low < record_count and record_serial[low] == serial:
        return low
    return -1


def field_of(happening: int, index: int, site: int) -> int:
    """A field of a kept happening."""
    place = place_of_record(happening)
    if place < 0:
        find_fault(FORGOTTEN, site, 0, 0, 0)
        return 0
    return heap[record_fields[place] + 1 + index]


def set_field(happening: int, index: int, value: int, site: int) -> None:
    """Change a field of a kept happening."""
    place = place_of_record(happening)
    if place < 0:
        find_fault(FORGOTTEN, site, 0, 0, 0)
        return
    fields = record_fields[place]
    start = work_top
    for i in range(heap[fields]):
        if i == index:
            push(value)
        else:
            push(heap[fields + 1 + i])
    record_fields[place] = finish_list(start)


def forget_in_life(life: int, player: int) -> None:
    """Forget the happenings and watches that last until a life ends, those of a player or with NONE all."""
    global record_count, watch_count
    kept = 0
    for i in range(record_count):
        if not life_ends_event[life * EVENTS + record_event[i]] or (player != NONE and record_player[i] != player):
            record_serial[kept] = record_serial[i]
            record_event[kept] = record_event[i]
            record_player[kept] = record_player[i]
            record_fields[kept] = record_fields[i]
            kept += 1
    record_count = kept
    kept = 0
    for i in range(watch_count):
        if not life_ends_watch[life * WATCH_CODES + watch_code[i]] or (player != NONE and watch_owner[i] != player):
            keep_watch(kept, i)
            kept += 1
    watch_count = kept


# -- watches


def keep_watch(place: int, i: int) -> None:
    """Move a watch to another place."""
    watch_owner[place] = watch_owner[i]
    watch_serial[place] = watch_serial[i]
    watch_code[place] = watch_code[i]
    watch_times[place] = watch_times[i]
    watch_values[place] = watch_values[i]


def set_watch(me: int, code: int, values: int, site: int) -> None:
    """Begin to watch for an event, keeping the values in a list."""
    global steps
    if watch_count >= MOST_WATCHES:
        find_fault(TOO_MANY_WATCHES, site, 0, 0, watch_count)
        return
    steps += 3 * watch_count
    serial = serials[me]
    serials[me] = serial + 1
    add_watch(me, serial, code, 0, values)


def add_watch(owner: int, serial: int, code: int, times: int, values: int) -> None:
    """Put a watch among the others, behind those of its owner."""
    global watch_count
    reserve(watch_owner, watch_count + 1)
    reserve(watch_serial, watch_count + 1)
    reserve(watch_code, watch_count + 1)
    reserve(watch_times, watch_count + 1)
    reserve(watch_values, watch_count + 1)
    place = watch_count
    while place > 0 and watch_owner[place - 1] > owner:
        keep_watch(place, place - 1)
        place -= 1
    watch_owner[place] = owner
    watch_serial[place] = serial
    watch_code[place] = code
    watch_times[place] = times
    watch_values[place] = values
    watch_count += 1


def place_of_watch(watch: int) -> int:
    """Where a watch stands; -1 when it has ended."""
    for i in range(watch_count):
        if watch_serial[i] * PLAYERS + watch_owner[i] == watch:
            return i
    return -1


def stop_watching(watch: int) -> None:
    """End a watch."""
    global watch_count, steps
    steps += 2 * watch_count
    place = place_of_watch(watch)
    if place >= 0:
        for i in range(place + 1, watch_count):
            keep_watch(i - 1, i)
        watch_count -= 1


def concerns(place: int, happening: int) -> int:
    """Whether the condition of a watch holds for a happening."""
    code = watch_code[place]
    if not watch_has_condition[code]:
        return 1
    return watch_condition[code](watch_owner[place], happening, watch_values[place])


def announce(me: int, event: int, fields: int, site: int) -> None:
    """Find the watches that a happening concerns, and let them run: clockwise from the player on turn, older ones
    first."""
    happening = remember(me, event, fields, site)
    if status or watch_count == 0:
        return
    units = 0
    for i in range(watch_count):
        units += 10 + watch_cost[watch_code[i]]
    count_work(units, site)
    if status:
        return
    first = clock[ON_TURN]
    if all_at_once:
        first = me
    start = work_top
    for turn in range(PLAYERS):
        owner = (first + turn) % PLAYERS
        if all_at_once and owner != me:
            continue
        for i in range(watch_count):
            if watch_owner[i] == owner and watch_event[watch_code[i]] == event:
                concerned = concerns(i, happening)
                if status:
                    return
                if concerned:
                    push(watch_serial[i] * PLAYERS + owner)
    if work_top == start:
        return
    nest(site)
    if status:
        return
    wait_for_watches(happening, event, finish_list(start))


def wait_for_watches(happening: int, event: int, left: int) -> None:
    """Put the frame on the stack that lets watches run one after another: (happening, its event, list of watches)."""
    global stack_top
    check_stack(64)
    if status:
        return
    stack[stack_top] = happening
    stack[stack_top + 1] = event
    stack[stack_top + 2] = left
    stack[stack_top + 3] = RUN_WATCHES
    stack_top += 4


def run_watches() -> None:
    """Run the first watch that is left and whose condition still holds; the rest wait below it on the stack."""
    global stack_top, steps
    stack_top -= 4
    happening = stack[stack_top]
    event = stack[stack_top + 1]
    left = stack[stack_top + 2]
    for i in range(1, heap[left] + 1):
        watch = heap[left + i]
        place = place_of_watch(watch)
        if place < 0:
            continue
        concerned = concerns(place, happening)
        if status:
            return
        if not concerned:
            continue
        code = watch_code[place]
        steps += 2 * watch_count + watch_cost[code]
        times = (watch_times[place] + 1) % watch_every[code]
        watch_times[place] = times
        if times:
            continue
        start = work_top
        for j in range(i + 1, heap[left] + 1):
            push(heap[left + j])
        rest = finish_list(start)
        if heap[rest]:
            wait_for_watches(happening, event, rest)
        else:
            wait_for_watches(NONE, event, rest)
        run_watch[code](watch_owner[place], happening, watch_values[place], watch)
        return
