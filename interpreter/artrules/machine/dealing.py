"""Deals the cards that a seat doesn't know: shuffles them again, until each may lie where it does.

Mostly one shuffle does. Where cards of several kinds were mixed, and some places are for one kind only, cards change
places afterwards, two at a time, as the groups that they have in common allow. All of that depends on what the seat
knows, and on nothing else.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.determinization import (
    STAYS, crossed, deal_below, find_movable, last_common, may_lie, shuffle_again,
)
from artrules.machine.lists import push
from artrules.machine.memory import came_by, card_there, first_in_zone, moving, next_in_zone, work
from artrules.machine.numbers import CARDS, NIL, ZONES
from artrules.machine.registers import status, work_top
from artrules.machine.sight import sight
# fmt: on

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
