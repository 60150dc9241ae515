"""Whole games inside the machine: a bot of its own chooses, up to a number of choices, a round, or the end."""

from __future__ import annotations

# fmt: off
from artrules.machine.engine import choose_offered, first_rows_have_lists, rest
from artrules.machine.intrinsics import mixed_below
from artrules.machine.memory import ROUND_NUMBER, bot_drawn, bot_key, clock, offered_count, offered_player, waiting
from artrules.machine.registers import status, waiting_count
# fmt: on

UNIFORM = 0
"""The bot that draws any option, all equally likely, from a stream of its seat's own (`bots/uniform.py`)."""
FIRST = 1
"""The bot that always takes the first option."""


def play(most: int, last_round: int, bot: int) -> int:
    """Let a bot choose for all seats, until the game is over, a round after the last one has begun, or so many choices
    are made. The rows must be in `candidates` as for `step`, and the position comes to rest as there.

    Gives how many choices were made. Where `status` says why the game can't go on, the choice that led there isn't
    counted.
    """
    made = 0
    while made < most and goes_on(last_round):
        option = 0
        if bot == UNIFORM:
            option = drawn_option(waiting[0])
        choose_offered(option)
        if status:
            return made
        if made + 1 == most or not goes_on(last_round) or not first_rows_have_lists():
            # Rows with lists would be lost by it: it waits until their option is taken.
            rest()
            if status:
                return made
        made += 1
    return made


def goes_on(last_round: int) -> int:
    """Whether a decision waits, and no round after the last one has begun."""
    return waiting_count and clock[ROUND_NUMBER] <= last_round


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
