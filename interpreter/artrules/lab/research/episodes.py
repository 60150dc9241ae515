"""What all episodes have in common: one way to set up a game, and what its end is worth to each player."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from artrules.model.ir.model import Model
from artrules.play.game.draws import ScriptedRuntime
from artrules.play.game.game import Game
from artrules.play.game.scores import is_cooperative, sides_of, totals_of_sides
from artrules.play.ruleset import Ruleset, load
from artrules.play.settings import RANDOM
from artrules.text.record import dataclass

# One way to set up a game, in which all episodes are played.


@dataclass(frozen=True, slots=True, eq=False)
class Configured:
    """A ruleset with a number of players and settings. `runtime` belongs to the engine. With `explicit_chance` games
    stop at each draw (`Game.chance`)."""

    ruleset: Ruleset
    players: int
    settings: Mapping[str, Any]
    runtime: Any
    explicit_chance: bool = False

    def new_game(self, seed: int, *, log: bool = False, knowledge: bool = False) -> Game:
        """A game at its first decisions."""
        chance = self.explicit_chance
        return self.ruleset.new_game(
            self.players, seed, self.settings, log=log, knowledge=knowledge, explicit_chance=chance
        )


def configure(
    ruleset: str | Path | Ruleset,
    players: int | None,
    settings: Mapping[str, Any] | None,
    *,
    explicit_chance: bool = False,
) -> Configured:
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
    if explicit_chance:
        runtime = runtime.derive(ScriptedRuntime)
    return Configured(loaded, count, chosen, runtime, explicit_chance)


# What the end of a game is worth to each player: what it is worth to the player's side. A player who plays for nobody
# else is a side; all who play together against the game are one, as a player alone is.

Result = Mapping[str, Any]
"""How a game came out (`Game.result`). Its further key `standing` has for each player the values of the keys that
decide who wins, the first one first, turned so that larger is better."""
Rewards = Callable[[Result], Sequence[float]]
"""Gives the reward of each player, in order."""


def by_win(result: Result) -> list[float]:
    """1 for a sole winner, less for several, and as much taken from the others together: the sum is 0, and so is each
    reward if all win. A player alone gets 1 for winning, else -1."""
    sides, winners = sides_of(result), result["winners"]
    won = [side[0] in winners for side in sides]
    if len(sides) == 1:
        return _of_players(sides, [1.0 if any(won) else -1.0])
    if not any(won):
        return _of_players(sides, [0.0] * len(sides))
    share, scale = 1 / sum(won), len(sides) / (len(sides) - 1)
    return _of_players(sides, [((share if has_won else 0.0) - 1 / len(sides)) * scale for has_won in won])


def by_rank(result: Result) -> list[float]:
    """From 1 for the first to -1 for the last, in equal steps; those who are level share. The sum is 0.

    Winners come first, then the order is that of `standing`. A player alone gets the same as by `by_win`.
    """
    sides = sides_of(result)
    if len(sides) == 1:
        return by_win(result)
    places = [(side[0] in result["winners"], *result["standing"][side[0] - 1]) for side in sides]
    others = len(sides) - 1
    ranks = [(sum(p < mine for p in places) - sum(p > mine for p in places)) / others for mine in places]
    return _of_players(sides, ranks)


def by_points(result: Result) -> list[float]:
    """What decides first who wins, such as the score, less the mean of all players: the sum is 0, and more is better
    even where the fewest points win. Without such a number it is the score. A player alone gets the number itself."""
    sides = sides_of(result)
    totals = zip(sides, totals_of_sides(result), strict=True)
    points = [float(keys[0] if (keys := result["standing"][side[0] - 1]) else total) for side, total in totals]
    mean = sum(points) / len(points) if len(points) > 1 else 0.0
    return _of_players(sides, [each - mean for each in points])


def _of_players(sides: Sequence[Sequence[int]], rewards: Sequence[float]) -> list[float]:
    """The reward of each player, in order: that of the player's side."""
    by_player = {player: reward for side, reward in zip(sides, rewards, strict=True) for player in side}
    return [by_player[player] for player in sorted(by_player)]


Utility = Literal["ZERO_SUM", "IDENTICAL", "GENERAL_SUM"]


def utility_of(model: Model, players: int) -> Utility:
    """How what a game is worth to one player goes with what it is worth to the others."""
    if players > 1 and model.flow.sides is None:
        return "ZERO_SUM"
    return "IDENTICAL" if players > 1 and is_cooperative(model) else "GENERAL_SUM"


WAYS: dict[str, Rewards] = {"win": by_win, "rank": by_rank, "points": by_points}


def rewards_by(way: str | Rewards) -> Rewards:
    """The function for a way by its name, or that function itself. Raises ValueError for another name."""
    if callable(way):
        return way
    if way not in WAYS:
        raise ValueError(f"there are no rewards {way!r}: give one of {', '.join(WAYS)}, or a function of the result")
    return WAYS[way]
