"""Plays many games with bots and sums them up.

In: a ruleset and a plan. Out: a summary, which except for the speed is the same on every machine. Start with
`simulate`. A game gives an outcome, which is plain data, so that it can come from another process or out of a file.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import blake2b
from time import perf_counter
from typing import Any

from artrules.engine.chance import stream_key
from artrules.lab.bots.registry import (
    begin_game,
    machine_bot_of,
    make_bots,
    play_to_the_end,
    plugin_of,
    run_playout,
    thinks_by_time,
)
from artrules.lab.parallel.job import Job
from artrules.lab.parallel.run import Run, run_job
from artrules.play.game.decision import Decision, GameFault, Option
from artrules.play.game.game import Game, sum_up
from artrules.play.game.scores import PlayedGame
from artrules.play.game.seat import Bot, Seat
from artrules.play.plugins.registry import PluginProblem
from artrules.play.ruleset import Ruleset
from artrules.text.diagnostics.diagnostic import Diagnostic, Span
from artrules.text.diagnostics.kinds import find_kind
from artrules.text.diagnostics.render import ContentError

# What is to be simulated, and the seed of each game.


@dataclass(frozen=True)
class Plan:
    """Games of one configuration; `bots` has the text of one for each seat. Equal plans give equal games on every
    machine, unless a bot thinks for a time.

    `dearest` is how many of the dearest decisions are wanted of each game.
    """

    players: int
    seed: int
    settings: dict[str, Any]
    bots: tuple[str, ...]
    dearest: int = 0


def game_seed(seed: int, index: int) -> int:
    """The seed of a game, counted from 0: a number of 53 bits, which every JSON reader keeps exactly."""
    return stream_key(seed, 0, f"simulation game {index}") >> 11


# The dearest decisions of games: those for which the engine looked at most positions to find the options.


@dataclass(frozen=True, slots=True)
class DearDecision:
    """A decision of a game, and how many positions were looked at for it.

    `source` is the place in the content that asks, `options` how many options there were. `seed` is that of the game,
    `choices` how many choices had been made in it before.
    """

    positions: int
    source: Span
    prompt: str
    options: int
    seed: int
    choices: int

    def as_data(self) -> dict[str, Any]:
        """The decision as plain data. Its keys are a promise."""
        return asdict(self)


class Costs:
    """Notes the dearest decision of each place in the content, while a game of some seed is played."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.choices = 0
        self.noted: dict[Span, DearDecision] = {}

    def note(self, decision: Decision) -> None:
        """Note a decision, before its player chooses."""
        earlier_decision = self.noted.get(decision.source)
        if decision.positions > (earlier_decision.positions if earlier_decision is not None else 0):
            self.noted[decision.source] = DearDecision(
                decision.positions, decision.source, decision.prompt, len(decision.options), self.seed, self.choices
            )
        self.choices += 1


@dataclass(frozen=True, slots=True)
class NotingBot:
    """A bot that has each of its decisions noted."""

    bot: Bot
    note: Callable[[Decision], None]

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """What the bot chooses."""
        self.note(decision)
        return self.bot.choose(decision, seat)


def dearest(decisions: Iterable[DearDecision], most: int) -> Sequence[DearDecision]:
    """The dearest of some decisions, dearest first: of each place in the content one, and not more than `most`."""
    dearest_by_source: dict[Span, DearDecision] = {}
    for each in sorted(decisions, key=lambda d: -d.positions):
        dearest_by_source.setdefault(each.source, each)
    return list(dearest_by_source.values())[:most]


# Plays one game of a simulation and reduces it to what is counted.


@dataclass(frozen=True, slots=True)
class Outcome:
    """What has become of the game with a number."""

    index: int
    game: PlayedGame
    dearest: tuple[DearDecision, ...] = ()

    @property
    def winning_sides(self) -> int:
        """How many sides have won."""
        return sum([side[0] in self.game.winners for side in self.game.sides])


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that a mistake of the content ended."""

    index: int
    seed: int
    diagnostics: tuple[Diagnostic, ...]

    def as_data(self) -> dict[str, Any]:
        """The failure as plain data, which `failure_from` reads."""
        failed = [diagnostic.as_data() for diagnostic in self.diagnostics]
        return {"index": self.index, "seed": self.seed, "failed": failed}


def play_one(ruleset: Ruleset, plan: Plan, index: int) -> Outcome | Failure:
    """Play the game of a plan with a number, counted from 0."""
    seed = game_seed(plan.seed, index)
    costs = Costs(seed)
    try:
        game = begin_game(ruleset, plan.players, seed, plan.settings, plan.bots)
        played = sum_up(game, _play(game, plan, costs))
    except GameFault as fault:
        return Failure(index, seed, tuple(fault.diagnostics))
    return Outcome(index, played, tuple(dearest(costs.noted.values(), plan.dearest)))


def _play(game: Game, plan: Plan, costs: Costs) -> int:
    """Play a game to its end; gives the number of decisions made."""
    if plan.dearest:
        return run_playout(game, [NotingBot(bot, costs.note) for bot in make_bots(plan.bots, costs.seed)])
    return play_to_the_end(game, plan.bots, costs.seed)


# Outcomes of games as plain data, and back: so they come from other processes, and out of files.


def play_as_data(ruleset: Ruleset, plan: Plan, index: int) -> dict[str, Any]:
    """Play a game of a plan, as `play_one` does; gives the outcome as plain data."""
    return outcome_as_data(play_one(ruleset, plan, index))


def play_row(ruleset: Ruleset, plan: Plan, indices: range) -> Iterator[Outcome | Failure]:
    """Play games of a plan in a row, as `play_one` does: the machine plays them by itself where it has the bot of all
    seats."""
    bot = None if plan.dearest else machine_bot_of(ruleset, plan.players, plan.settings, plan.bots)
    if bot is None:
        for index in indices:
            yield play_one(ruleset, plan, index)
        return
    seeds = (game_seed(plan.seed, index) for index in indices)
    for index, played in zip(indices, ruleset.play_games(plan.players, seeds, plan.settings, bot), strict=True):
        if isinstance(played, GameFault):
            yield Failure(index, game_seed(plan.seed, index), tuple(played.diagnostics))
        else:
            yield Outcome(index, played)


def outcome_as_data(outcome: Outcome | Failure) -> dict[str, Any]:
    """The outcome of a game as plain data, which `outcome_from` reads."""
    if isinstance(outcome, Failure):
        return outcome.as_data()
    game = outcome.game
    data: dict[str, Any] = {
        "index": outcome.index,
        "seed": game.seed,
        "decisions": game.choices,
        "rounds": game.rounds,
        "stalled": game.stalled,
        "winners": game.winners,
        "scores": game.scores,
        "digest": game.digest,
        "parts": game.parts,
    }
    if len(game.sides) < len(game.scores):
        data["sides"], data["totals"] = game.sides, game.totals
    if outcome.dearest:
        data["dearest"] = [each.as_data() for each in outcome.dearest]
    return data


def outcome_from(data: Any) -> Outcome | Failure:
    """The outcome of a game from its data. Raises ValueError, TypeError or LookupError for others."""
    if "failed" in data:
        return failure_from(data)
    index, seed, decisions, rounds = _whole_numbers([data["index"], data["seed"], data["decisions"], data["rounds"]])
    scores, parts = _whole_numbers(data["scores"]), tuple(map(dict, data["parts"]))
    for part in parts:
        _whole_numbers(part.values())
    if len(parts) != len(scores):
        raise ValueError("there must be the parts of each score")
    sides = sides_from(data, len(scores))
    totals = _whole_numbers(data["totals"]) if "sides" in data else scores
    if len(totals) != len(sides):
        raise ValueError("there must be the total of each side")
    stalled, winners, digest = bool(data["stalled"]), _whole_numbers(data["winners"]), str(data["digest"])
    game = PlayedGame(seed, decisions, rounds, stalled, winners, scores, sides, totals, digest, parts)
    return Outcome(index, game, tuple([_dear_decision(each) for each in data.get("dearest", ())]))


def failure_from(data: Any) -> Failure:
    """A game that failed, from its data. Raises ValueError, TypeError or LookupError for others."""
    return Failure(_whole(data["index"]), _whole(data["seed"]), tuple(_diagnostic(each) for each in data["failed"]))


def sides_from(data: Mapping[str, Any], players: int) -> tuple[tuple[int, ...], ...]:
    """The players of each side of so many players, out of the data of a game: each alone where it names no sides."""
    if "sides" not in data:
        return _each_alone(players)
    sides = tuple(map(_whole_numbers, data["sides"]))
    if sorted(player for side in sides for player in side) != list(range(1, players + 1)) or () in sides:
        raise ValueError("each player must be on one side")
    return sides


@cache
def _each_alone(players: int) -> tuple[tuple[int, ...], ...]:
    return tuple((player,) for player in range(1, players + 1))


def _whole_numbers(values: Iterable[Any]) -> tuple[int, ...]:
    numbers = tuple(values)
    if {*map(type, numbers)} - {int}:
        raise TypeError("whole numbers are wanted")
    return numbers


def _whole(value: Any) -> int:
    return _whole_numbers([value])[0]


def _dear_decision(data: Any) -> DearDecision:
    source = Span(**data["source"])
    return DearDecision(
        _whole(data["positions"]),
        source,
        str(data["prompt"]),
        _whole(data["options"]),
        _whole(data["seed"]),
        _whole(data["choices"]),
    )


def _diagnostic(data: Any) -> Diagnostic:
    """A diagnostic from its data, without a fix: what fails in a game has none."""
    kind = find_kind(data["code"])
    if kind is None:
        raise ValueError("no kind of diagnostic has this code")
    return Diagnostic(
        kind,
        data["message"],
        _span(data),
        data["expected"],
        data["found"],
        tuple(data["suggestions"]),
        tuple((each["message"], place) for each in data["related"] if (place := _span(each)) is not None),
    )


def _span(data: Any) -> Span | None:
    if data["file"] is None:
        return None
    return Span(data["file"], data["line"], data["column"], data["end_line"], data["end_column"])


# Sums up many games. Except for the speed, the sum is the same on every machine.


@dataclass(frozen=True)
class Rounds:
    """How many rounds games took. Nine games in ten took at most `ninth_decile` rounds."""

    min: int
    median: float
    mean: float
    ninth_decile: int
    max: int


@dataclass(frozen=True)
class Bin:
    """How many games have had a score from `least` to `most`."""

    least: int
    most: int
    games: int


@dataclass(frozen=True)
class Spread:
    """How scores are distributed over games. The histogram has ten bins at most, all of one width."""

    least: int
    quartiles: tuple[float, float, float]
    most: int
    mean: float
    histogram: list[Bin]


@dataclass(frozen=True)
class PlayerResult:
    """How one seat did. `wins` are those of its side alone, `shared` those with other sides; a game without a winner is
    neither."""

    player: int
    wins: int
    shared: int
    mean_score: float
    scores: Spread


@dataclass(frozen=True)
class SideResult:
    """How the players did who were on one side in so many games. The score of a side is the sum of its players'."""

    players: tuple[int, ...]
    games: int
    wins: int
    shared: int
    mean_score: float
    scores: Spread


@dataclass(frozen=True)
class Summary:
    """The sum of a simulation. `digest` is a hash of all final positions, in the order of the games."""

    ruleset: str
    content: str
    players: int
    settings: dict[str, Any]
    bots: list[str]
    seed: int
    games: int
    decisions: int
    decisions_per_second: int
    rounds: Rounds
    results: list[PlayerResult]
    sides: list[SideResult]
    """The sides that there were, where some had several players."""
    won_by_nobody: int
    """In how many games nobody wins."""
    stalled: int
    digest: str
    reproducible: bool
    """Whether the same arguments give the same games again: not where a bot thinks for a time."""

    def as_data(self) -> dict[str, Any]:
        """The summary as plain data. Its keys are a promise."""
        return asdict(self)


class Distribution:
    """Whole numbers, by how often each came: so many games take little memory."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self.counts = Counter(numbers)

    def at(self, index: int) -> int:
        """The number at a place when all are in order, counted from 0."""
        for number in sorted(self.counts):
            index -= self.counts[number]
            if index < 0:
                return number
        raise IndexError(index)

    def mean(self) -> float:
        """Their mean, to two digits after the point."""
        return round(sum(number * count for number, count in self.counts.items()) / self.counts.total(), 2)

    def quartiles(self) -> list[float]:
        """The least of them, the three quartiles, and the most."""
        return [self._quartile(number) for number in range(5)]

    def _quartile(self, number: int) -> float:
        """A quartile, as `statistics.quantiles` gives it (inclusive)."""
        place, part = divmod(number * (self.counts.total() - 1), 4)
        return (self.at(place) * (4 - part) + (self.at(place + 1) * part if part else 0)) / 4

    def rounds(self) -> Rounds:
        """How many rounds games took, where the numbers say that."""
        last = self.counts.total() - 1
        ninth_decile = self.at((9 * last + 8) // 10)
        return Rounds(self.at(0), self._quartile(2), self.mean(), ninth_decile, self.at(last))

    def spread(self) -> Spread:
        """How scores are distributed, where the numbers are scores."""
        least, most = min(self.counts), max(self.counts)
        width = 1 + (most - least) // _MOST_BINS
        bins = Counter[int]()
        for score, count in self.counts.items():
            bins[(score - least) // width] += count
        histogram = [Bin(low, low + width - 1, bins[i]) for i, low in enumerate(range(least, most + 1, width))]
        first, second, third = (round(number, 2) for number in self.quartiles()[1:4])
        return Spread(least, (first, second, third), most, self.mean(), histogram)


_MOST_BINS = 10


class Results:
    """How one player, or all of one side, did in the games in which they played."""

    def __init__(self) -> None:
        self.games = self.wins = self.shared = 0
        self.scores = Distribution()

    def add(self, has_won: bool, winning_sides: int, score: int) -> None:
        """Add a game, which so many sides have won."""
        self.games += 1
        self.wins += has_won and winning_sides == 1
        self.shared += has_won and winning_sides > 1
        self.scores.counts[score] += 1


class Tally:
    """Adds up games, one after another, and keeps none of them."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._games = self._decisions = self._won_by_nobody = self._stalled = 0
        self._rounds = Distribution()
        self._seats = [Results() for _ in range(plan.players)]
        self._sides = defaultdict[tuple[int, ...], Results](Results)
        self._digest = blake2b(digest_size=16)

    @property
    def is_empty(self) -> bool:
        """Whether there is no game yet."""
        return not self._games

    def add(self, outcome: Outcome) -> None:
        """Add the next game."""
        game = outcome.game
        self._games += 1
        self._decisions += game.choices
        self._won_by_nobody += not game.winners
        self._stalled += game.stalled
        self._rounds.counts[game.rounds] += 1
        self._digest.update(game.digest.encode())
        winners, winning_sides = game.winners, outcome.winning_sides
        for player, (seat, score) in enumerate(zip(self._seats, game.scores, strict=True), 1):
            seat.add(player in winners, winning_sides, score)
        for side, total in zip(game.sides, game.totals, strict=True):
            self._sides[side].add(side[0] in winners, winning_sides, total)

    def sum_up(self, ruleset: str, content: str, settings: dict[str, Any], seconds: float) -> Summary:
        """The sum of all games, at least one, which were played in some seconds."""
        plan = self._plan
        return Summary(
            ruleset,
            content,
            plan.players,
            settings,
            list(plan.bots),
            plan.seed,
            self._games,
            self._decisions,
            round(self._decisions / seconds) if seconds > 0 else 0,
            self._rounds.rounds(),
            [
                PlayerResult(player, each.wins, each.shared, each.scores.mean(), each.scores.spread())
                for player, each in enumerate(self._seats, 1)
            ],
            [
                SideResult(side, each.games, each.wins, each.shared, each.scores.mean(), each.scores.spread())
                for side, each in sorted(self._sides.items())
                if any(len(other) > 1 for other in self._sides)
            ],
            self._won_by_nobody,
            self._stalled,
            self._digest.hexdigest(),
            not any(map(thinks_by_time, plan.bots)),
        )


# Plays the games of a plan and sums them up.

Each = Callable[[Outcome], None]
"""Called with the result of each game, in order."""


class SimulationFault(ContentError):
    """The content made a mistake in one of the games: `seed` is that game's seed, `index` its number, counted from
    0."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.diagnostics)
        self.index = failure.index
        self.seed = failure.seed


def simulate(
    ruleset: Ruleset,
    players: int,
    games: int,
    seed: int = 0,
    settings: Mapping[str, Any] | None = None,
    *,
    bots: Sequence[str] | None = None,
    run: Run = run_job,
    each: Each | None = None,
    dearest: int = 0,
) -> Summary:
    """Play games and sum them up; `bots` names one for each seat, `each` is called with the result of every game, which
    holds so many of its `dearest` decisions.

    `run` plays them: `partial(run_job, jobs=2)`, say, in two processes. Where it ends early, the sum is of fewer games.
    Raises SimulationFault for the first game that fails. Raises PluginProblem for a plugin's bot that fails, or that
    plays the first game differently when it is played again. Raises ValueError where there is no game at all.
    """
    plan = Plan(players, seed, dict(settings or {}), tuple(bots or ["uniform"] * players), dearest)
    began = perf_counter()
    tally = Tally(plan)
    for outcome in run(ruleset, Job(play_as_data, plan, games, outcome_from, play_row, outcome_as_data)):
        if isinstance(outcome, Failure):
            raise SimulationFault(outcome)
        if tally.is_empty:
            _see_if_bots_repeat(ruleset, plan, outcome)
        tally.add(outcome)
        if each is not None:
            each(outcome)
    if tally.is_empty:
        raise ValueError("no game was played")
    chosen = ruleset.settings_told(players, plan.settings)
    return tally.sum_up(ruleset.name, ruleset.content_hash, chosen, perf_counter() - began)


def _see_if_bots_repeat(ruleset: Ruleset, plan: Plan, first: Outcome) -> None:
    """See that plugins' bots play the first game the same again. A bot might depend on time or on the order of a set;
    then no result could be repeated. Where a bot thinks for a time, none can."""
    if any(map(thinks_by_time, plan.bots)):
        return
    plugins = {name: plugin for name in plan.bots if (plugin := plugin_of(name)) is not None}
    if plugins and play_one(ruleset, plan, first.index) != first:
        bots = " or ".join(f"the bot `{name}` of {plugin.label}" for name, plugin in plugins.items())
        raise PluginProblem(f"{bots} is not deterministic: the first game ends otherwise when it is played again")


# Plays a game that failed in a simulation once more, this time with its log and its choices.


def failed_game(
    ruleset: Ruleset, players: int, seed: int, settings: Mapping[str, Any], bots: Sequence[str]
) -> tuple[Game, GameFault] | None:
    """The game of a seed at its last decision, and the fault. None when the game fails in its setup already, or not at
    all."""
    playing_bots = make_bots(bots, seed)
    try:
        game = ruleset.new_game(players, seed, settings)
    except GameFault:
        return None
    try:
        run_playout(game, playing_bots)
    except GameFault as fault:
        return game, fault
    return None
