"""Information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), by a single observer.

Each iteration draws a determinization for the seat that thinks (`sampling.py`), goes down one tree by what is offered
there, adds a node, plays on for a while, judges where that leads (`judging.py`), and adds to each node on the way the
reward of the player who chose it: all players want the best for themselves (max^n). Whatever can't be played through
counts for nothing.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.engine import ask_anew, decide_first, first_rows_have_lists
from artrules.machine.intrinsics import bring_back_knowledge, bring_back_position, reserve
from artrules.machine.judging import judge
from artrules.machine.memory import (
    node_available, node_reward, node_visits, offered_count, offered_first, offered_player, option_allowed,
    option_liked, option_node, reward, row_words, stack, think_drawn, top_of_stack, tried_node, tried_player, waiting,
)
from artrules.machine.numbers import FINE, ROOT
from artrules.machine.option_keys import option_key
from artrules.machine.playouts import liking_of_offered, play_on, take_in_thought, think_below
from artrules.machine.registers import (
    iterations_counted, liked_count, option_node_count, sample_number, searching_seat, status, waiting_count,
)
from artrules.machine.sampling import take_sample
from artrules.machine.tree import (
    MOST_BIASED, bias_of, child_of, forget_rewards, grow_node, note_reward, plant_tree, upper_bound,
)
# fmt: on

DEEPEST_NODE = 99
MOST_ITERATIONS = 200_000
"""Further ones change nothing: the rewards of a node must fit a word."""


def decides_first(seat: int) -> int:
    """Let the decision of a seat be the first one that waits. Gives 0 where it has none."""
    for place in range(waiting_count):
        if offered_player[waiting[place]] == seat:
            if place:
                decide_first(place)
            return 1
    return 0


def begin_thinking(seat: int) -> int:
    """Begin to think about the decision of a seat in the position that `keep_root` has kept. Gives how many options
    there are, 0 where the seat doesn't decide."""
    global iterations_counted, liked_count, option_node_count, sample_number, searching_seat
    bring_back_position(ROOT)
    bring_back_knowledge()
    ask_anew()
    think_drawn[0] = 0
    searching_seat = seat
    sample_number = 0
    iterations_counted = 0
    option_node_count = 0
    plant_tree()
    forget_rewards()
    if not decides_first(seat):
        return 0
    index = waiting[0]
    decision = stack[top_of_stack[index] - 1]
    for i in range(offered_count[index]):
        key = option_key(decision, offered_first[index] + i * row_words[decision], seat)
        node = child_of(0, key)
        if node == 0:
            node = grow_node(0, key)
        reserve(option_node, i + 1)
        reserve(option_allowed, i + 1)
        option_node[i] = node
        option_allowed[i] = 1
        option_node_count = i + 1
    return option_node_count


def search_on(count: int, horizon: int) -> int:
    """Make so many iterations more, each with a playout of so many choices. Gives how many have counted so far."""
    global iterations_counted, sample_number
    for _ in range(count):
        if sample_number < MOST_ITERATIONS:
            number = sample_number
            sample_number += 1
            if sample_is_ready(number):
                iterations_counted += iterate(horizon)
    return iterations_counted


def sample_is_ready(number: int) -> int:
    """Put the sample with a number into memory, with the decision of the seat that thinks as the first. Gives 0 where
    that can't be."""
    global status
    take_sample(searching_seat, number)
    if status == FINE and waiting_count and first_rows_have_lists():
        ask_anew()
    if status:
        status = FINE
        return 0
    return decides_first(searching_seat)


def iterate(horizon: int) -> int:
    """One iteration from the sample in memory. Gives 0 where content fails on the way, and nothing is counted."""
    global status
    node = 0
    depth = 0
    grown = 0
    while waiting_count and not grown and depth < DEEPEST_NODE:
        index = waiting[0]
        player = offered_player[index]
        option = chosen_option(node, index, player)
        if option < 0:
            break
        key = option_key_at(index, option, player)
        child = child_of(node, key)
        if child == 0:
            child = grow_node(node, key)
            if child:
                node_available[child] = 1
            grown = 1
        take_in_thought(option)
        if status:
            status = FINE
            return 0
        if child == 0:
            break
        if node_visits[child] == 0:
            grown = 1
        node = child
        tried_node[depth] = node
        tried_player[depth] = player
        depth += 1
    play_on(horizon)
    if status:
        status = FINE
        return 0
    judge()
    note_reward(reward[searching_seat])
    for i in range(depth):
        node = tried_node[i]
        node_visits[node] = node_visits[node] + 1
        node_reward[node] = node_reward[node] + reward[tried_player[i]]
    return 1


def option_key_at(index: int, option: int, player: int) -> int:
    """The key of an option of the decision on a stack."""
    decision = stack[top_of_stack[index] - 1]
    return option_key(decision, offered_first[index] + option * row_words[decision], player)


def chosen_option(node: int, index: int, player: int) -> int:
    """The option that an iteration takes of the decision on a stack: one that has no visit yet, the one liked best
    first, by chance among equals; or else the one that may be best. Gives -1 where it takes none."""
    like_offered(index)
    best = -1
    best_bound = -1
    new = -1
    new_count = 0
    for option in range(offered_count[index]):
        child = child_of(node, option_key_at(index, option, player))
        if node == 0 and not is_allowed(child):
            continue
        liked = option_liked[option]
        if child == 0 or node_visits[child] == 0:
            if new < 0 or liked > option_liked[new]:
                new_count = 0
            if new < 0 or liked >= option_liked[new]:
                new_count += 1
                if think_below(new_count) == 0:
                    new = option
        else:
            node_available[child] = node_available[child] + 1
            bound = upper_bound(child) + bias_of(child, liked)
            if bound > best_bound:
                best = option
                best_bound = bound
    if new >= 0:
        return new
    return best


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


def is_allowed(node: int) -> int:
    """Whether an option of the root with this node may be chosen."""
    if node == 0:
        return 0
    for i in range(option_node_count):
        if option_node[i] == node:
            return option_allowed[i]
    return 0


def stop_thinking() -> None:
    """Put the root back into memory, with what seats know, for a host that plays on from there."""
    bring_back_position(ROOT)
    bring_back_knowledge()


def best_option() -> int:
    """The option that was chosen most often, among those the one with the higher reward; the first one where nothing
    was tried."""
    best = -1
    for i in range(option_node_count):
        if option_allowed[i]:
            if best < 0:
                best = i
            else:
                node = option_node[i]
                other = option_node[best]
                if node_visits[node] > node_visits[other] or (
                    node_visits[node] == node_visits[other] and node_reward[node] > node_reward[other]
                ):
                    best = i
    return best
