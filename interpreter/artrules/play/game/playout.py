"""Plays a game on by itself, with one of the machine's own bots at all seats: inside the machine where the game plays
in memory and keeps no choices, else choice by choice. Both make the same choices.

`uniform` draws any option, `first` takes the first one, `rules` what hints like best, and `learned` what is worth most
by the policy that was learned of the game: these two in games whose hints, if there are any, tell nothing hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from artrules.engine.chance import LEARNED_BOT, RULES_BOT, UNIFORM_BOT, Stream, check_seed, signed
from artrules.engine.machine.language import I64
from artrules.engine.machine.memory import FINISHED
from artrules.engine.machine.thinking.playouts import EVER, FIRST, HINTED, LEARNED, UNIFORM
from artrules.engine.machine_code.machine import pack
from artrules.model.analyses.option_looks import hints_are_open, option_hints_are_open
from artrules.model.ir.model import Model
from artrules.play.explain.faults import Stopped
from artrules.play.game.practising import ROUNDS, policy_of, put_policy
from artrules.play.game.scores import Ending, PlayedGame, Scoring
from artrules.play.position.codec import digest_key
from artrules.text.record import dataclass

if TYPE_CHECKING:
    from artrules.play.game.moment import Moment
    from artrules.play.game.playing import Playing
    from artrules.play.game.runtime import Runtime


BOTS = {
    "uniform": (UNIFORM, UNIFORM_BOT),
    "first": (FIRST, UNIFORM_BOT),
    "rules": (HINTED, RULES_BOT),
    "learned": (LEARNED, LEARNED_BOT),
}
"""By name: the machine's number of a bot, and the purpose of its streams."""
IS_OPEN = {HINTED: hints_are_open, LEARNED: option_hints_are_open}
"""By the number of a bot that judges: whether what it goes by tells its player nothing hidden."""
MOST_AT_ONCE = 2_000
"""The most choices that the machine makes before the host can be interrupted, and other threads go on."""


def machine_bots(model: Model) -> list[str]:
    """The names of the bots with which the machine plays a game by itself."""
    return [name for name, (number, _) in BOTS.items() if number not in IS_OPEN or IS_OPEN[number](model)]


def _find_bot(model: Model, name: str) -> tuple[int, str]:
    """The machine's number of a bot, and the purpose of its streams. Raises ValueError where it doesn't have it."""
    names = machine_bots(model)
    if name not in names:
        raise ValueError(f"the machine has no bot {name!r} for `{model.name}`: it has {', '.join(names)}")
    return BOTS[name]


def prepare_bot(runtime: Runtime, bot: int, rounds: int = ROUNDS) -> None:
    """Let the machine have what a bot of its own goes by: for one that has practised for so many `rounds` its policy.
    What memory held is lost where that wasn't known yet. Raises Stopped."""
    if bot == LEARNED:
        runtime.compile()
        put_policy(runtime, policy_of(runtime, rounds))


def judged_option(moment: Moment, place: int, bot: int, stream: Stream, rounds: int = ROUNDS) -> int:
    """The index of the option of a decision, one of those in a moment, that a bot of the machine's judges best, in the
    position as it is; among those that it thinks equally good one that is drawn. Only where what it goes by tells
    nothing hidden. Raises Stopped."""
    runtime, seat = moment.runtime, moment.asked[place].player
    prepare_bot(runtime, bot, rounds)
    moment.put_into(runtime, logging=False)
    runtime.run("ask_anew")
    runtime.run("decides_first", seat)
    key, drawn = runtime.instance.region("bot_key"), runtime.instance.region("bot_drawn")
    key[seat], drawn[seat] = stream.key, stream.counter
    option = runtime.run("judged_option", seat, bot)
    stream.counter = drawn[seat]
    return option


class Playout:
    """Plays a game on, for a number of choices, or up to the first decision after a round."""

    def __init__(self, playing: Playing, bot: str, seed: int, choices: int | None, last_round: int | None) -> None:
        self._playing = playing
        self._bot, purpose = _find_bot(playing.runtime.model, bot)
        self._remaining = EVER if choices is None else max(0, choices)
        self._last_round = EVER if last_round is None else last_round
        self._seed, self._purpose = check_seed(seed), purpose
        self._has_begun = False
        """Whether anything has been drawn for the bot."""

    @cached_property
    def _streams(self) -> list[Stream]:
        """The random streams of the bot, by seat."""
        return Stream.of_players(self._seed, self._playing.runtime.players, self._purpose)

    def run(self) -> int:
        """Play; gives how many choices were made. Raises GameFault."""
        inside = self._playing.is_plain and self._playing.picks is None
        return self._inside() if inside else self._choice_by_choice()

    def _choice_by_choice(self) -> int:
        playing, choices = self._playing, 0
        while playing.count and choices < self._remaining and playing.moment.round <= self._last_round:
            playing.choose(self._option())
            choices += 1
        return choices

    def _option(self) -> int:
        """The index of the option that the bot takes of the first decision."""
        playing = self._playing
        stream = self._streams[playing.decisions[0].player - 1]
        if self._bot == UNIFORM:
            return stream.below(playing.count)
        if self._bot == FIRST or playing.count == 1:
            return 0
        return playing.answer(lambda: judged_option(playing.moment, 0, self._bot, stream))

    def _inside(self) -> int:
        playing, choices = self._playing, 0
        while playing.count and self._remaining:
            most = min(MOST_AT_ONCE, self._remaining)
            now = self._play(most)
            playing.runtime.count_choices(now)
            choices += now
            self._remaining -= now
            if now < most:
                break
        return choices

    def _play(self, most: int) -> int:
        """Let the machine make so many choices."""
        playing, runtime = self._playing, self._playing.runtime
        user = runtime.enter()
        try:
            return self._play_on(playing, runtime, most)
        finally:
            runtime.user = user

    def _play_on(self, playing: Playing, runtime: Runtime, most: int) -> int:
        try:
            prepare_bot(runtime, self._bot)
        except Stopped as stopped:
            raise playing.moment.fault(stopped) from None
        instance = runtime.instance
        if runtime.is_compiled and not self._has_begun:  # the machine makes the keys in less time
            instance.region("game_seed")[0] = signed(self._seed)
            choices = playing.play_inside("play_from_seed", most, self._last_round, self._bot)
        else:
            instance.region("bot_key")[:] = [stream.key for stream in self._streams]
            instance.region("bot_drawn")[:] = [stream.counter for stream in self._streams]
            choices = playing.play_inside("play", most, self._last_round, self._bot)
        if choices is None:
            return self._choice_by_choice()  # up to the choice that leads to the fault
        if playing.count:
            self._has_begun = True
            for stream, counter in zip(self._streams, instance.region("bot_drawn"), strict=True):
                stream.counter = counter
        return choices


# Rollouts: what a position comes to when bots play it out by chance, many times.

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
    runtime = moment.runtime
    number, purpose = _find_bot(runtime.model, bot)
    if not isinstance(count, int) or count < 0:
        raise ValueError(f"a position can't be played out {count!r} times")
    streams = Stream.of_players(check_seed(seed), runtime.players, purpose)
    sums = {region: [0] * runtime.players for region in _SUMS}
    games = choices = 0
    before = runtime.enter()
    try:
        prepare_bot(runtime, number)
        while games < count:
            instance = runtime.instance
            moment.put_into(runtime, logging=False)
            instance.set_register("knowing", 0)
            instance.region("bot_key")[:] = [stream.key for stream in streams]
            for region, numbers in sums.items():
                instance.region(region)[:] = numbers
            changed = False
            while games < count and not changed:
                played, length = _play_out(moment, number, count - games)
                games += played
                choices += length
                changed = runtime.count_choices(length)
            sums = {region: list(instance.region(region)) for region in _SUMS}
    except Stopped as stopped:
        raise moment.fault(stopped) from None
    finally:
        runtime.user = before
    return Rollouts(count, choices, tuple(sums["times_won"]), tuple(sums["points_won"]))


def _play_out(moment: Moment, bot: int, most: int) -> tuple[int, int]:
    """Play a position out a few times, but not more often than that, with a bot by the machine's number. Gives how many
    games there were, and how many choices in them. Raises Stopped."""
    runtime = moment.runtime
    instance = runtime.instance
    instance.load(moment.position)
    choices = runtime.run("roll_out", min(most, EVER), MOST_AT_ONCE, bot)
    games = instance.region("rolled_out")[0]
    while instance.register("waiting_count") and not instance.region("clock")[FINISHED]:
        runtime.run("ask_anew")
        choices += runtime.run("play_further", MOST_AT_ONCE, bot)
    return games, choices


# Many games, each from its setup to its end.


def play_many(runtime: Runtime, content: str, bot: str, seeds: Sequence[int]) -> list[PlayedGame | None]:
    """Let a bot play a game of each of some seeds, GAMES_AT_ONCE at most, all of one configuration: inside the machine,
    one after another. None for a game of which the machine can't tell what has become: who plays it by itself learns
    why. `content` is the hash of the content. Raises ValueError for a bot that the machine doesn't have."""
    number, _ = _find_bot(runtime.model, bot)
    before = runtime.enter()
    try:
        prepare_bot(runtime, number)
        begun, failed = 0, set[int]()
        while begun < len(seeds):
            _begin_many(runtime, content, seeds)
            try:
                runtime.run("play_games", begun, len(seeds), MOST_AT_ONCE, number)
                while runtime.instance.register("waiting_count"):
                    last = runtime.instance.region("rolled_out")[0] - 1
                    runtime.run("play_game_on", last, MOST_AT_ONCE, number)
                begun = runtime.instance.region("rolled_out")[0]
            except Stopped:
                begun = runtime.instance.region("rolled_out")[0]
                failed.add(begun - 1)
        return [None if game in failed else each for game, each in enumerate(_played(runtime, seeds))]
    finally:
        runtime.user = before


def _begin_many(runtime: Runtime, content: str, seeds: Sequence[int]) -> None:
    """Put the position before the setup into memory, and what the machine must know of the games."""
    instance = runtime.instance
    runtime.load(runtime.start[0])
    instance.set_register("logging", 0)
    instance.set_register("knowing", 0)
    instance.region("digest_key")[:] = [*digest_key(content)]
    instance.region("game_seed")[: len(seeds)] = [signed(seed) for seed in seeds]


def _played(runtime: Runtime, seeds: Sequence[int]) -> Iterator[PlayedGame | None]:
    """What has become of the games that the machine has played last; None for one whose list of winners is too long to
    have been kept."""
    instance, scoring = runtime.instance, runtime.derive(Scoring)

    def numbers(name: str, each: int = 1) -> Sequence[int]:
        return instance.region(name)[: each * len(seeds)]

    players = runtime.players
    parts = len(scoring.parts) * players
    winners, sides = numbers("game_winners", players), numbers("game_sides", players)
    points = numbers("game_points", parts)
    digests = pack(I64, numbers("game_digest", 2)).hex()
    columns = map(numbers, ("game_choices", "game_rounds", "game_stalled", "game_winner_count"))
    for game, (seed, choices, rounds, stalled, count) in enumerate(zip(seeds, *columns, strict=True)):
        place = game * players
        if count > players:
            yield None
            continue
        ending = Ending(
            tuple(winners[place : place + count]),
            tuple(points[game * parts : game * parts + parts]),
            tuple(sides[place : place + players]),
            stalled != 0,
            rounds,
        )
        yield scoring.sum_up(seed, choices, ending, digests[32 * game : 32 * game + 32])
