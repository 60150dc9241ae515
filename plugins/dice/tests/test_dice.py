"""The rolls are fair and within their bounds, the odds are right, and the game keeps all that the engine promises."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from dice.odds import chance_of
from dice.rolls import MOST_ROLLS, best_of, exploding, pool

import artrules
from artrules import Stream
from artrules.author.conformance.__main__ import main as conformance
from artrules.table.commands.main import artrules as command

SUMMIT = Path(__file__).parents[1] / "dice" / "summit"


def of(*numbers):
    """What gives these random numbers, one after another."""
    left = iter(numbers)
    return lambda bound: next(left)


def test_it_keeps_to_the_rules_for_plugins(examine_plugin):
    examined = examine_plugin("dice", str(SUMMIT))
    assert not examined.problems
    assert {"`chance_of`", "`exploding`", "its content"} <= examined.seconds.keys()


def test_rolls():
    assert pool(of(0, 5, 2), 3, 6) == 10
    assert best_of(of(0, 5, 2), 3, 6) == 6
    assert exploding(of(3), 6) == 4
    assert exploding(of(5, 5, 0), 6) == 13
    assert exploding(of(*[19] * MOST_ROLLS), 20) == 200


def test_rolls_are_fair():
    stream = Stream(1, 0, "fair")
    shown = Counter(pool(stream.below, 1, 6) for _ in range(6000))
    assert shown.keys() == set(range(1, 7)) and all(900 < count < 1100 for count in shown.values())


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_odds_are_those_of_all_rolls(dice):
    totals = [sum(roll) for roll in product(range(1, 7), repeat=dice)]
    for least in range(1, 20):
        assert chance_of(least, dice, 6) == 100 * sum(total >= least for total in totals) // len(totals)


def test_the_scenarios_pass():
    done = CliRunner().invoke(command, ["test", str(SUMMIT)])
    assert done.exit_code == 0, done.output
    assert "3 passed" in done.output


@pytest.mark.parametrize("executor", ["cpython", "wasm"])
def test_the_same_seed_rolls_the_same(monkeypatch, executor):
    monkeypatch.setenv("ARTRULES_EXECUTOR", executor)
    game = artrules.load(SUMMIT).new_game(players=2, seed=4)
    while game.decisions:
        game.choose(game.decisions[0].options[0])
    said = [entry.text for entry in game.log if entry.kind == "said"]
    assert said[:4] == ["4 up", "2 up", "5 up", "11 up"]


def test_the_game_keeps_what_the_engine_promises():
    done = CliRunner().invoke(conformance, [str(SUMMIT), "--games", "3"])
    assert done.exit_code == 0, done.output
    assert "executors: holds" in done.output


def test_it_is_no_module_for_other_hosts(tmp_path):
    done = CliRunner().invoke(command, ["build", str(SUMMIT), "-o", str(tmp_path / "summit.wasm")])
    assert done.exit_code == 2 and "the plugin dice" in done.stderr
