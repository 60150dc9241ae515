"""Shuffles the groups again that the cards which a seat doesn't know went through (`knowledge.py`), in order of time.

Then `card_there` says which card lies in the place of which, and `came_by` what each card's history is then.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import push, sort_work
from artrules.engine.machine.hidden.carried import room_for_known
from artrules.engine.machine.hidden.knowledge import last_group
from artrules.engine.machine.intrinsics import fill_words, mixed_below, reserve
from artrules.engine.machine.memory import (
    came_by, card_there, deal_drawn, deal_key, history_of, known_lists, last_in_zone, moving, order, previous_in_zone,
    work,
)
from artrules.engine.machine.numbers import CARDS, LISTS_FULL, NIL, ZONES
from artrules.engine.machine.registers import status, work_top
from artrules.engine.machine.signals import find_fault
# fmt: on


def shuffle_again(seat: int) -> None:
    """Shuffle all groups of the cards that move again."""
    global work_top
    groups = work_top
    last = 0
    for card in range(CARDS):
        card_there[card] = card
        history = history_of[seat * CARDS + card]
        if moving[card] and history != last:
            last = history
            for i in range(history + 1, history + 1 + known_lists[history]):
                push(known_lists[i])
    sort_work(groups)
    drop_doubles(groups)
    count = work_top - groups
    list_ways(seat, groups, count)
    if status:
        return
    events = work_top
    for i in range(count):
        shuffle_ways(work[groups + i], work[groups + count + i], work[groups + count + i + 1])
    write_histories(events)
    work_top = groups


def drop_doubles(start: int) -> None:
    """Keep each of the sorted numbers on `work` from `start` on once."""
    global work_top
    kept = start
    for i in range(start, work_top):
        if i == start or work[i] != work[i - 1]:
            work[kept] = work[i]
            kept += 1
    work_top = kept


def list_ways(seat: int, groups: int, count: int) -> None:
    """Write the ways out of the groups behind these on `work`: for each group where its ways begin, then where the last
    ones end, then the ways.

    A way is named by the card that really took it. The seat knows the order: first the ways to other groups, then those
    to the places where cards lie now, in the order of places. Ways out of one group that lead to the same other one are
    alike, so their order makes no difference.
    """
    begins = groups + count
    push_zeros(count + 1)
    for card in range(CARDS):
        if moving[card]:
            history = history_of[seat * CARDS + card]
            for i in range(history + 1, history + 1 + known_lists[history]):
                place = begins + index_of(known_lists[i], groups, count)
                work[place] = work[place] + 1
    end = begins + count + 1
    for i in range(begins, begins + count):
        end += work[i]
        work[i] = end
    work[begins + count] = end
    push_zeros(end - begins - count - 1)
    if status:
        return
    zone = ZONES - 1
    while zone >= 0:
        card = last_in_zone[zone]
        while card != NIL:
            if moving[card]:
                add_way(last_group(history_of[seat * CARDS + card]), card, groups, count)
            card = previous_in_zone[card]
        zone -= 1
    i = count - 1
    while i >= 0:
        # All ways out of this group are listed, so each leads on to where it comes from.
        for place in range(work[begins + i], work[begins + i + 1]):
            before = group_before(history_of[seat * CARDS + work[place]], work[groups + i])
            if before:
                add_way(before, work[place], groups, count)
        i -= 1


def add_way(group: int, card: int, groups: int, count: int) -> None:
    """List a way out of a group, before those that are listed already."""
    place = groups + count + index_of(group, groups, count)
    work[place] = work[place] - 1
    work[work[place]] = card


def group_before(history: int, group: int) -> int:
    """The group in a history before another one; 0 where there is none."""
    before = 0
    for i in range(history + 1, history + 1 + known_lists[history]):
        if known_lists[i] == group:
            return before
        before = known_lists[i]
    return 0


def push_zeros(count: int) -> None:
    """Add zeros to `work`."""
    global work_top
    if not reserve(work, work_top + count):
        find_fault(LISTS_FULL, -1, 0, 0, 0)
        return
    fill_words(work, work_top, count, 0)
    work_top += count


def index_of(group: int, groups: int, count: int) -> int:
    """The index of a group among the sorted ones on `work`."""
    low = 0
    high = count
    while low < high:
        middle = (low + high) // 2
        if work[groups + middle] < group:
            low = middle + 1
        else:
            high = middle
    return low


def shuffle_ways(group: int, first: int, end: int) -> None:
    """Shuffle the cards on the ways out of a group, which are on `work`, and note that they go through it. The seat
    knows which cards go into a group, but not on which ways. So they are shuffled from the order of their numbers,
    wherever they are."""
    global work_top
    start = work_top
    for i in range(first, end):
        push(card_there[work[i]])
    sort_work(start)
    for i in range(end - first):
        order[i] = work[start + i]
    work_top = start
    i = end - first - 1
    while i > 0:
        j = deal_below(i + 1)
        card = order[i]
        order[i] = order[j]
        order[j] = card
        i -= 1
    for i in range(end - first):
        card_there[work[first + i]] = order[i]
        push(order[i])
        push(group)


def deal_below(bound: int) -> int:
    """A number from 0 to bound - 1 from the stream of determinizations, all equally likely."""
    counter = deal_drawn[0]
    value = -1
    while value < 0:
        counter += 1
        value = mixed_below(deal_key[0], counter, bound)
    deal_drawn[0] = counter
    return value


def write_histories(events: int) -> None:
    """Make the histories of the cards that move, of the pairs of card and group on `work`."""
    count = (work_top - events) // 2
    fill_words(order, 0, CARDS, 0)
    for i in range(count):
        card = work[events + 2 * i]
        order[card] = order[card] + 1
    for card in range(CARDS):
        if moving[card]:
            came_by[card] = room_for_known(order[card])
            if status:
                return
            order[card] = 0
    for i in range(count):
        card = work[events + 2 * i]
        order[card] = order[card] + 1
        known_lists[came_by[card] + order[card]] = work[events + 2 * i + 1]
