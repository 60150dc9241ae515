"""`artrules simulate`: its shapes, and what ends it."""

from __future__ import annotations

import json

import pytest

from ir_models import LANTERNS
from lab.simulation.small_ruleset import write_ruleset

KEYS = {
    "games",
    "decisions",
    "decisions_per_second",
    "rounds",
    "results",
    "sides",
    "won_by_nobody",
    "stalled",
    "digest",
    "seed",
    "settings",
    "content",
    "ruleset",
    "players",
    "bots",
    "reproducible",
}


def test_json(run, lanterns):
    done = run("simulate", lanterns, "--players", "3", "--games", "12", "--seed", "5", "--format", "json")
    assert (done.exit_code, done.stderr) == (0, "")
    data = json.loads(done.stdout)
    assert set(data) == KEYS
    assert (data["ruleset"], data["players"], data["games"], data["seed"]) == ("lanterns", 3, 12, 5)
    assert data["settings"] == {"length": "normal", "guilds": "river"}
    assert data["rounds"] == {"min": 9, "median": 9, "mean": 9.0, "ninth_decile": 9, "max": 9}
    assert data["stalled"] == 0
    assert data["decisions"] > 100
    assert [r["player"] for r in data["results"]] == [1, 2, 3]
    assert sum(r["wins"] for r in data["results"]) <= 12
    assert data["sides"] == []
    for scores in (r["scores"] for r in data["results"]):
        assert sum(each["games"] for each in scores["histogram"]) == 12
        assert scores["least"] <= scores["quartiles"][0] <= scores["quartiles"][2] <= scores["most"]
    assert len(data["digest"]) == 32


def test_text(run, lanterns):
    done = run("simulate", lanterns, "--games", "3", "--setting", "length=quick")
    assert done.exit_code == 0
    assert (
        "Lanterns: 3 games, 2 players (uniform), seed 0\n  played by uniform (Chance: takes anything)\n" in done.stdout
    )
    assert "rounds     4 to 4" in done.stdout
    assert done.stderr == ""


def test_the_dearest_decisions(run):
    plain = "simulate", LANTERNS, "--games", "3"
    data = json.loads(run(*plain, "--dearest", "2", "--format", "json").stdout)
    dear = data.pop("dearest")
    usual = json.loads(run(*plain, "--format", "json").stdout)
    assert {**data, "decisions_per_second": 0} == {**usual, "decisions_per_second": 0}
    assert set(dear[0]) == {"positions", "source", "prompt", "options", "seed", "choices"}
    assert dear[0]["positions"] >= dear[1]["positions"] > 0
    told = run(*plain, "--dearest", "2", "--jobs", "2").stdout
    assert f"\n{'':22}game with --seed {dear[0]['seed']}, after {dear[0]['choices']} choices\n" in told
    assert "formats text and json" in run(*plain, "--dearest", "2", "--format", "markdown").stderr


def test_nothing_dear(run, lanterns):
    told = run("simulate", lanterns, "--games", "2", "--dearest", "2").stdout
    assert told.endswith("\n\n  no decision made the engine look ahead\n")


def test_a_fault_of_content_tells_how_to_see_it_again(run, tmp_path):
    broken = ("coins: {of: player, type: 0..99}", "coins: {of: player, type: 0..3}")
    folder = write_ruleset(tmp_path / "f", break_it=broken)
    done = run("simulate", str(folder), "--games", "20", "--seed", "1", "--setting", "length=quick")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "ART5001" in done.stderr
    first = done.stderr.splitlines()[0]
    again = first.partition("artrules ")[2].split()
    replayed = run(*again)
    assert replayed.exit_code == 1
    assert "ART5001" in replayed.stderr


def test_a_game_that_never_ends_is_told_to_have_stalled(run, tmp_path):
    folder = write_ruleset(
        tmp_path / "f", break_it=("until: round_number >= (4 if length is quick else 9)", "until: no")
    )
    done = run("simulate", str(folder), "--games", "2", "--format", "json")
    assert json.loads(done.stdout)["stalled"] == 2
    assert "stalled" in run("play", str(folder)).stdout


def test_bots_that_think(run, lanterns):
    plain = "simulate", lanterns, "--games", "2", "--format", "json"
    by_all = ["--bot", "search", "--bot", "greedy:samples=1,horizon=2", "--iterations", "2"]
    one, two = (json.loads(run(*plain, *by_all, "--jobs", jobs).stdout) for jobs in ("1", "2"))
    assert one["bots"] == ["search:iterations=2", "greedy:samples=1,horizon=2"]
    assert one["reproducible"] and one["digest"] == two["digest"]
    timed = run("simulate", lanterns, "--games", "1", "--bot", "search", "--bot", "uniform", "--time", "0.001")
    assert "2 players (search:time=0.001, uniform), seed 0" in timed.stdout
    assert "Bots thought for a time: another run plays other games." in timed.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--time", "1", "--iterations", "2"], "give --time or --iterations, not both"),
        (["--time", "1"], "no bot here thinks for as long as --time says: choose --bot `search`"),
        (["--bot", "search", "--time", "now"], "`time` of a bot is a number of seconds from 0.001 to 3,600, not `now`"),
        (["--bot", "search", "--iterations", ""], "options of a bot are given as"),
        (["--bot", "search:time=1,iterations=1"], "sets both `time` and `iterations`"),
        (["--bot", "greedy:sample=1"], "did you mean `samples`?"),
        (["--bot", ""], "a bot is given as NAME or"),
    ],
)
def test_what_bots_cannot_be_is_said_on_one_line(run, lanterns, arguments, told):
    done = run("simulate", lanterns, *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert told in done.stderr and done.stderr.count("\n") == 1
