"""An example of a plugin for artrules: two bots that take the first option they are offered; one of them looks ahead.

`cautious` has no plan, but it plays always alike, so another bot can be measured against it. `wary` takes another
option where that is clearly better.
"""

from __future__ import annotations

from artrules import BotFactory, Decision, Option, Seat, Stream, View, hook

ARTRULES_HOOKS = 1

CLEARLY = 0.05
"""By so much more an option must bring, of what can be won."""


class CautiousBot:
    """Takes the first option."""

    def __init__(self, seed: int, player: int) -> None:
        """A bot for one seat of one game. This one needs neither; one that plays by chance draws from both."""

    def choose(self, decision: Decision, view: View) -> Option:
        """The first option. `view()` would give what the seat may know, `option.label` what an option is."""
        return decision.options[0]


class WaryBot:
    """Takes the first option, unless another does clearly better in a few games that its player can't tell from the
    real one."""

    def __init__(self, seed: int, player: int) -> None:
        self.seeds = Stream(seed, player, "bot wary")

    def choose(self, decision: Decision, seat: Seat) -> Option:
        """The first option, or the best one. `seat.sample(number)` would give such a game, to be played on."""
        found = seat.greedy(decision, self.seeds.below(1 << 32), samples=4)
        better = found.values[found.option] - found.values[0] > CLEARLY
        return decision.options[found.option if better else 0]


@hook
def artrules_bots() -> dict[str, BotFactory]:
    """The bots this plugin adds, by name."""
    return {"cautious": CautiousBot, "wary": WaryBot}
