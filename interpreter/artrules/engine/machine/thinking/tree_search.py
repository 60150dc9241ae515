"""The tree of information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), by a single observer.

Options of the seat that thinks are tried in determinizations (`sampling.py`); `greedy_search.py` says which ones, and
how often. A try goes down one tree by what is offered there, adds a node, plays on for a while, judges where that
leads (`judging.py`), and adds to each node on the way the reward of the player who chose it: all players want the best
for themselves (max^n). Whatever can't be played through counts for nothing.
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
    attributes, branch_ends, branch_shapes, candidates, changing, changing_first, face_of, first_branch, gained_by,
    heap, is_loose, judged_sums, look_of, node_available, node_ends, node_liked, node_option, node_parent, node_reward,
    node_slots, node_visits, offered_count, offered_first, offered_player, option_allowed, option_child, option_liked,
    option_node, previous_in_zone, reward, row_words, shape_count, shape_first, shape_kind, shape_parts, stack,
    think_drawn, top_of_stack, tried_node, tried_player, usual, waiting, zone_of,
)
from artrules.engine.machine.numbers import (
    FINE, FULL_REWARD, HAS_LISTS, IS_CARD, IS_FIELDS, IS_LIST, IS_POWER, IS_WIDE_SET, NIL, NONE, ROOT, SLOTS,
)
from artrules.engine.machine.registers import (
    child_count, exploration, iterations_counted, node_count, node_slots_used, option_node_count, sample_number,
    searching_seat, status, waiting_count,
)
from artrules.engine.machine.thinking.judging import USUAL_IN_A_ROW, judge, within_reward
from artrules.engine.machine.thinking.liking import like_offered, think_below
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
CERTAIN = 4_096
"""How likely an option is that is the only one."""
UNLIKED_ONE_IN = 4
"""One choice in so many is thought to be any option, and all others what is liked best. Playouts take any option more
seldom; in the tree a wrong hint is to be found out soon."""
LONG_TURN = 2
"""Where players usually make so many choices in a row, or more, who goes on to choose …"""
MOST_HALVINGS = 8
"""… tries half as much at each further choice, up to so many times. What is tried costs something: were it as much at
each, an option would look the worse, the more its player chooses after it, and what ends a turn would look best."""
EXPLORATION = 100
"""How much is explored, in percent of the standard deviation of the rewards."""
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
        row = offered_first[index] + i * row_words[decision]
        key = option_key(decision, row, seat)
        node = child_of(0, key)
        if node == 0:
            node = grow_node(0, key)
        reserve(option_node, i + 1)
        reserve(option_allowed, i + 1)
        reserve(node_ends, node + 1)
        node_ends[node] = branch_ends[first_branch[decision] + candidates[row]]
        option_node[i] = node
        option_allowed[i] = 1
        option_node_count = i + 1
    return option_node_count


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


def go_down(node: int, horizon: int, deep: int) -> None:
    """Go down the tree from the position in memory, which a node of the root's has led to, add a node, play on for so
    many choices, and judge. Each node on the way gets the reward of the player who chose it. Where content fails on the
    way, `status` says so, and nothing is counted."""
    depth = 1
    in_a_row = 0
    tried_node[0] = node
    tried_player[0] = searching_seat
    while deep and waiting_count and node and goes_deeper(node) and depth < DEEPEST_NODE:
        index = waiting[0]
        player = offered_player[index]
        if player != tried_player[depth - 1]:
            in_a_row = 0
        elif usual[USUAL_IN_A_ROW] >= LONG_TURN and in_a_row < MOST_HALVINGS:
            in_a_row += 1
        option = option_to_try(node, index, player, UNLIKED_ONE_IN << in_a_row)
        node = child_for(node, option_key_at(index, option, player))
        take_in_thought(option)
        if status:
            return
        if node:
            tried_node[depth] = node
            tried_player[depth] = player
            depth += 1
    play_on(horizon, LONGEST_PLAYOUT)
    if status:
        return
    judge()
    note_reward(reward[searching_seat])
    for i in range(depth):
        node = tried_node[i]
        node_visits[node] = node_visits[node] + 1
        node_reward[node] = node_reward[node] + reward[tried_player[i]]


def goes_deeper(node: int) -> int:
    """Whether a node has been visited, or leads to a decision with one option, which needs no visits."""
    return node_visits[node] > 0 or offered_count[waiting[0]] == 1


def child_for(parent: int, key: int) -> int:
    """The child of a node with a key, which is added where there is none; 0 where there are too many."""
    child = child_of(parent, key)
    if child:
        return child
    return grow_node(parent, key)


def option_key_at(index: int, option: int, player: int) -> int:
    """The key of an option of the decision on a stack."""
    decision = stack[top_of_stack[index] - 1]
    return option_key(decision, offered_first[index] + option * row_words[decision], player)


def option_to_try(node: int, index: int, player: int, unliked_one_in: int) -> int:
    """The option of the decision on a stack, the first one that waits, that may be best for the player who decides. It
    counts what an option has brought, or where it was never tried, what the others have; and more is added the likelier
    it is by hints and the more seldom it was tried (PUCT: Rosin 2011). One choice in `unliked_one_in` is thought to be
    any option."""
    count = offered_count[index]
    like_offered(index)
    find_children(node, index, player)
    tries = 0
    brought = judged_sums[0] * 0
    liked_best = 0
    most = 0
    for option in range(count):
        child = option_child[option]
        if child:
            tries += node_visits[child]
            brought += node_reward[child]
        if option_liked[option] > most:
            most = option_liked[option]
            liked_best = 0
        liked_best += option_liked[option] == most
    first_value = 0
    if tries:
        first_value = within_reward(brought // tries)
    best = 0
    best_bound = -1
    level = 0
    for option in range(count):
        child = option_child[option]
        visits = 0
        available = tries + 1
        value = first_value
        if child and node_visits[child]:
            visits = node_visits[child]
            available = node_available[child] + 1
            node_available[child] = available
            value = node_reward[child] // visits
        likely = CERTAIN // (unliked_one_in * count)
        if option_liked[option] == most:
            likely += (CERTAIN - CERTAIN // unliked_one_in) // liked_best
        bound = value + urgency(likely, available, visits)
        if bound > best_bound:
            best = option
            best_bound = bound
            level = 1
        elif bound == best_bound:
            level += 1
            if think_below(level) == 0:
                best = option
    return best


def find_children(node: int, index: int, player: int) -> None:
    """Fill `option_child` for the decision on a stack, which a node has led to."""
    global child_count
    count = offered_count[index]
    child_count = 0
    reserve(option_child, count)
    child_count = count
    for option in range(count):
        option_child[option] = child_of(node, option_key_at(index, option, player))


def urgency(likely: int, available: int, visits: int) -> int:
    """How much is added to what an option may be worth that is so likely (in parts of CERTAIN), could be chosen so
    often, and was chosen so often."""
    return root_of(available * 4_096) * (exploration * likely // CERTAIN) // (64 * (visits + 1))


def stop_thinking() -> None:
    """Put the root back into memory, with what seats know, for a host that plays on from there."""
    bring_back_position(ROOT)
    bring_back_knowledge()
