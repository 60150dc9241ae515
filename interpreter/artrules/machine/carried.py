"""What a card carries: what has happened to it. That is changed attributes, gained powers, counted uses of its powers,
and what refers to it, except frames.

It is a list in `known_lists`: how many words are about attributes, how many about powers, then those words, then the
places that refer to the card.

    attributes    for each that isn't at its start value: which of the card's attributes, then its value (`written.py`)
    powers        none where nothing is to be told; else how many powers it has gained, their definitions, and for each
                  counted use the limit and player, the index of the power, and how often
    places        for each its kind and its number (`references.py`)
"""

from __future__ import annotations

# fmt: off
from artrules.machine.blank import is_blank
from artrules.machine.intrinsics import fill_words
from artrules.machine.known_lists import NOTHING_CARRIED, keep_list, same_words
from artrules.machine.lists import push
from artrules.machine.memory import (
    attributes, carried_now, changing, changing_first, gained_by, gained_power, happened, known_lists,
    limit_per_card, shape_of_attribute, use_limit, use_times, use_what, work,
)
from artrules.machine.numbers import CARDS, PLAYERS, SLOTS
from artrules.machine.powers import first_gained
from artrules.machine.references import PLACED, USED, has_cards, mark_references, push_places
from artrules.machine.registers import happenings_noted, reading, steps, use_count, work_top
from artrules.machine.written import next_word, skip_value, write_value
# fmt: on


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
        if not is_blank(changing[i], attributes[changing[i]]):
            return 0
    return 1


def list_carried(card: int) -> int:
    """Make the list of what a card carries; where that is nothing, the one list for that."""
    if carries_nothing(card):
        return NOTHING_CARRIED
    start = work_top
    first = changing_first[card]
    push(0)
    push(0)
    for i in range(first, changing_first[card + 1]):
        value = attributes[changing[i]]
        if not is_blank(changing[i], value):
            push(i - first)
            write_value(shape_of_attribute[changing[i]], value)
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
