"""Games that the machine plays by itself: whole games, playouts from a position in memory, rollouts, which count how
many of them end, and many games from the setup on. Bots that choose by hints, by what was learned or by chance sit at
all seats.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.engine import activate, ask_anew, begin, choose_offered, first_rows_have_lists, rest
from artrules.engine.machine.intrinsics import bring_back_position, keep_position, mixed_below
from artrules.engine.machine.language import Wide
from artrules.engine.machine.memory import (
    FINISHED, ROUND_NUMBER, STALLED, bot_drawn, bot_key, clock, game_choices, game_digest, game_points, game_rounds,
    game_seed, game_sides, game_stalled, game_winner_count, game_winners, hash_state, heap, offered_count,
    offered_first, offered_player, points, points_won, rolled_out, row_words, side_of, stack, think_drawn, think_key,
    times_won, top_of_stack, waiting,
)
from artrules.engine.machine.numbers import CONSTANTS, HAS_OPTION_HINTS, PLAYED_OUT, PLAYERS, SCORE_PARTS
from artrules.engine.machine.registers import explored_in, heap_top, policy_seats, status, steps, waiting_count
from artrules.engine.machine.rules.chance import (
    LEARNED_BOT, RULES_BOT, UNIFORM_BOT, find_digest, seed_bots, seed_streams,
)
from artrules.engine.machine.rules.flow import find_result
from artrules.engine.machine.thinking.liking import liking_of_option, think_below
from artrules.engine.machine.thinking.policy import option_of_policy
# fmt: on


# Whole games inside the machine: a bot of its own chooses, up to a number of choices, a round, or the end.


UNIFORM = 0
"""The bot that draws any option, all equally likely, from a stream of its seat's own (`bots/strategies.py`)."""
FIRST = 1
"""The bot that always takes the first option."""
HINTED = 2
"""The bot that takes what its player likes best by content's hints, in the position as it is. Only where these tell
nothing hidden (`analyses/option_looks.py`)."""
LEARNED = 3
"""The bot that takes what is worth most by the policy in memory, in the position as it is; likewise."""
EVER = (1 << 31) - 1
"""A number of choices or rounds that no game comes to."""


def play(most: int, last_round: int, bot: int) -> int:
    """Let a bot choose for all seats, until the game is over, a round after the last one has begun, or so many choices
    are made. The rows must be in `candidates` as for `step`, and the position comes to rest as there.

    Gives how many choices were made. Where `status` says why the game can't go on, the choice that led there isn't
    counted.
    """
    made = 0
    while made < most and goes_on(last_round):
        choose_offered(option_of_bot(waiting[0], bot))
        if status:
            return made
        if made + 1 == most or not goes_on(last_round) or not first_rows_have_lists():
            # Rows with lists would be lost by it: it waits until their option is taken.
            rest()
            if status:
                return made
        made += 1
    return made


def play_from_seed(most: int, last_round: int, bot: int) -> int:
    """The same for a bot whose random numbers begin with the seed in `game_seed`."""
    seed_bot(game_seed[0], bot)
    return play(most, last_round, bot)


def seed_bot(seed: Wide, bot: int) -> None:
    """Let the random numbers of a bot begin with a seed, 64 bits without a sign."""
    if bot == UNIFORM:
        seed_bots(seed, UNIFORM_BOT)
    elif bot == HINTED:
        seed_bots(seed, RULES_BOT)
    elif bot == LEARNED:
        seed_bots(seed, LEARNED_BOT)


def goes_on(last_round: int) -> int:
    """Whether a decision waits, and no round after the last one has begun."""
    return waiting_count and clock[ROUND_NUMBER] <= last_round


def option_of_bot(index: int, bot: int) -> int:
    """The option of the decision on a stack, the first one that waits, which a bot takes."""
    if bot == UNIFORM:
        return drawn_option(index)
    if bot == FIRST or offered_count[index] == 1:
        return 0
    return judged_option(offered_player[index], bot)


def drawn_option(index: int) -> int:
    """An option of the decision on a stack, drawn from the stream of the bot at the seat that decides."""
    seat = offered_player[index]
    counter = bot_drawn[seat]
    option = -1
    while option < 0:
        counter += 1
        option = mixed_below(bot_key[seat], counter, offered_count[index])
    bot_drawn[seat] = counter
    return option


def judged_option(seat: int, bot: int) -> int:
    """The option of the first decision that waits, which is this seat's, that a bot judges best; among those that it
    thinks equally good one that is drawn from its stream."""
    think_key[0] = bot_key[seat]
    think_drawn[0] = bot_drawn[seat]
    option = liked_best() if bot == HINTED else option_of_policy()
    bot_drawn[seat] = think_drawn[0]
    return option


# Playouts: a bot plays on from the position in memory for all seats, so many choices or up to the end, and the result
# is judged. They don't belong to any game: they draw from the stream `think_key`, and keep nothing.
#
# Where content says how much players like options, playouts mostly follow that. Chance alone plays many
# games so badly that their ends say little about the options at their beginning.


HEAP_ROOM_IN_PLAYOUTS = 50_000
"""When the heap has more words than this, it is compacted."""
LONGEST_PLAYOUT = 1_000
"""The most choices of a playout."""


def take_in_thought(option: int) -> None:
    """Take an option of the first decision that waits, and go on to the next. The position comes to rest only where the
    heap is full."""
    choose_offered(option)
    if not status and heap_top - CONSTANTS > HEAP_ROOM_IN_PLAYOUTS and waiting_count and not first_rows_have_lists():
        rest()


def thought_option() -> int:
    """The option of the first decision that waits which a playout takes: by the policy where the seat has one, else one
    of those that are liked best, or any."""
    index = waiting[0]
    count = offered_count[index]
    has_policy = policy_seats >> offered_player[index] & 1
    if not (HAS_OPTION_HINTS or has_policy) or count == 1 or think_below(explored_in) == 0:
        return think_below(count)
    if has_policy:
        return option_of_policy()
    return liked_best()


def liked_best() -> int:
    """The option of the first decision that waits that is liked best; among those liked equally, one by chance."""
    index = waiting[0]
    activate(index)
    first = offered_first[index]
    words = row_words[stack[top_of_stack[index] - 1]]
    best = 0
    level = 1
    most = liking_of_option(first)
    for option in range(1, offered_count[index]):
        liked = liking_of_option(first + option * words)
        if liked > most:
            best = option
            level = 1
            most = liked
        elif liked == most:
            level += 1
            if think_below(level) == 0:
                best = option
    return best


def play_on(least: int, most: int) -> int:
    """Choose for all seats, at least `least` times, and then up to the beginning of a round or up to the end, but at
    most `most` times. Gives how many choices were made; `status` says why it can't go on, where that is so.

    At the beginning of a round everything that the one before has brought is counted, and positions that are compared
    are alike in that.
    """
    made = 0
    last_round = clock[ROUND_NUMBER]
    while made < most and waiting_count and (made < least or clock[ROUND_NUMBER] == last_round):
        if made < least:
            last_round = clock[ROUND_NUMBER]
        take_in_thought(thought_option())
        if status:
            return made
        made += 1
    return made


# Rollouts: games that the machine plays out from one position, one after another, and counts how they end.


def roll_out(games: int, most: int, bot: int) -> int:
    """Let a bot play the position in memory, which is at rest, out so many times, one game after another; none begins
    when so many choices have been made. Gives how many were, and in `rolled_out` in how many games.

    A game that takes more choices than that is stopped, as the last one: `play_further` goes on with it.
    """
    keep_position(PLAYED_OUT)
    choices = 0
    played = 0
    while played < games and choices < most and not status:
        if played:
            bring_back_position(PLAYED_OUT)
        ask_anew()
        if not status:
            choices += play_further(most, bot)
        played += 1
    rolled_out[0] = played
    return choices


def play_further(most: int, bot: int) -> int:
    """Let a bot play on from a position that was asked anew, up to the end, or for so many choices. If the game is over
    then, its result counts. Gives how many choices were made. To go on after that, the host must ask anew."""
    made = play(most, EVER, bot)
    if not status and clock[FINISHED]:
        count_result()
    return made


def count_result() -> None:
    """Count who has won, and everybody's points."""
    winners = find_result()
    if status:
        return
    for i in range(heap[winners]):
        player = heap[winners + 1 + i]
        times_won[player] = times_won[player] + 1
    for player in range(PLAYERS):
        for part in range(SCORE_PARTS):
            points_won[player] = points_won[player] + points[part * PLAYERS + player]


# Many games: each from the setup to the end, by a seed of its own.


def play_games(first: int, last: int, most: int, bot: int) -> int:
    """Let a bot play games that begin with the position in memory, in which none has begun and which is at rest: those
    from a number to that before another, each with its seed in `game_seed`; none begins when so many choices have been
    made. `rolled_out` then has the number after that of the last one that has begun.

    A game that takes more choices than that is stopped, as the last one: then a decision waits, and `play_game_on` goes
    on. Of each game that is over, the regions `game_…` have what has become of it. Gives how many choices were made.
    """
    keep_position(PLAYED_OUT)
    choices = 0
    game = first
    while game < last and choices < most and not status:
        if game > first:
            bring_back_position(PLAYED_OUT)
        rolled_out[0] = game + 1
        seed_streams(game_seed[game])
        seed_bot(game_seed[game], bot)
        begin()
        if not status and not waiting_count:
            rest()
        game_choices[game] = 0
        if not status:
            choices += play_game_further(game, most, bot)
        game += 1
    return choices


def play_game_on(game: int, most: int, bot: int) -> int:
    """Let a bot play on a game that `play_games` has stopped, for so many choices. Gives how many were made."""
    ask_anew()
    if status:
        return 0
    return play_game_further(game, most, bot)


def play_game_further(game: int, most: int, bot: int) -> int:
    """Let a bot play on up to the end, or for so many choices. Keeps what has become of a game that is over. Gives how
    many choices were made."""
    made = play(most, EVER, bot)
    game_choices[game] = game_choices[game] + made
    if not status and not waiting_count:
        keep_result(game)
    return made


def keep_result(game: int) -> None:
    """Keep what has become of a game that is over, and whose position is at rest."""
    global steps
    find_digest()
    if status:
        return
    for i in range(2):
        game_digest[2 * game + i] = hash_state[i]
    steps = 0
    winners = find_result()
    if status:
        return
    game_rounds[game] = clock[ROUND_NUMBER]
    game_stalled[game] = clock[STALLED]
    game_winner_count[game] = heap[winners]
    for i in range(PLAYERS):
        game_sides[game * PLAYERS + i] = side_of[i]
        if i < heap[winners]:
            game_winners[game * PLAYERS + i] = heap[winners + 1 + i] + 1
    for i in range(SCORE_PARTS * PLAYERS):
        game_points[game * SCORE_PARTS * PLAYERS + i] = points[i]
