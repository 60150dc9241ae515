"""Bots as people name them, with what they set: `search:time=0.5`, `greedy:samples=8`.

The text of a bot is kept in saved games and sent to other processes. So it says everything that the bot depends on, and
`str` writes one bot always alike.
"""

from __future__ import annotations

from artrules.record import dataclass

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
