"""`artrules check --play`: what it prints, writes and exits with."""

from __future__ import annotations

import json
from pathlib import Path

from author.random_testing.planted_lanterns import DEAD_END, plant
from author.scenarios.one_scenario import FOLDER


def test_a_fault_is_an_error_and_is_written(run, tmp_path: Path) -> None:
    plant(tmp_path / "lanterns", DEAD_END)
    arguments = ["check", str(tmp_path / "lanterns"), "--play", "1", "--write", str(tmp_path / "found")]
    done = run(*arguments)
    assert (done.exit_code, done.stderr) == (1, "")
    assert "error[ART5002 dead-end]: player " in done.stdout
    assert "lanterns: 1 random game: 1 setup, " in done.stdout
    assert done.stdout.endswith(f"written: {tmp_path / 'found' / 'lanterns_dead_end_1.yaml'}\n")
    judged = run("check", str(tmp_path / "found"), "--with", str(tmp_path / "lanterns"))
    assert judged.stdout.endswith("1 file, 0 sets, 1 scenario: no errors\n")
    failed = run("test", str(tmp_path / "found"), "--with", str(tmp_path / "lanterns"))
    assert (failed.exit_code, "error[ART5002 dead-end]" in failed.stdout) == (1, True)


def test_games_without_mistakes(run) -> None:
    done = run("check", str(FOLDER), "--play", "2", "--format", "json")
    assert done.exit_code == 0
    assert {each["severity"] for each in json.loads(done.stdout)["diagnostics"]} <= {"warning"}
    assert done.stderr.startswith("lanterns: 2 random games: 2 setups, ")


def test_ctrl_c_ends_the_games_and_keeps_what_they_have_shown(run, tmp_path: Path, monkeypatch) -> None:
    from artrules.author.random_testing import run as module

    played, play_trial = [], module.play_trial

    def interrupted(*arguments: object) -> object:
        if played:
            raise KeyboardInterrupt
        played.append(play_trial(*arguments))
        return played[0]

    monkeypatch.setattr(module, "play_trial", interrupted)
    plant(tmp_path / "lanterns", DEAD_END)
    done = run("check", str(tmp_path / "lanterns"), "--play", "9")
    assert done.exit_code == 130
    assert "error[ART5002 dead-end]" in done.stdout
    assert "lanterns: 1 of 9 random games, then interrupted: " in done.stdout


def test_content_with_errors_is_not_played(run, tmp_path: Path) -> None:
    plant(tmp_path / "lanterns")
    (tmp_path / "lanterns" / "sets" / "hill.yaml").write_text("set: [\n", encoding="utf-8")
    done = run("check", str(tmp_path / "lanterns"), "--play", "2")
    assert (done.exit_code, "random games" in done.stdout) == (1, False)


def test_a_scenario_that_can_not_be_written(run, tmp_path: Path, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", ".artrules-1.lock")

    monkeypatch.setattr("artrules.author.random_testing.shrink.write_file", fail)
    plant(tmp_path / "lanterns", DEAD_END)
    done = run("check", str(tmp_path / "lanterns"), "--play", "1", "--write", str(tmp_path / "found"))
    assert done.exit_code == 2 and f"{tmp_path / 'found'}: No space left on device" in done.stderr
    assert ".artrules-" not in done.stderr
