"""Paying several resources in units (`collect … for k in …`): what is missing, what it costs at least, and which units
may be taken next. All is decided by arithmetic; nothing is tried.

The demand is a list of resources, one for each unit that is demanded. A unit that pays may stand for one of several
resources: its `resources` are bits. A *lot* is the units of one branch that stand for the same and have the same price.
Sets of units that can be given places in the demand, each unit one, are the independent sets of a matroid (a
transversal one). So whatever has been taken can be completed as soon as the demand can be met at all; taking the
cheapest first costs least; and a unit finds its place, if there is one, by moving others along one path (augmenting).

*Fixed* units have been taken, or count by themselves. Units that count by themselves may be more than are needed: what
has no place is left out.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import finish_list, push
from artrules.engine.machine.intrinsics import lowest_bit, reserve
from artrules.engine.machine.memory import (
    came_from, came_lot, fixed_units, heap, kept_met, lots, met_units, wanted_units, work,
)
from artrules.engine.machine.numbers import LISTS_FULL, NONE
from artrules.engine.machine.registers import (
    cheapest_lot, first_lot, lot_count, lot_words, lots_top, movable_resources, resource_count, status,
    wanted_resources, work_top,
)
from artrules.engine.machine.signals import count_work, find_fault
# fmt: on


# the words of a lot
BRANCH = 0
"""The branch, counted from 0; -1 for fixed units."""
STANDS_FOR = 1
"""The demanded resources that a unit may pay, as bits."""
PRICE = 2
UNITS = 3
"""How many units there are."""
LEFT = 4
"""How many of them may be taken in the present trial."""
NEXT = 5
"""The next lot, which costs as much or more; -1 for none."""
TRIED = 6
"""How many units there were before it was tried what comes without them."""
PLACES = 7
"""From here on, by resource: how many units have a place there; after these, what the numbers were when they were kept.
So many words has a lot beside them."""

CODE = 3
"""Numbers by which a lot is known in lists: its branch, its resources, its price."""


# -- lots


def demand(items: int) -> int:
    """Begin with a demand, without lots. Gives how many units are demanded."""
    global cheapest_lot, first_lot, lot_count, lot_words, lots_top
    global movable_resources, resource_count, wanted_resources
    lots_top = 0
    first_lot = 0
    lot_count = 0
    cheapest_lot = -1
    resource_count = 0
    movable_resources = 0
    wanted_resources = 0
    for i in range(items + 1, items + 1 + heap[items]):
        wanted_units[heap[i]] = 0
        met_units[heap[i]] = 0
        fixed_units[heap[i]] = 0
    for i in range(items + 1, items + 1 + heap[items]):
        resource = heap[i]
        wanted_units[resource] = wanted_units[resource] + 1
        wanted_resources = wanted_resources | 1 << resource
        if resource >= resource_count:
            resource_count = resource + 1
    lot_words = PLACES + 2 * resource_count
    count_work(heap[items], -1)
    return heap[items]


def add_unit(branch: int, resources: int, price: int) -> None:
    """Add a unit to the lot of its like, which may be a new one."""
    global cheapest_lot, lot_count, lots_top, movable_resources
    lot = first_lot
    while lot < lots_top:
        if lots[lot + STANDS_FOR] == resources and lots[lot + PRICE] == price and lots[lot + BRANCH] == branch:
            lots[lot + UNITS] = lots[lot + UNITS] + 1
            lots[lot + LEFT] = lots[lot + LEFT] + 1
            return
        lot += lot_words
    count_work(lot_count + lot_words, -1)
    if not reserve(lots, lots_top + lot_words):
        find_fault(LISTS_FULL, -1, 0, 0, 0)
        return
    for place in range(lot + TRIED, lot + PLACES + resource_count):
        lots[place] = 0
    lots_top += lot_words
    lot_count += 1
    lots[lot + BRANCH] = branch
    lots[lot + STANDS_FOR] = resources
    lots[lot + PRICE] = price
    lots[lot + UNITS] = 1
    lots[lot + LEFT] = 1
    if resources & resources - 1:
        movable_resources = movable_resources | resources
    if branch < 0:
        return
    before = -1
    after = cheapest_lot
    while after >= 0 and lots[after + PRICE] <= price:
        before = after
        after = lots[after + NEXT]
    lots[lot + NEXT] = after
    if before < 0:
        cheapest_lot = lot
    else:
        lots[before + NEXT] = lot


def add_units(units: int, prices: int, of_use: int) -> None:
    """Add the units of all branches, as far as they stand for resources that are of use."""
    global first_lot
    first_lot = lots_top
    for branch in range(heap[units]):
        items = heap[units + 1 + branch]
        for i in range(1, heap[items] + 1):
            resources = heap[items + i] & of_use
            if resources and not status:
                price = 0
                if heap[prices]:
                    price = heap[heap[prices + 1 + branch] + i]
                add_unit(branch, resources, price)


def fix_units(items: int) -> int:
    """Give fixed units places. Those that stand for one resource keep theirs, so they need no lot. Gives how many have
    a place."""
    placed = 0
    for i in range(items + 1, items + 1 + heap[items]):
        resources = heap[i] & wanted_resources
        if resources & resources - 1:
            if not status:
                add_unit(-1, resources, 0)
        elif resources:
            resource = lowest_bit(resources)
            fixed_units[resource] = fixed_units[resource] + 1
            if met_units[resource] < wanted_units[resource]:
                met_units[resource] = met_units[resource] + 1
                placed += 1
    lot = 0
    while lot < lots_top:
        placed += place_units(lot, lots[lot + UNITS])
        lot += lot_words
    return placed


def open_resources() -> int:
    """The demanded resources, as bits, of which a unit may still find a place now that the fixed ones have theirs."""
    reachable = movable_resources
    for resource in range(resource_count):
        if wanted_resources >> resource & 1 and met_units[resource] < wanted_units[resource]:
            reachable = reachable | 1 << resource
    return reachable


def keep_places() -> None:
    """Remember which units have places."""
    for resource in range(resource_count):
        kept_met[resource] = met_units[resource]
    lot = 0
    while lot < lots_top:
        for place in range(lot + PLACES, lot + PLACES + resource_count):
            lots[place + resource_count] = lots[place]
        lot += lot_words


def go_back() -> None:
    """Give places only to the units that had one when that was kept; all others may be taken."""
    for resource in range(resource_count):
        met_units[resource] = kept_met[resource]
    lot = 0
    while lot < lots_top:
        for place in range(lot + PLACES, lot + PLACES + resource_count):
            lots[place] = lots[place + resource_count]
        lots[lot + LEFT] = lots[lot + UNITS]
        lot += lot_words
    count_work(lot_count * resource_count, -1)


# -- places in the demand


def place_unit(lot: int) -> int:
    """Give one more unit of a lot a place, if others can make way for it. Gives whether it has one now."""
    reached = lots[lot + STANDS_FOR]
    to_try = reached
    while to_try:
        resource = lowest_bit(to_try)
        if met_units[resource] < wanted_units[resource]:
            met_units[resource] = met_units[resource] + 1
            lots[lot + PLACES + resource] = lots[lot + PLACES + resource] + 1
            return 1
        came_lot[resource] = lot
        came_from[resource] = -1
        to_try &= to_try - 1
    if not reached & movable_resources:
        return 0
    to_try = reached
    while to_try and not status:
        resource = lowest_bit(to_try)
        to_try = to_try & to_try - 1
        if met_units[resource] < wanted_units[resource]:
            met_units[resource] = met_units[resource] + 1
            move_along(resource)
            return 1
        count_work(1 + lot_count, -1)
        other = 0
        while other < lots_top:
            if lots[other + PLACES + resource] > 0:
                more = lots[other + STANDS_FOR] & ~reached
                reached = reached | more
                to_try = to_try | more
                while more:
                    beyond = lowest_bit(more)
                    came_lot[beyond] = other
                    came_from[beyond] = resource
                    more = more & more - 1
            other += lot_words
    return 0


def move_along(resource: int) -> None:
    """Move units along the path that ends at a resource, each to the next place."""
    while resource >= 0:
        lot = came_lot[resource]
        before = came_from[resource]
        lots[lot + PLACES + resource] = lots[lot + PLACES + resource] + 1
        if before >= 0:
            lots[lot + PLACES + before] = lots[lot + PLACES + before] - 1
        resource = before


def place_units(lot: int, most: int) -> int:
    """Give units of a lot places, so many at most. Gives how many have got one."""
    placed = 0
    while placed < most and place_unit(lot):
        placed += 1
    return placed


def price_of_rest(missing: int) -> int:
    """Meet the rest of the demand, `missing` units, with units that may be taken, the cheapest first. Gives what these
    cost together, or -1 where the demand can't be met."""
    spent = 0
    lot = cheapest_lot
    while missing > 0 and lot >= 0 and not status:
        most = lots[lot + LEFT]
        if most > missing:
            most = missing
        placed = place_units(lot, most)
        lots[lot + LEFT] = lots[lot + LEFT] - placed
        missing -= placed
        spent += placed * lots[lot + PRICE]
        lot = lots[lot + NEXT]
    if missing > 0:
        return -1
    return spent


# -- what content asks


def missing_units(items: int, fixed: int, units: int) -> int:
    """The part of a demand that neither fixed units nor others pay: a list of resources."""
    missing = demand(items)
    missing -= fix_units(fixed)
    if missing > 0:
        add_units(units, 0, open_resources())
        price_of_rest(missing)
    start = work_top
    for resource in range(resource_count):
        if wanted_resources >> resource & 1:
            for i in range(wanted_units[resource] - met_units[resource]):
                push(resource)
    return finish_list(start)


def least_price(items: int, fixed: int, units: int, prices: int) -> int:
    """What the units cost at least that pay a demand with fixed ones; -1 where they can't."""
    missing = demand(items)
    missing -= fix_units(fixed)
    if missing <= 0:
        return 0
    add_units(units, prices, open_resources())
    return price_of_rest(missing)


def next_units(items: int, fixed: int, units: int, prices: int, passed: int, budget: int) -> int:
    """Which units may be taken next, so that the demand can still be met within the budget: a list of the demanded
    resources, of the branch of which all units are needed (-1 for none), and of the codes of lots.

    The first resource that isn't surely met is paid, with any unit that may stand for it. Who takes one passes by those
    before it in the list: what is paid with them is come upon by taking them first. The order doesn't depend on what
    else there is, because others who see it would learn that.
    """
    missing = demand(items)
    missing -= fix_units(fixed)
    add_units(units, prices, wanted_resources)
    leave_out(passed)
    keep_places()
    start = work_top
    push(wanted_resources)
    push(-1)
    asked = asked_resources(items)
    only = -1
    lot = first_lot
    while lot < lots_top and not status:
        if lots[lot + UNITS] and lots[lot + STANDS_FOR] & asked:
            if place_unit(lot):
                lots[lot + LEFT] = lots[lot + LEFT] - 1
                price = price_of_rest(missing - 1)
                if price >= 0 and price + lots[lot + PRICE] <= budget:
                    push_code(lot)
                    only = lot
            lots[lot + TRIED] = lots[lot + UNITS]
            lots[lot + UNITS] = 0
            go_back()
        lot += lot_words
    if work_top == start + 2 + CODE and needs_all(only, missing, budget):
        work[start + 1] = lots[only + BRANCH]
    return finish_list(start)


def needs_all(lot: int, missing: int, budget: int) -> int:
    """Whether every payment takes all units of a lot: there is none with one unit less."""
    other = first_lot
    while other < lots_top:
        lots[other + UNITS] = lots[other + UNITS] + lots[other + TRIED]
        other += lot_words
    go_back()
    lots[lot + LEFT] = lots[lot + LEFT] - 1
    price = price_of_rest(missing)
    return price < 0 or price > budget


def leave_out(passed: int) -> None:
    """Leave no units in the lots that have been passed by."""
    lot = first_lot
    while heap[passed] and lot < lots_top:
        if has_code(passed, 0, lots[lot + BRANCH], lots[lot + STANDS_FOR], lots[lot + PRICE]):
            lots[lot + UNITS] = 0
            lots[lot + LEFT] = 0
        lot += lot_words


def asked_resources(items: int) -> int:
    """The resource that is paid next, as a bit: the first in the demand for which there are fewer fixed units than it
    wants. Where there is none, all resources."""
    for i in range(items + 1, items + 1 + heap[items]):
        units = fixed_units[heap[i]]
        lot = 0
        while lot < first_lot:
            if lots[lot + STANDS_FOR] >> heap[i] & 1:
                units += lots[lot + UNITS]
            lot += lot_words
        count_work(lot_count, -1)
        if units < wanted_units[heap[i]]:
            return 1 << heap[i]
    return wanted_resources


def push_code(lot: int) -> None:
    """Add the code of a lot to the list in the making."""
    push(lots[lot + BRANCH])
    push(lots[lot + STANDS_FOR])
    push(lots[lot + PRICE])


def has_code(items: int, first: int, branch: int, resources: int, price: int) -> int:
    """Where in a list the code of a lot stands, from `first` on; 0 where it doesn't."""
    place = items + 1 + first
    while place < items + 1 + heap[items]:
        if heap[place] == branch and heap[place + 1] == resources and heap[place + 2] == price:
            return place
        place += CODE
    return 0


def may_take(units: int, branch: int, resources: int, price: int) -> int:
    """Whether a unit may be taken next. `units` is what `next_units` has given."""
    return has_code(units, 2, branch, resources & heap[units + 1], price) > 0


def takes_all(units: int, branch: int) -> int:
    """Whether only units of one branch may be taken next, because all of them are needed."""
    return heap[units + 2] == branch


def due_unit(units: int) -> int:
    """The first of a list of units; none where it is empty."""
    if heap[units]:
        return heap[units + 1]
    return NONE


def passed_units(passed: int, units: int, branch: int, resources: int, price: int) -> int:
    """The codes of all lots that have been passed by once such a unit is taken."""
    start = work_top
    for i in range(passed + 1, passed + 1 + heap[passed]):
        push(heap[i])
    end = has_code(units, 2, branch, resources & heap[units + 1], price)
    place = units + 3
    while place < end:
        push(heap[place])
        place += 1
    return finish_list(start)
