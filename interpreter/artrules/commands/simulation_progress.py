"""Observes the games of `artrules simulate`: notifies listeners, collects the games for a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from artrules.commands.listeners import complain, game_info
from artrules.plugins.listener import GameResult, Score
from artrules.plugins.notify_listeners import Listeners, anybody_listens
from artrules.plugins.report import SimulatedGame, Simulation
from artrules.ruleset import Ruleset
from artrules.simulation.dearest import DearDecision
from artrules.simulation.game import Outcome
from artrules.simulation.summary import Summary


class GameObserver:
    """A callable for the outcome of each game of a simulation, in order."""

    def __init__(self, ruleset: Ruleset, players: int, settings: Mapping[str, Any], bots: Sequence[str]) -> None:
        self.model = ruleset.configured(players, ruleset.settle(settings, 0))[0]
        """The model of the games, with the overlays that apply."""
        self._ruleset = ruleset
        self._players = players
        self._settings = settings
        self._bots = tuple(bots)
        self._games: list[SimulatedGame] = []
        self.dear: list[DearDecision] = []
        """The dearest decisions of each game."""
        self._listens = anybody_listens()

    def __call__(self, o: Outcome) -> None:
        self._games.append(SimulatedGame(o.index, o.seed, o.decisions, o.rounds, o.stalled, o.winners, o.scores))
        self.dear += o.dearest
        if self._listens:
            chosen = self._ruleset.runtime(self._players, self._ruleset.settle(self._settings, o.seed))[1]
            info = game_info(self._ruleset, self._players, chosen, o.seed, self._bots, how="simulated")
            scores = tuple(Score(i, total, o.parts[i - 1]) for i, total in enumerate(o.scores, 1))
            Listeners(info, complain).end(GameResult(o.winners, scores, o.rounds, o.stalled, o.digest))

    def simulation(self, s: Summary) -> Simulation:
        """The simulation in the form that reporters take."""
        title, games = self._ruleset.title, tuple(self._games)
        return Simulation(s.ruleset, title, s.content, s.players, s.settings, tuple(s.bots), s.seed, games)
