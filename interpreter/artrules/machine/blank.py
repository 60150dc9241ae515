"""The attributes' start values, as they are before the setup."""

from __future__ import annotations

# fmt: off
from artrules.machine.intrinsics import reserve
from artrules.machine.known_lists import keep_list
from artrules.machine.lists import push
from artrules.machine.memory import attributes, blank_attributes, blank_words, shape_of_attribute, work
from artrules.machine.numbers import ATTRIBUTES, HAS_LISTS, NONE
from artrules.machine.registers import blank_top, reading, work_top
from artrules.machine.written import has_words, read_value, write_value
# fmt: on


def keep_blank_attributes() -> None:
    """Keep the attributes' start values. An executor calls it once, when `start_values` has run."""
    global blank_top, work_top
    blank_top = 0
    for i in range(ATTRIBUTES):
        shape = shape_of_attribute[i]
        if attributes[i] == NONE or not has_words(shape):
            blank_attributes[i] = attributes[i]
        else:
            start = work_top
            write_value(shape, attributes[i])
            count = work_top - start
            reserve(blank_words, blank_top + count + 1)
            blank_words[blank_top] = count
            for j in range(count):
                blank_words[blank_top + 1 + j] = work[start + j]
            blank_attributes[i] = blank_top
            blank_top += count + 1
            work_top = start


def is_blank(index: int, value: int) -> int:
    """Whether a value is the start value of an attribute, which has this index in `attributes`."""
    global work_top
    blank = blank_attributes[index]
    if not HAS_LISTS:
        return value == blank
    shape = shape_of_attribute[index]
    if blank == NONE or value == NONE or not has_words(shape):
        return value == blank
    start = work_top
    write_value(shape, value)
    count = work_top - start
    work_top = start
    if count != blank_words[blank]:
        return 0
    for i in range(count):
        if work[start + i] != blank_words[blank + 1 + i]:
            return 0
    return 1


def blank_value(index: int) -> int:
    """The start value of an attribute; a list is made anew."""
    global reading
    blank = blank_attributes[index]
    if not HAS_LISTS:
        return blank
    shape = shape_of_attribute[index]
    if blank == NONE or not has_words(shape):
        return blank
    start = work_top
    for i in range(blank_words[blank]):
        push(blank_words[blank + 1 + i])
    reading = keep_list(start) + 1
    return read_value(shape)
