"""Offers only one of several candidates that nothing tells apart.

Two cards in one zone without order are alike when they were printed alike, everything that can change on them is equal,
and nothing refers to one of them. The first of them stands for the others. Cards that the chooser can't see are all
offered: the chooser must not learn how many of them are alike. Rows of branches without cards are left alone.

Rows are found by keys, in a hash table (`row_slots`). First a quick test asks whether any may be alike, which is seldom
so.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import same_values
from artrules.engine.machine.hidden.carried import mark_frames, mark_places
from artrules.engine.machine.hidden.sight import may_see
from artrules.engine.machine.intrinsics import copy_words, fill_words, reserve
from artrules.engine.machine.memory import (
    attributes, branch_shapes, candidates, changing, changing_first, face_of, first_branch, gained_by, gained_power,
    happened, heap, is_loose, limit_per_card, look_of, mover_of, row_of_look, row_slots, row_words, shape_count,
    shape_first, shape_kind, shape_of_attribute, shape_parts, use_limit, use_times, use_what, zone_of,
)
from artrules.engine.machine.numbers import (
    CARDS, HAS_LISTS, IS_CARD, IS_LIST, IS_POWER, IS_WIDE_SET, MOST_OPTIONS, MOVERS, NONE, PLAIN, PLAYERS, SLOTS,
)
from artrules.engine.machine.registers import (
    candidates_top, happenings_noted, row_count, stack_base, stack_top, steps, use_count,
)
from artrules.engine.machine.rules.actions import first_gained
# fmt: on


KEYS = 65536
"""Keys of rows are smaller than this."""


def drop_alike(decision: int, me: int, first: int) -> None:
    """Drop the rows from `first` on, `row_count` of them, that are like an earlier one for the player who chooses."""
    global candidates_top, happenings_noted, row_count, steps
    if row_count > MOST_OPTIONS or not may_be_alike(decision, first):
        return
    steps += 20 * row_count + use_count
    happenings_noted = 0
    fill_words(happened, 0, CARDS, 0)
    mark_frames(stack_base, stack_top)
    mark_places()
    words = row_words[decision]
    size = 16
    while size < 2 * row_count:
        size *= 2
    reserve(row_slots, size)
    fill_words(row_slots, 0, size, 0)
    kept = 0
    for row in range(row_count):
        place = first + row * words
        if not has_like(decision, me, first, place, kept, size):
            if kept != row:
                copy_words(candidates, first + kept * words, place, words)
            kept += 1
    row_count = kept
    candidates_top = first + kept * words


def may_be_alike(decision: int, first: int) -> int:
    """A quick test whether some rows may be alike: whether two that begin with a card have different cards that were
    printed alike, or may be the very same. `row_of_look` may hold what an earlier decision has left there."""
    words = row_words[decision]
    branches = first_branch[decision]
    place = first
    while place < candidates_top:
        branch = candidates[place]
        shape = branch_shapes[branches + branch]
        count = shape_count[shape]
        if count:
            card = candidates[place + 1]
            if shape_kind[shape_parts[shape_first[shape]]] != IS_CARD or card == NONE:
                return 1
            if count > 1 and not is_about_one_card(shape, place):
                return 1
            look = look_of[card]
            other = row_of_look[look]
            row_of_look[look] = place
            is_row = other >= first and other < place and (place - other) % words == 0
            is_row = is_row and candidates[other] == branch and look_of[candidates[other + 1]] == look
            if is_row and (candidates[other + 1] != card or not comes_later(place, other, words)):
                return 1
        place += words
    return 0


def is_about_one_card(shape: int, row: int) -> int:
    """Whether there are, after a row's first card, at most powers of that card and numbers."""
    for i in range(1, shape_count[shape]):
        kind = shape_kind[shape_parts[shape_first[shape] + i]]
        if kind == IS_POWER:
            if candidates[row + 1 + i] // SLOTS != candidates[row + 1]:
                return 0
        elif kind != PLAIN:
            return 0
    return 1


def comes_later(row: int, other: int, words: int) -> int:
    """Whether the first value in which a row differs from another is larger."""
    for i in range(words):
        if candidates[row + i] != candidates[other + i]:
            return candidates[row + i] > candidates[other + i]
    return 0


def has_like(decision: int, me: int, first: int, row: int, kept: int, size: int) -> int:
    """Whether a row is like one of those that have been kept. If not, it is entered in the hash table, as the one with
    the number `kept`."""
    shape = branch_shapes[first_branch[decision] + candidates[row]]
    key = row_key(shape, row, me)
    if key < 0:
        return 0
    slot = key % size
    while row_slots[slot]:
        found = row_slots[slot] - 1
        if found % KEYS == key:
            other = first + found // KEYS * row_words[decision]
            if look_alike(shape, other, row) and are_alike(shape, other, row, me):
                return 1
        slot += 1
        if slot == size:
            slot = 0
    row_slots[slot] = kept * KEYS + key + 1
    return 0


def row_key(shape: int, row: int, me: int) -> int:
    """A number that is equal for rows that are alike; -1 for rows without cards."""
    key = candidates[row]
    parts = shape_first[shape]
    has_card = 0
    for i in range(shape_count[shape]):
        value = candidates[row + 1 + i]
        kind = shape_kind[shape_parts[parts + i]]
        if kind == IS_CARD or kind == IS_POWER:
            has_card = 1
            if value != NONE:
                card = value
                if kind == IS_POWER:
                    card = value // SLOTS
                zone = zone_of[card]
                if is_loose[zone] and is_free(card, me):
                    value = look_of[card] + 31 * zone + 7 * face_of[card] + 13 * gained_by[card]
                    if not HAS_LISTS:
                        for j in range(changing_first[card], changing_first[card + 1]):
                            value = (3 * value + (attributes[changing[j]] & 65535)) & 65535
        elif kind >= IS_LIST and kind <= IS_WIDE_SET and value != NONE:
            value = heap[value]
        key = (31 * key + (value & 65535)) & 65535
    if has_card:
        return key
    return -1


def is_free(card: int, me: int) -> int:
    """Whether a card may be like another: the player sees it, and nothing refers to it."""
    return not happened[card] and may_see(me, card)


def look_alike(shape: int, one: int, other: int) -> int:
    """Whether two rows differ at most in cards that look alike in one zone without order."""
    if candidates[one] != candidates[other]:
        return 0
    parts = shape_first[shape]
    for i in range(shape_count[shape]):
        a = candidates[one + 1 + i]
        b = candidates[other + 1 + i]
        if a != b:
            if a == NONE or b == NONE:
                return 0
            inner = shape_parts[parts + i]
            kind = shape_kind[inner]
            if kind == IS_CARD or kind == IS_POWER:
                if kind == IS_POWER:
                    if a % SLOTS != b % SLOTS:
                        return 0
                    a = a // SLOTS
                    b = b // SLOTS
                if zone_of[a] != zone_of[b] or look_of[a] != look_of[b] or not is_loose[zone_of[a]]:
                    return 0
            elif not same_values(inner, a, b):
                return 0
    return 1


def are_alike(shape: int, one: int, other: int, me: int) -> int:
    """Whether nothing tells two rows apart that look alike. Rows also differ in which of their cards are the same
    card."""
    parts = shape_first[shape]
    for i in range(shape_count[shape]):
        a = candidates[one + 1 + i]
        b = candidates[other + 1 + i]
        kind = shape_kind[shape_parts[parts + i]]
        if a != b and (kind == IS_CARD or kind == IS_POWER):
            if kind == IS_POWER:
                a = a // SLOTS
                b = b // SLOTS
            if not is_free(a, me) or not is_free(b, me):
                return 0
            if MOVERS and mover_of[a] != mover_of[b]:
                return 0
            if face_of[a] != face_of[b] or not same_changes(a, b) or not same_uses(a, b):
                return 0
            for j in range(shape_count[shape]):
                kind = shape_kind[shape_parts[parts + j]]
                c = candidates[one + 1 + j]
                d = candidates[other + 1 + j]
                if kind == IS_POWER:
                    c = c // SLOTS
                    d = d // SLOTS
                if (kind == IS_CARD or kind == IS_POWER) and (c == a) != (d == b):
                    return 0
    return 1


def same_changes(one: int, other: int) -> int:
    """Whether two cards that were printed alike have equal attributes, and have gained the same powers."""
    first = changing_first[one]
    shift = changing_first[other] - first
    for i in range(first, changing_first[one + 1]):
        a = attributes[changing[i]]
        b = attributes[changing[i + shift]]
        if a != b and not (HAS_LISTS and same_values(shape_of_attribute[changing[i]], a, b)):
            return 0
    if gained_by[one] != gained_by[other]:
        return 0
    if gained_by[one]:
        first = first_gained(one)
        shift = first_gained(other) - first
        for i in range(first, first + gained_by[one]):
            if gained_power[i] != gained_power[i + shift]:
                return 0
    return 1


def same_uses(one: int, other: int) -> int:
    """Whether the same uses are counted for the powers of two cards."""
    balance = 0
    for i in range(use_count):
        if limit_per_card[use_limit[i] // PLAYERS] and use_what[i] >= 0:
            card = use_what[i] // SLOTS
            if card == one:
                balance += 1
                what = use_what[i] + (other - one) * SLOTS
                same = 0
                for j in range(use_count):
                    if use_what[j] == what and use_limit[j] == use_limit[i] and use_times[j] == use_times[i]:
                        same = 1
                if not same:
                    return 0
            if card == other:
                balance -= 1
    return balance == 0
