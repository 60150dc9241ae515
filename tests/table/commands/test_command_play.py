"""`artrules play`: a story that can be followed, however long the game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import artrules
from artrules.lab.bots.registry import BOTS
from artrules.table.commands.options import program
from artrules.table.ruleset_data import ruleset_data
from artrules.table.session.record import read_record
from lab.simulation.small_ruleset import write_ruleset

ROOT = Path(__file__).parents[3]


def test_the_story_of_a_game(run, lanterns):
    done = run("play", lanterns, "--players", "3", "--seed", "7")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[:3] == [
        "Lanterns: 3 players (greedy), seed 7",
        "  played by greedy (Strong: tries out each choice)",
        "  length=normal, guilds=river",
    ]
    assert "Setup" in lines
    for told in ("Round 1", "Round 2", "Round 3", "Round 8", "Round 9", "  Play", "  Sell", "Result"):
        assert told in lines
    assert any(line.startswith(("Round 4", "Rounds 4 to")) and "player 1 has" in line for line in lines)
    assert "Round 5" not in lines
    assert any(line.split() == ["coins", "lit", "total"] for line in lines)
    assert "after 9 rounds." in done.stdout
    assert max(map(len, lines[:-2])) <= 110  # the last two are to be typed, and so aren't broken


def test_the_same_seed_tells_the_same(run, lanterns):
    assert run("play", lanterns, "--seed", "1").stdout == run("play", lanterns, "--seed", "1").stdout
    assert run("play", lanterns, "--seed", "1").stdout != run("play", lanterns, "--seed", "2").stdout


def test_full_tells_every_round(run, lanterns):
    lines = run("play", lanterns, "--seed", "7", "--full").stdout.splitlines()
    assert [line for line in lines if line.startswith("Round")] == [f"Round {n}" for n in range(1, 10)]


def test_without_a_seed_the_seed_is_told(run, lanterns):
    first = run("play", lanterns).stdout
    seed = first.splitlines()[0].rpartition(" ")[2]
    assert run("play", lanterns, "--seed", seed).stdout == first


def test_settings_are_heeded(run, lanterns):
    done = run("play", lanterns, "--seed", "7", "--setting", "length=quick", "--setting", "guilds.1=hill")
    assert "after 4 rounds." in done.stdout
    assert "length=quick, guilds=river, guilds.1=hill" in done.stdout


def test_a_fault_of_content_is_shown_after_the_story_so_far(run, tmp_path):
    broken = ("coins: {of: player, type: 0..99}", "coins: {of: player, type: 0..4}")
    folder = write_ruleset(tmp_path / "faulty", break_it=broken)
    done = run("play", str(folder), "--seed", "7", "--bot", "uniform")
    assert done.exit_code == 1
    assert "Round 1" in done.stdout
    assert "ART5001" in done.stderr
    assert f"{Path(folder).name}/" in done.stderr
    assert "^" in done.stderr
    assert "Traceback" not in done.output


def test_content_with_errors_is_not_played(run, tmp_path):
    folder = write_ruleset(tmp_path / "broken", break_it=("shuffle deck", "shuffle dekc"))
    done = run("play", str(folder))
    assert (done.exit_code, done.stdout) == (1, "")
    assert "did you mean `deck`?" in done.stderr


def test_the_first_command_of_the_readme(run_process):
    first = re.search("^```sh\n(.*)\n```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert first is not None
    done = run_process(*first[1].rpartition(" && artrules ")[2].split())
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:2] == [
        "Avant Carde: 4 players (rules), seed 7",
        "  played by rules (Steady: knows the game)",
    ]
    assert "after 7 rounds." in done.stdout
    assert len(done.stdout.splitlines()) < 200
    assert "Play it yourself" in done.stdout


def test_a_story_ends_with_how_to_play_it_oneself(run, tmp_path):
    folder = write_ruleset(tmp_path / "my lanterns")
    outside = tmp_path / "notes"
    outside.mkdir()
    story = run(
        "play", str(folder), "--seed", "7", "--setting", "length=quick", "--with", str(outside), "--bot", "greedy"
    )
    _, _, asked_for = story.stdout.partition("Play it yourself\n")
    at_terminal, in_browser = asked_for.splitlines()
    game, added = f"'{folder}'", f"--with {outside}"
    assert at_terminal.endswith(f" artrules play {game} --players 2 {added} --setting length=quick --seat 1")
    assert in_browser.endswith(f" artrules serve {game} {added}")


def test_a_command_is_named_as_it_was_called(tmp_path, monkeypatch):
    called, other = tmp_path / "here" / "artrules", tmp_path / "there" / "artrules"
    for file in (called, other):
        file.parent.mkdir()
        file.write_text("#!/bin/sh\n")
        file.chmod(0o755)
    names = []
    for argument, path in ((called, called), (called, other), (tmp_path / "__main__.py", other)):
        monkeypatch.setattr("sys.argv", [str(argument)])
        monkeypatch.setenv("PATH", str(path.parent))
        names.append(program())
    assert names == ["artrules", str(called), "artrules"]


HINTS = ("hints.yaml", "part_of: lanterns\n\nhints: {position: my coins}\n")


@pytest.mark.parametrize(("hinted", "bot"), [(True, "rules"), (False, "greedy")])
def test_the_usual_bot_follows_hints_where_there_are_any(run, tmp_path, hinted, bot):
    folder = write_ruleset(tmp_path / "lanterns")
    if hinted:
        (folder / HINTS[0]).write_text(HINTS[1], encoding="utf-8")
    heading, players = run("play", str(folder), "--seed", "7").stdout.splitlines()[:2]
    assert heading == f"Lanterns: 2 players ({bot}), seed 7"
    assert players.startswith(f"  played by {bot} ({BOTS[bot].title}: ")
    assert run("simulate", str(folder), "--games", "1").stdout.startswith("Lanterns: 1 game, 2 players (uniform)")
    game = tmp_path / "game.json"
    assert run("play", str(folder), "--seat", "2", "--save", str(game)).exit_code == 0
    seats = read_record(game.read_text(encoding="utf-8")).seats
    assert seats is not None and seats.bots == (bot, "")
    there = [each["name"] for each in ruleset_data(artrules.load(folder))["bots"]]
    assert there[0] == bot and ("rules" in there) == hinted and there[1:] == sorted(there[1:])


def test_a_second_file_is_told_how_it_is_added(run, tmp_path):
    done = run("play", "one.yaml", "two.yaml", "three.yaml")
    assert done.exit_code == 2
    assert "so write --with two.yaml --with three.yaml" in done.stderr
    assert "unexpected extra argument (3)" in run("play", "vintage", "3").stderr
