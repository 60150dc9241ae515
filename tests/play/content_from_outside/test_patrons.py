"""Patrons from outside, each in one file without an overlay: they wait for boundaries and for what opponents do."""

from __future__ import annotations

import pickle
from functools import cache
from pathlib import Path

import pytest

import artrules
from artrules.author.scenarios.power_removal import removed_powers_unnoticed
from artrules.author.scenarios.run import run_scenario
from artrules.check.scenario_files.scenario import Scenario, read_scenarios

HERE = Path(__file__).parent


@cache
def game() -> artrules.Ruleset:
    return artrules.load("avant_carde", extra=[HERE])


def scenarios() -> list[Scenario]:
    return [scenario for scenario in read_scenarios(game().content.files) if "content_from_outside" in scenario.file]


def test_each_patron_is_clean() -> None:
    assert game().content.report.diagnostics == []


@pytest.mark.parametrize("scenario", scenarios(), ids=lambda scenario: scenario.name)
def test_what_it_does(scenario: Scenario) -> None:
    assert run_scenario(game(), scenario).diagnostics == []


def test_each_power_is_missed_when_it_is_gone() -> None:
    powers = [power for power in game().model.powers if "content_from_outside" in power.at.file]
    assert len(powers) == len({power.owner for power in powers}) >= 2
    assert removed_powers_unnoticed(game(), scenarios(), powers) == []


def test_each_is_one_file_without_an_overlay() -> None:
    firsts = [file.read_text(encoding="utf-8").splitlines() for file in HERE.glob("*.yaml")]
    assert all(any(line.startswith("set:") for line in lines) for lines in firsts)


@pytest.mark.parametrize("seed", range(3))
def test_whole_games(seed: int) -> None:
    """A game with all of them, played by bots and saved on the way."""
    settings = {"patrons": "new_yorkers", "patrons.3": "homecomers", "patrons.5": "onlookers"}
    played = game().new_game(players=3, seed=seed, settings=settings)
    number = 0
    while played.decisions:
        decision = played.decisions[number % len(played.decisions)]
        number += 1
        played.choose(decision.options[number * 7 % len(decision.options)])
        if number % 40 == 0:
            assert game().resume(played.to_json()) == played
            assert pickle.loads(pickle.dumps(played.think.resample(1, number))).decisions
        if number > 400:
            break
    assert number > 100
