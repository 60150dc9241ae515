"""`artrules check` on rulesets that are well and on broken ones."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from artrules.model.catalogue.locations import shipped_folder
from artrules.table.commands.main import artrules
from author.scenarios.one_scenario import FOLDER as LANTERNS
from lab.simulation.small_ruleset import RULESET, write_ruleset

KEYS = {
    "code",
    "slug",
    "severity",
    "message",
    "file",
    "line",
    "column",
    "end_line",
    "end_column",
    "expected",
    "found",
    "suggestions",
    "related",
    "fix",
}


def broken(tmp_path: Path, old: str, new: str) -> tuple[str, int, int]:
    """A ruleset in which a text is replaced, and where that text stands."""
    line = next(n for n, text in enumerate(RULESET.split("\n"), 1) if old in text)
    column = RULESET.split("\n")[line - 1].index(old) + 1
    return str(write_ruleset(tmp_path / "broken", break_it=(old, new))), line, column


def test_a_ruleset_without_mistakes(run, lanterns):
    done = run("check", lanterns)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == "lanterns: 3 files, 2 sets, 0 scenarios: no errors\n"


def test_on_a_screen_the_last_line_of_clean_content_tells_of_random_games(run, lanterns, monkeypatch):
    monkeypatch.setattr("artrules.table.commands.check._is_screen", lambda: True)
    assert "--play 200" in run("check", lanterns).stdout.splitlines()[-1]
    assert "--play 200" not in run("check", lanterns, "--play", "1").stdout
    assert "--play 200" not in run("check", lanterns, "--format", "json").stdout


def test_json_holds_version_and_diagnostics_only(run, lanterns):
    done = run("check", lanterns, "--format", "json")
    assert (done.exit_code, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {"version": 1, "diagnostics": []}


@pytest.mark.parametrize(
    ("old", "new", "code", "slug"),
    [
        ("stop playing", "stop {playin}", "ART2001", "unknown-name"),
        ("shuffle deck", "shuffle dekc", "ART2001", "unknown-name"),
        ("title: Lanterns", "titel: Lanterns", "ART1102", "unknown-key"),
    ],
)
def test_what_is_broken_is_found(run, tmp_path, old, new, code, slug):
    folder, line, column = broken(tmp_path, old, new)
    done = run("check", folder, "--format", "json")
    data = json.loads(done.stdout)
    assert list(data) == ["version", "diagnostics"]
    assert done.exit_code == 1
    found = next(d for d in data["diagnostics"] if d["code"] == code)
    assert set(found) == KEYS
    assert found["slug"] == slug
    assert found["severity"] == "error"
    assert found["file"].endswith("broken/ruleset.yaml")
    assert found["line"] == line
    assert column <= found["column"] <= column + len(new)
    assert found["end_line"] == line
    assert found["end_column"] > found["column"]


def test_a_misspelled_zone_is_underlined_with_what_was_meant(run, tmp_path):
    folder, line, _ = broken(tmp_path, "in my hand:", "in my hnad:")
    done = run("check", folder)
    assert done.exit_code == 1
    assert f"ruleset.yaml:{line}:" in done.stdout
    assert "^^^" in done.stdout
    assert "did you mean `hand`?" in done.stdout
    assert done.stdout.rstrip().endswith("1 error")


def test_several_mistakes_come_in_one_run(run, tmp_path):
    folder = Path(write_ruleset(tmp_path / "broken", break_it=("shuffle deck", "shuffle dekc")))
    hill = folder / "sets" / "hill.yaml"
    hill.write_text(hill.read_text().replace("my coins", "my coin"))
    data = json.loads(run("check", str(folder), "--format", "json").stdout)["diagnostics"]
    assert {Path(d["file"]).name for d in data} == {"ruleset.yaml", "hill.yaml"}
    assert [d["suggestions"] for d in data] == [["deck"], ["coins"]]


def test_yaml_that_cannot_be_read(run, tmp_path, lanterns):
    (Path(lanterns) / "sets" / "odd.yaml").write_bytes(b"set: [\n\xff\xfe: {")
    done = run("check", lanterns, "--format", "json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["diagnostics"]


def test_a_file_stands_for_its_folder_and_each_is_checked_once(run, lanterns):
    done = run("check", lanterns, f"{lanterns}/sets/hill.yaml")
    assert done.stdout.count("lanterns:") == 1


def test_shipped_rulesets_are_checked_without_arguments(run):
    done = run("check")
    assert "avant_carde:" in done.stdout
    assert done.exit_code == (0 if "no errors" in done.stdout else 1)


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, False), ({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False)],
)
def test_colour_is_for_terminals(run, tmp_path, environment, coloured):
    folder, _, _ = broken(tmp_path, "shuffle deck", "shuffle dekc")
    assert ("\x1b[" in run("check", folder, **environment).stdout) is coloured


@pytest.mark.parametrize("command", ["check", "test"])
@pytest.mark.parametrize(
    ("where", "what"), [(".", "."), (".", "ruleset.yaml"), ("sets", ".."), (".", "sets/river.yaml")]
)
def test_a_ruleset_that_can_not_be_read_is_called_by_its_folder(
    command: str, where: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "broken"
    shutil.copytree(LANTERNS, folder)
    (folder / "ruleset.yaml").write_text("ruleset: [lanterns\n", encoding="utf-8")
    monkeypatch.chdir(folder / where)
    result = CliRunner().invoke(artrules, [command, what])
    assert result.exit_code == 1
    assert result.output.splitlines()[-1].startswith("broken: ")


@pytest.mark.parametrize("words", [["check"], ["test"], ["info"], ["play", "--seed", "1"], ["doc"]])
def test_a_folder_with_the_name_of_a_shipped_ruleset(words, run, lanterns, tmp_path, monkeypatch):
    """What lies here is meant, in all commands; where there is a choice, that is said."""
    monkeypatch.chdir(tmp_path)
    command, *rest = words
    assert run(command, "crazy_eights", *rest).stderr == ""
    Path(lanterns).rename("crazy_eights")
    shipped = shipped_folder() / "crazy_eights"
    told = f"artrules: `crazy_eights` is the folder here; the shipped ruleset of this name is {shipped}\n"
    shadowed = run(command, "crazy_eights", *rest)
    assert shadowed.stderr == told and "lanterns" in shadowed.stdout.lower()
    named = run(command, "./crazy_eights", *rest)
    assert named.stderr == "" and named.stdout.splitlines()[0] == shadowed.stdout.splitlines()[0]
    monkeypatch.chdir(shipped_folder())
    assert run(command, "crazy_eights", *rest).stderr == ""


def test_hidden_files_are_passed_over(run, lanterns):
    folder = Path(lanterns)
    (folder / ".#ruleset.yaml").symlink_to("somebody@somewhere.1234")
    (folder / ".git").mkdir()
    (folder / ".git" / "old.yaml").write_text("set: [", encoding="utf-8")
    assert run("check", lanterns).stdout == "lanterns: 3 files, 2 sets, 0 scenarios: no errors\n"


@pytest.mark.parametrize("name", ["ruleset.yaml", "sets/hill.yaml", "part.yaml"])
@pytest.mark.parametrize("kind", ["UTF-16", "no text"])
def test_a_file_that_is_no_such_text_is_one_error(run, lanterns, name, kind):
    part = Path(lanterns) / "part.yaml"
    part.write_text("part_of: lanterns\nvariables:\n  calm: {type: 0..9, starts: 0}\n", encoding="utf-8")
    file = Path(lanterns) / name
    text = file.read_text(encoding="utf-8")
    file.write_bytes(text.encode("utf-16") if kind == "UTF-16" else text.encode("utf-16-le"))
    done = run("check", lanterns, "--format", "json")
    assert [each["slug"] for each in json.loads(done.stdout)["diagnostics"]] == [
        "not-utf-8" if kind == "UTF-16" else "control-character"
    ]


def test_a_library_is_checked_by_its_name_or_its_file(run, tmp_path):
    done = run("check", "playing_cards")
    assert (done.exit_code, done.stdout) == (0, "library playing_cards: 1 file: no errors\n")
    path = tmp_path / "dice.yaml"
    path.write_text("library: dice\nfunctions: {pips: 3 + no}\n", encoding="utf-8")
    done = run("check", str(path))
    assert done.exit_code == 1
    assert "wrong-type" in done.stdout and done.stdout.endswith("library dice: 1 file: 1 error\n")


def test_a_warning_in_a_library_is_told_once(run, tmp_path):
    (tmp_path / "libraries").mkdir()
    library = "library: dice\nprocedures:\n  roll: |\n    let x = 3\n    let y = x\n"
    (tmp_path / "libraries" / "dice.yaml").write_text(library, encoding="utf-8")
    for name in ("one", "other"):
        folder = Path(write_ruleset(tmp_path / name))
        main = folder / "ruleset.yaml"
        main.write_text(
            main.read_text(encoding="utf-8").replace("players:", "uses: dice\nplayers:", 1), encoding="utf-8"
        )
    done = run("check", str(tmp_path / "one"), str(tmp_path / "other"), str(tmp_path / "libraries"))
    assert done.exit_code == 0
    assert done.stdout.count("warning[") == 1


@pytest.mark.parametrize("command", ["play", "test", "info", "doc"])
def test_a_library_is_no_game(run, command):
    done = run(command, "playing_cards")
    if command == "test":
        assert done.stdout == "playing_cards: no scenarios\n"
    else:
        assert done.exit_code == 2
        assert "`playing_cards` is a library" in done.stderr


def test_after_several_rulesets_one_line_sums_up(run, lanterns, tmp_path):
    folder, _, _ = broken(tmp_path, "shuffle deck", "shuffle dekc")
    assert "in all" not in run("check", lanterns).stdout
    assert run("check", lanterns, folder).stdout.splitlines()[-1] == "in all: 1 error"


def test_a_library_may_be_written_in_one_line(run, tmp_path):
    (tmp_path / "short.yaml").write_text("{library: short, language: 3, functions: {two: 2}}\n", encoding="utf-8")
    assert run("check", str(tmp_path / "short.yaml")).stdout == "library short: 1 file: no errors\n"
