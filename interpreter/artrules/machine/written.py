"""Values as plain words: a list or wide set as the number of its items, then the items. So they can be kept apart from
the heap, and compared."""

from __future__ import annotations

# fmt: off
from artrules.machine.lists import finish_list, push
from artrules.machine.memory import heap, known_lists, shape_first, shape_kind, shape_parts
from artrules.machine.numbers import IS_FIELDS, IS_LIST, IS_WIDE_SET, NONE
from artrules.machine.registers import reading, work_top
# fmt: on


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
