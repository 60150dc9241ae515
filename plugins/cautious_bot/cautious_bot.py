"""An example of a plugin for artrules: a bot that takes the first option it is offered, and leaves nothing to chance.

It has no plan, but it plays always alike, so another bot can be measured against it.
"""

from __future__ import annotations

from artrules.bots.bot import BotFactory, View
from artrules.game.decision import Decision, Option
from artrules.hookspecs import hook

ARTRULES_HOOKS = 1


class CautiousBot:
    """Takes the first option."""

    def __init__(self, seed: int, player: int) -> None:
        """A bot for one seat of one game. This one needs neither; one that plays by chance draws from both."""

    def choose(self, decision: Decision, view: View) -> Option:
        """The first option. `view()` would give what the seat may know, `option.label` what an option is."""
        return decision.options[0]


@hook
def artrules_bots() -> dict[str, BotFactory]:
    """The bots this plugin adds, by name."""
    return {"cautious": CautiousBot}
