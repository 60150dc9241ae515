"""What all episodes have in common: one way to set up a game, and what its end is worth to each player."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from artrules.play.game.game import Game
from artrules.play.ruleset import Ruleset, load
from artrules.play.settings import RANDOM
from artrules.text.record import dataclass

# One way to set up a game, in which all episodes are played.


@dataclass(frozen=True, slots=True, eq=False)
class Configured:
    """A ruleset with a number of players and settings. `runtime` belongs to the engine."""

    ruleset: Ruleset
    players: int
    settings: Mapping[str, Any]
    runtime: Any

    def new_game(self, seed: int, *, log: bool = False, knowledge: bool = False) -> Game:
        """A game at its first decisions."""
        return self.ruleset.new_game(self.players, seed, self.settings, log=log, knowledge=knowledge)


def configure(ruleset: str | Path | Ruleset, players: int | None, settings: Mapping[str, Any] | None) -> Configured:
    """Load a ruleset and fix how its game is set up. Raises what `artrules.load` and `Ruleset.new_game` raise, and
    ValueError for settings that each game would draw anew: then games wouldn't all have the same form."""
    loaded = ruleset if isinstance(ruleset, Ruleset) else load(ruleset)
    count = loaded.fewest_players if players is None else players
    chosen = dict(settings or {})
    drawn = [name for name, value in chosen.items() if value == RANDOM]
    if drawn:
        raise ValueError(f"the setting `{drawn[0]}` can't be random: all games of an environment have one form")
    loaded.check_count(count, chosen)
    runtime, _ = loaded.runtime(count, chosen)
    return Configured(loaded, count, chosen, runtime)


# What the end of a game is worth to each player.

Result = Mapping[str, Any]
"""How a game came out (`Game.result`). Its further key `standing` has for each player the values of the keys that
decide who wins, the first one first, turned so that larger is better."""
Rewards = Callable[[Result], Sequence[float]]
"""Gives the reward of each player, in order."""


def by_win(result: Result) -> list[float]:
    """1 for a sole winner, less for several, and as much taken from the others together: the sum is 0, and so is each
    reward if all win. A player alone gets 1 for winning, else -1."""
    players, winners = len(result["scores"]), result["winners"]
    if players == 1:
        return [1.0 if winners else -1.0]
    if not winners:
        return [0.0] * players
    share, scale = 1 / len(winners), players / (players - 1)
    return [((share if player + 1 in winners else 0.0) - 1 / players) * scale for player in range(players)]


def by_rank(result: Result) -> list[float]:
    """From 1 for the first to -1 for the last, in equal steps; those who are level share. The sum is 0.

    Winners come first, then the order is that of `standing`. A player alone gets the same as by `by_win`.
    """
    players = len(result["scores"])
    if players == 1:
        return by_win(result)
    places = [(player + 1 in result["winners"], *result["standing"][player]) for player in range(players)]
    return [(sum(p < mine for p in places) - sum(p > mine for p in places)) / (players - 1) for mine in places]


def by_points(result: Result) -> list[float]:
    """What decides first who wins, such as the score, less the mean of all players: the sum is 0, and more is better
    even where the fewest points win. Without such a number it is the score. A player alone gets the number itself."""
    points = [
        float(keys[0] if keys else score["total"])
        for keys, score in zip(result["standing"], result["scores"], strict=True)
    ]
    if len(points) == 1:
        return points
    mean = sum(points) / len(points)
    return [each - mean for each in points]


WAYS: dict[str, Rewards] = {"win": by_win, "rank": by_rank, "points": by_points}


def rewards_by(way: str | Rewards) -> Rewards:
    """The function for a way by its name, or that function itself. Raises ValueError for another name."""
    if callable(way):
        return way
    if way not in WAYS:
        raise ValueError(f"there are no rewards {way!r}: give one of {', '.join(WAYS)}, or a function of the result")
    return WAYS[way]
