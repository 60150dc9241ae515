"""Which code of the content runs in games, and how its conditions come out: as coverage needs it.

Games of a ruleset that counts (`Ruleset.counting`) count what they run. What the machine does to look ahead doesn't
count, nor what it does for labels of options. Only one thing counts there, too: a requirement that refuses an option.
"""

from __future__ import annotations

from artrules.game.decision import Option
from artrules.game.game import Game
from artrules.game.runtime import Runtime
from artrules.lower.program import Counter


class Execution:
    """What runs in one game from now on, and in other games of the same ruleset, players and settings."""

    def __init__(self, game: Game) -> None:
        self._runtime = game._runtime
        executed = self._runtime.instance.region("executed")
        for number in range(len(executed)):
            executed[number] = 0

    def happened(self) -> list[tuple[Counter, bool | None]]:
        """What has run; of conditions, each way in which they came out, of anything else None."""
        return [(counter, outcome) for counter, outcome, _ in _executed(self._runtime)]


def take_executed(game: Game) -> list[tuple[Counter, bool | None, int]]:
    """What has run in all games with the same ruleset, players and settings since this was last asked, and how often:
    as `Execution.happened` gives it, but for the setup of games, which counts too."""
    found = _executed(game._runtime)
    executed = game._runtime.instance.region("executed")
    for number in range(len(executed)):
        executed[number] = 0
    return found


def _executed(runtime: Runtime) -> list[tuple[Counter, bool | None, int]]:
    found: list[tuple[Counter, bool | None, int]] = []
    last: Counter | None = None
    for counter, times in zip(runtime.program.counters, runtime.instance.region("executed"), strict=True):
        last = counter or last
        if times and last is not None:
            outcome = (counter is not None) if last.what == "held" else None
            found.append((last, outcome, times))
    return found


def used_power(option: Option) -> str | None:
    """The key of the power that an option uses, if it does nothing else."""
    asked, moment = option.decision._asked, option.decision._moment
    runtime = moment.load()
    asked.put(option.index, runtime.program, runtime.instance)
    definition = runtime.ask("power_used_by", asked.stack)
    return None if definition < 0 else runtime.model.powers[definition].key


def powers_on_cards(game: Game) -> set[str]:
    """The keys of the powers that cards of a game have of their own."""
    runtime = game._runtime
    return {runtime.model.powers[d].key for d in runtime.instance.region("own_powers")}


def sets_in_play(game: Game) -> frozenset[str]:
    """The names of the sets whose code takes part in a game."""
    return game._runtime.program.in_play
