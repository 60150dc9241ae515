"""Notifies the listeners of plugins of the games that commands play; of a simulation it also collects what a reporter
gets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from artrules.play.plugins.api import GameInfo, GameResult, Score, SimulatedGame, Simulation
from artrules.play.plugins.notify_listeners import Complain, Listeners, anybody_listens, result_of
from artrules.text.plain_text import output as put

if TYPE_CHECKING:
    from artrules.lab.simulation import DearDecision, Outcome, Summary
    from artrules.play.game.game import Game
    from artrules.play.ruleset import Ruleset


# Notifies the listeners of plugins of the games that commands play.


def complain(problem: str) -> None:
    """Report a plugin whose listener failed: it hears no more of the game."""
    put(f"artrules: {problem}; it is told no more of this game", to_error=True)


def game_info(
    ruleset: Ruleset,
    players: int,
    settings: Mapping[str, Any],
    seed: int,
    bots: Sequence[str],
    *,
    how: Literal["played", "simulated"],
    choices: int = 0,
) -> GameInfo:
    """What listeners learn of a game when it begins; `settings` are those of the game, defaults included."""
    title, content = ruleset.title, ruleset.content_hash
    return GameInfo(ruleset.name, title, content, players, dict(settings), seed, tuple(bots), how, choices)


def listeners_of(ruleset: Ruleset, game: Game, bots: Sequence[str], on_failure: Complain = complain) -> Listeners:
    """The listeners to a game that begins or continues. `bots` names each seat's bot, empty for a person;
    `on_failure` is called for each that fails."""
    choices = len(game.choices)
    info = game_info(ruleset, game.players, game.setup.settings, game.setup.seed, bots, how="played", choices=choices)
    return Listeners(info, on_failure, game if choices else None)


def notify(listeners: Listeners, game: Game) -> None:
    """Notify listeners of what has happened since, and of the result if the game has ended."""
    listeners.hear(game)
    if listeners and (result := result_of(game)) is not None:
        listeners.end(result)


# Observes the games of `artrules simulate`: notifies listeners, collects the games for a report.


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

    def __call__(self, outcome: Outcome) -> None:
        seed, choices, rounds, stalled, winners, scores, sides, _, digest, parts = outcome.game
        self._games.append(SimulatedGame(outcome.index, seed, choices, rounds, stalled, winners, scores, sides))
        self.dear += outcome.dearest
        if self._listens:
            chosen = self._ruleset.runtime(self._players, self._ruleset.settle(self._settings, seed))[1]
            info = game_info(self._ruleset, self._players, chosen, seed, self._bots, how="simulated")
            scored = tuple(Score(i, total, parts[i - 1]) for i, total in enumerate(scores, 1))
            Listeners(info, complain).end(GameResult(winners, scored, rounds, stalled, digest, sides))

    def simulation(self, s: Summary) -> Simulation:
        """The simulation in the form that reporters take."""
        title, games = self._ruleset.title, tuple(self._games)
        return Simulation(s.ruleset, title, s.content, s.players, s.settings, tuple(s.bots), s.seed, games)
