"""`artrules balance`: what it writes, and what it says of wrong use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from artrules.table.commands import balance


def test_text_and_data(run: Callable[..., Result], lanterns: str) -> None:
    text = run("balance", lanterns, "--deals", "40", "--watched", "2").stdout
    assert text.startswith("Lanterns: 40 deals, ")
    assert f"Again: artrules balance {lanterns} --players 2 --seed 0 --deals 40 --watched 2" in text
    data = json.loads(run("balance", lanterns, "--deals", "40", "--watched", "2", "--format", "json").stdout)
    assert data["made"]["deals"] == 40
    assert [each["key"] for each in data["impacts"]] == ["river/guild.1"]
    table = run("balance", lanterns, "--deals", "3", "--format", "csv").stdout
    assert table.startswith("section,about,figure,unit,value,low,high,games,word\n")


def test_who_has_practised_plays_unless_versions_are_compared(run: Callable[..., Result]) -> None:
    def played_by(*more: str) -> str:
        text = run("balance", "kuhn_poker", "--deals", "5", "--watched", "0", *more).stdout
        return text.split(" players (")[1].split(")")[0]

    assert played_by() == "learned"
    assert played_by("--against", "kuhn_poker") == "rules"
    assert played_by("--bot", "uniform") == "uniform"


def test_figures_repeat_in_any_number_of_processes(run: Callable[..., Result], lanterns: str) -> None:
    call = ["balance", lanterns, "--deals", "12", "--watched", "3", "--format", "json"]
    assert run(*call).stdout == run(*call, "--jobs", "2").stdout


def test_a_page(run: Callable[..., Result], lanterns: str, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    assert run("balance", lanterns, "--deals", "5", "--html", str(file)).exit_code == 0
    assert file.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_page_that_cannot_be_written(run: Callable[..., Result], lanterns: str, tmp_path: Path) -> None:
    for place, why in ((tmp_path, "this is a folder"), (tmp_path / "no" / "page.html", "there is no folder")):
        refused = run("balance", lanterns, "--deals", "5", "--html", str(place))
        assert f"{place} can't be written: {why}" in refused.stderr
        assert not refused.stdout  # it was told before the games, not after them
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    refused = run("balance", lanterns, "--deals", "5", "--html", str(pipe))
    assert f"{pipe} can't be written" in refused.stderr
    assert refused.stdout.startswith("Lanterns: 5 deals")  # what took long to find out isn't lost


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--impact", "colours"], "`--impact` is one of auto, powers, cards, nothing"),
        (["--deals", "1"], "1 is not in the range x>=2"),
        (["--level", "2"], "2.0 is not in the range"),
        (["--margin", "-1"], "-1.0 is not in the range"),
        (["--level", "nan"], "'nan' is not a number"),
        (["--margin", "nan"], "'nan' is not a number"),
        (["--bot", "unifrm"], "there is no bot `unifrm`; did you mean `uniform`?"),
        (["--players", "9"], "is for 2, 3, 4 players, not 9"),
    ],
)
def test_wrong_use(run: Callable[..., Result], lanterns: str, more: list[str], message: str) -> None:
    done = run("balance", lanterns, *more)
    assert done.exit_code == 2
    assert message in done.stderr


CRAFTS = str(Path(__file__).parent.parent.parent / "rulesets" / "crafts")


def test_sets_one_against_another(run: Callable[..., Result]) -> None:
    call = ["balance", CRAFTS, "--sets", "smiths,salters", "--deals", "30"]
    text = run(*call).stdout
    assert text.startswith("Crafts: 30 deals, 60 games, 2 players (uniform), guilds by seat, seed 0")
    assert f"Again: artrules balance {CRAFTS} --players 2 --seed 0 --deals 30 --sets guilds=smiths,salters" in text
    data = [json.loads(run(*call, "--format", "json", *more).stdout) for more in ([], ["--jobs", "2"])]
    assert data[0] == data[1]
    assert [(pair["name"], pair["against"]) for pair in data[0]["pairs"]] == [("smiths", "salters")]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--sets", "smiths,slaters"], "guilds has no set `slaters`; did you mean `salters`?"),
        (["--sets", ""], "the sets are given as SET,SET,… or SETTING=SET,SET,…, not as ``"),
        (["--sets", "smiths,salters", "--impact", "powers"], "`--sets` compares sets alone, so leave out `--impact`"),
        (["--sets", "smiths,salters", "--against-setting", "guilds=smiths"], "leave out `--against-setting`"),
        (["--sets", "smiths,salters", "--against", "HEAD"], "leave out `--against`"),
        (["--sets", "smiths,salters", "--against-with", f"{CRAFTS}/sets/smiths.yaml"], "leave out `--against-with`"),
        (["--sets", "smiths,salters", "--watched", "5"], "`--sets` compares sets alone, so leave out `--watched`"),
    ],
)
def test_wrong_use_of_sets(run: Callable[..., Result], more: list[str], message: str) -> None:
    done = run("balance", CRAFTS, *more)
    assert done.exit_code == 2
    assert message in done.stderr


def test_without_the_libraries_it_says_what_to_install(
    run: Callable[..., Result], lanterns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balance, "find_spec", lambda name: None)
    done = run("balance", lanterns, "--html", "x.html")
    assert done.exit_code == 2
    assert "this needs scipy and matplotlib: pip install scipy matplotlib" in done.stderr


def test_help_loads_no_library() -> None:
    code = (
        "import sys, contextlib\nfrom artrules.table.commands.main import main\n"
        "sys.argv = ['artrules', 'balance', '--help']\n"
        "with contextlib.suppress(SystemExit): main()\n"
        "assert not {'scipy', 'numpy', 'matplotlib'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=None)
    assert done.returncode == 0, done.stderr
