"""Learns from games what traits of options are worth (`policy.py`): plays games out, tries the options of some of their
decisions in one position with playouts, and brings what their traits are worth nearer to what the options have brought.
The host says in how many games, and which of the policies that come of it is kept (`game/practising.py`).

Each step is one of stochastic gradient descent on the squares of what is missing, whose length shrinks the more often a
trait was met. All numbers are whole, so all hosts and executors learn the same.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.engine import ask_anew, rest
from artrules.engine.machine.intrinsics import bring_back_position, keep_position, reserve
from artrules.engine.machine.memory import (
    FINISHED, clock, offered_count, offered_player, option_brought, option_score, reward, think_drawn, trait_count,
    trait_worth, traits, waiting,
)
from artrules.engine.machine.numbers import FINE, PLAYED_OUT
from artrules.engine.machine.registers import choices_practised, scored_count, status, trait_total, waiting_count
from artrules.engine.machine.thinking.judging import judge
from artrules.engine.machine.thinking.liking import think_below
from artrules.engine.machine.thinking.playouts import play_on, take_in_thought, thought_option
from artrules.engine.machine.thinking.policy import describe, look_at_decision, score_of
# fmt: on

ONE_DECISION_IN = 8
"""At one decision in so many options are tried."""
MOST_TRIED = 12
"""So many options of a decision are tried, on average, where there are more."""
DRAWN_IN_A_TRY = 1 << 20
"""So many random numbers belong to the tries at a decision, and as many to which options are tried."""
WORTH_ONE = 1024
"""What traits are worth is counted in parts of a reward, so many of them."""
MOST_WORTH = 8_000_000
"""How far from 0 a trait's worth may be: the sum of those of an option fits a number."""
STEADY = 24
"""A trait that has been met so often moves half as far as at first."""


def practise(most: int, horizon: int, longest: int) -> int:
    """Play the game in memory on until so many choices have been made, those of playouts among them, and learn from
    decisions on the way. A playout makes at least `horizon` and at most `longest` choices. Gives how many choices were
    made."""
    global choices_practised
    choices_practised = 0
    while choices_practised < most and waiting_count:
        if offered_count[waiting[0]] > 1 and think_below(ONE_DECISION_IN) == 0:
            learn_from_decision(horizon, longest)
            if status or not waiting_count:
                return choices_practised
        take_in_thought(thought_option())
        if status:
            return choices_practised
        choices_practised += 1
    return choices_practised


def learn_from_decision(horizon: int, longest: int) -> None:
    """Try options of the first decision that waits, learn from what they bring, and come back to it."""
    global scored_count
    rest()
    if status:
        return
    keep_position(PLAYED_OUT)
    ask_anew()
    if status or not waiting_count:
        return
    count = offered_count[waiting[0]]
    player = offered_player[waiting[0]]
    scored_count = 0
    reserve(option_brought, count)
    begun = think_drawn[0]
    for option in range(count):
        option_brought[option] = -1
        think_drawn[0] = begun + DRAWN_IN_A_TRY + option
        if count <= MOST_TRIED or think_below(count) < MOST_TRIED:
            think_drawn[0] = begun
            option_brought[option] = what_option_brings(option, player, horizon, longest)
            bring_back_position(PLAYED_OUT)
            ask_anew()
            if status or not waiting_count:
                return
    think_drawn[0] = begun + 2 * DRAWN_IN_A_TRY
    learn_from_tries(count)


def what_option_brings(option: int, player: int, horizon: int, longest: int) -> int:
    """Try an option of the first decision that waits. Gives the reward of a player after a playout; -1 where it can't
    be taken or played on from."""
    global choices_practised, status
    take_in_thought(option)
    if not status:
        choices_practised += 1 + play_on(horizon, longest)
    if status:
        status = FINE
        return -1
    judge()
    return reward[player]


def learn_from_tries(count: int) -> None:
    """Bring what the traits of the options that were tried are worth nearer to what these have brought. Only how they
    compare with each other counts."""
    global scored_count
    look_at_decision()
    scored_count = 0
    reserve(option_score, count)
    scored_count = count
    tried = 0
    brought = 0
    usual_score = 0
    for option in range(count):
        if option_brought[option] >= 0:
            option_score[option] = score_of(option)
            tried += 1
            brought += option_brought[option]
            usual_score += (option_score[option] - usual_score) // tried
    if tried < 2:
        return
    for option in range(count):
        if option_brought[option] >= 0:
            surplus = option_brought[option] - brought // tried
            move_worth(option, surplus * WORTH_ONE - (option_score[option] - usual_score))


def move_worth(option: int, missing: int) -> None:
    """Share what is missing from the score of an option among its traits, each as far as it still moves."""
    describe(option)
    step = within_worth(missing // trait_total)
    for i in range(trait_total):
        trait = traits[i]
        met = trait_count[trait]
        trait_worth[trait] = within_worth(trait_worth[trait] + step * STEADY // (STEADY + met))
        trait_count[trait] = met + 1


def within_worth(value: int) -> int:
    """A number, not more than MOST_WORTH away from 0."""
    if value > MOST_WORTH:
        return MOST_WORTH
    if value < -MOST_WORTH:
        return -MOST_WORTH
    return value


def play_to_reward(most: int, seat: int) -> int:
    """Play the game in memory out, so many choices at most. Gives the reward of a seat; 0 where the game isn't over
    then, for who doesn't come to an end doesn't play well."""
    global choices_practised
    choices_practised = 0
    while choices_practised < most and waiting_count:
        take_in_thought(thought_option())
        if status:
            return 0
        choices_practised += 1
    if not clock[FINISHED]:
        return 0
    judge()
    return reward[seat]
