"""`artrules check --format` and `--output`: the paths in it, and where it goes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from check.formats.validators import JSON, SARIF


@pytest.fixture
def broken(lanterns, tmp_path, monkeypatch) -> str:
    """A ruleset with a mistake in its first lines, in a folder with an odd name below this one."""
    folder = Path(lanterns).rename(tmp_path / "my läntern,s")
    main = folder / "ruleset.yaml"
    main.write_text(main.read_text().replace("title: Lanterns", "titel: Lanterns"))
    monkeypatch.chdir(tmp_path)
    return folder.name


def test_json(run, broken):
    JSON.validate(json.loads(run("check", broken, "--format", "json").stdout))


def test_sarif(run, broken, tmp_path):
    done = run("check", broken, "--format", "sarif")
    log = json.loads(done.stdout)
    SARIF.validate(log)
    (first, *_) = log["runs"][0]["results"]
    location = first["locations"][0]["physicalLocation"]["artifactLocation"]
    assert done.exit_code == 1
    assert location == {"uri": "my%20l%C3%A4ntern%2Cs/ruleset.yaml", "uriBaseId": "%SRCROOT%"}


def test_sarif_of_files_elsewhere(run, broken, tmp_path, monkeypatch):
    (tmp_path / "inner").mkdir()
    monkeypatch.chdir(tmp_path / "inner")
    log = json.loads(run("check", f"../{broken}", "--format", "sarif").stdout)
    SARIF.validate(log)
    location = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": (tmp_path / broken / "ruleset.yaml").resolve().as_uri()}


def test_github(run, broken):
    done = run("check", broken, "--format", "github")
    assert done.exit_code == 1
    place = "::error file=my läntern%2Cs/ruleset.yaml,line=2,endLine=2,col=1,endColumn=6,title=ART1102 unknown-key::"
    assert place in done.stdout


def test_nothing_to_say(run, lanterns):
    assert run("check", lanterns, "--format", "github").stdout == ""
    assert json.loads(run("check", lanterns, "--format", "sarif").stdout)["runs"][0]["results"] == []


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_into_a_file(run, broken, form):
    printed = run("check", broken, "--format", form)
    done = run("check", broken, "--format", form, "--output", "found.txt", FORCE_COLOR="1")
    assert (done.exit_code, done.stdout) == (1, "")
    assert Path("found.txt").read_text(encoding="utf-8") == printed.stdout


def test_a_file_that_can_not_be_written(run, lanterns, tmp_path):
    done = run("check", lanterns, "--output", str(tmp_path / "nowhere" / "found.txt"))
    assert done.exit_code == 2 and "nowhere/found.txt can't be written: No such file" in done.stderr
    assert done.stderr.count("\n") == 1 and ".artrules-" not in done.stderr
