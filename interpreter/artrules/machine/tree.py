"""A search tree: each node is an option that somebody chose after those that lead there, by its key. So one node stands
for it in all determinizations (an information set of the player who searches, as far as choices go)."""

from __future__ import annotations

# fmt: off
from artrules.machine.intrinsics import fill_words, reserve
from artrules.machine.language import Wide
from artrules.machine.memory import (
    judged_sums, node_available, node_liked, node_option, node_parent, node_reward, node_slots, node_visits,
)
from artrules.machine.numbers import FULL_REWARD
from artrules.machine.option_keys import key_with
from artrules.machine.registers import exploration, node_count, node_slots_used
# fmt: on

MOST_NODES = 60_000
FIRST_SLOTS = 256
EXPLORATION = 100
"""How much is explored: the constant of UCB1, in percent of the standard deviation of the rewards. Its logarithm is to
the base 2."""
MOST_BIASED = 64
"""How much the option is liked that is liked best of those offered together."""
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
