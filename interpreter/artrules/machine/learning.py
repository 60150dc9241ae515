"""Learns from games what features are worth: plays games out, notes positions on the way, and adds up what a linear
least squares fit of their rewards needs. The host solves it (`game/learning.py`).

Sums of whole numbers are exact, so all hosts and executors learn the same.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.features import find_features
from artrules.machine.intrinsics import copy_words
from artrules.machine.judging import ahead_by, compared, judge, progress
from artrules.machine.memory import (
    FINISHED, ROUND_NUMBER, clock, features, gram, learned_sums, learning_row, moments, noted_features,
    noted_progress, reward,
)
from artrules.machine.numbers import FEATURES, FINE, FULL_REWARD, MOST_NOTED, PLAYERS, PROGRESS_ONE, WINNING_KEYS
from artrules.machine.playouts import take_in_thought, thought_option
from artrules.machine.registers import heap_top, status, steps, waiting_count
from artrules.machine.standing import find_standing
# fmt: on

LEARNED_GAMES = 0
LEARNED_ROUNDS = 1
LEARNED_MARGINS = 2
LEARNED_CHOICES = 3
LEARNED_WORK = 4
"""Indices in `learned_sums`."""


def learn_from_game(most: int) -> int:
    """Play the game in memory out, so many choices at most, and learn from it if it comes to its end. Gives how many
    choices were made."""
    made = 0
    noted = 0
    every = 1
    while made < most and waiting_count:
        if made % every == 0:
            if noted == MOST_NOTED:
                noted = thin_out()
                every = 2 * every
            if made % every == 0:
                noted += note_position(noted)
        take_in_thought(thought_option())
        if status:
            return made
        made += 1
        learned_sums[LEARNED_WORK] = learned_sums[LEARNED_WORK] + steps
    if clock[FINISHED]:
        judge()
        learned_sums[LEARNED_GAMES] = learned_sums[LEARNED_GAMES] + 1
        learned_sums[LEARNED_ROUNDS] = learned_sums[LEARNED_ROUNDS] + clock[ROUND_NUMBER]
        learned_sums[LEARNED_CHOICES] = learned_sums[LEARNED_CHOICES] + made
        if WINNING_KEYS:
            for player in range(PLAYERS):
                size = ahead_by(player)
                if size < 0:
                    size = -size
                learned_sums[LEARNED_MARGINS] = learned_sums[LEARNED_MARGINS] + size
        for place in range(noted):
            add_noted(place)
    return made


def thin_out() -> int:
    """Keep every other position that was noted. Gives how many there are then."""
    for place in range(1, MOST_NOTED // 2):
        copy_words(noted_features, place * FEATURES * PLAYERS, 2 * place * FEATURES * PLAYERS, FEATURES * PLAYERS)
        noted_progress[place] = noted_progress[2 * place]
    return MOST_NOTED // 2


def note_position(place: int) -> int:
    """Note the features of the position in memory. Gives 0 where content's code fails."""
    global heap_top, status
    before = heap_top
    find_standing()
    heap_top = before
    if status:
        status = FINE
        return 0
    find_features()
    for i in range(FEATURES * PLAYERS):
        noted_features[place * FEATURES * PLAYERS + i] = features[i]
    noted_progress[place] = progress()
    return 1


def add_noted(place: int) -> None:
    """Add a position that was noted to the sums, given the reward in which its game has ended."""
    for i in range(FEATURES * PLAYERS):
        features[i] = noted_features[place * FEATURES * PLAYERS + i]
    gone = noted_progress[place]
    rewards = 0
    for player in range(PLAYERS):
        rewards += reward[player]
    usual_reward = rewards // PLAYERS
    if PLAYERS == 1:
        usual_reward = FULL_REWARD // 2
    for player in range(PLAYERS):
        for feature in range(FEATURES):
            value = compared(feature, player)
            learning_row[feature] = value * PROGRESS_ONE
            learning_row[FEATURES + feature] = value * gone
        add_learning_row(reward[player] - usual_reward)


def add_learning_row(surplus: int) -> None:
    """Add `learning_row` to the sums, for a player whose reward has so much more than that of all on average."""
    words = 2 * FEATURES
    for i in range(words):
        value = learning_row[i]
        if value:
            moments[i] = moments[i] + value * surplus
            for j in range(i, words):
                gram[i * words + j] = gram[i * words + j] + value * learning_row[j]
