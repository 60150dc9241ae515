"""Compacts the heap: only the lists that something refers to stay, in a fixed order, so that equal positions are equal.

Everything that holds lists is gone through in this order: variables, attributes, those of the position at the start of
a phase, records, watches, frames. A list is copied for each reference to it, because equal positions must be equal
whether they share lists or not.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.intrinsics import reserve
from artrules.machine.journal import OF_ATTRIBUTE, OF_VARIABLE, note_word
from artrules.machine.memory import (
    attributes, card_attributes, card_variables, event_is_kept, event_shape, frame_has_lists, frame_shapes,
    frame_shapes_first, frame_words, heap, moved_heap, question_shape, record_event, record_fields, shape_first,
    shape_kind, shape_parts, stack, then_attributes, then_variables, top_of_stack, variables, watch_code, watch_shape,
    watch_values,
)
from artrules.machine.numbers import (
    ASKED, CARD_ATTRIBUTES, CARD_VARIABLES, CONSTANTS, HAS_LISTS, IS_FIELDS, IS_LIST, IS_WIDE_SET, LIST_SHAPE,
    MOST_KEPT, NONE, RUN_WATCHES, STACKS, STACK_WORDS, TOO_MUCH_KEPT,
)
from artrules.machine.registers import (
    active, all_at_once, given_result, given_shape, heap_top, looking_ahead, moved_top, record_count, stack_base,
    stack_top, watch_count,
)
from artrules.machine.signals import find_fault
# fmt: on


def moved(shape: int, value: int) -> int:
    """A value of a shape after moving the lists in it."""
    global moved_top
    kind = shape_kind[shape]
    if value == NONE or kind < IS_LIST or kind > IS_WIDE_SET:
        return value
    count = heap[value]
    made = moved_top
    if not reserve(moved_heap, made + count + 1):
        find_fault(TOO_MUCH_KEPT, -1, 0, MOST_KEPT, made)
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
            place = card_variables[2 * i]
            if looking_ahead:
                note_word(OF_VARIABLE, place, variables[place])
            variables[place] = moved(card_variables[2 * i + 1], variables[place])
        for i in range(CARD_ATTRIBUTES):
            place = card_attributes[2 * i]
            if looking_ahead:
                note_word(OF_ATTRIBUTE, place, attributes[place])
            attributes[place] = moved(card_attributes[2 * i + 1], attributes[place])
        if all_at_once:
            for i in range(CARD_VARIABLES):
                place = card_variables[2 * i]
                then_variables[place] = moved(card_variables[2 * i + 1], then_variables[place])
            for i in range(CARD_ATTRIBUTES):
                place = card_attributes[2 * i]
                then_attributes[place] = moved(card_attributes[2 * i + 1], then_attributes[place])
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
