"""`random` in place of a setting's value: one is drawn by the game's seed, for sets one for each key."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest

import artrules
from artrules.lab.parallel.run import run_job
from artrules.lab.simulation import simulate
from lab.simulation.small_ruleset import write_ruleset


@pytest.fixture(scope="module")
def avant_carde() -> artrules.Ruleset:
    return artrules.load("avant_carde")


def drawn(ruleset: artrules.Ruleset, seed: int, **given: str) -> dict[str, object]:
    settings = {key.replace("__", "."): value for key, value in given.items()}
    return ruleset.settle(settings, seed)


def test_each_key_gets_any_set_each_as_likely(avant_carde: artrules.Ruleset) -> None:
    counts = Counter(drawn(avant_carde, seed, patrons="random")["patrons.6"] for seed in range(400))
    assert set(counts) == {"londoners", "new_yorkers", "parisians", "singaporeans", "tokyoites"}
    assert min(counts.values()) > 50


def test_the_seed_decides(avant_carde: artrules.Ruleset) -> None:
    first = drawn(avant_carde, 1, patrons="random")
    assert first == drawn(avant_carde, 1, patrons="random")
    assert any(first != drawn(avant_carde, seed, patrons="random") for seed in range(2, 5))


def test_what_is_given_stays(avant_carde: artrules.Ruleset) -> None:
    settled = drawn(avant_carde, 3, patrons="random", patrons__6="londoners")
    assert settled["patrons.6"] == "londoners" and len(settled) == 7
    one = drawn(avant_carde, 3, patrons="tokyoites", patrons__2="random")
    assert one["patrons"] == "tokyoites" and set(one) == {"patrons", "patrons.2"}


def test_other_settings_are_drawn_too(avant_carde: artrules.Ruleset) -> None:
    found = {drawn(avant_carde, seed, awards_basis="random")["awards_basis"] for seed in range(20)}
    assert found == {"made", "unspent"}


def test_a_game_and_its_save_know_what_was_drawn(tmp_path: Path) -> None:
    ruleset = artrules.load(write_ruleset(tmp_path / "lanterns"))
    settings = {name: "random" for name in ruleset.model.settings}
    game = ruleset.new_game(2, 5, settings)
    assert "random" not in game.setup.settings.values()
    again = ruleset.resume(game.to_json())
    assert again == game and again.setup.settings == game.setup.settings


def test_a_simulation_draws_for_each_game(avant_carde: artrules.Ruleset) -> None:
    settings = {"awards_basis": "random"}
    summary = simulate(avant_carde, 2, 2, 1, settings)
    assert summary.settings["awards_basis"] == "random"
    assert summary.digest == simulate(avant_carde, 2, 2, 1, settings, run=partial(run_job, jobs=2)).digest
