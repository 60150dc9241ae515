"""How players stand in the middle of a game, by the keys that decide who wins."""

from __future__ import annotations

from artrules.explain.faults import Stopped
from artrules.game.moment import Moment


def standing(moment: Moment) -> list[list[int]]:
    """By player, the first one first: the values of the keys of `winners: best(...)`, turned so that larger is better.
    Keys that aren't numbers are left out. Where content says in another way who wins, it is the score alone; empty
    lists where there is neither.

    The values are those that the keys would have if the game ended now. Raises GameFault where content fails.
    """
    runtime = moment.load()
    try:
        runtime.ask("find_standing")
    except Stopped as stopped:
        raise moment.fault(stopped) from None
    keys = runtime.program.numbers["WINNING_KEYS"]
    values = runtime.instance.region("standing")[:]
    return [[values[key * runtime.players + player] for key in range(keys)] for player in range(runtime.players)]
