"""`artrules build`."""

from __future__ import annotations

import json

import pytest

MARK = b"\x08artrules{"


def test_the_file_of_a_game(run, lanterns, tmp_path):
    file = tmp_path / "game.wasm"
    file.write_bytes(b"an older game")
    done = run("build", lanterns, "--players", "3", "--setting", "length=quick", "-o", str(file))
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    code = file.read_bytes()
    assert code.startswith(b"\0asm")
    description = json.loads(code[code.rindex(MARK) + len(MARK) - 1 :])
    assert (description["name"], description["players"]) == ("lanterns", 3)
    assert description["settings"]["length"] == "quick"


def test_the_same_bytes_everywhere(run_process, lanterns, tmp_path):
    files = [tmp_path / f"{seed}.wasm" for seed in ("1", "2")]
    for file in files:
        done = run_process("build", lanterns, "-o", str(file), PYTHONHASHSEED=file.stem)
        assert (done.returncode, done.stderr) == (0, "")
    one, other = files
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--players", "9"), "not 9"),
        (("--setting", "wind=high"), "wind"),
        (("-o", "nowhere/game.wasm"), "nowhere/game.wasm can't be written"),
    ],
)
def test_what_is_refused(run, lanterns, tmp_path, monkeypatch, more, message):
    monkeypatch.chdir(tmp_path)
    done = run("build", lanterns, "-o", "game.wasm", *more)
    assert done.exit_code == 2
    assert message in done.stderr
    assert not (tmp_path / "game.wasm").exists()


def test_a_file_must_be_named(run, lanterns):
    assert "'-o'" in run("build", lanterns).stderr


def test_errors_in_content(run, lanterns, tmp_path):
    (tmp_path / "lanterns" / "more.yaml").write_text("part_of: lanterns\nvariables: {x: {type: nonsense}}\n")
    done = run("build", lanterns, "-o", str(tmp_path / "game.wasm"))
    assert done.exit_code == 1
    assert "nonsense" in done.stderr
