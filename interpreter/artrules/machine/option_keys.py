"""Keys of options that are equal in all determinizations: by what the player who chooses sees of an option, not by
numbers of cards, which differ where cards can't be told apart."""

from __future__ import annotations

# fmt: off
from artrules.machine.intrinsics import mixed_below
from artrules.machine.memory import (
    attributes, branch_shapes, candidates, changing, changing_first, face_of, first_branch, gained_by, heap,
    is_loose, look_of, previous_in_zone, row_words, shape_count, shape_first, shape_kind, shape_parts, zone_of,
)
from artrules.machine.numbers import (
    HAS_LISTS, IS_CARD, IS_FIELDS, IS_LIST, IS_POWER, IS_WIDE_SET, NIL, NONE, SLOTS,
)
from artrules.machine.sight import may_see
# fmt: on

KEY_BOUND = 1 << 30
"""A power of 2, so that every number is as good as another."""


def key_with(key: int, value: int) -> int:
    """The key that goes on with a value."""
    return mixed_below(key, value, KEY_BOUND)


def option_key(decision: int, row: int, player: int) -> int:
    """The key of an option, whose row is in `candidates`, of a player who decides."""
    branch = candidates[row]
    shape = branch_shapes[first_branch[decision] + branch]
    key = key_with(key_with(player, decision), branch)
    parts = shape_first[shape]
    known = 0
    if shape_kind[shape] == IS_FIELDS:
        known = shape_count[shape]
    for i in range(known):
        key = key_with_value(key, shape_parts[parts + i], candidates[row + 1 + i], player)
    for i in range(1 + known, row_words[decision]):
        key = key_with(key, candidates[row + i])
    return key


def key_with_value(key: int, shape: int, value: int, player: int) -> int:
    """The key that goes on with a value of a shape."""
    kind = shape_kind[shape]
    if value == NONE:
        return key_with(key, NONE)
    if kind == IS_CARD:
        return key_with_card(key, value, player)
    if kind == IS_POWER:
        return key_with_card(key_with(key, value % SLOTS), value // SLOTS, player)
    if kind < IS_LIST or kind > IS_WIDE_SET:
        return key_with(key, value)
    key = key_with(key, heap[value])
    for i in range(heap[value]):
        item = heap[value + 1 + i]
        if kind == IS_LIST:
            key = key_with_value(key, shape_first[shape], item, player)
        elif kind == IS_FIELDS:
            key = key_with_value(key, shape_parts[shape_first[shape] + i], item, player)
        else:
            key = key_with(key, item)
    return key


def key_with_card(key: int, card: int, player: int) -> int:
    """The key that goes on with a card: where it lies, and what the player sees of it."""
    key = key_with(key_with(key, zone_of[card]), face_of[card])
    if not may_see(player, card):
        return key_with(key, -1 - place_in_zone(card))
    key = key_with(key_with(key, look_of[card]), gained_by[card])
    if not is_loose[zone_of[card]]:
        key = key_with(key, place_in_zone(card))
    if not HAS_LISTS:
        for i in range(changing_first[card], changing_first[card + 1]):
            key = key_with(key, attributes[changing[i]])
    return key


def place_in_zone(card: int) -> int:
    """How many cards lie before a card; 0 in a zone without order."""
    if is_loose[zone_of[card]]:
        return 0
    found = 0
    card = previous_in_zone[card]
    while card != NIL:
        found += 1
        card = previous_in_zone[card]
    return found
