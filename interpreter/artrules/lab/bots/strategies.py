"""The bots that artrules brings, from the simplest to the strongest: any option, the hints of content, what was
learned from games, one choice ahead, tree search; and one that leaves some options alone.
"""

from collections.abc import Callable

from artrules.engine.chance import LEARNED_BOT, RULES_BOT, UNIFORM_BOT, Stream, stream_key
from artrules.lab.bots.kind import USUAL_ITERATIONS, BotProblem
from artrules.play.game.decision import Decision, Option
from artrules.play.game.practising import ROUNDS
from artrules.play.game.search import SearchResult
from artrules.play.game.seat import Bot, Seat, View
from artrules.play.game.thinking import SAMPLES, NoHints

# The bot that chooses any option, all equally likely: the baseline for other bots, and the widest test of rules.


class UniformBot:
    """Draws from a random stream of its own, so that the choices of others never change what it draws next."""

    __slots__ = ("stream",)

    def __init__(self, seed: int, player: int) -> None:
        self.stream = Stream(seed, player, UNIFORM_BOT)

    def choose(self, decision: Decision, view: View) -> Option:
        options = decision.options
        return options[self.stream.below(len(options))]


# What bots share that think with the machine's help: a seed for each decision, and the option that was found.


class Seeds:
    """The seeds of a bot's thoughts: one for each of its decisions, from the seed of the game and the bot's seat."""

    __slots__ = ("_count", "_player", "_purpose", "_seed")

    def __init__(self, seed: int, player: int, purpose: str) -> None:
        self._seed, self._player, self._purpose = seed, player, purpose
        self._count = 0

    def next(self) -> int:
        """The seed for the next decision: a number of 53 bits."""
        self._count += 1
        return stream_key(self._seed, self._player, f"{self._purpose} {self._count}") >> 11


def option_with_index(decision: Decision, result: SearchResult) -> Option:
    """The option of a decision that a search prefers; the first one where it has found none that is shown."""
    options = decision.options
    return next((option for option in options if option.index == result.option), options[0])


# The bot that follows the hints of content: it takes the option that its player likes best.


class RulesBot:
    """Judges options by hints: in the position as it is where these tell nothing hidden, else in determinizations of
    what its player knows."""

    __slots__ = ("_samples", "_seeds", "_stream")

    def __init__(self, seed: int, player: int, samples: int = SAMPLES) -> None:
        """It judges options in so many `samples` for a decision, where it needs any."""
        self._seeds = Seeds(seed, player, RULES_BOT)
        self._stream = Stream(seed, player, RULES_BOT)
        self._samples = samples

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """The option that is liked best. Raises BotProblem for a game without hints."""
        seed = self._seeds.next()
        if len(decision.options) == 1:
            return decision.options[0]
        if (index := seat.judged(decision, "rules", self._stream)) is not None:
            return decision.options[index]
        try:
            return option_with_index(decision, seat.hinted(decision, seed, samples=self._samples))
        except NoHints as problem:
            raise BotProblem(f"{problem}, so the bot `rules` can't play it: choose `greedy` or `search`") from None


# The bot that plays by what it has learned from games with itself.


class LearnedBot:
    """Takes the option that the policy takes which was learned of the game: at once, and without hints. It judges where
    `RulesBot` does."""

    __slots__ = ("_rounds", "_seeds", "_stream")

    def __init__(self, seed: int, player: int, rounds: int = ROUNDS) -> None:
        """It has practised for so many `rounds`."""
        self._seeds = Seeds(seed, player, LEARNED_BOT)
        self._stream = Stream(seed, player, LEARNED_BOT)
        self._rounds = rounds

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """The option that is worth most by what was learned."""
        seed = self._seeds.next()
        if len(decision.options) == 1:
            return decision.options[0]
        if (index := seat.judged(decision, "learned", self._stream, rounds=self._rounds)) is not None:
            return decision.options[index]
        return option_with_index(decision, seat.learned(decision, seed, rounds=self._rounds))


# The bot that looks one choice ahead: it tries each option in the same samples, and judges it by short playouts.


class GreedyBot:
    """Takes the option with the best mean over its samples. The same samples serve all options (common random numbers),
    so that luck, which is the same for all of them, decides less."""

    __slots__ = ("_horizon", "_samples", "_seeds")

    def __init__(self, seed: int, player: int, samples: int | None = None, horizon: int | None = None) -> None:
        """It uses so many `samples` for a decision, and lets a playout make `horizon` choices at least; None stands for
        what suits the game."""
        self._seeds = Seeds(seed, player, "bot greedy")
        self._samples = samples
        self._horizon = horizon

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """The option that does best in the samples."""
        seed = self._seeds.next()
        if len(decision.options) == 1:
            return decision.options[0]
        return option_with_index(decision, seat.greedy(decision, seed, samples=self._samples, horizon=self._horizon))


# The bot that searches: information-set Monte Carlo tree search, with what its seat knows.


class SearchBot:
    """Compares options as `GreedyBot` does, with a tree below each, in so many iterations, or for so many seconds of
    processor time."""

    __slots__ = ("_iterations", "_seconds", "_seeds")

    def __init__(self, seed: int, player: int, iterations: int | None = None, time: float | None = None) -> None:
        """It searches for so many `iterations` at a decision, or for so many seconds (`time`)."""
        self._seeds = Seeds(seed, player, "bot search")
        self._iterations = USUAL_ITERATIONS if iterations is None and time is None else iterations
        self._seconds = time

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """The option that the search prefers."""
        seed = self._seeds.next()
        if len(decision.options) == 1:
            return decision.options[0]
        result = seat.search(decision, seed, iterations=self._iterations, seconds=self._seconds)
        return option_with_index(decision, result)


# A bot that leaves some options alone, so that one can find out what they are worth.


class RestrainedBot:
    """Plays as another bot does, but takes only what is allowed, unless nothing else is offered."""

    __slots__ = ("_allowed", "_bot")

    def __init__(self, bot: Bot, allowed: Callable[[Option], bool]) -> None:
        self._bot = bot
        self._allowed = allowed

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """What the other bot chooses among the options that are allowed."""
        among = [option.index for option in decision.options if self._allowed(option)]
        if 0 < len(among) < len(decision.options):
            decision = decision.narrowed(among)
        return self._bot.choose(decision, seat)
