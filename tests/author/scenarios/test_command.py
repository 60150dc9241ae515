"""`artrules test`: what it prints, and with what it exits."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from artrules.model.catalogue import locations
from artrules.table.commands.main import artrules
from author.scenarios.one_scenario import FOLDER


def run(*arguments: str) -> Result:
    return CliRunner().invoke(artrules, ["test", *arguments])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of Lanterns with one more scenario, which fails."""
    copied = tmp_path / "lanterns"
    shutil.copytree(FOLDER, copied)
    text = "scenarios: lanterns\nabout: river\nlist:\n  failing:\n    steps:\n      - decides: 2\n"
    (copied / "scenarios" / "failing.yaml").write_text(text, encoding="utf-8")
    return copied


def test_all_pass() -> None:
    result = run(str(FOLDER))
    assert result.exit_code == 0
    assert result.output.splitlines() == ["base 4 passed", "hill 4 passed", "river 4 passed", "lanterns: 12 passed"]


def test_shipped_rulesets_without_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locations, "shipped_rulesets", lambda: ["vintage", "hearts"])
    assert re.findall(r"^(vintage|hearts): \d+ passed$", run().output, re.MULTILINE) == ["vintage", "hearts"]


def test_one_fails(folder: Path) -> None:
    result = run(str(folder))
    lines = result.output.splitlines()
    assert result.exit_code == 1
    assert lines[0].startswith("FAILED failing (") and lines[0].endswith("failing.yaml:4)")
    assert lines[1].startswith("error[ART6008 wrong-player]")
    assert "6 |       - decides: 2" in lines
    assert lines[-2:] == ["river 4 passed, 1 failed", "lanterns: 12 passed, 1 failed"]


def test_one_file(folder: Path) -> None:
    result = run(str(folder / "scenarios" / "river.yaml"))
    assert (result.exit_code, result.output) == (0, "river 4 passed\nlanterns: 4 passed\n")
    both = run(str(folder / "scenarios" / "river.yaml"), str(folder / "scenarios" / "failing.yaml"))
    assert both.output.endswith("lanterns: 4 passed, 1 failed\n")
    none = run(str(folder / "sets" / "hill.yaml"))
    assert none.exit_code == 0 and "hill " in none.output and "river" not in none.output
    (folder / "sets" / "spare.yaml").write_text("set: spare\nof: lanterns\n", encoding="utf-8")
    assert run(str(folder / "sets" / "spare.yaml")).exit_code == 2


def test_json(folder: Path) -> None:
    result = run(str(folder), "--format", "json")
    data = json.loads(result.output)
    assert result.exit_code == 1
    assert (data["version"], data["passed"], data["failed"], data["diagnostics"]) == (1, 12, 1, [])
    (failing,) = [s for s in data["scenarios"] if not s["passed"]]
    assert (failing["name"], failing["line"]) == ("failing", 4)
    assert [d["slug"] for d in failing["diagnostics"]] == ["wrong-player"]


def test_a_ruleset_with_errors(folder: Path) -> None:
    (folder / "sets" / "river.yaml").write_text("set: river\nof: lanterns\nguildd: {}\n", encoding="utf-8")
    result = run(str(folder))
    assert result.exit_code == 1
    assert "guildd" in result.output and "lanterns: not tested, because it has errors" in result.output
    data = json.loads(run(str(folder), "--format", "json").output)
    assert data["scenarios"] == [] and data["diagnostics"]


def test_coverage(folder: Path) -> None:
    (folder / "scenarios" / "failing.yaml").unlink()
    result = run(str(folder), "--coverage")
    assert result.exit_code == 0
    assert any(
        re.search(r"hill\.yaml  statements \d+/\d+, outcomes \d+/\d+$", line) for line in result.output.splitlines()
    )
    place = "sets/river.yaml:27:19  function river/wet\n      c.shade is blue\n    the function: never called\n"
    assert place in result.output
    assert run(str(folder), "--uncovered-fails").exit_code == 1


@pytest.mark.parametrize("name", ["sets/river.yaml", "sets/hill.yaml", "overlays/duel.yaml"])
def test_coverage_of_a_file_is_about_that_file(name: str, folder: Path) -> None:
    (folder / "scenarios" / "failing.yaml").unlink()
    (folder / "scenarios" / "more.yaml").write_text(
        "scenarios: lanterns\nabout: base\nlist: {other: {steps: [{finished: no}]}}\n"
        "uncovered:\n  - {at: draw, what: nothing of it, reason: of another file}\n",
        encoding="utf-8",
    )
    path = folder / name
    if "duel" in name:
        path.write_text(path.read_text(encoding="utf-8") + "procedures: {tidy: 'left -= 1'}\n", encoding="utf-8")
        more = "scenarios: lanterns\nabout: duel\nlist: {two: {players: 2, steps: [{finished: no}]}}\n"
        (folder / "scenarios" / "duel.yaml").write_text(more, encoding="utf-8")
    lines = run(str(path), "--coverage").output.splitlines()
    counted = [line for line in lines if "  statements " in line]
    assert [Path(line.split("  ")[0]).name for line in counted] == [path.name]
    (data,) = json.loads(run(str(path), "--coverage", "--format", "json").output)["coverage"]
    assert [Path(file).name for file in data["files"]] == [path.name]
    assert {Path(miss["file"]).name for miss in data["uncovered"]} <= {path.name}
    assert any(line.startswith("coverage: " + counted[0].split("  ")[1]) for line in lines)


def test_removal_of_a_file_is_about_that_file(folder: Path) -> None:
    (folder / "scenarios" / "failing.yaml").unlink()
    (folder / "scenarios" / "river.yaml").unlink()
    text = (folder / "scenarios" / "hill.yaml").read_text(encoding="utf-8")
    assert "guilds: hill" in text
    assert run(str(folder), "--removal").exit_code == 1
    alone = run(str(folder / "sets" / "hill.yaml"), "--removal")
    assert alone.exit_code == 0 and "each power is missed by a scenario" in alone.output


def test_coverage_as_data(folder: Path) -> None:
    (folder / "scenarios" / "failing.yaml").unlink()
    (data,) = json.loads(run(str(folder), "--coverage", "--format", "json").output)["coverage"]
    hill = next(counts for name, counts in data["files"].items() if name.endswith("hill.yaml"))
    assert hill["statements"]["covered"] == hill["statements"]["of"] > 0
    missed = next(
        miss for miss in data["uncovered"] if miss["text"] == "left <= 10 or no(n in 1..3 where size(stall[n]) > 0)"
    )
    assert (missed["what"], missed["at"], missed["outcomes"]) == ("condition", "tidy", [False])
    assert missed["reason"] == "always true"
    assert "coverage" not in json.loads(run(str(folder), "--format", "json").output)


def test_an_exception_that_is_stale(folder: Path) -> None:
    text = "scenarios: lanterns\nabout: river\nlist:\n  passing:\n    steps:\n      - finished: no\n"
    text += "uncovered:\n  - {at: draw, what: shuffle my decks, reason: nobody draws}\n"
    (folder / "scenarios" / "failing.yaml").write_text(text, encoding="utf-8")
    result = run(str(folder), "--coverage")
    assert result.exit_code == 1
    assert "unknown-exception" in result.output and "did you mean `shuffle my deck`?" in result.output


def test_removal(folder: Path) -> None:
    (folder / "scenarios" / "failing.yaml").unlink()
    result = run(str(folder), "--removal")
    assert result.exit_code == 0
    assert "each power is missed by a scenario" in result.output
    alone = run(str(folder / "scenarios" / "hill.yaml"), "--removal", "--format", "json")
    assert alone.exit_code == 1
    assert "river/guild.1.1" in json.loads(alone.output)["powers_not_missed"]
