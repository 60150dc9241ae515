"""Determinization of cards: assigns the cards that a seat doesn't know to the places where they may lie.

Each shuffle group (`knowledge.py`) that the unknown cards went through is shuffled again, in order of time. Then
`card_there` says which card lies in the place of which, and `came_by` what each card's history is then. `dealing.py`
sees that each card may lie where it comes to, and `laying.py` lays the cards so.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import push, sort_work
from artrules.engine.machine.hidden.carried import (
    BY_POWER, REFERRED, carried_by, changes_reference, keep_list, note_happenings, room_for_known, same_attributes,
    same_powers,
)
from artrules.engine.machine.hidden.knowledge import has_gone_through, last_group
from artrules.engine.machine.hidden.sight import sight
from artrules.engine.machine.intrinsics import fill_words, mixed_below, reserve
from artrules.engine.machine.memory import (
    came_by, card_there, carried_of, deal_drawn, deal_key, first_in_zone, grouped, happened, history_of, kind_of,
    known_lists, last_in_zone, moving, next_in_zone, order, previous_in_zone, work, zone_holds_kind, zone_of,
)
from artrules.engine.machine.numbers import CARDS, KINDS, NIL, TOO_MUCH_KEPT, ZONES
from artrules.engine.machine.registers import grouped_count, happenings_noted, status, work_top
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
    if moving[there] == LEAVES_CHANGES and known_lists[carried_of[seat * CARDS + card] + 1]:
        return 0
    return zone_holds_kind[zone_of[there] * KINDS + kind_of[card]]


# -- at random


def shuffle_again(seat: int, by_kind: int) -> None:
    """Shuffle all groups of the cards that move again, with `by_kind` each kind by itself."""
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
        shuffle_ways(work[groups + i], work[groups + count + i], work[groups + count + i + 1], by_kind)
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
        find_fault(TOO_MUCH_KEPT, -1, 0, 0, 0)
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


def shuffle_ways(group: int, first: int, end: int, by_kind: int) -> None:
    """Shuffle the cards on the ways out of a group, which are on `work`, and note that they go through it."""
    if not by_kind:
        shuffle_part(group, first, end, -1)
        return
    for i in range(first, end):
        kind = kind_of[card_there[work[i]]]
        is_first = 1
        for j in range(first, i):
            if kind_of[card_there[work[j]]] == kind:
                is_first = 0
        if is_first:
            shuffle_part(group, first, end, kind)


def shuffle_part(group: int, first: int, end: int, kind: int) -> None:
    """Shuffle those cards on some ways that are of a kind, or all with -1. The seat knows which cards go into a group,
    but not on which ways. So they are shuffled from the order of their numbers, wherever they are."""
    global grouped_count, work_top
    grouped_count = 0
    start = work_top
    for i in range(first, end):
        if kind < 0 or kind_of[card_there[work[i]]] == kind:
            grouped[grouped_count] = work[i]
            push(card_there[work[i]])
            grouped_count += 1
    sort_work(start)
    for i in range(grouped_count):
        order[i] = work[start + i]
    work_top = start
    i = grouped_count - 1
    while i > 0:
        j = deal_below(i + 1)
        card = order[i]
        order[i] = order[j]
        order[j] = card
        i -= 1
    for i in range(grouped_count):
        card_there[grouped[i]] = order[i]
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


# -- pair by pair


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


# Deals the cards that a seat doesn't know: shuffles them again, until each may lie where it does.
#
# Mostly one shuffle does. Where cards of several kinds were mixed, and some places are for one kind only, cards change
# places afterwards, two at a time, as the groups that they have in common allow. All of that depends on what the seat
# knows, and on nothing else.


MOST_SHUFFLES = 4
"""So often all is shuffled; after that each kind of cards by itself, which leaves the kinds where they are."""
MOST_ROUNDS = 20
"""So often all places are gone through whose cards may not lie there."""
EXCHANGES = 8
"""So many exchanges by chance are tried for each card afterwards, so that all deals become about as likely."""


def deal(seat: int, settled: int) -> None:
    """A random assignment for a seat; all that it can't tell apart are as likely as shuffling makes them. Cards that
    one of the settled seats, given as bits, sees stay where they are."""
    find_movable(seat)
    for card in range(CARDS):
        if moving[card] and sight(card) & settled:
            moving[card] = STAYS
    for _ in range(MOST_SHUFFLES):
        shuffle_again(seat, 0)
        if status or all_may_lie(seat) or make_fit(seat):
            return
    shuffle_again(seat, 1)


def all_may_lie(seat: int) -> int:
    """Whether each card may lie where it is assigned to."""
    for there in range(CARDS):
        if moving[there] and not may_lie(seat, there, card_there[there]):
            return 0
    return 1


def make_fit(seat: int) -> int:
    """Let cards change places until each may lie where it is assigned to. Gives whether they do then."""
    global work_top
    first = work_top
    for zone in range(ZONES):
        card = first_in_zone[zone]
        while card != NIL:
            if moving[card]:
                push(card)
            card = next_in_zone[card]
    count = work_top - first
    rounds = 0
    while rounds < MOST_ROUNDS and not status and mend_misfits(seat, first, count):
        rounds += 1
    if rounds < MOST_ROUNDS:
        for _ in range(EXCHANGES * count):
            change_places(seat, work[first + deal_below(count)], work[first + deal_below(count)], 0)
    work_top = first
    return rounds < MOST_ROUNDS


def mend_misfits(seat: int, first: int, count: int) -> int:
    """Mend each card that may not lie where it does, among the places on `work`. Gives whether there were any."""
    found = 0
    for i in range(first, first + count):
        if not may_lie(seat, work[i], card_there[work[i]]):
            found = 1
            mend(seat, work[i], first, count)
    return found


def mend(seat: int, there: int, first: int, count: int) -> None:
    """Let the card in a place change it with one that makes fewer misfits, or else with one that makes no more."""
    start = deal_below(count)
    for more in range(2):
        for i in range(count):
            other = work[first + (start + i) % count]
            before = 1 + (not may_lie(seat, other, card_there[other]))
            if change_places(seat, there, other, before - 1 + more):
                return


def change_places(seat: int, one: int, other: int, most: int) -> int:
    """Let the cards in two places change these, if they have a group in common and at most so many of the two may not
    lie there then. Gives whether they have."""
    here = card_there[one]
    there = card_there[other]
    misfits = (not may_lie(seat, one, there)) + (not may_lie(seat, other, here))
    if one == other or misfits > most:
        return 0
    group = last_common(came_by[here], came_by[there])
    if group == 0:
        return 0
    history = crossed(came_by[here], came_by[there], group)
    came_by[there] = crossed(came_by[there], came_by[here], group)
    came_by[here] = history
    card_there[one] = there
    card_there[other] = here
    return 1
