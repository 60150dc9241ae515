"""What bots share that choose by judging options: random numbers of their own, and how much content says that a player
likes an option or a position.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.engine import activate
from artrules.engine.machine.intrinsics import mixed_below, reserve
from artrules.engine.machine.memory import (
    offered_count, offered_first, option_liked, row_words, stack, think_drawn, think_key, top_of_stack, waiting,
)
from artrules.engine.machine.numbers import FINE, HAS_OPTION_HINTS, HAS_POSITION_HINT, MOST_LIKED
from artrules.engine.machine.program import liked_option, liked_position
from artrules.engine.machine.registers import heap_top, liked_count, stack_top, status, steps
# fmt: on


def think_below(bound: int) -> int:
    """A number from 0 to bound - 1 from the stream by which a bot thinks."""
    counter = think_drawn[0]
    value = -1
    while value < 0:
        counter += 1
        value = mixed_below(think_key[0], counter, bound)
    think_drawn[0] = counter
    return value


# Hints: how much a player likes a position or an option, as content says. Bots use them; nothing of the game changes
# by them. A hint that fails counts as 0.


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


def liking_of_offered(option: int) -> int:
    """How much whoever decides likes an option of the first decision that waits."""
    if not HAS_OPTION_HINTS:
        return 0
    index = waiting[0]
    activate(index)
    return liking_of_option(offered_first[index] + option * row_words[stack[top_of_stack[index] - 1]])


MOST_BIASED = 64
"""How much the option is liked that is liked best of those offered together."""


def like_offered(index: int) -> None:
    """Fill `option_liked` for the decision on a stack, the first one that waits: from 0 for what is liked least to
    MOST_BIASED for what is liked best. All are 0 where nothing is liked better than anything else."""
    global liked_count
    count = offered_count[index]
    liked_count = 0
    reserve(option_liked, count)
    liked_count = count
    least = 0
    most = 0
    for option in range(count):
        liked = liking_of_offered(option)
        option_liked[option] = liked
        if option == 0 or liked < least:
            least = liked
        if option == 0 or liked > most:
            most = liked
    for option in range(count):
        if most > least:
            option_liked[option] = (option_liked[option] - least) * MOST_BIASED // (most - least)
        else:
            option_liked[option] = 0
