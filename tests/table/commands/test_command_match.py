"""`artrules match`: its shapes, and what it refuses."""

from __future__ import annotations

import json
import re
import signal
from types import SimpleNamespace

import pytest

from artrules.play.plugins.hooks import hook
from artrules.play.plugins.registry import active
from ir_models import LANTERNS
from lab.matches.bidding import NOBODY, write_bidding

KEYS = {
    *("ruleset", "content", "players", "seed", "settings", "by", "equal", "goal", "verdict", "reproducible", "deals"),
    *("games", "wins", "shared", "share", "share_interval", "mean_rank", "mean_rank_interval", "bot", "against"),
    *("mean_rounds", "won_by_nobody", "stalled", "digest"),
}


class LastOption:
    """Takes the last option, which is to stop."""

    def choose(self, decision, view):
        return decision.options[-1]


class Interrupting(LastOption):
    """Somebody presses Ctrl-C when it is asked for the 60th time."""

    asked = 0

    def choose(self, decision, view):
        Interrupting.asked += 1
        if Interrupting.asked == 60:
            signal.raise_signal(signal.SIGINT)
        return super().choose(decision, view)


@pytest.fixture(autouse=True)
def last():
    Interrupting.asked = 0
    made = {
        "last": lambda seed, player: LastOption(),
        "other": lambda seed, player: LastOption(),
        "interrupting": lambda seed, player: Interrupting(),
    }
    active().register(SimpleNamespace(artrules_bots=hook(lambda: made)), "last ones")
    yield
    active().unregister("last ones")


def test_json(run, lanterns):
    call = "match", lanterns, "--bot", "uniform", "--against", "last", "--players", "3", "--games", "90", "--seed", "5"
    done = run(*call, "--format", "json")
    assert (done.exit_code, done.stderr) == (0, "")
    data = json.loads(done.stdout)
    assert set(data) == KEYS
    assert (data["verdict"], data["by"], data["players"]) == ("accepted", "wins", 3)
    assert (data["equal"], data["goal"]) == (0.3333, 0.5385)
    assert data["games"] == 3 * data["deals"] <= 90
    assert data["share_interval"]["low"] < data["share"] <= data["share_interval"]["high"]
    assert set(data["bot"]) == {"spec", "mean_points", "decisions_per_game", "seconds_per_decision"}
    again = json.loads(run(*call, "--format", "json").stdout)
    assert {**again, "bot": 0, "against": 0} == {**data, "bot": 0, "against": 0}


def test_text(run, lanterns):
    done = run("match", lanterns, "--bot", "last", "--against", "uniform", "--setting", "length=quick")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("Lanterns: last against uniform, 2 players, seed 0\n  length=quick, guilds=river\n")
    assert "\n  refused    last isn't that much better than uniform: it has less than 70.0 % of the wins" in done.stdout
    assert "mean rank" not in done.stdout
    assert "mean rank" in run("match", lanterns, *["--bot", "last", "--against", "uniform", "--players", "3"]).stdout


def test_round_robin(run, lanterns):
    call = "match", lanterns, *["--bot", "last", "--bot", "uniform", "--bot", "other", "--games", "8"]
    text = run(*call).stdout
    assert text.startswith("Lanterns: round robin of 3 bots, 2 players, seed 0\n")
    assert text.index("uniform  ") < text.index("last  ")
    data = json.loads(run(*call, "--format", "json").stdout)
    assert set(data) == {*("ruleset", "content", "players", "seed", "settings", "reproducible", "ratings", "pairings")}
    assert [rating["spec"] for rating in data["ratings"]] == ["last", "uniform", "other"]
    assert [(p["bot"]["spec"], p["against"]["spec"]) for p in data["pairings"]] == [
        ("last", "uniform"),
        ("last", "other"),
        ("uniform", "other"),
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "say who plays: --bot SPEC --against SPEC, or --bot several times for a round robin"),
        ("--bot last", "say who plays: --bot SPEC --against SPEC, or --bot several times"),
        ("--against last", "say who plays: --bot SPEC"),
        ("--bot last --bot uniform --against last", "with --against, give --bot once, not 2 times"),
        ("--bot last --bot last", "the bot `last` is given twice"),
        ("--bot last --against unifrom", "there is no bot `unifrom`; did you mean `uniform`?"),
        ("--bot greedy:smaples=2 --against uniform", "did you mean `samples`?"),
        ("--bot last --against uniform --time 0.1", "no bot here thinks for as long as --time says"),
        ("--bot search --against search --time 0.1 --iterations 5", "give --time or --iterations, not both"),
        ("--bot search --against uniform --time nan", "not `nan`"),
        ("--bot search:iterations=5 --bot search --iterations 5", "is given twice"),
        ("--bot last --against uniform --players 1", "a match needs two players at least"),
        ("--bot last --against uniform --players 9", "9"),
        ("--bot last --against uniform --share 0.5", "--share lies between 0.5, which equal bots have, and 1, not at"),
        ("--bot last --against uniform --share 1", "--share lies between"),
        ("--bot last --against uniform --share nan", "--share lies between"),
        ("--bot last --against uniform --share inf", "--share lies between"),
        ("--bot last --against uniform --players 3 --by rank --share 0.5", "--share lies between 0.5"),
        ("--bot last --against uniform --games 1", "--games must be 2 at least: a deal of 2 players is 2 games"),
        ("--bot last --bot uniform --games 3", "--games must be 4 at least"),
        ("--bot last --bot uniform --share 0.7", "`--share` is for a match of two bots"),
        ("--bot last --bot uniform --by rank", "`--by` is for a match of two bots"),
        ("--bot last --bot uniform --all-games", "`--all-games` is for a match of two bots"),
    ],
)
def test_misuse(run, lanterns, arguments, message):
    done = run("match", lanterns, *arguments.split())
    assert done.exit_code == 2
    assert done.stdout == ""
    assert message in done.stderr and done.stderr.count("\n") == 1


def test_a_game_for_one(run, tmp_path):
    (tmp_path / "alone").mkdir()
    text = "ruleset: alone\ntitle: Alone\nplayers: 1\nvariables: {x: {of: player, type: 0..1, starts: 0}}\n"
    (tmp_path / "alone" / "ruleset.yaml").write_text(text, encoding="utf-8")
    done = run("match", str(tmp_path / "alone"), *["--bot", "last", "--against", "uniform"])
    assert (done.exit_code, "this game is for one" in done.stderr) == (2, True)


def test_a_fault_of_the_content(run, tmp_path):
    from lab.simulation.small_ruleset import write_ruleset

    broken = write_ruleset(tmp_path / "broken", break_it=("my coins += c.printed", "my coins += 50 * c.printed"))
    done = run("match", str(broken), *["--bot", "uniform", "--against", "last"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert "a game failed; its story: artrules play " in done.stderr
    assert "--bot uniform --bot last" in done.stderr or "--bot last --bot uniform" in done.stderr
    assert "my coins += 50 * c.printed" in done.stderr


def test_ctrl_c_ends_the_games_and_tells_what_there_is(run, lanterns):
    call = "match", lanterns, *["--bot", "interrupting", "--against", "last"]
    done = run(*call)
    assert done.exit_code == 130
    told = re.match(r"PARTIAL RESULT: interrupted after (\d+) of 100 deals\n", done.stdout)
    assert told and f"{2 * int(told[1])}, {told[1]} deal" in done.stdout
    Interrupting.asked = 0
    data = json.loads(run(*call, "--format", "json").stdout)
    assert (data["deals"], data["partial"]) == (int(told[1]), f"interrupted after {told[1]} of 100 deals")


def test_ctrl_c_before_there_is_a_rating(run, lanterns):
    done = run("match", lanterns, *["--bot", "interrupting", "--bot", "last", "--bot", "other"])
    assert (done.exit_code, done.stdout) == (130, "")
    assert done.stderr.startswith("artrules: interrupted after ") and "two deals" in done.stderr


def test_bots_that_think(run):
    call = "match", LANTERNS, *["--bot", "search", "--against", "greedy:samples=1", "--games", "4"]
    data = json.loads(run(*call, "--iterations", "3", "--format", "json").stdout)
    assert (data["bot"]["spec"], data["against"]["spec"]) == ("search:iterations=3", "greedy:samples=1")
    assert data["reproducible"] and data["bot"]["seconds_per_decision"] > 0
    assert "not reproducible" in run(*call, "--time", "0.001").stdout


def test_games_that_nobody_wins(run, tmp_path):
    folder = str(write_bidding(tmp_path / "bidding", NOBODY))
    done = run("match", folder, "--bot", "last", "--against", "uniform", "--games", "4")
    assert "0 alone, 0 shared\n  winners    nobody wins in any game; that counts as a win that all share" in done.stdout
    done = run("simulate", folder, "--games", "3")
    assert "\n  winners    nobody wins in any game\n" in done.stdout
    data = json.loads(run("simulate", folder, "--games", "3", "--format", "json").stdout)
    assert data["won_by_nobody"] == 3 and [each["wins"] for each in data["results"]] == [0]
