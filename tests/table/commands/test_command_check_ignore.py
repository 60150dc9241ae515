"""`artrules check` with comments that ignore warnings, in YAML and in code."""

from __future__ import annotations

import json
from pathlib import Path


def slugs(run, folder: str, *options: str) -> list[str]:
    done = run("check", folder, "--format", "json", *options)
    return [diagnostic["slug"] for diagnostic in json.loads(done.stdout)["diagnostics"]]


def add(lanterns: str, text: str) -> Path:
    part = Path(lanterns) / "part.yaml"
    part.write_text(f"part_of: lanterns\n{text}", encoding="utf-8")
    return part


def test_a_warning_is_ignored_in_yaml(run, lanterns):
    add(lanterns, "variables:\n  lost: {type: 0..9, starts: 0}\n")
    assert slugs(run, lanterns) == ["never-used"]
    add(lanterns, "variables:\n  # artrules: ignore never-used: for later\n  lost: {type: 0..9, starts: 0}\n")
    assert slugs(run, lanterns) == []


def test_a_warning_is_ignored_in_code(run, lanterns):
    code = "procedures:\n  idle: |\n    # counts{}\n    if round_number < 1:{}\n        my coins += 1\n"
    add(lanterns, code.format("", ""))
    assert slugs(run, lanterns) == ["never-true"]
    add(lanterns, code.format("", "  # artrules: ignore never-true: for later"))
    assert slugs(run, lanterns) == []
    add(lanterns, code.format("\n    # artrules: ignore never-true: for later", ""))
    assert slugs(run, lanterns) == []


def test_what_is_ignored_in_vain_is_removed_by_a_fix(run, lanterns):
    before = "procedures: {}\n"
    part = add(lanterns, f"# artrules: ignore-file never-used: for later\n{before}")
    assert slugs(run, lanterns) == ["unused-ignore"]
    assert slugs(run, lanterns, "--fix") == []
    assert part.read_text() == f"part_of: lanterns\n{before}"


def test_warnings_that_are_there_can_be_ignored_all_at_once(run, lanterns):
    code = "procedures:\n  idle: |\n    if round_number < 1:\n        my coins += 1\n"
    text = f"variables:\n  lost: {{type: 0..9, starts: 0}}\n{code}"
    part = add(lanterns, text)
    assert slugs(run, lanterns) == ["never-used", "never-true"]
    shown = run("check", lanterns, "--add-ignore", "judged later", "--diff")
    assert "+  # artrules: ignore never-used: judged later" in shown.stdout and part.read_text().endswith(text)
    done = run("check", lanterns, "--add-ignore", "judged later")
    assert done.exit_code == 0 and "ignored " in done.stdout and "ignore it: judged later" in done.stdout
    assert slugs(run, lanterns) == []
    assert "    # artrules: ignore never-true: judged later\n    if round_number < 1:" in part.read_text()
    before = part.read_text()
    assert "ignored" not in run("check", lanterns, "--add-ignore", "again").stdout and part.read_text() == before


def test_a_warning_that_counts_as_an_error_is_ignored_all_the_same(run, lanterns):
    add(lanterns, "variables:\n  lost: {type: 0..9, starts: 0}\n")
    assert run("check", lanterns, "--strict").exit_code == 1
    assert run("check", lanterns, "--strict", "--add-ignore", "judged later").exit_code == 0


def test_an_error_is_not_ignored(run, lanterns):
    part = add(lanterns, "variables:\n  lost: {type: 0..9, starts: nothing}\n")
    before = part.read_text()
    assert run("check", lanterns, "--add-ignore", "judged later").exit_code == 1
    assert part.read_text() == before


def test_a_reason_is_one_line(run, lanterns):
    for reason in (" ", "one\ntwo"):
        done = run("check", lanterns, "--add-ignore", reason)
        assert done.exit_code == 2 and "needs a reason in one line" in done.stderr
    assert run("check", lanterns, "--add-ignore", "later", "--fix").exit_code == 2
