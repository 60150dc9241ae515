"""Judges positions: the reward of a game that is over, and what is to be expected before that.

The reward of a player has three parts: a share of the win, how many of the others the player is ahead of, and by how
much. So a game that is lost still has better and worse ends, and it works for any number of players. Before the end
the reward is estimated from features (`features.py`), each less what the others have on average, as a linear function
whose weights have been learned from games (`learning.py`). They change as a game goes on.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.features import find_features
from artrules.machine.language import Wide
from artrules.machine.memory import (
    FINISHED, ROUND_NUMBER, clock, features, heap, reward, standing, usual, weights,
)
from artrules.machine.numbers import (
    FEATURES, FINE, FULL_REWARD, PLAYERS, PROGRESS_ONE, WEIGHT_ONE, WINNING_KEYS,
)
from artrules.machine.program import find_winners
from artrules.machine.registers import heap_top, status
from artrules.machine.standing import find_standing, is_ahead
# fmt: on

FOR_WIN = 6_000
FOR_RANK = 2_000
FOR_MARGIN = 2_000
"""The parts of a full reward."""
MARGIN_PARTS = 12
"""Margins are counted in parts of a point: the mean of a few players' points is seldom a whole number."""
MOST_MARGIN = 1_000_000_000
USUAL_ROUNDS = 0
USUAL_MARGIN = 1
"""Indices in `usual`."""


def judge() -> None:
    """Fill the region `reward` for the position in memory, whether the game is over or not. Where content's code fails,
    all players have the same."""
    global heap_top, status
    before = heap_top
    find_standing()
    if status:
        status = FINE
        for player in range(PLAYERS):
            reward[player] = FULL_REWARD // 2
    elif clock[FINISHED]:
        judge_end()
    else:
        estimate()
    heap_top = before


def judge_end() -> None:
    """Fill the region `reward` for a game that is over. `standing` is filled."""
    global status
    for player in range(PLAYERS):
        reward[player] = FOR_RANK * rank(player) // (2 * other_players()) + margin(player)
    winners = find_winners()
    if status:
        status = FINE
        return
    count = heap[winners]
    for i in range(count):
        player = heap[winners + 1 + i]
        reward[player] = reward[player] + FOR_WIN // count


def other_players() -> int:
    """How many others a player has, at least 1."""
    if PLAYERS == 1:
        return 1
    return PLAYERS - 1


def rank(player: int) -> int:
    """How many others a player is ahead of, doubled; one who is level counts once."""
    if PLAYERS == 1:
        return 1
    found = 0
    for other in range(PLAYERS):
        if other != player:
            found += 1 + is_ahead(player, other)
    return found


def margin(player: int) -> int:
    """The part of a reward that says how far a player is ahead of or behind the others on average."""
    if WINNING_KEYS == 0:
        return FOR_MARGIN // 2
    return squashed(ahead_by(player), usual[USUAL_MARGIN])


def ahead_by(player: int) -> int:
    """How far a player is ahead of the others on average, by the first key, in parts of 1 / MARGIN_PARTS."""
    if PLAYERS == 1:
        return within_margin(standing[player] * (weights[0] * 0 + MARGIN_PARTS // 2))
    of_all = weights[0] * 0
    for other in range(PLAYERS):
        of_all += standing[player] - standing[other]
    return within_margin(of_all * MARGIN_PARTS // other_players())


def within_margin(value: Wide) -> int:
    """A number as a margin: what is more than the most counts as much."""
    if value > MOST_MARGIN:
        return MOST_MARGIN
    if value < -MOST_MARGIN:
        return -MOST_MARGIN
    return value


def squashed(difference: int, scale: int) -> int:
    """A number from 0 to FOR_MARGIN that grows with a difference: FOR_MARGIN / 2 for none, three quarters of it for the
    usual one."""
    size = difference
    if size < 0:
        size = -size
    while size > 1_000_000 or scale > 1_000_000:
        size = size // 2
        difference = difference // 2
        scale = scale // 2
    return FOR_MARGIN // 2 + FOR_MARGIN // 2 * difference // (size + scale + (scale == 0))


def progress() -> int:
    """How far the game has gone, from 0 to PROGRESS_ONE."""
    rounds = clock[ROUND_NUMBER]
    if rounds >= usual[USUAL_ROUNDS]:
        return PROGRESS_ONE
    return rounds * PROGRESS_ONE // usual[USUAL_ROUNDS]


def estimate() -> None:
    """Fill the region `reward` for a game that goes on. `standing` is filled."""
    find_features()
    gone = progress()
    for player in range(PLAYERS):
        reward[player] = within_reward(FULL_REWARD // 2 + worth(player, gone) // WEIGHT_ONE)


def worth(player: int, gone: int) -> Wide:
    """What the features of a player are worth, compared with those of the others, in parts of WEIGHT_ONE."""
    found = weights[0] * 0
    for feature in range(FEATURES):
        weight = weights[feature] + weights[FEATURES + feature] * gone
        found += weight * compared(feature, player)
    return found


def compared(feature: int, player: int) -> int:
    """A player's feature, less those of the others on average, times how many others there are."""
    place = feature * PLAYERS
    if PLAYERS == 1:
        return features[place]
    of_all = 0
    for other in range(PLAYERS):
        of_all += features[place + other]
    return features[place + player] * PLAYERS - of_all


def within_reward(value: Wide) -> int:
    """A number as a reward that isn't certain: a bit away from the best and the worst."""
    if value > FULL_REWARD * 49 // 50:
        return FULL_REWARD * 49 // 50
    if value < FULL_REWARD // 50:
        return FULL_REWARD // 50
    return value
