"""`artrules.toml` and `[tool.artrules]`: which one counts, and what is said of a broken one."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands.outside import OVERLAY, SET, write


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in a folder; commands run in the inner one."""
    write(tmp_path / "outer" / "sets" / "marsh.yaml", SET)
    write(tmp_path / "outer" / "inner" / "short.yaml", OVERLAY)
    monkeypatch.chdir(tmp_path / "outer" / "inner")
    return tmp_path / "outer" / "inner"


def held(run, lanterns: str, *arguments: str) -> str:
    return run("check", lanterns, *arguments).stdout.partition(": ")[2].strip()


NOTHING = "3 files, 2 sets, 0 scenarios: no errors"
SET_ONLY = "4 files, 3 sets, 0 scenarios: no errors"
OVERLAY_ONLY = "4 files, 2 sets, 1 overlay, 0 scenarios: no errors"
BOTH = "5 files, 3 sets, 1 overlay, 0 scenarios: no errors"


def test_a_file_in_a_parent_counts_and_the_command_line_adds_to_it(run, lanterns, here):
    assert held(run, lanterns) == NOTHING
    write(here.parent / "artrules.toml", 'with = ["sets/"]\n')
    assert held(run, lanterns) == SET_ONLY
    assert held(run, lanterns, "--with", "short.yaml") == BOTH


def test_the_nearest_file_counts_alone(run, lanterns, here):
    write(here.parent / "artrules.toml", 'with = ["sets/"]\n')
    write(here / "artrules.toml", 'with = ["short.yaml"]\n')
    assert held(run, lanterns) == OVERLAY_ONLY


def test_a_table_in_pyproject(run, lanterns, here):
    write(here / "pyproject.toml", '[tool.other]\nwith = ["sets"]\n')
    write(here.parent / "pyproject.toml", '[tool.artrules]\nwith = ["sets/marsh.yaml"]\n')
    assert held(run, lanterns) == SET_ONLY
    write(here.parent / "artrules.toml", "with = []\n")
    assert held(run, lanterns) == NOTHING


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("artrules.toml", "with = [", "this is no TOML"),
        ("artrules.toml", "wiht = []", "there is no key `wiht`; did you mean `with`? (there are: with)"),
        ("artrules.toml", 'with = "sets"', "`with` is a list of texts"),
        ("artrules.toml", "with = [1]", "`with` is a list of texts"),
        ("artrules.toml", 'with = ["nowhere/"]', "`with` names `nowhere/`, but there is no such file or folder"),
        ("artrules.toml", "with = []\n#" + "x" * 1024 * 1024, "the file is too large"),
        ("pyproject.toml", "[tool]\nartrules = 3", "`tool.artrules` is a table"),
        ("pyproject.toml", "[tool.artrules]\nsets = []", "there is no key `sets`"),
    ],
)
def test_a_broken_one_is_a_clear_error(run, lanterns, here, name, text, said):
    file = write(here / name, text)
    done = run("check", lanterns)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"artrules: {file}: ") and said in done.stderr
    assert done.stderr.count("\n") == 1


def test_bytes_that_are_no_text(run, lanterns, here):
    (here / "artrules.toml").write_bytes(b"with = ['\xff']")
    assert run("check", lanterns).exit_code == 2
