"""What a workspace keeps from one reading to the next, and that it never shows."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from artrules.model.catalogue.locations import shipped_folder
from artrules.play import pipeline
from artrules.play.pipeline import read_content
from artrules.play.workspace import Workspace
from artrules.text.diagnostics.diagnostic import Span
from artrules.text.diagnostics.earlier import EarlierSteps
from artrules.text.diagnostics.kinds import UNKNOWN_NAME
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Node
from artrules.text.source.read import read

from .comparison import differences

RULESETS = Path(__file__).parent.parent.parent / "rulesets"


@pytest.mark.parametrize("name", ["hearts", "vintage"])
def test_a_workspace_says_the_same_as_a_fresh_reading(tmp_path: Path, name: str) -> None:
    assert list(differences(shipped_folder() / name, tmp_path, edits=5, seed=1)) == []


@pytest.fixture
def lanterns(tmp_path: Path) -> Path:
    return Path(shutil.copytree(RULESETS / "lanterns", tmp_path / "lanterns"))


def test_nothing_is_done_again_for_an_unchanged_ruleset(lanterns: Path) -> None:
    workspace = Workspace()
    first, second = workspace.read(lanterns), workspace.read(lanterns)
    assert first.base.procedures["play_turn"] is second.base.procedures["play_turn"]
    assert first.files.scenarios == second.files.scenarios


def test_models_stay_when_scenarios_change(lanterns: Path) -> None:
    workspace = Workspace()
    first = workspace.read(lanterns)
    path = next((lanterns / "scenarios").glob("*.yaml"))
    path.write_text("# a remark\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    second = workspace.read(lanterns)
    assert first.base.procedures["play_turn"] is second.base.procedures["play_turn"]
    assert first.files.scenarios != second.files.scenarios


def test_texts_are_those_of_the_last_reading(lanterns: Path) -> None:
    workspace = Workspace()
    workspace.read(lanterns, "lanterns")
    path = next((lanterns / "scenarios").glob("*.yaml"))
    path.write_text("# a remark\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    text = workspace.read(lanterns, "lanterns").base.source_text(f"lanterns/scenarios/{path.name}")
    assert text is not None
    assert text.startswith("# a remark\n")


@pytest.mark.parametrize("unread", ["      phase: a: b", "      ["])
@pytest.mark.parametrize("broken_first", [True, False])
def test_what_could_not_be_read_in_scenarios_is_not_kept(lanterns: Path, broken_first: bool, unread: str) -> None:
    begins = "scenarios: lanterns\nlist:\n  one:\n    steps:\n      - finished: no\n    given:\n"
    texts = [begins, f"{begins}{unread}\n"]
    workspace = Workspace()
    for text in reversed(texts) if broken_first else texts:
        (lanterns / "scenarios" / "given.yaml").write_text(text, encoding="utf-8")
        mine, fresh = workspace.read(lanterns), read_content(lanterns)
        assert mine.report.diagnostics == fresh.report.diagnostics


def test_random_edits_of_scenarios(tmp_path: Path) -> None:
    found = differences(RULESETS / "lanterns", tmp_path, edits=12, seed=2, only_scenarios=True)
    assert list(found) == []


def test_errors_in_scenarios_hold_back_what_asks_for_rules_without_errors(lanterns: Path) -> None:
    workspace = Workspace()
    clean = workspace.read(lanterns).report.diagnostics
    path = next((lanterns / "scenarios").glob("*.yaml"))
    text = path.read_text(encoding="utf-8")
    path.write_text("scenarios: [\n", encoding="utf-8")
    assert workspace.read(lanterns).report.diagnostics == read_content(lanterns).report.diagnostics != clean
    path.write_text(text, encoding="utf-8")
    assert workspace.read(lanterns).report.diagnostics == clean


@pytest.mark.parametrize("text", ["overlay: [\n", "part_of: lanterns\nvaribles: {}\n", "part_of: lanterns\nfoo: 'a\n"])
def test_files_are_not_read_again_because_another_is_broken(
    lanterns: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    read_files: list[str] = []

    def noted(content: bytes, shown: str, report: Report) -> Node | None:
        read_files.append(shown)
        return read(content, shown, report)

    monkeypatch.setattr("artrules.model.declare.files.read", noted)
    workspace = Workspace()
    workspace.read(lanterns, "lanterns")
    read_files.clear()
    workspace.read(lanterns, "lanterns", texts={lanterns / "broken.yaml": text})
    workspace.read(lanterns, "lanterns")
    assert read_files == ["lanterns/broken.yaml"]


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the functions with checks that are called, in their order."""
    calls: list[str] = []

    def note(name: str) -> None:
        check = getattr(pipeline, name)

        def noted(*given: Any) -> None:
            calls.append(name)
            check(*given)

        monkeypatch.setattr(pipeline, name, noted)

    for name in ("check_model", "check_models", "check_words", "check_scenarios"):
        note(name)
    return calls


def add_lines(path: Path, text: str = "# a remark\n") -> None:
    path.write_text(text + path.read_text(encoding="utf-8"), encoding="utf-8")


def test_nothing_is_checked_again_when_lines_have_moved(tmp_path: Path, checked: list[str]) -> None:
    folder = Path(shutil.copytree(shipped_folder() / "vintage", tmp_path / "vintage"))
    workspace = Workspace()
    first = workspace.read(folder)
    checked.clear()
    for path in (folder / "ruleset.yaml", max((folder / "overlays").glob("*.yaml"))):
        add_lines(path)
        moved = workspace.read(folder)
    assert checked == []
    assert {at.line - 1 for at in places(moved)} == {at.line for at in places(first)}
    path.write_text(path.read_text(encoding="utf-8").replace("title: ", "title: A "), encoding="utf-8")
    workspace.read(folder)
    assert set(checked) == {"check_model", "check_models", "check_words", "check_scenarios"}


def places(content: pipeline.Content) -> list[Span]:
    return [phase.at for phase in content.base.flow.phases if phase.at.file.endswith("ruleset.yaml")]


def test_a_warning_moves_with_its_place(lanterns: Path) -> None:
    part = lanterns / "part.yaml"
    part.write_text("part_of: lanterns\nvariables:\n  lost: {type: 0..9, starts: 0}\n", encoding="utf-8")
    workspace = Workspace()
    first = workspace.read(lanterns).report.diagnostics
    assert "never-used" in {each.slug for each in first}
    add_lines(part)
    second = workspace.read(lanterns).report.diagnostics
    assert second == read_content(lanterns).report.diagnostics != first


@pytest.mark.parametrize("changed", ["here.yaml", "there.yaml", "elsewhere.yaml"])
def test_a_step_without_places_is_done_again_if_a_file_that_it_showed_has_changed(changed: str) -> None:
    steps, done = EarlierSteps(), []
    contents = dict.fromkeys(("here.yaml", "there.yaml", "elsewhere.yaml"), b"")
    here, there = Span("here.yaml", 1, 1, 1, 2), Span("there.yaml", 1, 1, 1, 2)

    def step(report: Report) -> None:
        done.append(changed)
        report.add(UNKNOWN_NAME, "no such name", here, related=[("it", there)])

    for content in (b"", b"more"):
        contents[changed] = content
        report = Report()
        steps.result(("step",), report, step, contents.get)
        steps.end_reading()
        assert len(report.diagnostics) == 1
    assert len(done) == (1 if changed == "elsewhere.yaml" else 2)


def test_comments_use_nothing(lanterns: Path) -> None:
    main = lanterns / "ruleset.yaml"
    text = main.read_text(encoding="utf-8")
    workspace = Workspace()
    for remark in ("# .printed\n", "# nothing\n"):
        main.write_text(remark + text, encoding="utf-8")
        assert workspace.read(lanterns).report.diagnostics == read_content(lanterns).report.diagnostics
