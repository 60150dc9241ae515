"""`artrules balance --against` and its like: which version is meant, and what is said of a wrong one."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

CALL = ["--deals", "24", "--watched", "2"]
SET = """\
set: {name}
of: lanterns
title: The other
guild:
  1:
    name: Smith
    powers: [{{label: earn, do: my coins += 3}}]
  2:
    name: Ferryman
    powers: []
"""


def git(folder: str | Path, *arguments: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, "-C", str(folder), *arguments], check=True, capture_output=True)


def moved(data: str) -> dict[str, str]:
    return {each["about"]: each["verdict"] for each in json.loads(data)["against"]["figures"]}


def test_a_revision(run: Callable[..., Result], lanterns: str) -> None:
    git(Path(lanterns).parent, "init", "-q")
    git(lanterns, "add", ".")
    git(lanterns, "commit", "-q", "-m", "first")
    rules = Path(lanterns) / "ruleset.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("else 9)", "else 7)"), encoding="utf-8")
    found = run("balance", lanterns, "--against", "git:HEAD", "--format", "json", *CALL)
    assert moved(found.stdout)["rounds a game"] == "moved"
    assert found.stdout == run("balance", lanterns, "--against", "git:HEAD", "--format", "json", *CALL).stdout
    assert "has no revision `nowhere`" in run("balance", lanterns, "--against", "git:nowhere", *CALL).stderr
    for wrong in ("git:", "git:--help"):
        refused = run("balance", lanterns, "--against", wrong, *CALL)
        assert refused.exit_code == 2
        assert "names no revision" in refused.stderr


def test_a_revision_without_the_folder(run: Callable[..., Result], lanterns: str) -> None:
    home = Path(lanterns).parent
    git(home, "init", "-q")
    git(home, "commit", "-q", "--allow-empty", "-m", "nothing")
    done = run("balance", lanterns, "--against", "git:HEAD", *CALL)
    assert done.exit_code == 2
    assert "at the revision `HEAD` there is no folder lanterns" in done.stderr


def test_no_repository(run: Callable[..., Result], lanterns: str) -> None:
    done = run("balance", lanterns, "--against", "git:HEAD", *CALL)
    assert done.exit_code == 2
    assert "doesn't lie in a Git repository" in done.stderr


def test_without_git(run: Callable[..., Result], lanterns: str, tmp_path: Path) -> None:
    done = run("balance", lanterns, "--against", "git:HEAD", *CALL, PATH=str(tmp_path))
    assert done.exit_code == 2
    assert "there is no git on this machine" in done.stderr


def test_a_setting(run: Callable[..., Result], lanterns: str) -> None:
    text = run("balance", lanterns, "--against-setting", "length=quick", *CALL).stdout
    assert "* Moved against length=quick: " in text
    assert "--against-setting length=quick" in text.partition("Again: ")[2]


@pytest.mark.parametrize("name", ["river", "brook"])
def test_a_set_replaces_one_of_its_name_or_comes_to_the_others(
    run: Callable[..., Result], lanterns: str, tmp_path: Path, name: str
) -> None:
    file = tmp_path / "other.yaml"
    file.write_text(SET.format(name=name), encoding="utf-8")
    call = ["balance", lanterns, "--against-with", str(file), "--against-setting", f"guilds={name}", "--format", "json"]
    found = moved(run(*call, *CALL).stdout)
    assert "cards with 1, Lamplighter (there: 1, Smith) at the end" in found
    assert (Path(lanterns) / "sets" / "river.yaml").exists()


def test_a_set_replaces_one_from_outside(run: Callable[..., Result], lanterns: str, tmp_path: Path) -> None:
    files = [tmp_path / "here.yaml", tmp_path / "there.yaml"]
    files[0].write_text(SET.format(name="brook"), encoding="utf-8")
    files[1].write_text(SET.format(name="brook").replace("Smith", "Baker"), encoding="utf-8")
    call = ["--with", str(files[0]), "--against-with", str(files[1]), "--setting", "guilds=brook", "--format", "json"]
    assert "cards with 1, Smith (there: 1, Baker) at the end" in moved(run("balance", lanterns, *call, *CALL).stdout)


def test_it_goes_on_where_it_was(run: Callable[..., Result], lanterns: str, tmp_path: Path) -> None:
    call = ["balance", lanterns, "--against-setting", "length=quick", "--format", "json", *CALL]
    kept = ["--resume", str(tmp_path / "kept")]
    first, again = run(*call, *kept), run(*call, *kept)
    assert first.stdout == again.stdout == run(*call).stdout


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--against", ""], "--against needs a name, a folder or git:REVISION"),
        (["--against", "nowhere"], "there is no ruleset `nowhere`"),
        (["--against-with", "nowhere.yaml"], "--against-with: there is no file or folder `nowhere.yaml`"),
        (["--against-setting", "length"], "a setting is given as KEY=VALUE, not as `length`"),
        (["--against-setting", "length=slow"], "the other version (length=slow): length can't be 'slow'"),
        (["--against-setting", "lenght=quick"], "the other version (lenght=quick): "),
    ],
)
def test_a_wrong_version(run: Callable[..., Result], lanterns: str, more: list[str], message: str) -> None:
    done = run("balance", lanterns, *more, *CALL)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_version_with_errors(run: Callable[..., Result], lanterns: str, tmp_path: Path) -> None:
    file = tmp_path / "other.yaml"
    file.write_text(SET.format(name="brook").replace("my coins", "my cions"), encoding="utf-8")
    done = run("balance", lanterns, "--against-with", str(file), *CALL)
    assert done.exit_code == 1
    assert "cions" in done.stderr
