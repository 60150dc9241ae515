"""Information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), by a single observer.

Each iteration draws a determinization for the seat that thinks (`sampling.py`), goes down one tree by what is offered
there, adds a node, plays on for a while, judges where that leads (`judging.py`), and adds to each node on the way the
reward of the player who chose it: all players want the best for themselves (max^n). Whatever can't be played through
counts for nothing.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.engine import ask_anew, decide_first, first_rows_have_lists
from artrules.engine.machine.hidden.sight import may_see
from artrules.engine.machine.hidden.sampling import take_sample
from artrules.engine.machine.intrinsics import (
    bring_back_knowledge, bring_back_position, fill_words, mixed_below, reserve,
)
from artrules.engine.machine.language import Wide
from artrules.engine.machine.memory import (
    attributes, branch_shapes, candidates, changing, changing_first, face_of, first_branch, gained_by, heap, is_loose,
    judged_sums, look_of, node_available, node_liked, node_option, node_parent, node_reward, node_slots, node_visits,
    offered_count, offered_first, offered_player, option_allowed, option_liked, option_node, previous_in_zone, reward,
    row_words, shape_count, shape_first, shape_kind, shape_parts, stack, think_drawn, top_of_stack, tried_node,
    tried_player, waiting, zone_of,
)
from artrules.engine.machine.numbers import (
    FINE, FULL_REWARD, HAS_LISTS, IS_CARD, IS_FIELDS, IS_LIST, IS_POWER, IS_WIDE_SET, NIL, NONE, ROOT, SLOTS,
)
from artrules.engine.machine.registers import (
    exploration, iterations_counted, node_count, node_slots_used, option_node_count, sample_number,
    searching_seat, status, waiting_count,
)
from artrules.engine.machine.thinking.judging import judge
from artrules.engine.machine.thinking.liking import MOST_BIASED, like_offered, think_below
from artrules.engine.machine.thinking.playouts import LONGEST_PLAYOUT, play_on, take_in_thought
# fmt: on


# Keys of options that are equal in all determinizations: by what the player who chooses sees of an option, not by
# numbers of cards, which differ where cards can't be told apart.


KEY_BOUND = 1 << 30
"""A power of 2, so that every number is as good as another."""


def key_with(key: int, value: int) -> int:
    """The key that goes on with a value."""
    return mixed_below(key, value, KEY_BOUND)


def option_key(decision: int, row: int, player: int) -> int:
    """The key of an option, whose row is in `candidates`, of a player who decides."""
    branch = candidates[row]
    shape = branch_shapes[first_branch[decision] + branch]
    key = key_with(key_with(player, decision), branch)
    parts = shape_first[shape]
    known = 0
    if shape_kind[shape] == IS_FIELDS:
        known = shape_count[shape]
    for i in range(known):
        key = key_with_value(key, shape_parts[parts + i], candidates[row + 1 + i], player)
    for i in range(1 + known, row_words[decision]):
        key = key_with(key, candidates[row + i])
    return key


def key_with_value(key: int, shape: int, value: int, player: int) -> int:
    """The key that goes on with a value of a shape."""
    kind = shape_kind[shape]
    if value == NONE:
        return key_with(key, NONE)
    if kind == IS_CARD:
        return key_with_card(key, value, player)
    if kind == IS_POWER:
        return key_with_card(key_with(key, value % SLOTS), value // SLOTS, player)
    if kind < IS_LIST or kind > IS_WIDE_SET:
        return key_with(key, value)
    key = key_with(key, heap[value])
    for i in range(heap[value]):
        item = heap[value + 1 + i]
        if kind == IS_LIST:
            key = key_with_value(key, shape_first[shape], item, player)
        elif kind == IS_FIELDS:
            key = key_with_value(key, shape_parts[shape_first[shape] + i], item, player)
        else:
            key = key_with(key, item)
    return key


def key_with_card(key: int, card: int, player: int) -> int:
    """The key that goes on with a card: where it lies, and what the player sees of it."""
    key = key_with(key_with(key, zone_of[card]), face_of[card])
    if not may_see(player, card):
        return key_with(key, -1 - place_in_zone(card))
    key = key_with(key_with(key, look_of[card]), gained_by[card])
    if not is_loose[zone_of[card]]:
        key = key_with(key, place_in_zone(card))
    if not HAS_LISTS:
        for i in range(changing_first[card], changing_first[card + 1]):
            key = key_with(key, attributes[changing[i]])
    return key


def place_in_zone(card: int) -> int:
    """How many cards lie before a card; 0 in a zone without order."""
    if is_loose[zone_of[card]]:
        return 0
    found = 0
    card = previous_in_zone[card]
    while card != NIL:
        found += 1
        card = previous_in_zone[card]
    return found


# A search tree: each node is an option that somebody chose after those that lead there, by its key. So one node stands
# for it in all determinizations (an information set of the player who searches, as far as choices go).


MOST_NODES = 60_000
FIRST_SLOTS = 256
EXPLORATION = 100
"""How much is explored: the constant of UCB1, in percent of the standard deviation of the rewards. Its logarithm is to
the base 2."""
FEW_REWARDS = 16
FIRST_DEVIATION = 1_500
"""The standard deviation that is assumed until there are more than a few rewards."""


def plant_tree() -> None:
    """Begin a tree of one node, 0, in which nobody has chosen yet."""
    global node_count, node_slots_used
    node_count = 0
    reserve(node_slots, FIRST_SLOTS)
    node_slots_used = FIRST_SLOTS
    fill_words(node_slots, 0, FIRST_SLOTS, 0)
    grow_node(0, 0)


def grow_node(parent: int, key: int) -> int:
    """Add a node. Gives its number; 0 where there are too many."""
    global node_count
    node = node_count
    if node == MOST_NODES:
        return 0
    reserve(node_parent, node + 1)
    reserve(node_option, node + 1)
    reserve(node_visits, node + 1)
    reserve(node_available, node + 1)
    reserve(node_reward, node + 1)
    reserve(node_liked, node + 1)
    node_parent[node] = parent
    node_option[node] = key
    node_visits[node] = 0
    node_available[node] = 0
    node_reward[node] = 0
    node_liked[node] = 0
    node_count = node + 1
    if 2 * node_count > node_slots_used:
        enlarge_slots()
    elif node:
        enter_node(node)
    return node


def enlarge_slots() -> None:
    """Let the hash table have twice as many slots."""
    global node_slots_used
    size = 2 * node_slots_used
    reserve(node_slots, size)
    node_slots_used = size
    fill_words(node_slots, 0, size, 0)
    for node in range(1, node_count):
        enter_node(node)


def enter_node(node: int) -> None:
    """Enter a node in the hash table."""
    slot = slot_of_child(node_parent[node], node_option[node])
    node_slots[slot] = node + 1


def slot_of_child(parent: int, key: int) -> int:
    """The slot of the hash table where the child of a node with a key is, or where it belongs."""
    slot = key_with(key, parent) & (node_slots_used - 1)
    while node_slots[slot]:
        node = node_slots[slot] - 1
        if node_parent[node] == parent and node_option[node] == key:
            return slot
        slot = (slot + 1) & (node_slots_used - 1)
    return slot


def child_of(parent: int, key: int) -> int:
    """The child of a node with a key; 0 where there is none."""
    slot = slot_of_child(parent, key)
    if node_slots[slot]:
        return node_slots[slot] - 1
    return 0


def upper_bound(node: int) -> int:
    """How good a node may be: UCB1, with how often it could be chosen in the place of how often its parent was visited
    (Cowling, Powley, Whitehouse 2012)."""
    visits = node_visits[node]
    spread = root_of(binary_logarithm(node_available[node]) * 131_072 // visits)
    return node_reward[node] // visits + spread * exploration // 11_585


def bias_of(node: int, liked: int) -> int:
    """How much is added to what a node may be worth because its option is liked (progressive bias: Chaslot and others
    2008). It fades as the standard error of what the node has brought does."""
    return exploration * liked // root_of((node_visits[node] + 1) * MOST_BIASED * MOST_BIASED)


def note_reward(value: int) -> None:
    """Note a reward that the search has met: the more they differ, the more is explored."""
    global exploration
    judged_sums[0] = judged_sums[0] + 1
    judged_sums[1] = judged_sums[1] + value
    judged_sums[2] = judged_sums[2] + value * value
    deviation = FIRST_DEVIATION
    if judged_sums[0] > FEW_REWARDS:
        mean = judged_sums[1] // judged_sums[0]
        deviation = 1 + root_of(within_variance(judged_sums[2] // judged_sums[0] - mean * mean))
    exploration = deviation * EXPLORATION // 100


def within_variance(value: Wide) -> int:
    """A number as the variance of rewards."""
    if value > FULL_REWARD * FULL_REWARD:
        return FULL_REWARD * FULL_REWARD
    if value < 0:
        return 0
    return value


def forget_rewards() -> None:
    """Begin to note rewards anew."""
    global exploration
    for i in range(3):
        judged_sums[i] = 0
    exploration = FIRST_DEVIATION * EXPLORATION // 100


def binary_logarithm(number: int) -> int:
    """The logarithm to the base 2 of a number from 1 to 2^15, in parts of 1024, a straight line between powers of 2."""
    power = 0
    rest_of_number = number
    while rest_of_number > 1:
        rest_of_number = rest_of_number >> 1
        power += 1
    return power * 1024 + (number * 1024 >> power) - 1024


def root_of(number: int) -> int:
    """The square root of a number that isn't negative, rounded down (Newton's method)."""
    if number < 2:
        return number
    found = 1
    rest_of_number = number
    while rest_of_number > 3:
        rest_of_number = rest_of_number >> 2
        found = found << 1
    found = 2 * found
    while found * found > number or found > 46_340:
        found = (found + number // found) // 2
    return found


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
    global iterations_counted, option_node_count, sample_number, searching_seat
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
    play_on(horizon, LONGEST_PLAYOUT)
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
