"""Games of OpenSpiel with explicit chance: what CFR makes of them is what it makes of OpenSpiel's own games."""

from __future__ import annotations

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the wheel open_spiel isn't installed")

from artrules.lab.research import open_spiel_game  # noqa: E402
from artrules.lab.research.open_spiel import RulesetState  # noqa: E402
from tools.open_spiel_interface.explicit_chance import Lockstep, curves, ours, value  # noqa: E402

TREES = {
    "kuhn_poker": ({"nodes": 58, "ends": 30, "draws": 4}, 12),
    "leduc_poker": ({"nodes": 9457, "ends": 5520, "draws": 157}, 936),
}


@pytest.mark.parametrize("name", TREES)
def test_the_tree_is_that_of_openspiel(name: str) -> None:
    lockstep = Lockstep(name)
    assert (dict(lockstep.counts), len(lockstep.information)) == TREES[name]


@pytest.mark.parametrize(("name", "iterations"), [("kuhn_poker", 100), ("leduc_poker", 20)])
def test_it_is_solved_as_fast(name: str, iterations: int) -> None:
    found = list(curves(name, iterations, every=5))
    assert all(abs(here - there) < 1e-9 for _, here, there in found)
    assert name != "kuhn_poker" or found[-1][1] < 0.01


@pytest.mark.parametrize(("name", "iterations", "worth"), [("kuhn_poker", 200, -1 / 18), ("leduc_poker", 150, -0.0856)])
def test_its_value_is_that_of_the_literature(name: str, iterations: int, worth: float) -> None:
    assert value(name, iterations) == pytest.approx(worth, abs=2e-3)


def test_states_are_cloned_and_go_through_text() -> None:
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


def test_a_seat_remembers_what_it_knew_and_did() -> None:
    """Two histories that differ in what the other seat holds are one to it, and those that differ in its own card
    aren't."""
    states: list[RulesetState] = [ours("kuhn_poker").new_initial_state() for _ in range(3)]
    for state, cards in zip(states, ((0, 0), (0, 1), (1, 0)), strict=True):
        for action in (*cards, 0):
            state.apply_action(action if state.is_chance_node() else state.legal_actions()[0])
    first, second, third = (state.information_state_string(0) for state in states)
    assert first == second != third


def test_chance_is_by_seeds_or_explicit() -> None:
    with pytest.raises(ValueError, match="`chance` is seeds or explicit, not 'dice'"):
        open_spiel_game("kuhn_poker", chance="dice")
    assert len(open_spiel_game("kuhn_poker", seeds=7).new_initial_state().chance_outcomes()) == 7
