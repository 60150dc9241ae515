"""Counts work, so that no content runs for ever. One unit is about one operation on one value."""

from __future__ import annotations

# fmt: off
from artrules.machine.language import Wide
from artrules.machine.numbers import FULL_HEAP, MOST_STEPS, TOO_LONG
from artrules.machine.registers import heap_top, steps
from artrules.machine.signals import find_fault
# fmt: on


def count_work(units: Wide, site: int) -> None:
    """Count units of work. Sets `status` when there are too many, or when lists have taken too much room meanwhile."""
    global steps
    if units > MOST_STEPS - steps or heap_top > FULL_HEAP:
        find_fault(TOO_LONG, site, 0, 0, 0)
        return
    steps += units
