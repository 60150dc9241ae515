"""Runs the frames of the active stack until a decision lies on top."""

from __future__ import annotations

# fmt: off
from artrules.machine.compaction import compact
from artrules.machine.memory import block_cost, is_decision, stack
from artrules.machine.numbers import HEAP_ROOM, MOST_STEPS, PLAIN_SHAPE, TOO_LONG
from artrules.machine.program import run_block
from artrules.machine.registers import begun_at_once, given_shape, heap_top, stack_base, stack_top, status, steps
from artrules.machine.signals import find_fault
# fmt: on


def advance() -> int:
    """Run the active stack until a decision lies on top of it. Returns 1 then; 0 when the stack is empty, when other
    stacks must run now, or when `status` says why it can't go on."""
    global given_shape, steps
    given_shape = PLAIN_SHAPE
    while stack_top > stack_base:
        block = stack[stack_top - 1]
        if is_decision[block]:
            return 1
        steps += block_cost[block]
        if steps > MOST_STEPS:
            find_fault(TOO_LONG, -2 - block, 0, 0, 0)
            return 0
        run_block[block]()
        if status or begun_at_once:
            return 0
        if heap_top > HEAP_ROOM:
            compact(1)
    return 0
