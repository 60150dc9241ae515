"""Determinization of cards: assigns the cards that a seat doesn't know to the places where they may lie.

The groups that the unknown cards went through are shuffled again (`shuffling.py`). Then cards change places until each
may lie where it comes to, and `laying.py` lays them so.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import push
from artrules.engine.machine.hidden.carried import keep_list
from artrules.engine.machine.hidden.knowledge import has_gone_through
from artrules.engine.machine.hidden.places import STAYS, find_movable, may_lie
from artrules.engine.machine.hidden.shuffling import deal_below, push_zeros, shuffle_again
from artrules.engine.machine.hidden.sight import sight
from artrules.engine.machine.memory import (
    came_by, card_there, first_in_zone, history_of, known_lists, moving, next_in_zone, work,
)
from artrules.engine.machine.numbers import CARDS, NIL, ZONES
from artrules.engine.machine.registers import status, work_top
# fmt: on


# -- exchanges


def exchange(seat: int, one: int, other: int) -> int:
    """Let two cards change places that have a group in common, after `find_movable`. Returns 0 if they may not."""
    group = last_common(history_of[seat * CARDS + one], history_of[seat * CARDS + other])
    if not (group and moving[one] and moving[other] and may_lie(seat, one, other) and may_lie(seat, other, one)):
        return 0
    card_there[one] = other
    card_there[other] = one
    came_by[one] = crossed(history_of[seat * CARDS + one], history_of[seat * CARDS + other], group)
    came_by[other] = crossed(history_of[seat * CARDS + other], history_of[seat * CARDS + one], group)
    return 1


def last_common(one: int, other: int) -> int:
    """The latest group in two histories; 0 if there is none."""
    if one and other:
        for i in range(known_lists[one]):
            group = known_lists[one + known_lists[one] - i]
            if has_gone_through(other, group):
                return group
    return 0


def crossed(history: int, other: int, group: int) -> int:
    """The history of a card that left a shuffle group where another card really left it."""
    start = work_top
    place = history + 1
    while known_lists[place] != group:
        push(known_lists[place])
        place += 1
    place = other + 1
    while known_lists[place] != group:
        place += 1
    for i in range(place, other + 1 + known_lists[other]):
        push(known_lists[i])
    return keep_list(start)


# -- deals
#
# Mostly one shuffle gives a deal in which each card may lie where it does. Where places are for some cards only, cards
# change places afterwards. Both begin with what the seat knows, and go through places in their order on the table:
# where the cards really lie makes no difference.
#
# A *walk* begins at a place. Again and again another place is drawn, of all alike, and one of the groups that both
# cards have gone through: if the card in the first place may lie in the other one, the two change places, as if that
# group had been shuffled so. So only the first place ever holds a card that may not lie there. When the first place
# itself is drawn and its card may lie there, the walk has come to its end. Each step is as likely as the step back, so
# from deals that are all equally likely walks lead to such deals; and walks go round where no two cards could change
# places alone. One that has become too long is taken back, which is as likely from either end.


MOST_SHUFFLES = 4
"""So often all is shuffled, until each card may lie where it does."""
MOST_REPAIRS = 40
"""After that cards change places. Where this leads nowhere, all is shuffled and repaired again, so often …"""
MOST_ROUNDS = 4
"""… and all places are gone through so often each time."""
WALKS = 16
"""So many walks follow: in small tables all deals are then as likely as counting 60,000 can tell."""
LONGEST_WALK = 200
"""So many steps of a walk for each place."""


def deal(seat: int, settled: int) -> None:
    """A random assignment for a seat: all that it can't tell apart are about equally likely. Cards that one of the
    settled seats, given as bits, sees stay where they are."""
    find_movable(seat)
    for card in range(CARDS):
        if moving[card] and sight(card) & settled:
            moving[card] = STAYS
    for _ in range(MOST_SHUFFLES):
        shuffle_again(seat)
        if status or all_may_lie(seat):
            return
    make_fit(seat)


def all_may_lie(seat: int) -> int:
    """Whether each card may lie where it is assigned to."""
    for there in range(CARDS):
        if moving[there] and not may_lie(seat, there, card_there[there]):
            return 0
    return 1


def make_fit(seat: int) -> None:
    """Let cards change places until each may lie where it is assigned to, then at random. Where that can't be done,
    they stay where they are."""
    global work_top
    first = work_top
    for zone in range(ZONES):
        card = first_in_zone[zone]
        while card != NIL:
            if moving[card]:
                push(card)
            card = next_in_zone[card]
    count = work_top - first
    repairs = 1
    while not repair(seat, first, count) and repairs < MOST_REPAIRS and not status:
        shuffle_again(seat)
        repairs += 1
    if all_may_lie(seat):
        for _ in range(WALKS):
            walk_and_return(seat, deal_below(count), first, count)
    else:
        find_movable(seat)
    work_top = first


def repair(seat: int, first: int, count: int) -> int:
    """Mend the places on `work` until each card may lie where it does. Gives whether they do."""
    rounds = 0
    while rounds < MOST_ROUNDS and mend_misfits(seat, first, count):
        rounds += 1
    return rounds < MOST_ROUNDS


def fits(seat: int, there: int) -> int:
    """Whether the card that is assigned to a place may lie there."""
    return may_lie(seat, there, card_there[there])


def mend_misfits(seat: int, first: int, count: int) -> int:
    """Mend each place, of those on `work`, whose card may not lie there. Gives whether there were any."""
    misfits = 0
    for i in range(count):
        if not fits(seat, work[first + i]):
            misfits = 1
            follow_path(seat, i, first, count)
            if not fits(seat, work[first + i]):
                walk(seat, i, first, count)
    return misfits


def follow_path(seat: int, origin: int, first: int, count: int) -> None:
    """Mend a place by the fewest exchanges: its card goes to a place where it may lie, that place's card to another
    one, and so on, up to a place whose card may lie in the first, or may not lie where it does anyway. With one group
    there is always such a path; where there are several, cards that change places may lose a group that they need."""
    global work_top
    before = work_top
    push_zeros(count)
    push(origin)
    read = before + count
    end = -1
    start = deal_below(count)
    while read < work_top and end < 0 and not status:
        place = work[read]
        card = card_there[work[first + place]]
        read += 1
        if place != origin and may_lie(seat, work[first + origin], card):
            end = place
        i = 0
        while i < count and end < 0:
            other = (start + i) % count
            there = work[first + other]
            is_new = other != origin and not work[before + other]
            if is_new and may_lie(seat, there, card) and count_common(came_by[card], came_by[card_there[there]]):
                work[before + other] = place + 1
                push(other)
                if not fits(seat, there):
                    end = other
            i += 1
    path = work_top
    while end >= 0 and end != origin:
        push(end)
        end = work[before + end] - 1
    while work_top > path:
        work_top -= 1
        try_exchange(seat, work[first + origin], work[first + work[work_top]])
    work_top = before


def walk(seat: int, origin: int, first: int, count: int) -> int:
    """Go on a walk from a place, by its index among those on `work`. Gives whether it has come to its end."""
    there = work[first + origin]
    for _ in range(LONGEST_WALK * count):
        other = deal_below(count)
        if other != origin:
            try_exchange(seat, there, work[first + other])
        elif fits(seat, there):
            return 1
        if status:
            return 0
    return 0


def walk_and_return(seat: int, origin: int, first: int, count: int) -> None:
    """Go on a walk, and take it back if it comes to no end."""
    global work_top
    start = work_top
    for i in range(first, first + count):
        push(card_there[work[i]])
        push(came_by[card_there[work[i]]])
    if not walk(seat, origin, first, count):
        for i in range(count):
            card = work[start + 2 * i]
            card_there[work[first + i]] = card
            came_by[card] = work[start + 2 * i + 1]
    work_top = start


def try_exchange(seat: int, one: int, other: int) -> None:
    """Let the cards in two places change these, if the first may lie in the other place and they have a group in
    common: at one of these groups by chance."""
    here = card_there[one]
    there = card_there[other]
    if not may_lie(seat, other, here):
        return
    common = count_common(came_by[here], came_by[there])
    if common == 0:
        return
    card_there[one] = there
    card_there[other] = here
    if common > 1 or known_lists[came_by[here]] > 1 or known_lists[came_by[there]] > 1:
        group = common_group(came_by[here], came_by[there], deal_below(common))
        history = crossed(came_by[here], came_by[there], group)
        came_by[there] = crossed(came_by[there], came_by[here], group)
        came_by[here] = history


def count_common(one: int, other: int) -> int:
    """How many groups two histories have in common."""
    count = 0
    for i in range(one + 1, one + 1 + known_lists[one]):
        if has_gone_through(other, known_lists[i]):
            count += 1
    return count


def common_group(one: int, other: int, index: int) -> int:
    """The group with an index, from 0, among those that two histories have in common."""
    left = index
    for i in range(one + 1, one + 1 + known_lists[one]):
        if has_gone_through(other, known_lists[i]):
            if left == 0:
                return known_lists[i]
            left -= 1
    return 0
