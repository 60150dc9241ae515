"""Actions: what an option begins, and what must be possible as a whole (docs/language.md, 9.1).

The frame (player, decision, ACTION) on a stack marks where an action began.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.intrinsics import copy_words
from artrules.machine.memory import frame_words, has_suites, may_fail, stack
from artrules.machine.numbers import (
    ACTION, BLOCK_STEPS, COMMITTED, DEEPEST, FIRST_BLOCK, NONE, POWER_ENDS, RUN_WATCHES, STACK_WORDS, TOO_DEEP,
    TOO_NESTED,
)
from artrules.machine.registers import looking_ahead, stack_base, stack_top, status, steps
from artrules.machine.signals import find_fault
# fmt: on


def check_stack(words: int) -> None:
    """See that so many more words may wait on the active stack."""
    if stack_top + words > stack_base + STACK_WORDS:
        find_fault(TOO_DEEP, -1, 0, 0, 0)


def acting_player() -> int:
    """The player whose action is in progress on the active stack; NONE when there is none."""
    place = stack_top
    while place > stack_base:
        block = stack[place - 1]
        if block == ACTION:
            return stack[place - 3]
        place -= frame_words[block]
    return NONE


def begin_action(player: int, decision: int) -> None:
    """Mark the beginning of an action, for an option of a decision whose frame has left the stack. Where one is in
    progress, nothing happens.

    The action of a plain `choose` begins below everything that its player's effect still has to do.
    """
    global stack_top
    place = stack_top
    while place > stack_base:
        block = stack[place - 1]
        if block == ACTION:
            return
        place -= frame_words[block]
    place = stack_top
    if not has_suites[decision]:
        while place > stack_base:
            block = stack[place - 1]
            if block < FIRST_BLOCK and block != RUN_WATCHES and block != POWER_ENDS:
                break
            place -= frame_words[block]
        copy_words(stack, place + 3, place, stack_top - place)
    stack[place] = player
    stack[place + 1] = decision
    stack[place + 2] = ACTION
    stack_top += 3


def end_suite(decision: int) -> None:
    """End a branch's suite: the action, too, if this decision began it."""
    global status, stack_top
    if stack_top > stack_base and stack[stack_top - 1] == ACTION and stack[stack_top - 2] == decision:
        if looking_ahead:
            status = COMMITTED
        else:
            stack_top -= 3


def run_action_end() -> None:
    """The frame of an action comes to the top when nothing of the action is left."""
    global status, stack_top
    stack_top -= 3
    if looking_ahead:
        status = COMMITTED


def commit() -> None:
    """Commit the action under way: what comes next can't be foreseen, so from here on it can't fail any more."""
    global status, stack_top, steps
    if looking_ahead:
        status = COMMITTED
        return
    place = stack_top
    while place > stack_base:
        steps += 1
        block = stack[place - 1]
        below = place - frame_words[block]
        if block == ACTION:
            copy_words(stack, below, place, stack_top - place)
            stack_top -= 3
        place = below


def nothing_can_fail_below(place: int) -> int:
    """Whether no frame below an index in `stack` can fail, down to the beginning of the action."""
    while place > stack_base:
        block = stack[place - 1]
        if block == ACTION:
            return 1
        if may_fail[block]:
            return 0
        place -= frame_words[block]
    return 1


def nothing_can_fail() -> int:
    """Whether no frame can fail, down to the beginning of the action."""
    return nothing_can_fail_below(stack_top)


def nest(site: int) -> None:
    """Count one more power, or event with watches, in others."""
    global steps
    place = stack_top
    depth = 0
    while place > stack_base:
        block = stack[place - 1]
        if block == RUN_WATCHES or block == POWER_ENDS:
            depth += 1
        place -= frame_words[block]
    steps += BLOCK_STEPS + depth
    if depth >= DEEPEST:
        find_fault(TOO_NESTED, site, 0, DEEPEST, depth)


def run_power_end() -> None:
    """The frame that marks how deeply powers nest: nothing is left to do."""
    global stack_top
    stack_top -= 1
