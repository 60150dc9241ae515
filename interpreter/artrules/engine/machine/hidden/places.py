"""Places in which a card may lie for all that a seat knows: by its kind, by what refers to it, by what has been set on
it there, and by what content says of the cards in a zone.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import next_word, read_value, same_values
from artrules.engine.machine.hidden.carried import (
    BY_POWER, REFERRED, blank_value, can_bear_marks, carried_by, changes_reference, is_blank, is_marked,
    note_happenings, place_for_mark, same_attributes, same_powers,
)
from artrules.engine.machine.intrinsics import fill_words
from artrules.engine.machine.memory import (
    attributes, came_by, card_there, carried_of, changing, changing_first, happened, history_of, is_limited, kind_of,
    known_lists, mark_of_attribute, may_lie_in, moving, old_attributes, set_attributes, shape_of_attribute,
    zone_holds_kind, zone_of,
)
from artrules.engine.machine.numbers import (
    ATTRIBUTES, CARDS, FAILED, FINE, KINDS, LIMITED_ZONES, MARKS, UNFIT_CARD, ZONES,
)
from artrules.engine.machine.program import card_fits
from artrules.engine.machine.registers import happenings_noted, heap_top, reading, status
from artrules.engine.machine.signals import find_fault
# fmt: on


# values of `moving`
STAYS = 0
"""The seat knows the card, or more has happened to it than a place can keep."""
MOVES = 1
LEAVES_CHANGES = 2
"""What has been set on the card since its last shuffle group stays where it lies."""


def find_movable(seat: int) -> None:
    """Find which cards may lie elsewhere for all that a seat knows. So far each of them lies in its own place."""
    global happenings_noted
    happenings_noted = 0
    note_happenings()
    if LIMITED_ZONES:
        fill_words(may_lie_in, 0, ZONES * CARDS, 0)
        keep_attributes()
    for card in range(CARDS):
        place = seat * CARDS + card
        card_there[card] = card
        came_by[card] = history_of[place]
        moving[card] = STAYS
        if history_of[place]:
            moving[card] = how_movable(card, carried_of[place], carried_by(card))


def how_movable(card: int, then: int, now: int) -> int:
    """Whether a card may lie elsewhere, given what it carried into its last shuffle group and what it carries now."""
    if happened[card] & BY_POWER or not same_powers(then, now) or changes_reference(now, card):
        return STAYS
    if same_attributes(then, now):
        return MOVES
    if known_lists[then + 1] == 0:
        return LEAVES_CHANGES
    return STAYS


def may_lie(seat: int, there: int, card: int) -> int:
    """Whether a card may lie in the place of another, for all that a seat knows. Code that waits with a card may have
    tested its kind already. And what has been set on a card that lies there is among the attributes of its kind, and is
    all that is set on it."""
    if kind_of[card] != kind_of[there] and (happened[there] & REFERRED or moving[there] == LEAVES_CHANGES):
        return 0
    if MARKS and kind_of[card] != kind_of[there] and not can_bear_marks(card, there):
        return 0
    if moving[there] == LEAVES_CHANGES and known_lists[carried_of[seat * CARDS + card] + 1]:
        return 0
    if not zone_holds_kind[zone_of[there] * KINDS + kind_of[card]]:
        return 0
    if LIMITED_ZONES and is_limited[zone_of[there]]:
        return meets_condition(seat, there, card)
    return 1


# -- what content says of the cards in a zone
#
# It is a condition on a card and its place: asked with the card there, which carries what it would carry there.


def meets_condition(seat: int, there: int, card: int) -> int:
    """Whether a card is what content says of cards in the zone of another one, if it lies in the place of that."""
    if moving[there] == LEAVES_CHANGES or (MARKS and has_marks(there)):
        return would_fit(seat, there, card)
    place = zone_of[there] * CARDS + card
    if may_lie_in[place] == 0:
        may_lie_in[place] = 1 + would_fit(seat, there, card)
    return may_lie_in[place] - 1


def has_marks(card: int) -> int:
    """Whether marks lie on a card."""
    for i in range(changing_first[card], changing_first[card + 1]):
        if is_marked(changing[i]):
            return 1
    return 0


def would_fit(seat: int, there: int, card: int) -> int:
    """Whether a card meets the condition of a place, by asking it with the card there."""
    global heap_top
    zone = zone_of[card]
    top = heap_top
    zone_of[card] = zone_of[there]
    lay_attributes_of(seat, there, card)
    fits = is_fit(card)
    zone_of[card] = zone
    heap_top = top
    for i in range(changing_first[card], changing_first[card + 1]):
        attributes[changing[i]] = old_attributes[changing[i]]
    return fits


def is_fit(card: int) -> int:
    """Whether a card is what content says of cards in its zone. A condition that can't be tested doesn't hold."""
    global heap_top, status
    top = heap_top
    fits = card_fits(card)
    heap_top = top
    if status == FAILED:
        status = FINE
        return 0
    if status:
        return 0
    return fits


def see_that_cards_fit() -> None:
    """Find a fault where a card lies where content says that it can't be."""
    if LIMITED_ZONES:
        for card in range(CARDS):
            if is_limited[zone_of[card]] and not is_fit(card) and not status:
                find_fault(UNFIT_CARD, -1, card, zone_of[card], 0)


# -- attributes in another place


def keep_attributes() -> None:
    """Keep the attributes of the position, before cards get others."""
    for i in range(ATTRIBUTES):
        set_attributes[i] = attributes[i]
        old_attributes[i] = attributes[i]


def lay_attributes_of(seat: int, there: int, card: int) -> None:
    """Give a card the attributes that it has in the place of another one: what it carried into its last group, and what
    has been set on the card that really lies there."""
    global reading
    first = changing_first[card]
    for i in range(first, changing_first[card + 1]):
        attributes[changing[i]] = blank_value(changing[i])
    carried = carried_of[seat * CARDS + card]
    reading = carried + 3
    end = reading + known_lists[carried + 1]
    while reading < end:
        index = changing[first + next_word()]
        attributes[index] = read_value(shape_of_attribute[index])
    if moving[there] == LEAVES_CHANGES and kind_of[card] == kind_of[there]:
        leave_changes(there, card)
    if MARKS:
        leave_marks(there, card)


def leave_changes(there: int, card: int) -> None:
    """What has been set on a card goes to the one that lies in its place, as far as it was set in this position."""
    for i in range(changing_first[card + 1] - changing_first[card]):
        index = changing[changing_first[there] + i]
        value = set_attributes[index]
        if not is_blank(index, value) and same_values(shape_of_attribute[index], value, old_attributes[index]):
            attributes[changing[changing_first[card] + i]] = value


def leave_marks(there: int, card: int) -> None:
    """The marks on a card go to the one that lies in its place."""
    for i in range(changing_first[there], changing_first[there + 1]):
        index = changing[i]
        if mark_of_attribute[index] and not is_blank(index, old_attributes[index]):
            attributes[place_for_mark(card, mark_of_attribute[index])] = old_attributes[index]
