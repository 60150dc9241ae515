"""Plays one deal of a match: the same seed with the bot in each seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import thread_time
from typing import Any, TypeVar

from artrules.bots.bot import Bot
from artrules.bots.playout import run_playout
from artrules.bots.registry import any_thinks, make_bots, prepare_thinking
from artrules.bots.seat import Seat
from artrules.game.decision import Decision, GameFault, Option
from artrules.game.game import Game
from artrules.ir.nodes import Best
from artrules.matches.places import places
from artrules.matches.plan import MatchPlan, deal_seed
from artrules.ruleset import Ruleset

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MatchGame:
    """One game of a match. Players count from 1. `points` and `places` are in the order of seats; `decisions` and
    `seconds` (of processor time) are those of the bot in `seat` and those of all others together."""

    seed: int
    seat: int
    winners: tuple[int, ...]
    points: tuple[int, ...]
    places: tuple[float, ...]
    rounds: int
    stalled: bool
    decisions: tuple[int, int]
    seconds: tuple[float, float]
    digest: str

    @property
    def share(self) -> float:
        """The bot's part of the win. All share a game that nobody wins."""
        if not self.winners:
            return 1 / len(self.places)
        return (self.seat in self.winners) / len(self.winners)

    @property
    def place(self) -> float:
        """The bot's place."""
        return self.places[self.seat - 1]

    def as_data(self) -> dict[str, Any]:
        """The game as plain data, from which `game_from` makes it again."""
        return {name: getattr(self, name) for name in MatchGame.__slots__}


def game_from(data: Any) -> MatchGame:
    """The game that `as_data` has written. Raises ValueError, TypeError or LookupError for other data."""
    game = MatchGame(
        _whole(data["seed"]),
        _whole(data["seat"]),
        tuple(_whole(winner) for winner in data["winners"]),
        tuple(_whole(points) for points in data["points"]),
        tuple(float(place) for place in data["places"]),
        _whole(data["rounds"]),
        bool(data["stalled"]),
        _two(data["decisions"], _whole),
        _two(data["seconds"], float),
        str(data["digest"]),
    )
    if not len(game.points) == len(game.places) >= game.seat > 0 or len(game.points) < 2:
        raise ValueError("there must be points and a place for each of several players")
    return game


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError("a whole number is wanted")
    return value


def _two(values: Any, read: Callable[[Any], T]) -> tuple[T, T]:
    one, other = values
    return read(one), read(other)


class ClockedBot:
    """Plays as another bot does, and counts its decisions and its processor time, in seconds."""

    __slots__ = ("_bot", "decisions", "seconds")

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.decisions = 0
        self.seconds = 0.0

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """The option that the other bot chooses."""
        began = thread_time()
        option = self._bot.choose(decision, seat)
        self.seconds += thread_time() - began
        self.decisions += 1
        return option


def play_deal(ruleset: Ruleset, plan: MatchPlan, index: int) -> list[dict[str, Any]]:
    """Play the part of a plan with an index: the games of a deal as plain data, the bot's first seat first.

    A game that a mistake of the content ends is `{"seat": …, "fault": what is wrong}`, and the last one.
    """
    games: list[dict[str, Any]] = []
    for seat in range(1, plan.players + 1):
        try:
            games.append(play_game(ruleset, plan, index, seat).as_data())
        except GameFault as fault:
            return [*games, {"seat": seat, "fault": str(fault)}]
    return games


def play_game(ruleset: Ruleset, plan: MatchPlan, index: int, seat: int) -> MatchGame:
    """Play the game of a deal in which the bot has a seat. Raises GameFault, and PluginProblem."""
    deal, pairing = plan.part(index)
    seed = deal_seed(plan.seed, deal)
    specs = plan.bots(pairing, seat)
    game = ruleset.new_game(plan.players, seed, plan.settings, log=False, knowledge=any_thinks(specs))
    prepare_thinking(game, specs)  # so that the time of the first decision is that of a decision
    bots = [ClockedBot(bot) for bot in make_bots(specs, seed)]
    run_playout(game, bots)
    result = game.result
    assert result is not None
    own = bots[seat - 1]
    return MatchGame(
        seed,
        seat,
        tuple(result["winners"]),
        tuple(score["total"] for score in result["scores"]),
        tuple(places(_standing(game, result))),
        result["rounds"],
        result["stalled"],
        (own.decisions, sum(bot.decisions for bot in bots if bot is not own)),
        (own.seconds, sum(bot.seconds for bot in bots if bot is not own)),
        game.digest(),
    )


def _standing(game: Game, result: Mapping[str, Any]) -> list[tuple[int, int]]:
    """What compares the players: winners come first, then points, fewer of them where the least wins."""
    best = game.model.flow.winners
    sign = -1 if isinstance(best, Best) and best.keys[0][0] == "least" else 1
    return [(score["player"] in result["winners"], sign * score["total"]) for score in result["scores"]]
