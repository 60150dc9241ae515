"""Chooses by hints: how much the seat that thinks likes an option, and the position after it.

Options are judged in determinizations for that seat (`sampling.py`), never in the real position. So hints may read
anything, and nothing that the seat can't know has any say.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.engine import activate, ask_anew
from artrules.machine.hints import liking_of_option, liking_of_position
from artrules.machine.intrinsics import bring_back_position, keep_position
from artrules.machine.language import Wide
from artrules.machine.memory import (
    node_reward, node_visits, offered_count, offered_first, option_allowed, option_node, row_words, stack, think_drawn,
    top_of_stack, waiting,
)
from artrules.machine.numbers import FINE, HAS_POSITION_HINT, SAMPLE
from artrules.machine.playouts import take_in_thought, think_below
from artrules.machine.registers import option_node_count, searching_seat, status
from artrules.machine.tree import child_of
from artrules.machine.tree_search import decides_first, option_key_at, sample_is_ready
# fmt: on


def choose_by_hints(samples: int) -> int:
    """The option of the decision that `begin_thinking` was called for that its seat likes best on average in so many
    samples; among those that it likes equally, one by chance."""
    for number in range(samples):
        if sample_is_ready(number):
            like_options()
    think_drawn[0] = 0
    return option_liked_best()


def like_options() -> None:
    """Judge each option in the sample in memory."""
    keep_position(SAMPLE)
    count = offered_count[waiting[0]]
    for option in range(count):
        if option and HAS_POSITION_HINT:
            bring_back_position(SAMPLE)
            ask_anew()
            if status or not decides_first(searching_seat):
                return
        node = child_of(0, option_key_at(waiting[0], option, searching_seat))
        if node:
            like_option(node, option)


def like_option(node: int, option: int) -> None:
    """Judge an option of the first decision that waits, and add it to what its node has. One that can't be taken
    isn't judged."""
    global status
    index = waiting[0]
    activate(index)
    words = row_words[stack[top_of_stack[index] - 1]]
    liked = liking_of_option(offered_first[index] + option * words)
    if HAS_POSITION_HINT:
        take_in_thought(option)
        if status:
            status = FINE
            return
        liked += liking_of_position(searching_seat)
    node_visits[node] = node_visits[node] + 1
    node_reward[node] = node_reward[node] + liked


def option_liked_best() -> int:
    """The option that is liked best on average; where none could be judged, any that may be chosen."""
    best = -1
    level = 0
    for i in range(option_node_count):
        if option_allowed[i]:
            more = 0
            if best >= 0:
                more = liked_more(option_node[i], option_node[best])
            if best < 0 or more > 0:
                best = i
                level = 1
            elif more == 0:
                level += 1
                if think_below(level) == 0:
                    best = i
    return best


def liked_more(one: int, other: int) -> int:
    """1 where the first of two nodes is liked better on average, -1 where the second is; one that wasn't judged comes
    last."""
    if node_visits[one] == 0 or node_visits[other] == 0:
        return (node_visits[one] > 0) - (node_visits[other] > 0)
    return which_is_more(times(node_reward[one], node_visits[other]), times(node_reward[other], node_visits[one]))


def times(one: Wide, other: Wide) -> Wide:
    """Two numbers multiplied."""
    return one * other


def which_is_more(one: Wide, other: Wide) -> int:
    """1, 0 or -1, as one number is larger than another, equal, or smaller."""
    return (one > other) - (one < other)
