"""Checks of plugins: what they find is shown like any diagnostic, and what they do wrong stops none of the others."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from artrules.play.plugins.api import Check, Edit, Finding, Fix
from artrules.play.plugins.registry import PluginProblem
from artrules.play.plugins.run_checks import all_checks
from artrules.table.commands.main import artrules
from lab.simulation.small_ruleset import write_ruleset


def check(find: Any, **more: Any) -> Check:
    return Check(**{"code": "NEAT1", "slug": "a-name", "summary": "named", "explanation": "Why.", "find": find, **more})


def zones(ruleset: Any) -> Any:
    """Each zone, with an edit of its name."""
    for zone in ruleset.declarations("zones"):
        yield Finding(f"`{zone.name}` is a zone", zone.span, fix=Fix("write x", (Edit(zone.span, "x"),)))


@pytest.fixture
def checked(add: Any, tmp_path: Path) -> Any:
    """What `artrules check` says of a small ruleset, as data, under a plugin with some checks; and its exit code."""
    folder = write_ruleset(tmp_path / "lanterns")

    def run(*checks: Any) -> tuple[list[dict[str, Any]], int]:
        add("neat", artrules_checks=lambda: list(checks))
        done = CliRunner().invoke(artrules, ["check", str(folder), "--format", "json"])
        return json.loads(done.stdout)["diagnostics"], done.exit_code

    return run


def test_findings_are_diagnostics_with_places_and_edits(checked: Any) -> None:
    found, code = checked(check(zones))
    assert code == 0 and found
    first = found[0]
    assert (first["code"], first["slug"], first["severity"]) == ("NEAT1", "a-name", "warning")
    assert first["file"].endswith("lanterns/ruleset.yaml") and first["line"] > 1
    assert first["fix"]["about"] == "write x"
    assert first["fix"]["edits"] == [{**{k: first[k] for k in first["fix"]["edits"][0] if k != "text"}, "text": "x"}]


def test_an_error_of_a_check_makes_check_fail_and_leaves_the_game_playable(checked: Any, tmp_path: Path) -> None:
    _, code = checked(check(zones, severity="error"))
    assert code == 1
    played = CliRunner().invoke(artrules, ["play", str(tmp_path / "lanterns"), "--seed", "1"])
    assert played.exit_code == 0, played.output


def test_it_is_shown_and_explained(add: Any, tmp_path: Path) -> None:
    add("neat", artrules_checks=lambda: [check(zones)])
    shown = CliRunner().invoke(artrules, ["check", str(write_ruleset(tmp_path / "lanterns"))]).stdout
    assert "warning[NEAT1 a-name]: `deck` is a zone" in shown
    assert "= fix: write x" in shown and "= explain: artrules explain NEAT1" in shown
    for spelled in ("NEAT1", "neat1", "a-name"):
        assert "Why." in CliRunner().invoke(artrules, ["explain", spelled]).stdout


def raising(ruleset: Any) -> Any:
    raise RuntimeError("oh")


COUNT = itertools.count()


def differing(ruleset: Any) -> Any:
    return [Finding(f"number {next(COUNT)}", next(ruleset.declarations("zones")).span)]


@pytest.mark.parametrize(
    ("find", "slug", "told"),
    [
        (raising, "plugin-failed", "the plugin neat failed in NEAT1 (RuntimeError: oh"),
        (lambda ruleset: [1], "plugin-failed", "the plugin neat must give findings with a message that is a text"),
        (lambda ruleset: 1, "plugin-failed", "the plugin neat failed in NEAT1 (TypeError"),
        (lambda ruleset: [Finding("m", None)], "plugin-failed", "findings with a message that is a text and a span"),  # type: ignore
        (lambda ruleset: [Finding("m", s(ruleset), fix="x")], "plugin-failed", "findings with"),  # type: ignore
        (differing, "plugin-differs", "the check NEAT1 of the plugin neat finds something else when it is run again"),
    ],
)
def test_a_check_that_goes_wrong_is_told_and_the_others_go_on(checked: Any, find: Any, slug: str, told: str) -> None:
    found, code = checked(check(find), check(zones, code="NEAT2", slug="another"))
    assert code == 1
    assert [told in d["message"] for d in found if d["slug"] == slug] == [True]
    assert any(d["code"] == "NEAT2" for d in found)


def s(ruleset: Any) -> Any:
    return next(ruleset.declarations("zones")).span


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"code": "ART2001"}, "code is 'ART2001'"),
        ({"code": "neat1"}, "code is 'neat1'"),
        ({"code": "N1"}, "code is 'N1'"),
        ({"severity": "bad"}, "severity is 'bad'"),
        ({"explanation": " "}, "explanation is empty"),
        ({"find": None}, "find is None"),
    ],
)
def test_a_check_must_be_whole(add: Any, more: Any, told: str) -> None:
    add("neat", artrules_checks=lambda: [check(**{"find": zones, **more})])
    with pytest.raises(PluginProblem, match=f"the plugin neat adds a check whose {told}"):
        all_checks()


def test_two_checks_of_one_code_name_both_plugins(add: Any) -> None:
    add("anna", artrules_checks=lambda: [check(zones)])
    add("berta", artrules_checks=lambda: [check(zones, slug="other")])
    with pytest.raises(PluginProblem, match=r"the plugin berta .* but the plugin anna has NEAT1 a-name already"):
        all_checks()


def test_content_with_errors_is_not_judged_by_plugins(add: Any, tmp_path: Path) -> None:
    add("neat", artrules_checks=lambda: [check(zones)])
    folder = write_ruleset(tmp_path / "broken", break_it=("shuffle deck", "shuffle dekc"))
    shown = CliRunner().invoke(artrules, ["check", str(folder)]).stdout
    assert "unknown-name" in shown and "NEAT1" not in shown


@pytest.mark.parametrize(
    ("text", "reason"), [("[", "something else is wrong"), ("deck", "what it is to repair is still there")]
)
def test_a_fix_that_does_not_repair_it_is_left_out(add: Any, tmp_path: Path, text: str, reason: str) -> None:
    folder = write_ruleset(tmp_path / "lanterns")
    before = (folder / "ruleset.yaml").read_bytes()

    def find(ruleset: Any) -> Any:
        zone = next(zone for zone in ruleset.declarations("zones") if zone.name == "deck")
        yield Finding("`deck` is an odd name", zone.span, fix=Fix("write x", (Edit(zone.span, text),)))

    add("neat", artrules_checks=lambda: [check(find)])
    done = CliRunner().invoke(artrules, ["check", str(folder), "--fix"])
    assert done.exit_code == 0 and f"NEAT1 a-name: write x: {reason}" in " ".join(done.stdout.split())
    assert (folder / "ruleset.yaml").read_bytes() == before
