"""Environments for PettingZoo pass its own tests, and say in words what they can't do."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from artrules.lab import research
from artrules.lab.research import aec_env, open_spiel_game
from artrules.lab.research.aec import RulesetEnv
from artrules.lab.research.episodes import by_points, by_rank, by_win
from artrules.play.game.decision import IllegalChoice
from play.observation.configurations import ALL, players, ruleset

USUAL = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
"""What PettingZoo says of every environment with an action mask whose name it doesn't know."""
WAYS: list[dict[str, Any]] = [{}, {"observation": "parts"}, {"actions": "index"}]


def env(name: str, **options: Any) -> RulesetEnv:
    return aec_env(ruleset(name), players(name), **options)


@pytest.mark.parametrize("name", ALL)
def test_it_passes_the_tests_of_pettingzoo(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for way in WAYS:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            api_test(env(name, **way), num_cycles=25)
            seed_test(lambda way=way: env(name, **way), num_cycles=25)
        assert [str(w.message) for w in said if not str(w.message).startswith(USUAL)] == []
    assert "Passed API test" in capsys.readouterr().out


def play(env: RulesetEnv, seed: int) -> dict[str, float]:
    """A random game, in which each agent hears how it ends: the rewards of all."""
    env.reset(seed)
    chance, found = np.random.default_rng(seed), {}
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        assert not cut
        if over:
            found[agent] = reward
        env.step(None if over else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    return found


@pytest.mark.parametrize("rewards", ["win", "rank", "points"])
def test_rewards_come_at_the_end_and_their_sum_is_nought(rewards: str) -> None:
    got = play(env("bioutifoul", rewards=rewards), 3)
    assert sorted(got) == ["player_1", "player_2", "player_3"]
    assert any(got.values()) and sum(got.values()) == pytest.approx(0)


def test_a_function_may_give_the_rewards() -> None:
    got = play(env("claims", rewards=lambda result: [10.0 * (p + 1 in result["winners"]) for p in range(3)]), 1)
    assert set(got.values()) <= {0.0, 10.0} and any(got.values())


def result(points: list[int], winners: list[int], least: bool = False) -> dict[str, Any]:
    """How a game came out that the most points won, or the least."""
    standing = [[-n if least else n] for n in points]
    return {"scores": [{"total": n} for n in points], "winners": winners, "standing": standing}


def test_what_a_win_is_worth() -> None:
    assert by_win(result([5, 3], [1])) == [1, -1]
    assert by_win(result([5, 3, 3], [1])) == [1, -0.5, -0.5]
    assert by_win(result([5, 5, 3], [1, 2])) == pytest.approx([0.25, 0.25, -0.5])
    assert by_win(result([5, 5], [1, 2])) == by_win(result([1, 2], [])) == [0, 0]
    assert [by_win(result([5], [1])), by_win(result([5], []))] == [[1], [-1]]
    assert by_points(result([6, 3, 0], [1])) == [3, 0, -3]
    assert by_points(result([6], [1])) == [6]
    assert by_points(result([6, 3, 0], [3], least=True)) == [-3, 0, 3]
    assert by_rank(result([6, 3, 0], [3], least=True)) == [-1, 0, 1]
    assert by_rank(result([6, 6, 0, 0, 3], [1, 2])) == [0.75, 0.75, -0.75, -0.75, 0]
    assert by_rank(result([6, 6], [2])) == [-1, 1]
    assert by_rank(result([6], [1])) == [1]


def test_the_same_seed_plays_the_same_episodes() -> None:
    one, other = env("crazy_eights"), env("crazy_eights")
    for each in (one, other):
        each.reset(7)
        each.reset()
    assert (one.last()[0]["observation"] == other.last()[0]["observation"]).all()
    assert one.game is not None and other.game is not None and one.game.setup.seed == other.game.setup.seed
    one.reset()
    assert one.game.setup.seed != other.game.setup.seed


def test_an_action_that_is_not_offered_is_refused_and_changes_nothing() -> None:
    table = env("hearts")
    table.reset(1)
    before = table.last()[0]["observation"]
    refused = int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(IllegalChoice, match=rf"the action {refused} \(pass .*\) is not offered now"):
        table.step(refused)
    with pytest.raises(IllegalChoice, match="an action is a number below"):
        table.step(None)
    assert (table.last()[0]["observation"] == before).all()


def test_index_actions_say_what_each_option_is() -> None:
    named, indexed = env("vintage"), env("vintage", actions="index", labels=True)
    for each in (named, indexed):
        each.reset(5)
    mask, seen = named.last()[0]["action_mask"], indexed.last()[0]
    count = int(seen["action_mask"].sum())
    assert sorted(seen["options"][:count]) == list(np.flatnonzero(mask)) and set(seen["options"][count:]) == {-1}
    assert [*indexed.last()[4]["labels"]] == list(range(count))
    assert env("vintage", labels=True).describe_action(int(np.flatnonzero(mask)[0]))
    with pytest.raises(ValueError, match="labels=True"):
        indexed.describe_action(0)
    small = env("vintage", actions="index", spare_actions=1)
    with pytest.raises(ValueError, match="spare_actions"):
        small.reset(5)


def test_render_shows_what_the_selected_agent_sees(capsys: pytest.CaptureFixture[str]) -> None:
    table = env("hearts", render_mode="ansi")
    table.reset(1)
    shown = table.render()
    assert shown is not None and "player 1" in shown
    printing = env("hearts", render_mode="human")
    printing.reset(1)
    printing.render()
    assert capsys.readouterr().out == shown + "\n"
    printing.close()
    assert printing.render() is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"observation": "picture"}, "`observation` is one of flat, parts"),
        ({"actions": "all"}, "`actions` is one of named, index"),
        ({"rewards": "money"}, "there are no rewards 'money'"),
        ({"render_mode": "rgb_array"}, "`render_mode` is one of"),
        ({"spare_actions": 0}, "`spare_actions` is a number from 1 on"),
        ({"settings": {"goal": "random"}}, "`goal` can't be random"),
        ({"settings": {"gaol": 3}}, "gaol"),
    ],
)
def test_options_that_mean_nothing_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        env("hearts", **options)


def test_a_step_without_a_game_is_refused() -> None:
    table = env("claims")
    for use in (lambda: table.step(0), lambda: table.observe("player_1")):
        with pytest.raises(ValueError, match="call `reset` first"):
            use()
    play(table, 1)
    with pytest.raises(ValueError, match="call `reset` for another one"):
        table.step(None)


def test_without_pettingzoo_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(research, "find_spec", lambda module: None)
    with pytest.raises(ImportError, match="pip install pettingzoo gymnasium numpy"):
        aec_env("hearts")
    with pytest.raises(ImportError, match="pip install open_spiel numpy"):
        open_spiel_game("hearts")
