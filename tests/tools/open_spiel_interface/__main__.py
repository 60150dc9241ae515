"""`python -m tests.tools.open_spiel_interface`: a line for each thing that was tried. It takes about a minute."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts
from open_spiel.python.bots import uniform_random

from artrules.lab.research import open_spiel_game

OF_TESTS = Path(__file__).parents[2] / "rulesets"
GAMES: dict[str, dict[str, Any]] = {
    "crazy_eights": {"players": 2, "settings": {"goal": 1}},
    "vintage": {"players": 3, "rewards": "rank"},
    str(OF_TESTS / "claims"): {"players": 2, "rewards": "points"},
    str(OF_TESTS / "lots"): {"players": 3},
}
SHORT = [name for name in GAMES if name not in ("crazy_eights", "vintage")]
"""The games of which whole ones are played by search."""


def random_simulation(name: str, game: Any) -> str:
    """OpenSpiel's own test of games: clones, serialization, masks, tensors, rewards, on a random game."""
    pyspiel.random_sim_test(game, 1, serialize=name in SHORT, verbose=False)
    return "passed"


def loaded_again(name: str, game: Any) -> str:
    """A game is found by its text; a state goes through text and back."""
    again = pyspiel.load_game(str(game))
    assert again.num_distinct_actions() == game.num_distinct_actions()
    state = game.new_initial_state()
    state.apply_action(3)
    state.apply_action(state.legal_actions()[-1])
    _, other = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(other) == str(state) and other.history() == state.history()
    return "the same"


def clones(name: str, game: Any) -> str:
    """What happens to a clone doesn't happen to the state."""
    state = game.new_initial_state()
    state.apply_action(1)
    before = str(state)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == before != str(copy)
    return "independent"


def resampled(name: str, game: Any) -> str:
    """A player can't tell a resampled state from the real one."""
    state, chance, different = game.new_initial_state(), random.Random(1), 0
    state.apply_action(2)
    for _ in range(8):
        if state.is_terminal():
            break
        player = state.current_player()
        other = state.resample_from_infostate(player, chance.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        different += str(other) != str(state)
        state.apply_action(chance.choice(state.legal_actions()))
    assert different
    return f"{different} of the resampled states are others"


def uniform_bots(name: str, game: Any) -> str:
    """OpenSpiel's loop for bots."""
    bots = [uniform_random.UniformRandomBot(i, np.random.RandomState(i)) for i in range(game.num_players())]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(2))
    assert abs(sum(returns)) < 1e-6
    return f"returns {[round(float(each), 2) for each in returns]}"


def search(name: str, game: Any) -> str:
    """OpenSpiel's information set Monte Carlo tree search: whole short games, the first decisions of others."""
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=1.4,
        evaluator=evaluator,
        max_simulations=20 if name in SHORT else 4,
        random_state=np.random.RandomState(1),
    )
    chance, wins, made = random.Random(3), 0.0, 0
    games = 8 if name in SHORT else 1
    for seed in range(games):
        state = game.new_initial_state()
        state.apply_action(seed)
        while not state.is_terminal() and (name in SHORT or made < 2):
            if state.current_player() == 0:
                state.apply_action(bot.step(state))
                made += 1
            else:
                state.apply_action(chance.choice(state.legal_actions()))
        wins += state.returns()[0]
    return f"{made} decisions, mean return {wins / games:.2f} against uniform players"


TRIALS: list[Callable[[str, Any], str]] = [random_simulation, loaded_again, clones, resampled, uniform_bots, search]


def main() -> int:
    for line in lines():
        print(line, flush=True)
    return 0


def lines() -> Iterator[str]:
    """Try everything with every game. Raises what goes wrong."""
    for name, options in GAMES.items():
        game = open_spiel_game(name, **options)
        for trial in TRIALS:
            begun = process_time()
            said = trial(name, game)
            yield f"{Path(name).name:14} {trial.__name__:18} {said} ({process_time() - begun:.1f} s)"


if __name__ == "__main__":
    sys.exit(main())
