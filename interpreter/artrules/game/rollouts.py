"""Rollouts: what a position comes to when bots play it out by chance, many times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.chance import UNIFORM_BOT, Stream, check_seed
from artrules.explain.faults import Stopped
from artrules.game.playout import BOTS, EVER, MOST_AT_ONCE
from artrules.machine.memory import FINISHED
from artrules.record import dataclass

if TYPE_CHECKING:
    from artrules.game.moment import Moment

_SUMS = ("bot_drawn", "times_won", "points_won")
"""What the machine goes on with from one game to the next: a number for each player."""


@dataclass(frozen=True, slots=True)
class Rollouts:
    """What came of playing a position out a number of times."""

    games: int
    """How many times it was played out."""
    choices: int
    """How many choices were made in all of them."""
    wins: tuple[int, ...]
    """By player, the first one first: in how many games the player was among the winners."""
    points: tuple[int, ...]
    """By player: the scores of all games together."""


def roll_out(moment: Moment, bot: str, seed: int, count: int) -> Rollouts:
    """Play a position out so many times. A bot's random numbers go on from one game to the next; the game's own are the
    same each time. Raises GameFault, and ValueError for a bot that the machine doesn't have and for what can't be a
    count or a seed."""
    if bot not in BOTS:
        raise ValueError(f"the machine has no bot {bot!r}: it has {' and '.join(BOTS)}")
    if not isinstance(count, int) or count < 0:
        raise ValueError(f"a position can't be played out {count!r} times")
    runtime, number = moment.runtime, BOTS[bot]
    streams = Stream.of_players(check_seed(seed), runtime.players, UNIFORM_BOT)
    sums = {region: [0] * runtime.players for region in _SUMS}
    games = choices = 0
    before = runtime.enter()
    try:
        while games < count:
            instance = runtime.instance
            moment.put_into(runtime, logging=False)
            instance.set_register("knowing", 0)
            instance.region("bot_key")[:] = [stream.key for stream in streams]
            for region, numbers in sums.items():
                instance.region(region)[:] = numbers
            changed = False
            while games < count and not changed:
                made = _play_out(moment, number)
                games += 1
                choices += made
                changed = runtime.count_choices(made)
            sums = {region: list(instance.region(region)) for region in _SUMS}
    except Stopped as stopped:
        raise moment.fault(stopped) from None
    finally:
        runtime.user = before
    return Rollouts(count, choices, tuple(sums["times_won"]), tuple(sums["points_won"]))


def _play_out(moment: Moment, bot: int) -> int:
    """Play a position out once, with a bot by the machine's number. Gives how many choices were made. Raises
    Stopped."""
    runtime = moment.runtime
    clock = runtime.instance.region("clock")
    runtime.instance.load(moment.position)
    choices = made = runtime.run("play_out", MOST_AT_ONCE, EVER, bot)
    while made == MOST_AT_ONCE and not clock[FINISHED]:
        made = runtime.run("play_further", MOST_AT_ONCE, EVER, bot)
        choices += made
    return choices
