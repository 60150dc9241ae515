"""Rollouts: what a position comes to when bots play it out by chance, many times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from artrules.chance import UNIFORM_BOT, Stream
from artrules.explain.faults import Stopped
from artrules.game.playout import BOTS, EVER, MOST_AT_ONCE
from artrules.machine.memory import FINISHED
from artrules.record import dataclass

if TYPE_CHECKING:
    from artrules.game.moment import Moment


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
    same each time. Raises GameFault, and ValueError for a bot that the machine doesn't have."""
    if bot not in BOTS:
        raise ValueError(f"the machine has no bot {bot!r}: it has {' and '.join(BOTS)}")
    runtime = moment.runtime
    instance, players, number = runtime.instance, runtime.players, BOTS[bot]
    streams = Stream.of_players(seed, players, UNIFORM_BOT)
    choices = 0
    try:
        moment.put_into(runtime, logging=False)
        instance.set_register("knowing", 0)
        instance.region("bot_key")[:] = [stream.key for stream in streams]
        for region in ("bot_drawn", "times_won", "points_won"):
            instance.region(region)[:] = [0] * players
        clock = instance.region("clock")
        for _ in range(count):
            instance.load(moment.position)
            made = runtime.run("play_out", MOST_AT_ONCE, EVER, number)
            choices += made
            while made == MOST_AT_ONCE and not clock[FINISHED]:
                made = runtime.run("play_further", MOST_AT_ONCE, EVER, number)
                choices += made
    except Stopped as stopped:
        raise moment.fault(stopped) from None
    won, points = instance.region("times_won")[:], instance.region("points_won")[:]
    runtime.count_choices(choices)
    return Rollouts(count, choices, tuple(won), tuple(points))
