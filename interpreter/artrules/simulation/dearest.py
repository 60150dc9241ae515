"""The dearest decisions of games: those for which the engine looked at most positions to find the options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from artrules.bots.bot import Bot
from artrules.bots.seat import Seat
from artrules.diagnostics.span import Span
from artrules.game.decision import Decision, Option


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
        known = self.noted.get(decision.source)
        if decision.positions > (known.positions if known is not None else 0):
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
    found: dict[Span, DearDecision] = {}
    for each in sorted(decisions, key=lambda d: -d.positions):
        found.setdefault(each.source, each)
    return list(found.values())[:most]
