"""How good a position is for each player: how players stand, features, and what these are worth, learned from games."""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.intrinsics import copy_words
from artrules.engine.machine.language import Wide
from artrules.engine.machine.memory import (
    FINISHED, ROUND_NUMBER, attributes, cards_in_zone, clock, feature_cards, feature_each, feature_first, feature_kind,
    feature_numbers, feature_plus, features, first_in_zone, gram, heap, kind_of, learned_sums, learning_row, moments,
    next_in_zone, noted_features, noted_progress, offered_player, reward, side_of, standing, usual, variables, waiting,
    weights,
)
from artrules.engine.machine.numbers import (
    FEATURES, FEATURE_CARDS, FEATURE_KEY, FEATURE_PRINTED, FEATURE_TURN, FEATURE_VARIABLE, FINE, FULL_REWARD, HAS_SIDES,
    MOST_FEATURE, MOST_NOTED, MOST_STANDING, NIL, NONE, PLAYERS, PROGRESS_ONE, WEIGHT_ONE, WINNING_KEYS,
)
from artrules.engine.machine.program import find_winners, winning_value
from artrules.engine.machine.registers import heap_top, status, steps, waiting_count
from artrules.engine.machine.rules.flow import find_sides
from artrules.engine.machine.thinking.playouts import take_in_thought, thought_option
# fmt: on


# How players stand, in numbers, in the middle of a game too: by the keys that decide who wins. All players of a side
# stand as the best of them does.


def within_key(value: Wide) -> int:
    """The value of a key, not more than MOST_STANDING away from 0."""
    if value > MOST_STANDING:
        return MOST_STANDING
    if value < -MOST_STANDING:
        return -MOST_STANDING
    return value


def find_standing() -> None:
    """Fill the regions `side_of` and `standing`. Sets `status` where the content's code fails, as it may before the
    game is over."""
    global heap_top
    before = heap_top
    find_sides()
    if status:
        return
    for key in range(WINNING_KEYS):
        for player in range(PLAYERS):
            value = winning_value[key](player)
            if status:
                return
            standing[key * PLAYERS + player] = value
    if HAS_SIDES:
        for player in range(PLAYERS):
            if side_of[player] == player:
                stand_together(player)
    heap_top = before


def stand_together(side: int) -> None:
    """Let all players of a side stand as the best of them does."""
    best = side
    for player in range(side, PLAYERS):
        if side_of[player] == side and is_ahead(player, best) > 0:
            best = player
    for player in range(side, PLAYERS):
        if side_of[player] == side:
            for key in range(WINNING_KEYS):
                standing[key * PLAYERS + player] = standing[key * PLAYERS + best]


def is_ahead(one: int, other: int) -> int:
    """1 if a player stands better than another by the first key that tells them apart, -1 if worse, 0 if they are
    level. `standing` is filled."""
    for key in range(WINNING_KEYS):
        a = standing[key * PLAYERS + one]
        b = standing[key * PLAYERS + other]
        if a > b:
            return 1
        if a < b:
            return -1
    return 0


# Features: numbers that each player has in a position, by which it is judged. What they are follows from what content
# declares (`lower/program_tables.py`).


def find_features() -> None:
    """Fill the region `features`. `standing` is filled."""
    for feature in range(FEATURES):
        for player in range(PLAYERS):
            value = value_of_feature(feature, player)
            if value == NONE:
                value = 0
            if value > MOST_FEATURE:
                value = MOST_FEATURE
            if value < -MOST_FEATURE:
                value = -MOST_FEATURE
            features[feature * PLAYERS + player] = value


def value_of_feature(feature: int, player: int) -> int:
    """The value of a feature for a player."""
    kind = feature_kind[feature]
    first = feature_first[feature]
    if kind == FEATURE_KEY:
        return standing[first * PLAYERS + player]
    if kind == FEATURE_TURN:
        return waiting_count and offered_player[waiting[0]] == player
    if kind == FEATURE_VARIABLE:
        return variables[first + player]
    each = feature_each[feature]
    first += player * each
    total_of_zones = 0
    for zone in range(first, first + each):
        if kind == FEATURE_CARDS:
            total_of_zones += cards_in_zone[zone]
        else:
            total_of_zones += sum_in_zone(feature, zone)
    return total_of_zones


def sum_in_zone(feature: int, zone: int) -> int:
    """The sum of the numbers on the cards of a kind that lie in a zone."""
    plus = feature_plus[feature]
    found = 0
    card = first_in_zone[zone]
    while card != NIL:
        if kind_of[card] == feature_cards[feature]:
            if feature_kind[feature] == FEATURE_PRINTED:
                found += feature_numbers[plus + card]
            elif attributes[plus + card] != NONE:
                found += attributes[plus + card]
        card = next_in_zone[card]
    return found


# Judges positions: the reward of a game that is over, and what is to be expected before that.
#
# The reward of a player has three parts: a share of the win, how many of the opponents the player is ahead of, and by
# how much. So a game that is lost still has better and worse ends, and it works for any number of players. Players of a
# side have the same reward: it is what their side is worth, and who has no opponents wants to win and to stand well.
# Before the end the reward is estimated from features, each less what the opponents have on average, as a linear
# function whose weights have been learned from games. They change as a game goes on.


FOR_WIN = 6_000
FOR_RANK = 2_000
FOR_MARGIN = 2_000
"""The parts of a full reward."""
MARGIN_PARTS = 12
"""Margins are counted in parts of a point: the mean of a few players' points is seldom a whole number."""
MOST_MARGIN = 1_000_000_000
USUAL_ROUNDS = 0
USUAL_MARGIN = 1
USUAL_IN_A_ROW = 2
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
        others = opponents(player)
        reward[player] = FOR_RANK * rank(player) // (2 * (others + (others == 0))) + margin(player)
    winners = find_winners()
    if status:
        status = FINE
        return
    sides = count_sides(winners)
    for i in range(heap[winners]):
        player = heap[winners + 1 + i]
        reward[player] = reward[player] + FOR_WIN // sides


def count_sides(players: int) -> int:
    """How many sides the players of a list are on, which holds whole sides."""
    sides = 0
    for i in range(heap[players]):
        player = heap[players + 1 + i]
        sides += side_of[player] == player
    return sides


def opponents(player: int) -> int:
    """How many players aren't on a player's side."""
    if not HAS_SIDES:
        return PLAYERS - 1
    others = 0
    for other in range(PLAYERS):
        others += side_of[other] != side_of[player]
    return others


def rank(player: int) -> int:
    """How many opponents a player is ahead of, doubled; one who is level counts once. Half of them where there is
    none."""
    others = 0
    behind = 0
    for other in range(PLAYERS):
        if side_of[other] != side_of[player]:
            others += 1
            behind += 1 + is_ahead(player, other)
    if others == 0:
        return 1
    return behind


def margin(player: int) -> int:
    """The part of a reward that says how far a player is ahead of or behind the opponents on average."""
    if WINNING_KEYS == 0:
        return FOR_MARGIN // 2
    return squashed(ahead_by(player), usual[USUAL_MARGIN])


def ahead_by(player: int) -> int:
    """How far a player is ahead of the opponents on average, by the first key, in parts of 1 / MARGIN_PARTS. Who has
    none is ahead by the half of that key."""
    others = opponents(player)
    if others == 0:
        return within_margin(standing[player] * (weights[0] * 0 + MARGIN_PARTS // 2))
    of_all = weights[0] * 0
    for other in range(PLAYERS):
        of_all += standing[player] - standing[other]
    return within_margin(of_all * MARGIN_PARTS // others)


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
    """What the players of a side have of a feature on average, less what the opponents have, times how many opponents
    there are; only the former where there are none."""
    place = feature * PLAYERS
    of_all = 0
    for other in range(PLAYERS):
        of_all += features[place + other]
    if not HAS_SIDES:
        if PLAYERS == 1:
            return of_all
        return features[place + player] * PLAYERS - of_all
    of_side = 0
    for other in range(PLAYERS):
        if side_of[other] == side_of[player]:
            of_side += features[place + other]
    others = opponents(player)
    allies = PLAYERS - others
    if others == 0:
        return of_side // allies
    return of_side * others // allies - (of_all - of_side)


def within_reward(value: Wide) -> int:
    """A number as a reward that isn't certain: a bit away from the best and the worst."""
    if value > FULL_REWARD * 49 // 50:
        return FULL_REWARD * 49 // 50
    if value < FULL_REWARD // 50:
        return FULL_REWARD // 50
    return value


# Learns from games what features are worth: plays games out, notes positions on the way, and adds up what a linear
# least squares fit of their rewards needs. The host solves it (`game/learning.py`).
#
# Sums of whole numbers are exact, so all hosts and executors learn the same.


LEARNED_GAMES = 0
LEARNED_ROUNDS = 1
LEARNED_MARGINS = 2
LEARNED_CHOICES = 3
LEARNED_WORK = 4
LEARNED_UNEQUAL = 5
LEARNED_ROWS = 6
"""Indices in `learned_sums`."""


def learn_from_game(most: int) -> int:
    """Play the game in memory out, so many choices at most, and learn from it if it comes to its end. Gives how many
    choices were made."""
    made = 0
    noted = 0
    every = 1
    last_round = clock[ROUND_NUMBER]
    last_player = NONE
    unequal = 0
    rows = 0
    while made < most and waiting_count:
        if clock[ROUND_NUMBER] != last_round:
            last_round = clock[ROUND_NUMBER]
            unequal += has_unequal_cards()
        rows += offered_player[waiting[0]] != last_player
        last_player = offered_player[waiting[0]]
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
        learned_sums[LEARNED_UNEQUAL] = learned_sums[LEARNED_UNEQUAL] + unequal
        learned_sums[LEARNED_ROWS] = learned_sums[LEARNED_ROWS] + rows
        if WINNING_KEYS:
            for player in range(PLAYERS):
                size = ahead_by(player)
                if size < 0:
                    size = -size
                learned_sums[LEARNED_MARGINS] = learned_sums[LEARNED_MARGINS] + size
        for place in range(noted):
            add_noted(place)
    return made


def has_unequal_cards() -> int:
    """Whether players have unequal numbers of cards in some of their zones."""
    for feature in range(FEATURES):
        if feature_kind[feature] == FEATURE_CARDS:
            for player in range(1, PLAYERS):
                if value_of_feature(feature, player) != value_of_feature(feature, 0):
                    return 1
    return 0


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
    sides = 0
    for player in range(PLAYERS):
        if side_of[player] == player:
            rewards += reward[player]
            sides += 1
    usual_reward = FULL_REWARD // 2
    if sides > 1:
        usual_reward = rewards // sides
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
