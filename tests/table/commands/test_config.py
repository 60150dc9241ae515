"""`artrules.toml` and `[tool.artrules]`: which one counts, and what is said of a broken one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from table.commands.outside import OVERLAY, SET, write
from tools.hostile.watchdog import watched


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


def test_a_byte_order_mark_means_nothing(run, lanterns, here):
    (here / "artrules.toml").write_text("\ufeffwith = []\n", encoding="utf-8")
    assert run("check", lanterns).exit_code == 0


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
        ("artrules.toml", "wiht = []", "there is no key `wiht`; did you mean `with`? (there are: check, with)"),
        ("artrules.toml", 'with = "sets"', "`with` is a list of texts"),
        ("artrules.toml", "with = [1]", "`with` is a list of texts"),
        ("artrules.toml", 'with = ["nowhere/"]', "`with` names `nowhere/`, but there is no such file or folder"),
        ("artrules.toml", "with = []\n#" + "x" * 1024 * 1024, "the file is too large"),
        ("artrules.toml", "\nwith = " + "1" * 5000, "artrules.toml:2:8: a number or word is too long"),
        ("artrules.toml", "with = []\n" + "a." * 100_000, "artrules.toml:2:100: a dotted key has too many"),
        ("artrules.toml", " . ".join(["'a'"] * 10_000), "artrules.toml:1:299: a dotted key has too many parts"),
        ("artrules.toml", "[" + "a." * 50 + "a]", "a dotted key has too many parts"),
        ("artrules.toml", "with = {a={b=" * 100, "artrules.toml:1:333: brackets are nested too deeply"),
        ("artrules.toml", "with = [" + "'short.yaml'," * 15_000 + "]", "`with` names 15,000 files and folders"),
        ("artrules.toml", "with = ['/']", "which holds everything there is"),
        ("artrules.toml", "with = ['../../../../../../../../../../../..']", "which holds everything there is"),
        ("artrules.toml", "with = ['" + "x" * 9_999 + "']", "`with` names `xxxx"),
        ("artrules.toml", 'with = ["a\\u0000b"]', "there is no such file or folder"),
        ("pyproject.toml", "[tool]\nartrules = 3", "`tool.artrules` is a table"),
        ("pyproject.toml", "[tool.artrules]\nsets = []", "there is no key `sets`"),
    ],
)
def test_a_broken_one_is_a_clear_error(run, lanterns, here, name, text, said):
    file = write(here / name, text)
    done = run("check", lanterns)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"artrules: {file}:") and said in done.stderr
    assert done.stderr.count("\n") == 1 and len(done.stderr) < 1500


def test_what_looks_large_within_texts_is_none_of_it(run, lanterns, here):
    """Dots, brackets and numbers in texts and comments count for nothing; other tools' tables may hold them."""
    dots, brackets, number = "a." * 500, "[" * 500, "1" * 5000
    texts = [f'a = "{dots}"', f"b = '{brackets}'", f'c = """\n{dots}\n\\"{brackets}\n"""', f"d = '''{number}'''"]
    write(here / "pyproject.toml", "\n".join(["[tool.other]", *texts, f"# {dots}{brackets}{number}"]) + "\n")
    write(here.parent / "artrules.toml", 'with = ["sets/"]\n')
    assert held(run, lanterns) == SET_ONLY


def test_the_largest_are_read_in_no_time(run, lanterns, here):
    line = ".".join("abcdefghij" * 5)
    lines = "".join(f"x{number} = {{{line} = '{line}'}}\n" for number in range(1200))
    assert 240_000 < len(lines) < 256 * 1024
    write(here / "pyproject.toml", lines)
    with watched():
        assert held(run, lanterns) == NOTHING


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("nowhere")])
def test_one_that_is_no_file_is_told(run, lanterns, here, make):
    make(here / "artrules.toml")
    with watched():
        done = run("check", lanterns)
    assert done.exit_code == 2 and done.stderr.startswith(f"artrules: {here / 'artrules.toml'}: ")


def test_too_many_on_the_command_line(run, lanterns, here):
    done = run("check", lanterns, *["--with", "short.yaml"] * 501)
    assert done.exit_code == 2 and "--with names 501 files and folders (at most 500)" in done.stderr
    done = run("check", lanterns, "--with", "/")
    assert done.exit_code == 2 and "--with names `/`, which holds everything there is" in done.stderr


def test_bytes_that_are_no_text(run, lanterns, here):
    (here / "artrules.toml").write_bytes(b"with = ['\xff']")
    assert run("check", lanterns).exit_code == 2
