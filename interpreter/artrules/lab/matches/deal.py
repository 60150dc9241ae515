"""What is played in a match, and one deal of it: the same seed with the bot in each seat."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Any, TypeVar

from artrules.engine.chance import stream_key
from artrules.lab.bots.registry import any_thinks, make_bots, prepare_thinking, run_playout, thinks_by_time
from artrules.model.ir.nodes import Best
from artrules.play.game.decision import Decision, GameFault, Option
from artrules.play.game.game import Game
from artrules.play.game.seat import Bot, Seat
from artrules.play.ruleset import Ruleset

# What is played in a match, and the seed of each deal.


@dataclass(frozen=True)
class MatchPlan:
    """Deals between pairs of bots, as specs: the first of a pair has one seat, the second all others. Equal plans give
    equal games on every machine, if the bots don't look at the clock."""

    players: int
    seed: int
    settings: dict[str, Any]
    pairings: tuple[tuple[str, str], ...]

    @property
    def reproducible(self) -> bool:
        """Whether the same games come out when they are played again: no bot looks at the clock."""
        return not any(thinks_by_time(spec) for pairing in self.pairings for spec in pairing)

    def part(self, index: int) -> tuple[int, tuple[str, str]]:
        """The number of a deal and the pair of bots that plays it, for an index of the work to be done, counted from 0.
        All pairs play the same deal before the next one."""
        deal, pairing = divmod(index, len(self.pairings))
        return deal, self.pairings[pairing]

    def bots(self, pairing: tuple[str, str], seat: int) -> list[str]:
        """Who plays, in the order of seats, when the first of a pair has a seat (counted from 1)."""
        return [pairing[0] if player == seat else pairing[1] for player in range(1, self.players + 1)]


def deal_seed(seed: int, index: int) -> int:
    """The seed of a deal, counted from 0: a number of 53 bits, which every JSON reader keeps exactly."""
    return stream_key(seed, 0, f"match deal {index}") >> 11


def share_asked(players: int) -> float:
    """The share of the wins that a bot has whose odds against each other player are 7 to 3: 0.7 of two players, 0.4375
    of four (R. D. Luce, Individual choice behavior, 1959)."""
    return 7 / (7 + 3 * (players - 1))


# Who stands before whom at the end of a game.


def places(standing: Sequence[tuple[int, ...]]) -> list[float]:
    """The place of each player, 1 for the best, by what compares them: larger is better, the first difference decides.
    Those who are level share their places: two winners of three have 1.5 each."""
    return [1 + sum(one > own for one in standing) + (sum(one == own for one in standing) - 1) / 2 for own in standing]


# Plays one deal of a match: the same seed with the bot in each seat.

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
    best = game.inspect.model.flow.winners
    sign = -1 if isinstance(best, Best) and best.keys[0][0] == "least" else 1
    return [(score["player"] in result["winners"], sign * score["total"]) for score in result["scores"]]
