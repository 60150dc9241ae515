"""How running code says that it can't go on: it sets `status`, and its callers return.

An executor that explains failures puts functions of its own in the place of `fail` and `find_fault`.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.language import Wide
from artrules.machine.numbers import FAILED, FAULTY, FOREIGN_FAILED, NONE
from artrules.machine.registers import failed_at, fault, fault_found, fault_high, fault_low, status
# fmt: on


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
