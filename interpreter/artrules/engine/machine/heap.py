"""The heap: lists and wide sets on it, their items as plain words apart from it, and its compaction."""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.intrinsics import copy_words, fill_words, popcount, reserve, room
from artrules.engine.machine.memory import (
    attributes, card_attributes, card_variables, event_is_kept, event_shape, frame_has_lists, frame_shapes,
    frame_shapes_first, frame_words, heap, known_lists, moved_heap, question_shape, record_event, record_fields,
    shape_first, shape_kind, shape_parts, stack, then_attributes, then_variables, top_of_stack, variables, watch_code,
    watch_shape, watch_values, work,
)
from artrules.engine.machine.numbers import (
    ASKED, CARD_ATTRIBUTES, CARD_VARIABLES, CONSTANTS, HAS_LISTS, IS_FIELDS, IS_LIST, IS_WIDE_SET, LARGEST_MEMBER,
    LISTS_FULL, LIST_SHAPE, LIST_TOO_LARGE, LIST_TOO_LONG, LONGEST_LIST, LONG_LIST, NONE, NOT_IN_A_SET, RUN_WATCHES,
    STACKS, STACK_WORDS, WIDE_BITS, WIDE_WORDS,
)
from artrules.engine.machine.registers import (
    active, all_at_once, given_result, given_shape, heap_top, looking_ahead, moved_top, reading, record_count,
    stack_base, stack_top, status, steps, watch_count, work_top,
)
from artrules.engine.machine.rules.zones import OF_ATTRIBUTE, OF_VARIABLE, note_word
from artrules.engine.machine.signals import fail, find_fault
# fmt: on


# Lists and wide sets on the heap.
#
# A list is the index in `heap` where it begins: the number of its items, then the items. It never changes once it is
# made. While a list is in the making, its items lie on `work`, from `work_top` on when it was begun; `finish_list`
# makes the list of them. So other lists may be made meanwhile. Where none are, `begin_list` makes it at once on the
# heap.
#
# The list 0 is a constant, and empty: it is the only empty list of a position, so lists without items cost nothing.
# Where the heap can't grow, a fault is found, and the list is 0, too. Code may go on with it for a while: the fault
# remains until somebody tests `status`. Between decisions the heap is compacted.


def push(item: int) -> None:
    """Add an item to the list in the making."""
    global work_top
    if work_top >= room(work) and not reserve(work, work_top + 1):
        find_fault(LISTS_FULL, -1, 0, 0, 0)
        return
    work[work_top] = item
    work_top += 1


def finish_list(start: int) -> int:
    """The list of the items on `work` from `start` on, which are taken from there."""
    global heap_top, steps, work_top
    count = work_top - start
    made = heap_top
    work_top = start
    if count == 0:
        return 0
    if count > LONG_LIST:
        steps += 8 * count
    if made + count >= room(heap) and not reserve(heap, made + count + 1):
        find_fault(LISTS_FULL, -1, 0, 0, 0)
        return 0
    heap[made] = count
    for i in range(count):
        heap[made + 1 + i] = work[start + i]
    heap_top = made + count + 1
    return made


def begin_list(most: int) -> int:
    """A new list without items, at the end of the heap, with room behind it for so many. Whoever fills it makes no
    other list meanwhile, or drops that again, and says at last how many items there are."""
    global heap_top
    made = heap_top
    if made + most >= room(heap) and not reserve(heap, made + most + 1):
        find_fault(LISTS_FULL, -1, 0, 0, 0)
        return 0
    heap_top = made + 1
    return made


def new_list(count: int) -> int:
    """A new list of so many items, to be filled before anything else is made."""
    global heap_top
    made = heap_top
    if made + count >= room(heap) and not reserve(heap, made + count + 1):
        find_fault(LISTS_FULL, -1, 0, 0, 0)
        return 0
    heap[made] = count
    heap_top = made + count + 1
    return made


def rest_of(items: int, count: int) -> int:
    """The items of a list after the first so many."""
    made = new_list(heap[items] - count)
    if not status:
        copy_words(heap, made + 1, items + 1 + count, heap[items] - count)
    return made


def copy_of(items: int) -> int:
    """The same list or wide set once more: what is kept is none of the constants, unless it is the empty list."""
    if heap[items] == 0:
        return 0
    made = new_list(heap[items])
    if made:
        copy_words(heap, made, items, heap[items] + 1)
    return made


def kept_list(items: int) -> int:
    """A list, wide set or none in a form that may be kept."""
    if items >= CONSTANTS or items == NONE:
        return items
    return copy_of(items)


def has_item(items: int, item: int) -> int:
    """Whether a list of things that aren't lists holds an item."""
    for i in range(items + 1, items + 1 + heap[items]):
        if heap[i] == item:
            return 1
    return 0


def item_at(items: int, position: int, site: int) -> int:
    """The item at a position, counted from 1. Fails where there is none."""
    if position < 1 or position > heap[items]:
        fail(site)
        return 0
    return heap[items + position]


def same_lists(one: int, other: int, depth: int) -> int:
    """Whether two lists are equal; `depth` is how deeply lists are nested in them: 1 for lists of other things. Either
    may be none."""
    if one == other:
        return 1
    if one == NONE or other == NONE or heap[one] != heap[other]:
        return 0
    for i in range(1, heap[one] + 1):
        if depth > 1:
            if not same_lists(heap[one + i], heap[other + i], depth - 1):
                return 0
        elif heap[one + i] != heap[other + i]:
            return 0
    return 1


def same_values(shape: int, one: int, other: int) -> int:
    """Whether two values of a shape are equal: lists and wide sets by what is in them."""
    if one == other:
        return 1
    kind = shape_kind[shape]
    if not is_on_heap(shape) or one == NONE or other == NONE or heap[one] != heap[other]:
        return 0
    inner = shape_first[shape]
    for i in range(heap[one]):
        a = heap[one + 1 + i]
        b = heap[other + 1 + i]
        if kind == IS_LIST:
            if not same_values(inner, a, b):
                return 0
        elif kind == IS_FIELDS:
            if not same_values(shape_parts[inner + i], a, b):
                return 0
        elif a != b:
            return 0
    return 1


def better_list(one: int, other: int, most: int) -> int:
    """Whether a list of numbers is better than another, item by item; where one ends first, the longer one is better.
    With `most` more is better, otherwise less."""
    for i in range(1, heap[one] + 1):
        if i > heap[other]:
            return 1
        if heap[one + i] != heap[other + i]:
            return (heap[one + i] > heap[other + i]) == most
    return 0


def extent(items: int, depth: int) -> int:
    """How many items a list holds, including lists in it and their items."""
    if items == NONE:
        return 0
    found = heap[items]
    if depth > 1:
        for i in range(items + 1, items + 1 + heap[items]):
            found += extent(heap[i], depth - 1)
    return found


def short_list(items: int, site: int) -> int:
    """A list that must be short enough to be kept."""
    if heap[items] > LONGEST_LIST:
        find_fault(LIST_TOO_LONG, site, 0, LONGEST_LIST, heap[items])
    return items


def small_list(items: int, depth: int, site: int) -> int:
    """A list of lists that must hold few enough things, in all, to be kept."""
    found = extent(items, depth)
    if found > LONGEST_LIST:
        find_fault(LIST_TOO_LARGE, site, 0, LONGEST_LIST, found)
    return items


def sort_work(start: int) -> None:
    """Sort the numbers on `work` from `start` on, the least first (a heap sort)."""
    global steps
    count = work_top - start
    left = count // LONG_LIST
    while left > 0:
        steps += 24 * count
        left = left // 2
    end = count
    root = count // 2
    while end > 1:
        if root > 0:
            root -= 1
        else:
            end -= 1
            last = work[start + end]
            work[start + end] = work[start]
            work[start] = last
        place = root
        child = 2 * place + 1
        sinking = work[start + place]
        while child < end:
            if child + 1 < end and work[start + child + 1] > work[start + child]:
                child += 1
            if work[start + child] <= sinking:
                break
            work[start + place] = work[start + child]
            place = child
            child = 2 * place + 1
        work[start + place] = sinking


# -- wide sets: WIDE_WORDS words after their number, like a list


def empty_wide_set() -> int:
    """A new wide set without members, to be filled by `add_member` before anything else is made."""
    made = new_list(WIDE_WORDS)
    if made:
        fill_words(heap, made + 1, WIDE_WORDS, 0)
    return made


def add_member(wide: int, member: int, site: int) -> None:
    """Add a member to a wide set in the making."""
    if member < 0 or member > LARGEST_MEMBER:
        find_fault(NOT_IN_A_SET, site, 0, LARGEST_MEMBER, member)
        return
    word = wide + 1 + member // WIDE_BITS
    heap[word] = heap[word] | (1 << member % WIDE_BITS)


def remove_member(wide: int, member: int) -> None:
    """Take a member from a wide set in the making, if it is one."""
    if member >= 0 and member <= LARGEST_MEMBER:
        word = wide + 1 + member // WIDE_BITS
        heap[word] = heap[word] & ~(1 << member % WIDE_BITS)


def wide_has(wide: int, member: int) -> int:
    """Whether a wide set has a member; it never has none."""
    if member < 0 or member > LARGEST_MEMBER:
        return 0
    return heap[wide + 1 + member // WIDE_BITS] >> member % WIDE_BITS & 1


def wide_union(one: int, other: int) -> int:
    """The members of either."""
    made = empty_wide_set()
    if status:
        return made
    for i in range(1, WIDE_WORDS + 1):
        heap[made + i] = heap[one + i] | heap[other + i]
    return made


def wide_difference(one: int, other: int) -> int:
    """The members of the first that aren't members of the second."""
    made = empty_wide_set()
    if status:
        return made
    for i in range(1, WIDE_WORDS + 1):
        heap[made + i] = heap[one + i] & ~heap[other + i]
    return made


def wide_finds(one: int, other: int, outside: int) -> int:
    """Whether a wide set has a member that another has too, or with `outside` one that the other doesn't have."""
    for i in range(1, WIDE_WORDS + 1):
        common = heap[one + i] & heap[other + i]
        if outside:
            if common != heap[one + i]:
                return 1
        elif common:
            return 1
    return 0


def wide_size(wide: int) -> int:
    """How many members a wide set has."""
    found = 0
    for i in range(1, WIDE_WORDS + 1):
        found += popcount(heap[wide + i])
    return found


def wide_of(bits: int) -> int:
    """The wide set with the members of a narrow one."""
    made = empty_wide_set()
    if status:
        return made
    heap[made + 1] = bits & ((1 << WIDE_BITS) - 1)
    heap[made + 2] = bits >> WIDE_BITS
    return made


def wide_next(wide: int, member: int) -> int:
    """The least member of a wide set from a number on; -1 if there is none."""
    while member <= LARGEST_MEMBER:
        if wide_has(wide, member):
            return member
        member += 1
    return -1


def narrow_of(wide: int) -> int:
    """The narrow set with the members of a wide one, which has none that are too large for it."""
    return heap[wide + 1] | (heap[wide + 2] & 1) << WIDE_BITS


def wide_goes_beyond(wide: int, low: int, high: int) -> int:
    """Whether a wide set has a member outside of some bounds."""
    member = wide_next(wide, 0)
    while member >= 0:
        if member < low or member > high:
            return 1
        member = wide_next(wide, member + 1)
    return 0


# Values as plain words: a list or wide set as the number of its items, then the items. So they can be kept apart from
# the heap, and compared.


def has_words(shape: int) -> int:
    """Whether values of a shape lie on the heap."""
    kind = shape_kind[shape]
    return kind >= IS_LIST and kind <= IS_WIDE_SET


def write_value(shape: int, value: int) -> None:
    """Add the words of a value to `work`."""
    if value == NONE or not has_words(shape):
        push(value)
        return
    push(heap[value])
    kind = shape_kind[shape]
    inner = shape_first[shape]
    for i in range(1, heap[value] + 1):
        if kind == IS_LIST:
            write_value(inner, heap[value + i])
        elif kind == IS_FIELDS:
            write_value(shape_parts[inner + i - 1], heap[value + i])
        else:
            push(heap[value + i])


def next_word() -> int:
    """The word in `known_lists` that is read next."""
    global reading
    reading += 1
    return known_lists[reading - 1]


def read_value(shape: int) -> int:
    """The value whose words come next in `known_lists`; a list is made anew."""
    first = next_word()
    if first == NONE or not has_words(shape):
        return first
    kind = shape_kind[shape]
    inner = shape_first[shape]
    start = work_top
    for i in range(first):
        if kind == IS_LIST:
            push(read_value(inner))
        elif kind == IS_FIELDS:
            push(read_value(shape_parts[inner + i]))
        else:
            push(next_word())
    return finish_list(start)


def skip_value(shape: int) -> None:
    """Pass over the value whose words come next."""
    first = next_word()
    if first == NONE or not has_words(shape):
        return
    kind = shape_kind[shape]
    inner = shape_first[shape]
    for i in range(first):
        if kind == IS_LIST:
            skip_value(inner)
        elif kind == IS_FIELDS:
            skip_value(shape_parts[inner + i])
        else:
            next_word()


# Compacts the heap: only the lists that something refers to stay, in a fixed order, so that equal positions are equal.
#
# Everything that holds lists is gone through in this order: variables, attributes, those of the position at the start
# of a phase, records, watches, frames. A list is copied for each reference to it, because equal positions must be equal
# whether they share lists or not.


def is_on_heap(shape: int) -> int:
    """Whether values of a shape lie on the heap: their words are above 0, unless they are none or the empty list."""
    return shape_kind[shape] >= IS_LIST and shape_kind[shape] <= IS_WIDE_SET


def moved(shape: int, value: int) -> int:
    """A value of a shape after moving the lists in it."""
    global moved_top
    if value == NONE or not is_on_heap(shape):
        return value
    kind = shape_kind[shape]
    count = heap[value]
    if count == 0:
        return 0
    made = moved_top
    if not reserve(moved_heap, made + count + 1):
        find_fault(LISTS_FULL, -1, 0, 0, 0)
        return NONE
    moved_top = made + count + 1
    moved_heap[made] = count
    inner = shape_first[shape]
    for i in range(1, count + 1):
        item = heap[value + i]
        if kind == IS_LIST:
            item = moved(inner, item)
        elif kind == IS_FIELDS:
            item = moved(shape_parts[inner + i - 1], item)
        moved_heap[made + i] = item
    return CONSTANTS + made


def move_lists_of_stack(base: int, top: int) -> None:
    """Move the lists in the frames of a stack."""
    place = top
    while place > base:
        block = stack[place - 1]
        below = place - frame_words[block]
        if block == RUN_WATCHES:
            event = stack[below + 1]
            if not event_is_kept[event]:
                stack[below] = moved(event_shape[event], stack[below])
            stack[below + 2] = moved(LIST_SHAPE, stack[below + 2])
        elif block == ASKED:
            stack[below + 2] = moved(question_shape[stack[below]], stack[below + 2])
        elif frame_has_lists[block]:
            first = frame_shapes_first[block]
            for i in range(frame_words[block] - 1):
                stack[below + i] = moved(frame_shapes[first + i], stack[below + i])
        place = below


def compact(between_blocks: int) -> None:
    """Compact the heap. Nothing but the position may refer to a list: no code runs. Only between two blocks a procedure
    may have given a list that nobody has taken yet."""
    global given_result, heap_top, moved_top
    if heap_top == CONSTANTS or (looking_ahead and all_at_once):
        # Looking ahead undoes only what it does to the active stack.
        return
    moved_top = 0
    if HAS_LISTS:
        for i in range(CARD_VARIABLES):
            shape = card_variables[3 * i + 2]
            if is_on_heap(shape):
                for place in range(card_variables[3 * i], card_variables[3 * i + 1]):
                    if variables[place] > 0:
                        if looking_ahead:
                            note_word(OF_VARIABLE, place, variables[place])
                        variables[place] = moved(shape, variables[place])
                    if all_at_once:
                        then_variables[place] = moved(shape, then_variables[place])
        for i in range(CARD_ATTRIBUTES):
            shape = card_attributes[3 * i + 2]
            if is_on_heap(shape):
                for place in range(card_attributes[3 * i], card_attributes[3 * i + 1]):
                    if attributes[place] > 0:
                        if looking_ahead:
                            note_word(OF_ATTRIBUTE, place, attributes[place])
                        attributes[place] = moved(shape, attributes[place])
                    if all_at_once:
                        then_attributes[place] = moved(shape, then_attributes[place])
        for i in range(record_count):
            record_fields[i] = moved(event_shape[record_event[i]], record_fields[i])
        for i in range(watch_count):
            watch_values[i] = moved(watch_shape[watch_code[i]], watch_values[i])
        if all_at_once:
            for i in range(STACKS):
                top = top_of_stack[i]
                if i == active:
                    top = stack_top
                move_lists_of_stack(i * STACK_WORDS, top)
        else:
            move_lists_of_stack(stack_base, stack_top)
    if between_blocks:
        given_result = moved(given_shape, given_result)
    reserve(heap, CONSTANTS + moved_top)
    for i in range(moved_top):
        heap[CONSTANTS + i] = moved_heap[i]
    heap_top = CONSTANTS + moved_top
