"""How running code says that it can't go on, and how its work is counted, so that no content runs for ever."""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.language import Wide
from artrules.engine.machine.numbers import FAILED, FAULTY, FOREIGN_FAILED, FULL_HEAP, MOST_STEPS, NONE, TOO_LONG
from artrules.engine.machine.registers import (
    failed_at, fault, fault_found, fault_high, fault_low, heap_top, status, steps,
)
# fmt: on


# How running code says that it can't go on: it sets `status`, and its callers return.
#
# An executor that explains failures puts functions of its own in the place of `fail` and `find_fault`.


def fail(site: int) -> None:
    """Something can't be done, at a place in the content. A fault that was found before remains."""
    global status, failed_at
    if status != FAULTY:
        status = FAILED
        failed_at = site


def from_foreign(value: int, site: int) -> int:
    """What `call_foreign` has given, at a place in the content. A function that has failed is a fault."""
    if value == NONE:
        find_fault(FOREIGN_FAILED, site, 0, 0, 0)
        return 0
    return value


def find_fault(kind: int, site: int, low: int, high: int, found: Wide) -> None:
    """The content did something that it must not do, at a place in it. The numbers are for the message."""
    global status, failed_at, fault, fault_low, fault_high, fault_found
    status = FAULTY
    failed_at = site
    fault = kind
    fault_low = low
    fault_high = high
    fault_found = found


# Counts work, so that no content runs for ever. One unit is about one operation on one value.


def count_work(units: Wide, site: int) -> None:
    """Count units of work. Sets `status` when there are too many, or when lists have taken too much room meanwhile."""
    global steps
    if units > MOST_STEPS - steps or heap_top > FULL_HEAP:
        find_fault(TOO_LONG, site, 0, 0, 0)
        return
    steps += units
