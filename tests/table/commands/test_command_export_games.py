"""`artrules export --as games`: a table of decisions, written as games are played."""

from __future__ import annotations

import csv
import json

import pytest

from artrules.lab.decision_table import COLUMNS
from lab.simulation.small_ruleset import write_ruleset


def table(file):
    with file.open(encoding="utf-8", newline="") as lines:
        return [*csv.DictReader(lines)]


def test_a_table_of_games(run, lanterns, tmp_path):
    file = tmp_path / "games.csv"
    wanted = [
        lanterns,
        "--players",
        "3",
        "--setting",
        "length=quick",
        "--games",
        "4",
        "--seed",
        "9",
        "--bot",
        "uniform",
    ]
    done = run("export", "--as", "games", *wanted, "-o", str(file))
    assert (done.exit_code, done.output) == (0, "")
    rows = table(file)
    assert list(rows[0]) == [*COLUMNS] and {row["game"] for row in rows} == {"1", "2", "3", "4"}
    summary = json.loads(run("simulate", *wanted, "--format", "json").stdout)
    assert len(rows) == summary["decisions"]
    for result in summary["results"]:
        won = {row["game"] for row in rows if row["winners"] == f"[{result['player']}]"}
        assert len(won) == result["wins"]
    assert run("export", "--as", "games", *wanted).stdout == file.read_text(encoding="utf-8")


def test_without_a_bot_it_is_the_usual_one(run, lanterns):
    rows = [*csv.DictReader(run("export", lanterns, "--as", "games", "--games", "1").stdout.splitlines(keepends=True))]
    assert {row["bot"] for row in rows} == {"greedy"}


def test_a_game_that_fails_leaves_the_file_as_it_was(run, tmp_path):
    broken = ("coins: {of: player, type: 0..99}", "coins: {of: player, type: 0..3}")
    folder = write_ruleset(tmp_path / "f", break_it=broken)
    file = tmp_path / "games.csv"
    file.write_text("before")
    done = run("export", str(folder), "--as", "games", "--bot", "uniform", "--seed", "1", "-o", str(file))
    assert (done.exit_code, file.read_text()) == (1, "before")
    assert "ART5001" in done.stderr and "its story: artrules play" in done.stderr
    assert {path.name for path in tmp_path.iterdir()} <= {"f", "games.csv", "games"}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--bot", "unifrom"], "did you mean `uniform`?"),
        (["--players", "9"], "Lanterns is for 2, 3, 4 players, not 9"),
        (["--setting", "lenght=quick"], "did you mean 'length'?"),
        (["--games", "0"], "--games"),
        (["-o", "/nowhere/games.csv"], "/nowhere/games.csv can't be written"),
    ],
)
def test_wrong_use(run, lanterns, more, said):
    done = run("export", lanterns, "--as", "games", "--games", "1", *more)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr and len(done.stderr.splitlines()) == 1
