"""`artrules check --fix` and `--diff`: what they repair, what they say, and what they leave alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from artrules.text.source.written_file import NotRestored
from table.commands.outside import OVERLAY, write


def broken(lanterns: str, *pairs: tuple[str, str]) -> Path:
    """The ruleset's main file, with some texts replaced."""
    main = Path(lanterns) / "ruleset.yaml"
    text = main.read_bytes().decode()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    main.write_bytes(text.encode())
    return main


def test_misspelt_names_are_corrected_and_it_is_said(run, lanterns):
    before = Path(lanterns, "ruleset.yaml").read_bytes()
    main = broken(lanterns, ("stop playing", "stop playing # colour"), ("title: Lanterns", "titel: Lanterns"))
    before = before.replace(b"stop playing", b"stop playing # colour")
    done = run("check", lanterns, "--fix")
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith(f"fixed {main}:")
    assert "ART1102 unknown-key: write `title`" in done.stdout
    assert main.read_bytes() == before
    assert run("check", lanterns, "--fix").stdout.count("fixed") == 0


def test_a_fix_brings_to_light_what_the_mistake_hid(run, lanterns):
    broken(lanterns, ("title: Lanterns", "titel: Lanterns"), ("in my hand:", "in my hnda_pile:"))
    done = run("check", lanterns, "--fix")
    assert done.exit_code == 1
    assert "write `title`" in done.stdout and "error[ART2001" in done.stdout


def test_what_can_be_fixed_is_counted(run, lanterns):
    broken(lanterns, ("title: Lanterns", "titel: Lanterns"))
    done = run("check", lanterns)
    assert "= fix: write `title`" in done.stdout
    assert done.stdout.splitlines()[-1] == "`--fix` repairs 1 of them"


def test_line_breaks_stay(run, lanterns):
    main = Path(lanterns) / "ruleset.yaml"
    crlf = main.read_bytes().replace(b"\n", b"\r\n")
    main.write_bytes(b"\xef\xbb\xbf" + crlf.replace(b"title: Lanterns", b"titel: Lanterns"))
    assert "\n+title: Lanterns\n" in run("check", lanterns, "--diff").stdout
    assert run("check", lanterns, "--fix").exit_code == 0
    assert main.read_bytes() == b"\xef\xbb\xbf" + crlf


def test_a_diff_writes_nothing(run, lanterns):
    main = broken(lanterns, ("title: Lanterns", "titel: Lanterns"))
    before = main.read_bytes()
    done = run("check", lanterns, "--diff")
    assert done.exit_code == 1 and main.read_bytes() == before
    changed = [line for line in done.stdout.splitlines() if line[:1] in "+-"]
    assert [line for line in changed if line[:3] not in ("+++", "---")] == ["-titel: Lanterns", "+title: Lanterns"]


def test_all_files_or_none(run, lanterns):
    main = broken(lanterns, ("title: Lanterns", "titel: Lanterns"))
    hill = Path(lanterns) / "sets" / "hill.yaml"
    hill.write_text(hill.read_text().replace("title:", "titel:", 1))
    before = main.read_bytes(), hill.read_bytes()
    hill.chmod(0o444)
    done = run("check", lanterns, "--fix")
    assert done.exit_code == 2
    assert done.stderr == f"artrules: nothing was fixed, because of {hill.resolve()}: the file may not be written\n"
    assert (main.read_bytes(), hill.read_bytes()) == before
    hill.chmod(0o644)
    assert run("check", lanterns, "--fix").exit_code == 0
    assert before[0] != main.read_bytes() and before[1] != hill.read_bytes()


def test_only_the_files_that_were_named(run, lanterns, tmp_path):
    main = broken(lanterns, ("title: Lanterns", "titel: Lanterns"))
    before = main.read_bytes()
    overlay = write(tmp_path / "short.yaml", OVERLAY.replace("overlay: ", "overlay: ", 1))
    done = run("check", str(overlay), "--with", lanterns, "--fix")
    assert done.exit_code == 1 and main.read_bytes() == before


def test_a_library_is_repaired_where_it_is_named_itself(run, lanterns):
    broken(lanterns, ("players:", "uses: weather\nplayers:"))
    library = Path(lanterns).parent / "libraries" / "weather.yaml"
    library.parent.mkdir()
    write(library, "library: weather\ntitel: Weather\n")
    assert run("check", lanterns, "--fix").exit_code == 1
    assert "titel" in library.read_text(encoding="utf-8")
    assert run("check", str(library), "--fix").exit_code == 0
    assert "title: Weather" in library.read_text(encoding="utf-8")


def test_keys_of_newer_forms_are_repaired_one_below_the_other(run, tmp_path):
    expansion = "expansion: e\nof: vintage\nlanguage: 3\nadd:\n  enum: {category: [jewels]}\n  piece:\n    items:\n"
    rows = "      column: [category, colour, decade, year, points]\n      rows: [[jewels, red, fifties, 1953, 5]]\n"
    library = "librry: few\nuse: []\nexpect: {zone: {hand: {per: player, hold: thing}}}\n"
    for name, text, told in (
        ("e", expansion + rows, ("adds:", "enums:", "pieces:", "columns:")),
        ("few", library, ("library:", "uses:", "expects:", "{zones:", "holds:")),
    ):
        path = tmp_path / f"{name}.yaml"
        path.write_text(text, encoding="utf-8")
        run("check", str(path), "--fix")
        repaired = path.read_text(encoding="utf-8")
        assert [word for word in told if word not in repaired] == [], repaired


def test_other_formats_say_it_to_standard_error(run, lanterns):
    broken(lanterns, ("title: Lanterns", "titel: Lanterns"))
    done = run("check", lanterns, "--fix", "--format", "json")
    assert json.loads(done.stdout)["diagnostics"] == [] and done.stderr.startswith("fixed ")


@pytest.mark.parametrize("option", ["--fix", "--diff"])
def test_files_must_be_named(run, option):
    done = run("check", option)
    assert done.exit_code == 2 and f"`{option}` needs to be told which ruleset or files" in done.stderr


@pytest.mark.parametrize("more", [("--format", "json"), ("--output", "found.txt"), ("--fix", "--format", "sarif")])
def test_what_does_not_go_together_with_a_diff(run, lanterns, more):
    done = run("check", lanterns, "--diff", *more)
    assert done.exit_code == 2 and "`--diff` shows text" in done.stderr and not Path("found.txt").exists()


def test_files_that_could_not_be_put_back_are_named(run, lanterns, monkeypatch):
    def fail(_contents: object) -> None:
        raise NotRestored(OSError(28, "No space left on device", "b.yaml"), [Path("a.yaml")])

    monkeypatch.setattr("artrules.text.source.written_file.write_files", fail)
    done = run("check", lanterns, "--fix")
    assert done.exit_code == 2
    assert "b.yaml: No space left on device; changed all the same, and not put back: a.yaml" in done.stderr
