"""Playouts: a bot plays on from the position in memory for all seats, so many choices or up to the end, and the result
is judged. They don't belong to any game: they draw from the stream `think_key`, and keep nothing.

Where content says how much players like options (`hints.py`), playouts mostly follow that. Chance alone plays many
games so badly that their ends say little about the options at their beginning.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.engine import activate, choose_offered, first_rows_have_lists, rest
from artrules.machine.hints import liking_of_option
from artrules.machine.intrinsics import mixed_below
from artrules.machine.memory import (
    ROUND_NUMBER, clock, offered_count, offered_first, row_words, stack, think_drawn, think_key, top_of_stack, waiting,
)
from artrules.machine.numbers import CONSTANTS, HAS_OPTION_HINTS
from artrules.machine.registers import heap_top, status, waiting_count
# fmt: on

HEAP_ROOM_IN_PLAYOUTS = 50_000
"""When the heap has more words than this, it is compacted."""
LONGEST_PLAYOUT = 1_000
"""The most choices of a playout."""
ANY_ONE_IN = 16
"""Where there are hints, one choice in so many of a playout takes any option. More would break off what takes several
choices in a row."""


def think_below(bound: int) -> int:
    """A number from 0 to bound - 1 from the stream by which a bot thinks."""
    counter = think_drawn[0]
    value = -1
    while value < 0:
        counter += 1
        value = mixed_below(think_key[0], counter, bound)
    think_drawn[0] = counter
    return value


def take_in_thought(option: int) -> None:
    """Take an option of the first decision that waits, and go on to the next. The position comes to rest only where the
    heap is full."""
    choose_offered(option)
    if not status and heap_top - CONSTANTS > HEAP_ROOM_IN_PLAYOUTS and waiting_count and not first_rows_have_lists():
        rest()


def thought_option() -> int:
    """The option of the first decision that waits which a playout takes: one of those that are liked best, or any."""
    count = offered_count[waiting[0]]
    if not HAS_OPTION_HINTS or count == 1 or think_below(ANY_ONE_IN) == 0:
        return think_below(count)
    return liked_best()


def liking_of_offered(option: int) -> int:
    """How much whoever decides likes an option of the first decision that waits."""
    if not HAS_OPTION_HINTS:
        return 0
    index = waiting[0]
    activate(index)
    return liking_of_option(offered_first[index] + option * row_words[stack[top_of_stack[index] - 1]])


def liked_best() -> int:
    """The option of the first decision that waits that is liked best; among those liked equally, one by chance."""
    index = waiting[0]
    activate(index)
    first = offered_first[index]
    words = row_words[stack[top_of_stack[index] - 1]]
    best = 0
    level = 1
    most = liking_of_option(first)
    for option in range(1, offered_count[index]):
        liked = liking_of_option(first + option * words)
        if liked > most:
            best = option
            level = 1
            most = liked
        elif liked == most:
            level += 1
            if think_below(level) == 0:
                best = option
    return best


def play_on(least: int) -> int:
    """Choose for all seats, at least so many times, and then up to the beginning of a round, or up to the end. Gives
    how many choices were made; `status` says why it can't go on, where that is so.

    At the beginning of a round everything that the one before has brought is counted, and positions that are compared
    are alike in that.
    """
    made = 0
    last_round = clock[ROUND_NUMBER]
    while made < LONGEST_PLAYOUT and waiting_count and (made < least or clock[ROUND_NUMBER] == last_round):
        if made < least:
            last_round = clock[ROUND_NUMBER]
        take_in_thought(thought_option())
        if status:
            return made
        made += 1
    return made
