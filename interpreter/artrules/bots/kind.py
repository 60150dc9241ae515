"""A kind of bot that artrules brings: how it is made, and what can be set of it."""

from __future__ import annotations

from collections.abc import Callable

from artrules.bots.bot import Bot
from artrules.bots.option import TIME, BotOption
from artrules.bots.spec import BotProblem, BotSpec
from artrules.diagnostics.suggest import closest
from artrules.record import dataclass


@dataclass(frozen=True, slots=True)
class BotKind:
    """A kind of bot. `make` takes a game's seed, a seat, and the options by their names."""

    make: Callable[..., Bot]
    about: str
    """What it does, in a few words."""
    options: tuple[BotOption, ...] = ()
    thinks: bool = True
    """Whether it needs a game that keeps what seats know."""
    judges: bool = True
    """Whether it goes by what positions are worth, which the machine must learn first (`Game.prepare_to_think`)."""

    def values(self, spec: BotSpec) -> dict[str, int | float]:
        """The values of a bot's options. Raises BotProblem for an option that this kind doesn't have, one out of
        bounds, and several that exclude each other."""
        known = {option.name: option for option in self.options}
        for key, _ in spec.options:
            if key not in known:
                raise BotProblem(_no_option(spec, key, list(known)))
        found = {key: known[key].number(text) for key, text in spec.options}
        if {"time", "iterations"} <= found.keys():
            raise BotProblem(f"`{spec}` sets both `time` and `iterations`: a bot takes one of them")
        return found

    @property
    def takes_time(self) -> bool:
        """Whether it thinks for as long as it may."""
        return TIME in self.options


def _no_option(spec: BotSpec, key: str, known: list[str]) -> str:
    if not known:
        return f"the bot `{spec.name}` has no options, so it can't be `{spec}`"
    near = closest(key, known)
    hint = f"; did you mean `{near[0]}`?" if near else ""
    return f"the bot `{spec.name}` has no option `{key}`{hint} (it has: {', '.join(known)})"
