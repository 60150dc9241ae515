"""What is played in a match, and one deal of it: the same seed with the bot in each seat."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import thread_time
from typing import Any, TypeVar

from artrules.engine.chance import stream_key
from artrules.lab.bots.registry import any_thinks, make_bots, prepare_thinking, run_playout, thinks_by_time
from artrules.model.ir.nodes import Best
from artrules.play.game.decision import Decision, GameFault, Option
from artrules.play.game.game import Game
from artrules.play.game.scores import is_cooperative, sides_of, totals_of_sides
from artrules.play.game.seat import Bot, Seat
from artrules.play.ruleset import Ruleset

# What is played in a match, and the seed of each deal.


Seats = tuple[int, ...]
"""Players, counted from 1."""


@dataclass(frozen=True)
class MatchPlan:
    """Deals between pairs of bots, as specs: the first of a pair has the seats of one side, the second all others. A
    deal has a game for each of `sides`; where these are empty each player is a side. Equal plans give equal games on
    every machine, if the bots don't look at the clock."""

    players: int
    seed: int
    settings: dict[str, Any]
    pairings: tuple[tuple[str, str], ...]
    sides: tuple[Seats, ...] = ()

    @property
    def seats(self) -> tuple[Seats, ...]:
        """The seats that the first of a pair has in each game of a deal."""
        return self.sides or tuple((player,) for player in range(1, self.players + 1))

    @property
    def reproducible(self) -> bool:
        """Whether the same games come out when they are played again: no bot looks at the clock."""
        return not any(thinks_by_time(spec) for pairing in self.pairings for spec in pairing)

    def part(self, index: int) -> tuple[int, tuple[str, str]]:
        """The number of a deal and the pair of bots that plays it, for an index of the work to be done, counted from 0.
        All pairs play the same deal before the next one."""
        deal, pairing = divmod(index, len(self.pairings))
        return deal, self.pairings[pairing]

    def bots(self, pairing: tuple[str, str], seats: Seats) -> list[str]:
        """Who plays, in the order of seats, when the first of a pair has some seats."""
        return [pairing[0] if player in seats else pairing[1] for player in range(1, self.players + 1)]


def sides_played(ruleset: Ruleset, players: int, seed: int, settings: Mapping[str, Any]) -> tuple[Seats, ...]:
    """The sides for which bots play in a match: those at the beginning of its first deal. Empty where each player is a
    side, or where it comes out only later who plays with whom. Where all play against the game, a bot has all seats or
    none. Raises GameFault."""
    game = ruleset.new_game(players, deal_seed(seed, 0), settings, log=False)
    model = game.inspect.model
    if model.flow.sides is None:
        return ()
    if is_cooperative(model):
        return (tuple(range(1, players + 1)), ())
    sides = game.inspect.position.sides
    return tuple(map(tuple, sides)) if 1 < len(sides) < players else ()


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
    `seconds` (of processor time) are those of the bot in `seats` and those of all others together. `winning_sides` is
    how many sides have won, `share` is the bot's part of the win. Where all play against the game, the bot has all
    seats or none."""

    seed: int
    seats: Seats
    winners: tuple[int, ...]
    winning_sides: int
    share: float
    points: tuple[int, ...]
    places: tuple[float, ...]
    rounds: int
    stalled: bool
    decisions: tuple[int, int]
    seconds: tuple[float, float]
    digest: str

    @property
    def is_cooperative(self) -> bool:
        """Whether all play against the game."""
        return len(self.seats) in (0, len(self.places))

    @property
    def won(self) -> bool:
        """Whether one of the bot's seats has won."""
        return any(seat in self.winners for seat in self.seats)

    @property
    def place(self) -> float:
        """The bot's place. Where all play against the game, it is that among both bots, the last one for the worse."""
        if not self.seats:
            return len(self.places) + 1 - self.places[0]
        return sum(self.places[seat - 1] for seat in self.seats) / len(self.seats)

    def as_data(self) -> dict[str, Any]:
        """The game as plain data, from which `game_from` makes it again."""
        return {name: getattr(self, name) for name in MatchGame.__slots__}


def game_from(data: Any) -> MatchGame:
    """The game that `as_data` has written. Raises ValueError, TypeError or LookupError for other data."""
    game = MatchGame(
        _whole(data["seed"]),
        tuple(_whole(seat) for seat in data["seats"]),
        tuple(_whole(winner) for winner in data["winners"]),
        _whole(data["winning_sides"]),
        float(data["share"]),
        tuple(_whole(points) for points in data["points"]),
        tuple(float(place) for place in data["places"]),
        _whole(data["rounds"]),
        bool(data["stalled"]),
        _two(data["decisions"], _whole),
        _two(data["seconds"], float),
        str(data["digest"]),
    )
    players = len(game.points)
    if not players == len(game.places) > 1 or not all(0 < seat <= players for seat in game.seats):
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
    """Play the part of a plan with an index: the games of a deal as plain data, the bot's first seats first.

    A game that a mistake of the content ends is `{"seats": …, "fault": what is wrong}`, and the last one.
    """
    games: list[MatchGame] = []
    for seats in plan.seats:
        try:
            games.append(play_game(ruleset, plan, index, seats))
        except GameFault as fault:
            return [*(game.as_data() for game in games), {"seats": seats, "fault": str(fault)}]
    return [game.as_data() for game in (games if len(games) != 2 else _compared(*games))]


def _compared(one: MatchGame, other: MatchGame) -> tuple[MatchGame, MatchGame]:
    """Two games of a deal. Where all have played against the game in both, each has the first or the last place: the
    one that was won, or else the one with more points."""
    if not one.is_cooperative:
        return one, other
    ends = [(bool(game.winners), sum(game.points)) for game in (one, other)]
    first, last = ends[0] > ends[1], ends[0] < ends[1]
    players = len(one.places)
    place = 1.0 if first else float(players) if last else (players + 1) / 2
    return replace(one, places=(place,) * players), replace(other, places=(players + 1 - place,) * players)


def play_game(ruleset: Ruleset, plan: MatchPlan, index: int, seats: Seats) -> MatchGame:
    """Play the game of a deal in which the bot has some seats. Raises GameFault, and PluginProblem."""
    deal, pairing = plan.part(index)
    seed = deal_seed(plan.seed, deal)
    specs = plan.bots(pairing, seats)
    game = ruleset.new_game(plan.players, seed, plan.settings, log=False, knowledge=any_thinks(specs))
    prepare_thinking(game, specs)  # so that the time of the first decision is that of a decision
    bots = [ClockedBot(bot) for bot in make_bots(specs, seed)]
    run_playout(game, bots)
    result = game.result
    assert result is not None
    winners = result["winners"]
    winning_sides = sum(side[0] in winners for side in sides_of(result))
    own = [bot for player, bot in enumerate(bots, 1) if player in seats]
    others = [bot for player, bot in enumerate(bots, 1) if player not in seats]
    return MatchGame(
        seed,
        seats,
        tuple(winners),
        winning_sides,
        _share(plan, seats, winners, winning_sides),
        tuple(score["total"] for score in result["scores"]),
        tuple(places(_standing(game, result))),
        result["rounds"],
        result["stalled"],
        (sum(bot.decisions for bot in own), sum(bot.decisions for bot in others)),
        (sum(bot.seconds for bot in own), sum(bot.seconds for bot in others)),
        game.digest(),
    )


def _share(plan: MatchPlan, seats: Seats, winners: Sequence[int], winning_sides: int) -> float:
    """The bot's part of the win. Equal bots have the same part of each deal on average. All share a game that nobody
    wins; but where all play against the game, one that the other bot has lost counts like one that the bot has won.
    Where it came out only later who plays with whom, each of the winners has an equal part."""
    if len(seats) in (0, plan.players):
        return float(bool(winners) == bool(seats))
    if not winners:
        return 1 / len(plan.seats)
    won = any(seat in winners for seat in seats)
    return won / (winning_sides if plan.sides else len(winners))


def _standing(game: Game, result: Mapping[str, Any]) -> list[tuple[int, int]]:
    """What compares the players: winners come first, then the points of a side, fewer of them where the least wins."""
    best = game.inspect.model.flow.winners
    sign = -1 if isinstance(best, Best) and best.keys[0][0] == "least" else 1
    totals = zip(sides_of(result), totals_of_sides(result), strict=True)
    points = {player: total for side, total in totals for player in side}
    return [(score["player"] in result["winners"], sign * points[score["player"]]) for score in result["scores"]]
