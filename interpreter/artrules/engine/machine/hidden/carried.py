"""What a card carries, as seats know it: what has happened to it, and what refers to it."""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import has_words, next_word, push, read_value, same_values, skip_value, write_value
from artrules.engine.machine.intrinsics import fill_words, reserve
from artrules.engine.machine.memory import (
    COMPACTED, USES_THEN, WATCHES_THEN, attributes, blank_attributes, blank_words, card_attributes, card_variables,
    carried_now, carried_of, carried_then, changing, changing_first, event_is_kept, event_shape, frame_shapes,
    frame_shapes_first, frame_words, gained_by, gained_power, happened, heap, history_of, history_then, known_lists,
    known_places, limit_per_card, mark_of_attribute, moved_heap, question_shape, record_event, record_fields,
    record_serial, shape_count, shape_first, shape_kind, shape_of_attribute, shape_parts, stack, top_of_stack,
    use_limit, use_times, use_what, variables, watch_code, watch_owner, watch_serial, watch_shape, watch_values, work,
)
from artrules.engine.machine.numbers import (
    ASKED, ATTRIBUTES, CARDS, CARD_ATTRIBUTES, CARD_VARIABLES, FIRST_BLOCK, HAS_LISTS, IS_CARD, IS_FIELDS, IS_LIST,
    IS_POWER, KNOWN_FULL, LISTS_FULL, MARKS, NIL, NONE, PLAIN, PLAYERS, RUN_WATCHES, SLOTS, STACKS, STACK_WORDS,
    WORDS_WITH_CARDS,
)
from artrules.engine.machine.registers import (
    active, blank_top, happenings_noted, knowledge_changed, known_top, moved_top, reading, record_count, stack_top,
    status, steps, then_known_count, use_count, watch_count, work_top,
)
from artrules.engine.machine.rules.actions import first_gained
from artrules.engine.machine.rules.triggers import place_of_watch
from artrules.engine.machine.signals import find_fault
# fmt: on


# Lists of words that belong to what seats know. They lie apart from the heap in `known_lists`.
#
# Such a list is the index where it begins: how many words, then the words. It never changes. Whoever no longer needs
# one just forgets it; `compact_knowledge` drops those that nobody needs.


NOTHING_CARRIED = 0
"""The first list: that nothing has happened to a card."""


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
        find_fault(KNOWN_FULL, -1, 0, 0, 0)
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
        find_fault(KNOWN_FULL, -1, 0, 0, 0)
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


# The attributes' start values, as they are before the setup.


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
            if not reserve(blank_words, blank_top + count + 1):
                find_fault(LISTS_FULL, -1, 0, 0, 0)
                return
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


# Marks: attributes that everybody sees on a card wherever it lies. All that a seat can't tell apart bear the same marks
# when it loses track of them, and what is set later shows on the place. So marks stay where they lie, and cards don't
# carry them.


def is_marked(index: int) -> int:
    """Whether an attribute, which has this index in `attributes`, is a mark that lies on its card."""
    return mark_of_attribute[index] and not is_blank(index, attributes[index])


def place_for_mark(card: int, mark: int) -> int:
    """The index in `attributes` of a card's own mark with a number; NIL if cards of its kind have none."""
    for i in range(changing_first[card], changing_first[card + 1]):
        if mark_of_attribute[changing[i]] == mark:
            return changing[i]
    return NIL


def can_bear_marks(card: int, marked: int) -> int:
    """Whether a card can bear all marks that lie on another one."""
    for i in range(changing_first[marked], changing_first[marked + 1]):
        index = changing[i]
        if is_marked(index) and place_for_mark(card, mark_of_attribute[index]) == NIL:
            return 0
    return 1


def bears_marks(card: int, marked: int) -> int:
    """Whether a card bears all marks that lie on another one."""
    if not can_bear_marks(card, marked):
        return 0
    for i in range(changing_first[marked], changing_first[marked + 1]):
        index = changing[i]
        if is_marked(index):
            own = place_for_mark(card, mark_of_attribute[index])
            if not (is_marked(own) and same_values(shape_of_attribute[own], attributes[own], attributes[index])):
                return 0
    return 1


def same_marks(one: int, other: int) -> int:
    """Whether the same marks lie on two cards."""
    return bears_marks(one, other) and bears_marks(other, one)


# References to cards: in frames, kept happenings, watches, variables and attributes.


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
        shape = card_variables[3 * i + 2]
        for place in range(card_variables[3 * i], card_variables[3 * i + 1]):
            if variables[place] != NONE:
                mark_cards(shape, variables[place], placed)
    for i in range(CARD_ATTRIBUTES):
        shape = card_attributes[3 * i + 2]
        least = shape_kind[shape] >= IS_LIST  # the list 0 is empty
        for place in range(card_attributes[3 * i], card_attributes[3 * i + 1]):
            if attributes[place] >= least:
                mark_cards(shape, attributes[place], placed)
    steps += record_count + WORDS_WITH_CARDS


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
        for place in range(card_variables[3 * i], card_variables[3 * i + 1]):
            if names_card(card_variables[3 * i + 2], variables[place], card):
                push(IN_VARIABLE)
                push(place)
    for i in range(CARD_ATTRIBUTES):
        for place in range(card_attributes[3 * i], card_attributes[3 * i + 1]):
            if names_card(card_attributes[3 * i + 2], attributes[place], card):
                push(IN_ATTRIBUTE)
                push(place)


# What a card carries: what has happened to it. That is changed attributes, gained powers, counted uses of its powers,
# and what refers to it, except frames.
#
# It is a list in `known_lists`: how many words are about attributes, how many about powers, then those words, then the
# places that refer to the card.
#
#     attributes   for each that isn't at its start value: which of the card's attributes, then its value (`heap.py`)
#     powers       none where nothing is to be told; else how many powers it has gained, their definitions, and for each
#                  counted use the limit and player, the index of the power, and how often
#     places       for each its kind and its number (`mark_places`)


def note_happenings() -> None:
    """Find out for all cards whether anything may have happened to them, once for each change of what seats know."""
    global happenings_noted, steps
    if happenings_noted:
        return
    happenings_noted = 1
    mark_references()
    for i in range(use_count):
        if limit_per_card[use_limit[i] // PLAYERS] and use_what[i] >= 0:
            card = use_what[i] // SLOTS
            happened[card] = happened[card] | USED
    steps += use_count
    fill_words(carried_now, 0, CARDS, -1)


def carried_by(card: int) -> int:
    """The list of what a card carries. It is the same for all seats, so it is made only once."""
    note_happenings()
    found = carried_now[card]
    if found < 0:
        found = list_carried(card)
        carried_now[card] = found
    return found


def carries_nothing(card: int) -> int:
    """Whether nothing has happened to a card."""
    if gained_by[card] or happened[card] & (PLACED | USED):
        return 0
    for i in range(changing_first[card], changing_first[card + 1]):
        if is_carried(changing[i]):
            return 0
    return 1


def is_carried(index: int) -> int:
    """Whether an attribute, which has this index in `attributes`, has changed on its card and goes with it."""
    return not is_blank(index, attributes[index]) and not (MARKS and mark_of_attribute[index])


def list_carried(card: int) -> int:
    """Make the list of what a card carries; where that is nothing, the one list for that."""
    if carries_nothing(card):
        return NOTHING_CARRIED
    start = work_top
    first = changing_first[card]
    push(0)
    push(0)
    for i in range(first, changing_first[card + 1]):
        if is_carried(changing[i]):
            push(i - first)
            write_value(shape_of_attribute[changing[i]], attributes[changing[i]])
    about_attributes = work_top - start - 2
    if gained_by[card] or happened[card] & USED:
        push(gained_by[card])
        gained = first_gained(card)
        for i in range(gained, gained + gained_by[card]):
            push(gained_power[i])
        for i in range(use_count):
            if limit_per_card[use_limit[i] // PLAYERS] and use_what[i] >= 0 and use_what[i] // SLOTS == card:
                push(use_limit[i])
                push(use_what[i] % SLOTS)
                push(use_times[i])
    work[start + 1] = work_top - start - 2 - about_attributes
    work[start] = about_attributes
    if happened[card] & PLACED:
        push_places(card)
    return keep_list(start)


def same_carried(one: int, other: int) -> int:
    """Whether two cards carry the same."""
    return one == other or (known_lists[one] == known_lists[other] and same_words(one, other, known_lists[one] + 1))


def same_attributes(one: int, other: int) -> int:
    """Whether the same attributes are changed in the same way."""
    return known_lists[one + 1] == known_lists[other + 1] and same_words(one + 3, other + 3, known_lists[one + 1])


def same_powers(one: int, other: int) -> int:
    """Whether the same powers are gained and the same uses counted."""
    count = known_lists[one + 2]
    if count != known_lists[other + 2]:
        return 0
    return same_words(one + 3 + known_lists[one + 1], other + 3 + known_lists[other + 1], count)


def carries_place(carried: int, kind: int, number: int) -> int:
    """Whether a place was among those that referred to a card."""
    place = carried + 3 + known_lists[carried + 1] + known_lists[carried + 2]
    while place < carried + 1 + known_lists[carried]:
        if known_lists[place] == kind and known_lists[place + 1] == number:
            return 1
        place += 2
    return 0


def changes_reference(carried: int, card: int) -> int:
    """Whether one of the changed attributes refers to cards."""
    global reading
    reading = carried + 3
    end = reading + known_lists[carried + 1]
    while reading < end:
        shape = shape_of_attribute[changing[changing_first[card] + next_word()]]
        if has_cards(shape):
            return 1
        skip_value(shape)
    return 0
