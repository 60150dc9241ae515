"""OpenSpiel's games, played by chance: inside its C++ code, and through its Python API."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any


def is_installed() -> bool:
    """Whether OpenSpiel is there: `pip install -e '.[benchmarks]'`."""
    return find_spec("pyspiel") is not None


class Theirs:
    """A game of OpenSpiel."""

    def __init__(self, name: str, *, in_turn: bool = False) -> None:
        """`name` is the game with its parameters, as `pyspiel.load_game` takes it. `in_turn` lets players choose one
        after another who choose at once."""
        self._spiel: Any = import_module("pyspiel")
        self.game = self._spiel.load_game(name)
        if in_turn and self.game.get_type().dynamics == self._spiel.GameType.Dynamics.SIMULTANEOUS:
            self.game = self._spiel.convert_to_turn_based(self.game)

    @property
    def has_rollouts(self) -> bool:
        """Whether a position can be played out in C++: where rewards come at the end alone."""
        return bool(self.game.get_type().reward_model == self._spiel.GameType.RewardModel.TERMINAL)

    def dealt(self, chance: Random) -> Any:
        """The position after a deal, where the first player decides."""
        state = self.game.new_initial_state()
        while state.is_chance_node():
            _draw(state, chance)
        return state

    def rollouts(self, state: Any, count: int, seed: int) -> Callable[[], object]:
        """What plays a position out so many times, in C++: the evaluator of a search that looks at nothing else."""
        evaluator = self._spiel.RandomRolloutEvaluator(count, seed)
        search = self._spiel.MCTSBot(self.game, evaluator, 2.0, 1, 100, False, seed, False)
        return lambda: search.mcts_search(state)

    def play_inside(self, bots: list[Any], seed: int) -> None:
        """Play a game from the deal to the end, with bots of C++."""
        self._spiel.evaluate_bots(self.game.new_initial_state(), bots, seed)

    def bots(self) -> list[Any]:
        """Bots that choose by chance, one for each player."""
        return [self._spiel.make_uniform_random_bot(player, player) for player in range(self.game.num_players())]

    def play(self, chance: Random) -> int:
        """Play a game through the Python API. Gives how many decisions players made, forced ones among them."""
        state = self.game.new_initial_state()
        draw, made = chance.random, 0
        while not state.is_terminal():
            if state.is_chance_node():
                _draw(state, chance)
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                made += 1
        return made


def _draw(state: Any, chance: Random) -> None:
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(chance.choices(outcomes, chances)[0])
