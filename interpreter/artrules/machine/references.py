"""References to cards: in frames, kept happenings, watches, variables and attributes."""

from __future__ import annotations

# fmt: off
from artrules.machine.intrinsics import fill_words
from artrules.machine.lists import push
from artrules.machine.memory import (
    attributes, card_attributes, card_variables, event_is_kept, event_shape, frame_shapes, frame_shapes_first,
    frame_words, happened, heap, question_shape, record_event, record_fields, record_serial, shape_count, shape_first,
    shape_kind, shape_parts, stack, top_of_stack, variables, watch_code, watch_owner, watch_serial, watch_shape,
    watch_values,
)
from artrules.machine.numbers import (
    ASKED, CARDS, CARD_ATTRIBUTES, CARD_VARIABLES, FIRST_BLOCK, IS_CARD, IS_FIELDS, IS_LIST, IS_POWER, NONE, PLAIN,
    PLAYERS, RUN_WATCHES, SLOTS, STACKS, STACK_WORDS,
)
from artrules.machine.registers import active, record_count, stack_top, steps, watch_count
from artrules.machine.triggers import place_of_watch
# fmt: on


REFERRED = 1
"""Something refers to the card …"""
BY_POWER = 2
"""… to one of its powers …"""
PLACED = 4
"""… or something that isn't in a frame."""
USED = 8
"""A limit counts uses of the card's powers."""

# kinds of places that aren't in frames
IN_RECORD = 0
IN_WATCH = 1
IN_VARIABLE = 2
IN_ATTRIBUTE = 3


def has_cards(shape: int) -> int:
    """Whether values of a shape refer to cards."""
    kind = shape_kind[shape]
    if kind == IS_LIST:
        return has_cards(shape_first[shape])
    if kind == IS_FIELDS:
        for i in range(shape_first[shape], shape_first[shape] + shape_count[shape]):
            if has_cards(shape_parts[i]):
                return 1
        return 0
    return kind == IS_CARD or kind == IS_POWER


def mark_cards(shape: int, value: int, marks: int) -> None:
    """Set bits in `happened` for the cards that a value refers to."""
    global steps
    kind = shape_kind[shape]
    if value == NONE or kind == PLAIN:
        return
    if kind == IS_CARD:
        steps += 5
        happened[value] = happened[value] | marks
    elif kind == IS_POWER:
        steps += 5
        happened[value // SLOTS] = happened[value // SLOTS] | marks | BY_POWER
    elif kind == IS_LIST:
        inner = shape_first[shape]
        if shape_kind[inner] != PLAIN:
            for i in range(value + 1, value + 1 + heap[value]):
                mark_cards(inner, heap[i], marks)
    elif kind == IS_FIELDS:
        inner = shape_first[shape]
        for i in range(shape_count[shape]):
            mark_cards(shape_parts[inner + i], heap[value + 1 + i], marks)


def names_card(shape: int, value: int, card: int) -> int:
    """Whether a value refers to a card."""
    kind = shape_kind[shape]
    if value == NONE or kind == PLAIN:
        return 0
    if kind == IS_CARD:
        return value == card
    if kind == IS_POWER:
        return value // SLOTS == card
    if kind == IS_LIST:
        inner = shape_first[shape]
        if shape_kind[inner] != PLAIN:
            for i in range(value + 1, value + 1 + heap[value]):
                if names_card(inner, heap[i], card):
                    return 1
    elif kind == IS_FIELDS:
        inner = shape_first[shape]
        for i in range(shape_count[shape]):
            if names_card(shape_parts[inner + i], heap[value + 1 + i], card):
                return 1
    return 0


def mark_frames(base: int, top: int) -> None:
    """Mark the cards to which the frames of a stack refer."""
    place = top
    while place > base:
        block = stack[place - 1]
        below = place - frame_words[block]
        if block >= FIRST_BLOCK:
            first = frame_shapes_first[block]
            for i in range(frame_words[block] - 1):
                mark_cards(frame_shapes[first + i], stack[below + i], REFERRED)
        elif block == ASKED:
            mark_cards(question_shape[stack[below]], stack[below + 2], REFERRED)
        elif block == RUN_WATCHES and not event_is_kept[stack[below + 1]]:
            left = stack[below + 2]
            if heap[left] and place_of_watch(heap[left + 1]) >= 0:
                mark_cards(event_shape[stack[below + 1]], stack[below], REFERRED)
        place = below


def end_of_stack(index: int) -> int:
    """The index in `stack` after the last word of a stack."""
    if index == active:
        return stack_top
    return top_of_stack[index]


def mark_references() -> None:
    """Mark all cards to which something in the position refers."""
    fill_words(happened, 0, CARDS, 0)
    for index in range(STACKS):
        mark_frames(index * STACK_WORDS, end_of_stack(index))
    mark_places()


def mark_places() -> None:
    """Mark the cards to which something refers that isn't in a frame."""
    global steps
    placed = REFERRED | PLACED
    for i in range(record_count):
        mark_cards(event_shape[record_event[i]], record_fields[i], placed)
    for i in range(watch_count):
        mark_cards(watch_shape[watch_code[i]], watch_values[i], placed)
    for i in range(CARD_VARIABLES):
        mark_cards(card_variables[2 * i + 1], variables[card_variables[2 * i]], placed)
    for i in range(CARD_ATTRIBUTES):
        mark_cards(card_attributes[2 * i + 1], attributes[card_attributes[2 * i]], placed)
    steps += record_count + CARD_VARIABLES + CARD_ATTRIBUTES


def push_places(card: int) -> None:
    """Add to `work` each place that refers to a card, except frames: its kind, then its number."""
    global steps
    steps += 20 * record_count
    for i in range(record_count):
        if names_card(event_shape[record_event[i]], record_fields[i], card):
            push(IN_RECORD)
            push(record_serial[i])
    for i in range(watch_count):
        if names_card(watch_shape[watch_code[i]], watch_values[i], card):
            push(IN_WATCH)
            push(watch_serial[i] * PLAYERS + watch_owner[i])
    for i in range(CARD_VARIABLES):
        if names_card(card_variables[2 * i + 1], variables[card_variables[2 * i]], card):
            push(IN_VARIABLE)
            push(card_variables[2 * i])
    for i in range(CARD_ATTRIBUTES):
        if names_card(card_attributes[2 * i + 1], attributes[card_attributes[2 * i]], card):
            push(IN_ATTRIBUTE)
            push(card_attributes[2 * i])
