"""Kinds of bot, what can be set of them, and how people name a bot with what they set: `search:time=0.5`."""

from collections.abc import Callable
from functools import lru_cache

from artrules.play.game.practising import ROUNDS
from artrules.play.game.seat import Bot
from artrules.text.diagnostics.suggest import closest
from artrules.text.record import dataclass

# Bots as people name them, with what they set: `search:time=0.5`, `greedy:samples=8`.
#
# The text of a bot is kept in saved games and sent to other processes. So it says everything that the bot depends on,
# and `str` writes one bot always alike.

_LONGEST = 200
"""Characters of the text of a bot."""


class BotProblem(ValueError):
    """There is no such bot, or it can't be set up so; the message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot's name, and the values of its options as they are written, in the order in which they were given."""

    name: str
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        said = ",".join(f"{key}={value}" for key, value in self.options)
        return f"{self.name}:{said}" if said else self.name


@lru_cache(maxsize=64)
def parse_spec(text: str) -> BotSpec:
    """Read `NAME` or `NAME:key=value,key=value`. Whether there is such a bot with such options, `registry.py` knows.

    Raises BotProblem.
    """
    if len(text) > _LONGEST:
        raise BotProblem(f"the text of a bot has at most {_LONGEST} characters, and this one has {len(text):,}")
    name, colon, rest = (part.strip() for part in text.partition(":"))
    if not name:
        raise BotProblem(f"a bot is given as NAME or NAME:key=value,key=value, not as `{text}`")
    options: dict[str, str] = {}
    for part in rest.split(",") if colon else ():
        key, equals, value = (word.strip() for word in part.partition("="))
        if not (key and equals and value):
            raise BotProblem(f"options of a bot are given as `{name}:key=value,key=value`, not as `{text}`")
        if key in options:
            raise BotProblem(f"`{text}` sets `{key}` twice")
        options[key] = value
    return BotSpec(name, tuple(options.items()))


# What can be set of a bot: numbers with a name, within bounds.


@dataclass(frozen=True, slots=True)
class BotOption:
    """A number that can be set of a bot. It is a whole number, or seconds with a decimal point."""

    name: str
    about: str
    least: float
    most: float
    whole: bool = True
    usual: str = ""
    """Words for what holds where it isn't set."""

    def number(self, text: str) -> int | float:
        """The number in a text. Raises BotProblem."""
        try:
            value = int(text) if self.whole else float(text)
        except ValueError:
            value = None
        if value is None or not self.least <= value <= self.most:
            kind = "a whole number" if self.whole else "a number of seconds"
            raise BotProblem(f"`{self.name}` of a bot is {kind} from {self.least:,} to {self.most:,}, not `{text}`")
        return value


TIME = BotOption("time", "seconds of processor time for a decision", 0.001, 3600, whole=False)
MOST_ITERATIONS = 200_000
"""The machine's search makes no more than this."""
USUAL_ITERATIONS = 400
"""Iterations where nothing is said: few enough for simulations."""
ITERATIONS = BotOption(
    "iterations", "iterations for a decision", 1, MOST_ITERATIONS, usual=f"{USUAL_ITERATIONS} where neither is set"
)
BUDGET = (TIME, ITERATIONS)
"""How long a bot thinks that thinks the better the longer. It takes one of them."""

PRACTICE = BotOption("rounds", "rounds of practice", 1, 1_000, usual=f"{ROUNDS} where nothing is said")
"""How much a bot has practised that goes by what options are worth."""


# A kind of bot that artrules brings: how it is made, and what can be set of it.


@dataclass(frozen=True, slots=True)
class BotKind:
    """A kind of bot. `make` takes a game's seed, a seat, and the options by their names."""

    make: Callable[..., Bot]
    about: str
    """What it does, in a few words."""
    title: str
    """What people at a table call it, who know nothing of bots."""
    plays: str
    """How well and how it plays, in a few words for them."""
    options: tuple[BotOption, ...] = ()
    thinks: bool = True
    """Whether it needs a game that keeps what seats know."""
    judges: bool = True
    """Whether it goes by what positions are worth, which the machine must learn first (`Thinking.prepare`)."""

    def values(self, spec: BotSpec) -> dict[str, int | float]:
        """The values of a bot's options. Raises BotProblem for an option that this kind doesn't have, one out of
        bounds, and several that exclude each other."""
        options_by_key = {option.name: option for option in self.options}
        for key, _ in spec.options:
            if key not in options_by_key:
                raise BotProblem(_no_option(spec, key, list(options_by_key)))
        values = {key: options_by_key[key].number(text) for key, text in spec.options}
        if {"time", "iterations"} <= values.keys():
            raise BotProblem(f"`{spec}` sets both `time` and `iterations`: a bot takes one of them")
        return values

    @property
    def takes_time(self) -> bool:
        """Whether it thinks for as long as it may."""
        return TIME in self.options


def _no_option(spec: BotSpec, key: str, names: list[str]) -> str:
    if not names:
        return f"the bot `{spec.name}` has no options, so it can't be `{spec}`"
    near = closest(key, names)
    hint = f"; did you mean `{near[0]}`?" if near else ""
    return f"the bot `{spec.name}` has no option `{key}`{hint} (it has: {', '.join(names)})"
