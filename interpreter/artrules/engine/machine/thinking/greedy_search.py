"""Which option of a decision is best: by trying each of them in determinizations, by hints alone, and by a policy."""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.engine import activate, ask_anew
from artrules.engine.machine.intrinsics import bring_back_position, keep_position, reserve
from artrules.engine.machine.language import Wide
from artrules.engine.machine.memory import (
    node_ahead, node_available, node_compared, node_ends, node_liked, node_reward, node_squares, node_visits,
    offered_count, offered_first, option_allowed, option_node, reward, row_words, stack, think_drawn, top_of_stack,
    waiting,
)
from artrules.engine.machine.numbers import FINE, HAS_OPTION_HINTS, HAS_POSITION_HINT, SAMPLE
from artrules.engine.machine.registers import (
    base_node, iterations_counted, option_node_count, options_left, sample_number, searching_seat, status,
)
from artrules.engine.machine.thinking.liking import (
    liking_of_offered, liking_of_option, liking_of_position, think_below,
)
from artrules.engine.machine.thinking.playouts import take_in_thought
from artrules.engine.machine.thinking.policy import NEARLY_EQUAL, look_at_decision, score_of
from artrules.engine.machine.thinking.tree_search import (
    MOST_ITERATIONS, child_of, decides_first, go_down, option_key_at, sample_is_ready,
)
# fmt: on


# Takes each option in the same determinizations, with the same random numbers, goes down a tree below it or none, plays
# on for a while, and judges where that leads (without a tree: flat Monte Carlo, as in perfect information Monte Carlo:
# Long et al. 2010).
#
# In rounds: after each of them the worse half of the options is dropped, so that those that are close are tried most
# (sequential halving: Karnin, Koren and Somekh 2013). A host says how many samples a round has.


NUMBERS_OF_SAMPLE = 1 << 20
"""So many random numbers belong to a sample."""
SAMPLES_FOR_VARIANCE = 128
MOST_VARIANCES = 4
"""How far an option must be ahead of what is liked best, squared, in variances of the mean: one for every so many
samples in which the two were compared, at least one and at most so many. So it is one standard error with few samples,
where more would give gains away, and two with many, where it keeps away what is noise, wins nothing and mostly looks
foolish."""
LEAST_GAIN = 80
"""How much more of a reward than what is liked best it must bring, in parts of 10,000. Less wins hardly anything, and
mostly looks foolish."""
VARIANCES_TO_END = 9
GAIN_TO_END = 1_000
"""The same where it ends what the player is doing. In a turn of many choices noise would else end it at one of them,
and what comes of a turn is judged a few percent wrong. It would win nothing, and what is left undone looks foolish."""


def begin_comparing() -> int:
    """Begin to compare the options of the decision that `begin_thinking` was called for. `node_available` of an
    option's node says whether it is still among the best. Gives in how many rounds they are compared."""
    global base_node, options_left
    options_left = 0
    base_node = 0
    for i in range(option_node_count):
        node = option_node[i]
        if option_allowed[i]:
            options_left += 1 - node_available[node]
            node_available[node] = 1
    forget_comparisons()
    rounds = 1
    while (options_left - (HAS_OPTION_HINTS | HAS_POSITION_HINT) - 1) >> rounds > 0:
        rounds += 1
    return rounds


def forget_comparisons() -> None:
    """Begin anew to compare options with the one that is liked best."""
    for i in range(option_node_count):
        node = option_node[i]
        reserve(node_ahead, node + 1)
        reserve(node_squares, node + 1)
        reserve(node_compared, node + 1)
        node_ahead[node] = 0
        node_squares[node] = 0
        node_compared[node] = 0


def drop_options(further: int) -> None:
    """Drop the worse half of the options that are left; where there are no further rounds, all but one."""
    global options_left
    find_base()
    if further:
        drop_worse((options_left - (base_node > 0)) // 2)
        if further == 1:  # whoever is left may have been lucky so far
            forget_comparisons()
    else:
        drop_worse(options_left - 1 - (base_node > 0))
        if base_node and options_left > 1:
            decide_against_base()


def find_base() -> None:
    """Set `base_node` to the node of the option that is liked best; among those that are liked equally, of the one that
    has brought most; to 0 where nothing is liked better than anything else."""
    global base_node
    best = 0
    differ = 0
    for i in range(option_node_count):
        node = option_node[i]
        if node_available[node] and node_visits[node]:
            more = 0
            if best:
                more = liking_compared(node, best)
            if more:
                differ = 1
            if best == 0 or more > 0 or (more == 0 and mean_reward(node) > mean_reward(best)):
                best = node
    if not differ and base_node == 0:
        best = 0
    if best != base_node:
        base_node = best
        forget_comparisons()


def try_options(count: int, horizon: int, deep: int) -> int:
    """Try each option that is left in so many samples more, with playouts of so many choices; where it is `deep`, they
    begin where the tree ends. Gives how many times an option was tried so far."""
    for _ in range(count):
        if sample_number < MOST_ITERATIONS:
            find_base()
            try_in_sample(horizon, deep)
    return iterations_counted


def try_in_sample(horizon: int, deep: int) -> None:
    """Try each option that is left in the next sample."""
    global sample_number
    number = sample_number
    sample_number += 1
    if not sample_is_ready(number):
        return
    keep_position(SAMPLE)
    count = offered_count[waiting[0]]
    base_reward = -1
    if base_node:
        for option in range(count):
            if base_reward < 0 and child_of(0, option_key_at(waiting[0], option, searching_seat)) == base_node:
                base_reward = try_option(base_node, option, number, horizon, deep)
                bring_back_position(SAMPLE)
                ask_anew()
                if status or not decides_first(searching_seat):
                    return
    for option in range(count):
        node = child_of(0, option_key_at(waiting[0], option, searching_seat))
        if node and node_available[node] and node != base_node:
            found = try_option(node, option, number, horizon, deep)
            if found >= 0 and base_reward >= 0:
                node_compared[node] = node_compared[node] + 1
                node_ahead[node] = node_ahead[node] + found - base_reward
                node_squares[node] = node_squares[node] + (found - base_reward) * (found - base_reward)
            if option < count - 1:
                bring_back_position(SAMPLE)
                ask_anew()
                if status or not decides_first(searching_seat):
                    return


def try_option(node: int, option: int, number: int, horizon: int, deep: int) -> int:
    """Try an option in the sample in memory, which has this number. Gives what it brings; -1 where it can't be taken or
    played on from, and where its node has been tried so often that more rewards wouldn't fit a word."""
    global iterations_counted, status
    if node_visits[node] >= MOST_ITERATIONS:
        return -1
    liked = liking_of_offered(option)
    think_drawn[0] = times(number, NUMBERS_OF_SAMPLE)
    take_in_thought(option)
    if not status:
        liked += liking_of_position(searching_seat)
        go_down(node, horizon, deep)
    if status:
        status = FINE
        return -1
    node_liked[node] = node_liked[node] + liked
    iterations_counted += 1
    return reward[searching_seat]


def drop_worse(count: int) -> None:
    """Drop so many of the options that are left: those that are worst, but never the one that is liked best."""
    global options_left
    for _ in range(count):
        worst = 0
        for i in range(option_node_count):
            node = option_node[i]
            if node_available[node] and node != base_node and (worst == 0 or mean_reward(node) <= mean_reward(worst)):
                worst = node
        node_available[worst] = 0
        options_left -= 1


def decide_against_base() -> None:
    """Of the option that is liked best and the other one that is left, drop the former only if the latter has brought
    more by more than the noise."""
    global options_left
    for i in range(option_node_count):
        node = option_node[i]
        if options_left > 1 and node_available[node] and node != base_node:
            options_left = 1
            if is_surely_ahead(node):
                node_available[base_node] = 0
            else:
                node_available[node] = 0


def is_surely_ahead(node: int) -> int:
    """Whether the mean by which an option has brought more than what is liked best is large enough, and far enough
    above its standard error."""
    count = node_compared[node]
    ahead = node_ahead[node]
    gain = LEAST_GAIN
    variances = count // SAMPLES_FOR_VARIANCE
    if variances > MOST_VARIANCES:
        variances = MOST_VARIANCES
    variances += variances == 0
    if node_ends[node] and not node_ends[base_node]:
        gain = GAIN_TO_END
        variances = VARIANCES_TO_END
    if count == 0 or ahead < gain * count:
        return 0
    return ahead * (ahead + ahead // count * variances) > node_squares[node] * variances


def mean_reward(node: int) -> int:
    """What an option has brought on average; -1 where it was never tried."""
    if node_visits[node]:
        return node_reward[node] // node_visits[node]
    return -1


def liking_compared(one: int, other: int) -> int:
    """1 where the first of two nodes is liked better on average, -1 where the second is, or else 0."""
    more = node_liked[one] * node_visits[other] - node_liked[other] * node_visits[one]
    return (more > 0) - (more < 0)


def best_left() -> int:
    """The first option that is left at the end."""
    for i in range(option_node_count):
        if option_allowed[i] and node_available[option_node[i]]:
            return i
    return 0


# Chooses by hints: how much the seat that thinks likes an option, and the position after it.
#
# Options are judged in determinizations for that seat (`sampling.py`), never in the real position. So hints may read
# anything, and nothing that the seat can't know has any say.


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


# Chooses by a policy that was learned (`policy.py`).

SAMPLES_BEFORE_GIVING_UP = 8


def choose_by_policy() -> int:
    """The option of the decision that `begin_thinking` was called for that the policy takes, in a sample. What the
    policy goes by is what its seat sees, which is the same in all of them. Where no sample comes out, any option."""
    for number in range(SAMPLES_BEFORE_GIVING_UP):
        if sample_is_ready(number):
            judge_by_policy()
            break
    think_drawn[0] = 0
    most = 0
    best = -1
    for i in range(option_node_count):
        if option_allowed[i] and node_visits[option_node[i]]:
            score = node_reward[option_node[i]]
            if best < 0 or score > most:
                best = i
                most = score
    judged = best >= 0
    level = 0
    for i in range(option_node_count):
        if option_allowed[i] and (not judged or is_nearly(option_node[i], most)):
            level += 1
            if think_below(level) == 0:
                best = i
    return best


def judge_by_policy() -> None:
    """Let the nodes of the options in the sample in memory have the scores of their options."""
    look_at_decision()
    for option in range(offered_count[waiting[0]]):
        node = child_of(0, option_key_at(waiting[0], option, searching_seat))
        if node and node_visits[node] == 0:
            node_visits[node] = 1
            node_reward[node] = score_of(option)


def is_nearly(node: int, most: int) -> int:
    """Whether the score of a node is nearly as high as a score."""
    return node_visits[node] and node_reward[node] >= most - NEARLY_EQUAL
