"""Finished games are written down once, and the answers are right."""

from __future__ import annotations

import pytest
from chronicle.answers import Share, answer
from chronicle.store import Store
from chronicle.told import tell
from click.testing import CliRunner

from artrules import GameInfo, GameResult, Score
from artrules.table.commands.main import artrules


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setenv("ARTRULES_CHRONICLE", str(tmp_path / "games" / "chronicle.sqlite"))
    return tmp_path / "games" / "chronicle.sqlite"


def add(file, seed, scores, winners, rounds=5, **settings):
    info = GameInfo("hamlet", "Hamlet", "c0ffee", len(scores), settings, seed, ("uniform",) * len(scores), "played", 0)
    result = GameResult(winners, tuple(Score(i, s, {}) for i, s in enumerate(scores, 1)), rounds, False, f"d{seed}")
    with Store(file) as store:
        store.add(info, result)


def asked(file, players=None, how=None, bot=None):
    with Store(file) as store:
        return answer(store, "hamlet", players, how, bot)


def test_it_keeps_to_the_rules_for_plugins(examine_plugin, file):
    assert not examine_plugin("chronicle").problems


def test_wins_are_counted_by_seat_and_shared_wins_are_halves(file):
    add(file, 1, (5, 3), (1,))
    add(file, 2, (4, 4), (1, 2))
    add(file, 3, (1, 9), (2,))
    add(file, 4, (1, 2, 3), (3,))
    found = asked(file)
    assert {n: {seat: (s.wins, s.games) for seat, s in of.items()} for n, of in found.seats.items()} == {
        2: {1: (1.5, 3), 2: (1.5, 3)},
        3: {1: (0, 1), 2: (0, 1), 3: (1, 1)},
    }
    assert asked(file, players=3).games == 1 and asked(file, how="simulated").games == 0
    assert asked(file, bot="uniform").games == 4 and asked(file, bot="other").games == 0


def test_the_same_game_is_written_down_once(file):
    add(file, 1, (5, 3), (1,))
    add(file, 1, (5, 3), (1,))
    assert asked(file).games == 1


def test_settings_with_several_values_are_compared(file):
    add(file, 1, (5, 3), (1,), guilds="river", long=True)
    add(file, 2, (5, 3), (1,), guilds="hill", long=True)
    add(file, 3, (3, 5), (2,), guilds="hill", long=True)
    found = asked(file).settings
    assert list(found) == ["guilds"]
    assert {value: (share.wins, share.games) for value, share in found["guilds"].items()} == {
        "hill": (1, 2),
        "river": (1, 1),
    }


def test_the_closest_games_come_first(file):
    add(file, 1, (9, 1), (1,))
    add(file, 2, (5, 4), (1,))
    add(file, 3, (7, 7), (1, 2))
    assert [(close.margin, close.seed) for close in asked(file).closest] == [(0, 3), (1, 2), (8, 1)]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(0, 10, 0.0, 0.278), (5, 10, 0.237, 0.763), (10, 10, 0.722, 1.0)]
)
def test_intervals_are_wilsons(wins, games, low, high):
    assert Share(wins, games).interval == pytest.approx((low, high), abs=0.001)


def test_the_command_tells_of_games_that_were_simulated(file):
    runner = CliRunner()
    done = runner.invoke(artrules, ["simulate", "vintage", "--players", "3", "--games", "4"])
    assert done.exit_code == 0, done.output
    told = runner.invoke(artrules, ["chronicle", "vintage"]).output
    assert told.startswith("vintage: 4 games, 0 of them stalled") and "seat 3 wins" in told


def test_without_games_it_says_so(file):
    assert list(tell(asked(file))) == ["hamlet: no finished game is written down"]
