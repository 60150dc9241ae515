"""One way to set up a game, in which all episodes are played."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from artrules.game.game import Game
from artrules.record import dataclass
from artrules.ruleset import Ruleset, load
from artrules.settings import RANDOM


@dataclass(frozen=True, slots=True, eq=False)
class Configured:
    """A ruleset with a number of players and settings. `runtime` belongs to the engine."""

    ruleset: Ruleset
    players: int
    settings: Mapping[str, Any]
    runtime: Any

    def new_game(self, seed: int, *, log: bool = False, knowledge: bool = False) -> Game:
        """A game at its first decisions."""
        return self.ruleset.new_game(self.players, seed, self.settings, log=log, knowledge=knowledge)


def configure(ruleset: str | Path | Ruleset, players: int | None, settings: Mapping[str, Any] | None) -> Configured:
    """Load a ruleset and fix how its game is set up. Raises what `artrules.load` and `Ruleset.new_game` raise, and
    ValueError for settings that each game would draw anew: then games wouldn't all have the same form."""
    loaded = ruleset if isinstance(ruleset, Ruleset) else load(ruleset)
    count = loaded.fewest_players if players is None else players
    chosen = dict(settings or {})
    drawn = [name for name, value in chosen.items() if value == RANDOM]
    if drawn:
        raise ValueError(f"the setting `{drawn[0]}` can't be random: all games of an environment have one form")
    loaded.check_count(count, chosen)
    runtime, _ = loaded.runtime(count, chosen)
    return Configured(loaded, count, chosen, runtime)
