"""Hints: how much a player likes a position or an option, as content says. Bots use them; nothing of the game changes
by them. A hint that fails counts as 0."""

from __future__ import annotations

# fmt: off
from artrules.machine.memory import stack
from artrules.machine.numbers import FINE, HAS_OPTION_HINTS, HAS_POSITION_HINT, MOST_LIKED
from artrules.machine.program import liked_option, liked_position
from artrules.machine.registers import heap_top, stack_top, status, steps
# fmt: on


def liking_of_position(player: int) -> int:
    """How much a player (counted from 0) likes the position in memory."""
    global heap_top, steps
    if not HAS_POSITION_HINT:
        return 0
    top = heap_top
    steps = 0
    liked = liked_position(player)
    heap_top = top
    return within_bounds(liked)


def liking_of_option(row: int) -> int:
    """How much whoever decides likes an option of the decision on top of the active stack, given where in `candidates`
    its row begins."""
    global heap_top, steps
    if not HAS_OPTION_HINTS:
        return 0
    top = heap_top
    steps = 0
    liked = liked_option[stack[stack_top - 1]](row)
    heap_top = top
    return within_bounds(liked)


def within_bounds(liked: int) -> int:
    """What a hint has given, within the bounds; 0 if it has failed."""
    global status
    if status:
        status = FINE
        return 0
    if liked > MOST_LIKED:
        return MOST_LIKED
    if liked < -MOST_LIKED:
        return -MOST_LIKED
    return liked
