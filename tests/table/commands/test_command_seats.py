"""`artrules play` with people, `--resume`, and `artrules replay`: files, refusals, faults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import artrules as engine
from artrules.table.commands.main import artrules
from artrules.table.session.record import read_record
from lab.simulation.small_ruleset import write_ruleset

FAULT = ("coins: {of: player, type: 0..99}", "coins: {of: player, type: 0..4}")


def typing(typed: str, *arguments: str) -> Result:
    """Call a command and type lines at it."""
    return CliRunner().invoke(artrules, list(arguments), input=typed, env={"NO_COLOR": None, "FORCE_COLOR": None})


def test_a_game_is_kept_where_it_says_and_gone_on_with_from_anywhere(lanterns, games, tmp_path, monkeypatch):
    monkeypatch.chdir(Path(lanterns).parent)
    first = typing("1\nquit\n", "play", Path(lanterns).name, "--seat", "1", "--seed", "3")
    assert first.exit_code == 0, first.output
    (file,) = games.iterdir()
    assert f"kept after each choice in {file}" in first.output
    assert f"artrules play --resume {file}" in first.output
    monkeypatch.chdir(tmp_path.parent)
    before = read_record(file.read_text())
    second = typing("1\n", "play", "--resume", str(file))
    assert second.exit_code == 0, second.output
    after = read_record(file.read_text())
    assert after.choices[: len(before.choices)] == before.choices
    assert len(after.choices) > len(before.choices)
    assert list(games.iterdir()) == [file]


def test_a_finished_game_can_be_seen_again(lanterns, tmp_path):
    file = tmp_path / "game.json"
    done = typing("1\n" * 100, "play", lanterns, "--seat", "2", "--seed", "3", "--save", str(file))
    assert done.exit_code == 0
    assert "Result" in done.output and f"artrules replay {file}" in done.output
    again = typing("", "play", "--resume", str(file))
    assert again.exit_code == 0 and "Result" in again.output
    listed = typing("", "replay", str(file), "--list")
    assert listed.exit_code == 0
    steps = [line for line in listed.output.splitlines() if line[:6].strip().isdecimal()]
    assert len(steps) == len(read_record(file.read_text()).choices)
    assert "Result" in listed.output


def test_a_copy_that_was_asked_for_is_never_written_again(lanterns, games, tmp_path):
    copy = tmp_path / "a copy.json"
    typing(f"1\nsave {copy}\nquit\n", "play", lanterns, "--seat", "1", "--seed", "3")
    before = copy.read_text()
    done = typing("1\nquit\n", "play", "--resume", str(copy))
    assert done.exit_code == 0 and copy.read_text() == before
    assert len(list(games.iterdir())) == 2


def test_saving_leaves_other_files_alone(lanterns, tmp_path):
    own, letter, other = (tmp_path / name for name in ("own.json", "letter.txt", "other.json"))
    letter.write_text("dear reader")
    typing("quit\n", "play", lanterns, "--seat", "1", "--seed", "4", "--save", str(other))
    kept = other.read_text()
    typed = f"save {letter}\nsave {other}\nsave {tmp_path}\nsave {own}\nsave {tmp_path}/no/where\nquit\n"
    done = typing(typed, "play", lanterns, "--seat", "1", "--seed", "3", "--save", str(own))
    for told in (
        "is no saved game",
        "holds another game",
        "nothing is written to",
        "kept there anyway",
        "No such file",
    ):
        assert told in " ".join(done.output.split())
    assert (letter.read_text(), other.read_text()) == ("dear reader", kept)
    typing(f"save {tmp_path}/copy\n1\nsave {tmp_path}/copy\n", "play", "--resume", str(own))
    assert len(read_record((tmp_path / "copy").read_text()).choices) > len(read_record(kept).choices)


def test_bots_games_can_be_kept_too(lanterns, tmp_path):
    plain = typing("", "play", lanterns, "--seed", "7").output
    done = typing("", "play", lanterns, "--seed", "7", "--save", str(tmp_path / "g.json"))
    assert (done.exit_code, done.output) == (0, plain)
    shown = typing("", "replay", str(tmp_path / "g.json"), "--at", "3")
    assert shown.exit_code == 0 and "choice 3, player" in shown.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "L", "--seat", "3"], "there is no seat 3: 2 play"),
        (["play", "L", "--seat", "one"], "a number from 1"),
        (["play", "L", "--seat", "0"], "a number from 1"),
        (["play", "L", "--seat", "1,1"], "given twice"),
        (["play", "L", "--seat", "1", "--full"], "stories of bots"),
        (["play", "L", "--single-options"], "for a new game with people"),
        (["play", "L", "--seat", "1", "--bot", "unifrom"], "did you mean `uniform`?"),
        (["play", "L", "--players", "3", "--seat", "1", *["--bot", "uniform"] * 3], "each of 2 seats of bots"),
        (["play", "L", "--seat", "1", "--save", "KEPT"], "there is a file"),
        (["play", "L", "--seat", "1", "--save", "/no/where/x"], "can't be kept"),
        (["play", "--seat", "1"], "Missing argument 'NAME'"),
        (["play", "--resume", "KEPT", "--seed", "1"], "leave these options out"),
        (["play", "--resume", "KEPT", "--save", "BROKEN"], "there is a file"),
        (["play", "--resume", "/no/where"], "No such file"),
        (["play", "--resume", "BROKEN"], "this is no saved game"),
        (["play", "--resume", "BYTES"], "this is no saved game"),
        (["play", "--resume", "DAMAGED"], "the saved game is damaged"),
        (["play", "--resume", "NEWER"], "saved by a newer version"),
        (["play", "--resume", "MOVED"], "say where it is: artrules play NAME --resume"),
        (["play", "--resume", "BARE"], "doesn't say who has which seat"),
        (["play", "avant_carde", "--resume", "KEPT"], "this is a game of lanterns, not of avant_carde"),
        (["replay", "BROKEN"], "this is no saved game"),
        (["replay", "KEPT", "--seat", "3"], "there is no seat 3: 2 play"),
        (["replay", "KEPT", "--at", "99"], "there is no choice 99"),
        (["replay", "KEPT", "avant_carde"], "this is a game of lanterns, not of avant_carde"),
        (["replay", "KEPT", "avant_card"], "did you mean `avant_carde`?"),
    ],
)
def test_refusals_are_said_on_one_line(lanterns, tmp_path, arguments, said):
    kept = tmp_path / "kept.json"
    typing("1\nquit\n", "play", lanterns, "--seat", "1", "--seed", "3", "--save", str(kept))
    text = kept.read_text()
    bare = engine.load(lanterns).new_game(2, 3).to_json()
    files = {"KEPT": text, "BROKEN": "a letter", "DAMAGED": text.replace('"seed":3', '"seed":4')}
    files |= {"NEWER": text.replace('"artrules_game":3', '"artrules_game":4'), "BARE": bare}
    paths = {"L": lanterns}
    for name, content in files.items():
        paths[name] = str(tmp_path / f"{name}.json")
        Path(paths[name]).write_text(content)
    paths["BYTES"], paths["MOVED"] = str(tmp_path / "bytes"), str(tmp_path / "moved.json")
    Path(paths["BYTES"]).write_bytes(b"\xff\xfe\x00")
    away = write_ruleset(tmp_path / "away")
    typing("quit\n", "play", str(away), "--seat", "1", "--save", paths["MOVED"])
    away.rename(tmp_path / "elsewhere")
    done = typing("", *[paths.get(a, a) for a in arguments])
    assert done.exit_code == 2, done.output
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_ruleset_that_was_moved_is_named(tmp_path):
    away, file = write_ruleset(tmp_path / "away"), tmp_path / "game.json"
    typing("1\nquit\n", "play", str(away), "--seat", "1", "--save", str(file))
    there = away.rename(tmp_path / "elsewhere")
    assert typing("quit\n", "play", str(there), "--resume", str(file)).exit_code == 0
    assert typing("quit\n", "play", "--resume", str(file)).exit_code == 0
    assert typing("q\n", "replay", str(file)).exit_code == 0


def test_a_game_of_content_that_has_changed(lanterns, tmp_path):
    file = tmp_path / "game.json"
    typing("1\n1\nquit\n", "play", lanterns, "--seat", "1", "--seed", "3", "--save", str(file))
    main = Path(lanterns) / "ruleset.yaml"
    main.write_text(main.read_text().replace('"play {c}"', '"light {c}"'))
    refused = typing("", "play", "--resume", str(file))
    assert refused.exit_code == 2 and "the ruleset's files have changed since" in refused.stderr
    refused = typing("", "replay", str(file))
    assert refused.exit_code == 2 and "--anyway replays it as far as it goes" in refused.stderr
    anyway = typing("", "replay", str(file), "--list", "--anyway")
    assert anyway.exit_code == 0 and "light " in anyway.output and "all the choices are still offered" in anyway.output
    main.write_text(main.read_text().replace("in my hand:", "in my hand where c.printed > 2:"))
    anyway = typing("", "replay", str(file), "--list", "--anyway")
    assert anyway.exit_code == 1
    assert "Choice 1, player " in anyway.output and "is not offered any more" in anyway.output
    main.write_text(main.read_text().replace("length: {type", "duration: {type").replace("length is", "duration is"))
    anyway = typing("", "replay", str(file), "--list", "--anyway")
    assert anyway.exit_code == 2 and "there is no setting 'length'" in anyway.stderr


def faulty(tmp_path: Path) -> str:
    return str(write_ruleset(tmp_path / "faulty", break_it=FAULT))


def see_the_fault_again(told: str, said: str) -> Path:
    """The file that was left shows the same fault, with the choices before it."""
    file = Path(said.partition("see it with: artrules replay ")[2].split()[0])
    assert f"the game is in {file}" in said
    listed = typing("", "replay", str(file), "--list")
    assert listed.exit_code == 1
    assert told in listed.output and "ruleset.yaml:" in listed.output and "1 player" in " ".join(listed.output.split())
    stepped = typing("e\nn\n", "replay", str(file))
    assert stepped.exit_code == 1 and stepped.output.count(told) == 2
    assert typing("", "replay", str(file), "--at", "1").exit_code == 0
    return file


def the_fault(stderr: str) -> str:
    line = next(line for line in stderr.splitlines() if "ART5001" in line)
    assert "seed " in line and "after " in line
    return line


def test_a_fault_at_the_table_stops_the_game_and_leaves_a_file(tmp_path):
    kept = tmp_path / "game.json"
    typed = "1\n" * 200
    done = typing(typed, "play", faulty(tmp_path), "--seat", "1", "--seed", "7", "--save", str(kept))
    assert done.exit_code == 1
    assert "the choices so far:" in done.stderr and "^" in done.stderr
    file = see_the_fault_again(the_fault(done.stderr), done.stderr)
    assert file == tmp_path / "game.fault.json"
    record = read_record(file.read_text())
    assert record.failure is not None and record.failure.choice is not None
    assert record.save == read_record(kept.read_text()).save
    assert typing("quit\n", "play", "--resume", str(file), "--seat", "1,2").exit_code == 0


def test_a_fault_among_bots_leaves_a_file(tmp_path, games):
    done = typing("", "play", faulty(tmp_path), "--seed", "7", "--bot", "uniform")
    assert done.exit_code == 1
    file = see_the_fault_again(the_fault(done.stderr), done.stderr)
    assert file.parent == games


def test_a_fault_in_a_simulation_leaves_a_file(tmp_path, games):
    done = typing("", "simulate", faulty(tmp_path), "--games", "20", "--seed", "1")
    assert done.exit_code == 1 and done.stdout == ""
    see_the_fault_again(the_fault(done.stderr), done.stderr)
    assert len(list(games.iterdir())) == 1


def test_a_fault_in_the_setup_leaves_a_file(tmp_path, games):
    broken = ('          say "{p} lights up"', "          p.coins -= 1")
    folder = str(write_ruleset(tmp_path / "faulty", break_it=broken))
    for arguments in (["--seat", "1"], []):
        done = typing("", "play", folder, "--seed", "7", *arguments)
        assert done.exit_code == 1 and "nothing was chosen before" in done.stderr
        told = the_fault(done.stderr)
        file = done.stderr.partition("artrules replay ")[2].strip()
        again = typing("", "replay", file)
        assert again.exit_code == 1 and told in again.stderr
        resumed = typing("", "play", "--resume", file)
        assert resumed.exit_code == 2 and "failed before its first decision" in resumed.stderr


def test_a_fault_is_told_even_where_no_file_can_be_left(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ARTRULES_GAMES", str(tmp_path / "file" / "games"))
    done = typing("", "play", faulty(tmp_path), "--seed", "7", "--bot", "uniform")
    assert done.exit_code == 1 and "ART5001" in done.stderr and "can't be left in a file" in done.stderr
    refused = typing("", "play", faulty(tmp_path / "b"), "--seat", "1")
    assert refused.exit_code == 2 and "--save FILE names another place" in refused.stderr


def test_a_bot_that_is_not_there(lanterns, tmp_path, monkeypatch):
    from artrules.lab.bots.registry import BOTS

    monkeypatch.setitem(BOTS, "passing", BOTS["uniform"])
    file = tmp_path / "game.json"
    typing("quit\n", "play", lanterns, "--seat", "1", "--bot", "passing", "--save", str(file))
    monkeypatch.delitem(BOTS, "passing")
    refused = typing("", "play", "--resume", str(file))
    assert refused.exit_code == 2 and "can't play on: there is no bot `passing`" in refused.stderr
    assert typing("quit\n", "play", "--resume", str(file), "--seat", "1").exit_code == 0
    assert typing("quit\n", "play", "--resume", str(file), "--bot", "uniform").exit_code == 0


def test_what_the_game_itself_writes_is_gone_on_with(lanterns, tmp_path, games):
    game = engine.load(lanterns).new_game(2, 3)
    data = json.loads(game.to_json())
    (tmp_path / "bare.json").write_text(game.to_json())
    done = typing("1\nquit\n", "play", lanterns, "--resume", str(tmp_path / "bare.json"), "--seat", "2")
    assert done.exit_code == 0, done.output
    assert json.loads((tmp_path / "bare.json").read_text()) == data
    (file,) = games.iterdir()
    assert typing("q\n", "replay", str(file), "--seat", "2").exit_code == 0


@pytest.mark.parametrize("bot", ["search:time=99999", "nobody", " ", "search:" + "x" * 500, "\x1b[2J"])
def test_a_save_with_bots_that_cannot_be_is_refused_on_one_line(lanterns, tmp_path, bot):
    from artrules.play.position.save_document import parse_json, write_document

    file = tmp_path / "game.json"
    typing("quit\n", "play", lanterns, "--seat", "1", "--seed", "3", "--save", str(file))
    data = parse_json(file.read_text())
    data.pop("check")
    data["seats"]["bots"] = ["", bot]
    file.write_text(write_document(data))
    done = typing("", "play", "--resume", str(file))
    assert done.exit_code == 2 and done.stderr.count("\n") == 1 and "\x1b" not in done.stderr
    assert "the bots of this game can't play on: " in done.stderr and "--bot names others" in done.stderr
