"""The overlays are sound, their scenarios pass, and without them nothing is changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import artrules
from artrules.table.commands.main import artrules as command

FOLDER = Path(__file__).parents[1] / "house_rules" / "avant_carde"


@pytest.fixture
def run():
    return lambda *words: CliRunner().invoke(command, list(words))


def test_it_keeps_to_the_rules_for_plugins(examine_plugin):
    assert not examine_plugin("house_rules").problems


def test_the_scenarios_pass(run):
    done = run("test", str(FOLDER))
    assert done.exit_code == 0, done.output
    assert "4 passed" in done.output


def test_installed_it_changes_nothing():
    assert "most_buys" not in artrules.load("avant_carde").model.settings


def test_the_rules_are_there_where_they_are_asked_for(run):
    setup = ["--players", "2", "--seed", "3", "--setting", "most_buys=1"]
    done = run("play", "avant_carde", "--with", "plugin:house_rules", *setup)
    assert done.exit_code == 0, done.output
    assert "most_buys=1" in done.output


def test_a_wrong_name_is_told(run):
    done = run("play", "avant_carde", "--with", "plugin:hose_rules")
    assert done.exit_code == 2 and "did you mean `house_rules`?" in done.output
