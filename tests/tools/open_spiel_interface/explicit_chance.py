"""Kuhn and Leduc poker are the games that OpenSpiel has: the same tree, and the same way to its equilibrium.

`python -m tests.tools.open_spiel_interface.explicit_chance` needs the wheel `open_spiel`. It takes a minute or
two; with `--until 0.01` some five.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pyspiel

from artrules.lab.research import open_spiel_game

RANKS = ("jack", "queen", "king")
SUITS = ("hearts", "spades")
EVERY = 50
"""After so many iterations exploitability is looked at."""


def kuhn_card(rank: str, suit: str) -> int:
    """Their number of a card."""
    return RANKS.index(rank)


def leduc_card(rank: str, suit: str) -> int:
    """Their number of a card."""
    return len(SUITS) * RANKS.index(rank) + SUITS.index(suit)


CARDS: dict[str, Callable[[str, str], int]] = {"kuhn_poker": kuhn_card, "leduc_poker": leduc_card}
ACTIONS = {
    "kuhn_poker": {"check": 0, "fold": 0, "bet": 1, "call": 1},
    "leduc_poker": {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 2},
}
"""Their numbers of our options."""


TREES = {
    "kuhn_poker": ({"nodes": 58, "ends": 30, "draws": 4}, 12),
    "leduc_poker": ({"nodes": 9457, "ends": 5520, "draws": 157}, 936),
}
"""How many nodes there are of each sort, and how many information states."""
WORTH = {"kuhn_poker": -1 / 18, "leduc_poker": -0.0856}
"""What the literature says that the game is worth to the first player."""
SAME_UNTIL = 100
"""For so many iterations both games are equally exploitable, but for rounding. Later regrets near 0 differ in sign."""


def ours(name: str) -> Any:
    """Our game, with their rewards."""
    return open_spiel_game(name, rewards="points", chance="explicit")


class Lockstep:
    """Goes through all histories of both games at once. `counts` says how many nodes of each sort there are."""

    def __init__(self, name: str) -> None:
        self._card, self._actions = CARDS[name], ACTIONS[name]
        self.counts: Counter[str] = Counter()
        self.information: dict[tuple[int, str], str] = {}
        """By player and our information state: theirs."""
        self._go_on(ours(name).new_initial_state(), pyspiel.load_game(name).new_initial_state())
        assert len(set(self.information.items())) == len({(p, theirs) for (p, _), theirs in self.information.items()})

    def _go_on(self, here: Any, there: Any) -> None:
        self.counts["nodes"] += 1
        assert here.current_player() == there.current_player()
        if here.is_terminal():
            self.counts["ends"] += 1
            assert here.returns() == there.returns()
            return
        if here.is_chance_node():
            self.counts["draws"] += 1
            assert dict(self._drawn(here)) == dict(there.chance_outcomes())
        else:
            player = here.current_player()
            mine, theirs = (state.information_state_string(player) for state in (here, there))
            assert self.information.setdefault((player, mine), theirs) == theirs
        matched = {self._theirs(here, action): action for action in here.legal_actions()}
        assert sorted(matched) == sorted(there.legal_actions()) and len(matched) == len(here.legal_actions())
        for action, own in matched.items():
            self._go_on(here.child(own), there.child(action))

    def _drawn(self, state: Any) -> Iterator[tuple[int, float]]:
        return ((self._theirs(state, action), probability) for action, probability in state.chance_outcomes())

    def _theirs(self, state: Any, action: int) -> int:
        """Their number of an action."""
        words = state.action_to_string(state.current_player(), action)
        if not state.is_chance_node():
            return self._actions[words]
        rank, _, suit = words.partition(": ")[2].partition(" of ")
        return self._card(rank, suit)


def curves(name: str, iterations: int, every: int = EVERY) -> Iterator[tuple[int, float, float]]:
    """How exploitable the average policy of counterfactual regret minimization is, in our game and in theirs, after so
    many iterations."""
    games = [ours(name), pyspiel.load_game(name)]
    solvers = [pyspiel.CFRSolver(game) for game in games]
    for iteration in range(1, iterations + 1):
        for solver in solvers:
            solver.evaluate_and_update_policy()
        if iteration % every == 0:
            pairs = zip(games, solvers, strict=True)
            here, there = (pyspiel.exploitability(game, solver.average_policy()) for game, solver in pairs)
            yield iteration, here, there


def value(name: str, iterations: int) -> float:
    """What the game is worth to the first player, by the average policy of CFR+ after so many iterations."""
    game = ours(name)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    returns = pyspiel.expected_returns(game.new_initial_state(), solver.average_policy(), -1, True)
    return float(returns[0])


def go_through_text() -> None:
    """States are cloned, and go through text and back."""
    game = ours("kuhn_poker")
    state = game.new_initial_state()
    for action in (2, 0):
        before, copy = str(state), state.clone()
        copy.apply_action(action)
        assert str(state) == before != str(copy)
        state = copy
    assert state.action_to_string(0, state.legal_actions()[0]) == "check"
    again, other = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(game) and str(other) == str(state) and other.history() == state.history()
    assert other.information_state_string(0) == state.information_state_string(0)
    pyspiel.random_sim_test(game, 2, serialize=True, verbose=False)


def remember() -> None:
    """Two histories that differ in what the other seat holds are one to a seat, and those that differ in its own card
    aren't."""
    states: list[Any] = [ours("kuhn_poker").new_initial_state() for _ in range(3)]
    for state, cards in zip(states, ((0, 0), (0, 1), (1, 0)), strict=True):
        for action in (*cards, 0):
            state.apply_action(action if state.is_chance_node() else state.legal_actions()[0])
    first, second, third = (state.information_state_string(0) for state in states)
    assert first == second != third


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.open_spiel_interface.explicit_chance")
    parser.add_argument("--until", type=float, help="an exploitability; without it 100 iterations are made")
    chosen = parser.parse_args(arguments)
    go_through_text()
    remember()
    for name in CARDS:
        lockstep = Lockstep(name)
        assert (dict(lockstep.counts), len(lockstep.information)) == TREES[name]
        print(f"{name}: the same tree: {dict(lockstep.counts)}, {len(lockstep.information)} information states")
        for iteration, here, there in curves(name, SAME_UNTIL if chosen.until is None else 10_000):
            print(f"  {iteration} iterations: {here:.6f}, theirs differs by {abs(here - there):.0e}", flush=True)
            assert iteration > SAME_UNTIL or abs(here - there) < 1e-9
            if chosen.until is not None and here < chosen.until:
                break
        worth = value(name, 200)
        print(f"  worth to the first player: {worth:.4f}")
        assert abs(worth - WORTH[name]) < 2e-3
    return 0


if __name__ == "__main__":
    sys.exit(main())
