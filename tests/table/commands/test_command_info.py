"""`artrules info` and `artrules explain`."""

from __future__ import annotations

import json

import pytest

from artrules.check.checks.registry import kinds


def test_info_as_text(run, lanterns):
    done = run("info", lanterns)
    assert (done.exit_code, done.stderr) == (0, "")
    for told in ("Lanterns", "2 to 4 players", "quick, normal (default normal)", "The river", "lantern  20"):
        assert told in done.stdout
    assert "the picture of the box is lost" in done.stdout
    assert "ruleset.yaml:" in done.stdout


def test_info_as_json(run, lanterns):
    data = json.loads(run("info", lanterns, "--format", "json").stdout)
    assert data["players"] == [2, 3, 4]
    assert data["settings"][0] == {
        "name": "length",
        "title": None,
        "values": ["quick", "normal"],
        "default": "normal",
        "sets_of": None,
    }
    assert [s["name"] for s in data["sets"]] == ["hill", "river"]
    assert data["sets"][0]["fills"] == {"guild": [1, 2]}
    assert data["components"] == [{"kind": "lantern", "count": 20, "tokens": False}]
    assert data["totals"] == [{"name": "lanterns", "count": 20}]
    assert [z["name"] for z in data["zones"]] == ["deck", "hand", "row"]
    assert [(f["place"], f["reason"]) for f in data["assumed"]] == [
        ("pieces.lanterns", "the picture of the box is lost")
    ]
    assert data["sources"] == 2


@pytest.mark.parametrize("spelled", ["ART2001", "2001", "art2001", "unknown-name"])
def test_explain_takes_codes_and_names(run, spelled):
    done = run("explain", spelled)
    assert done.exit_code == 0
    assert "ART2001 unknown-name" in done.stdout


def test_every_kind_is_explained(run):
    for code in kinds():
        assert run("explain", str(code)).exit_code == 0


def test_explain_shows_what_is_wrong_and_what_is_right(run):
    told = run("explain", "failure-after-commit").stdout
    wrong, right = told.split("\nRight\n")
    assert "require size(my hand) > 2  # <- here" in wrong
    assert "here" not in right and "shuffle my deck" in right


def test_explain_without_a_code_lists_all_kinds(run):
    done = run("explain")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert [line.split()[:3] for line in lines] == [[k.name, k.severity, k.slug] for k in kinds().values()]
    assert "ART4003  error    failure-after-commit" in done.stdout


def test_info_draws_the_course_of_the_game(run, lanterns, tmp_path):
    file = tmp_path / "lanterns.svg"
    done = run("info", lanterns, "--graph", file)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    assert file.read_text(encoding="utf-8").startswith("<svg ")
    done = run("info", lanterns, "--graph", tmp_path / "lanterns.png")
    assert done.exit_code == 2 and "lanterns.png` must end in `.svg`" in done.stderr
    done = run("info", lanterns, "--graph", file, "--format", "json")
    assert done.exit_code == 2 and "--graph draws" in done.stderr
