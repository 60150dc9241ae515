"""Judging while somebody types: texts that aren't saved yet, and reports in stages, what can be known soon first."""

from __future__ import annotations

import gc
from collections.abc import Generator
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest

from artrules.model.catalogue.scan import scan
from artrules.model.ir.model import Model, forget_what_is_kept, kept_with_model
from artrules.play import pipeline
from artrules.play.content import Content
from artrules.play.pipeline import Stage, read_content, read_in_stages
from artrules.play.workspace import Workspace
from artrules.text.diagnostics.diagnostic import Diagnostic
from artrules.text.diagnostics.earlier import EarlierSteps

MAIN = """\
ruleset: quiet
title: Quiet
players: 2
uses: [marks]
cards:
  stone: {label: "{self.weight}", attributes: {weight: {type: 1..9}}}
zones:
  box: {holds: stone, seen_by: everyone}
pieces:
  stones: {kind: stone, start: box, table: stones.csv}
flow:
  rounds: [{name: main, who: in_turn, from: "players[1]", do: "choose c in box"}]
  until: yes
  winners: players
"""
FILES = {
    "quiet/ruleset.yaml": MAIN,
    "quiet/stones.csv": "weight,count\n1,2\n3,2\n",
    "quiet/part.yaml": "part_of: quiet\nfunctions:\n  heavy: count(c in box where c.weight > 2)\n",
    "quiet/overlays/duel.yaml": "overlay: duel\nof: quiet\napplies: size(players) = 2\ntitle: Duel\n",
    "quiet/scenarios/first.yaml": "scenarios: quiet\nlist:\n  begin:\n    steps:\n      - finished: no\n",
    "libraries/marks.yaml": "library: marks\nvariables:\n  mark: {type: 0..3, starts: 0}\n",
    "outside/hill.yaml": "expansion: hill\nof: quiet\ntitle: Hill\n",
}
EDITED = {
    "quiet/ruleset.yaml": MAIN.replace("choose c", "chose c"),
    "quiet/stones.csv": "weight,count\n1,2\nheavy,2\n",
    "quiet/part.yaml": "part_of: quiet\nfunctions:\n  heavy: count(c in box where c.wait > 2)\n",
    "quiet/overlays/duel.yaml": "overlay: duel\nof: quiet\napplies: size(players) =\ntitle: Duel\n",
    "quiet/scenarios/first.yaml": "scenarios: quiet\nlist:\n  begin:\n    steps:\n      - ended: no\n",
    "libraries/marks.yaml": "library: marks\nvariables:\n  mark: {type: 0..3 starts: 0}\n",
    "outside/hill.yaml": "expansion: hill\nof: quiet\ntitel: Hill\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def read(workspace: Workspace, folder: Path, texts: dict[Path, str]) -> Content:
    return workspace.read(folder / "quiet", "quiet", extra=scan([folder / "outside"]), texts=texts)


def diagnostics(content: Content) -> list[Diagnostic]:
    return content.report.diagnostics


@pytest.mark.parametrize("name", EDITED)
@pytest.mark.parametrize("is_new", [False, True])
def test_a_text_is_judged_as_if_it_were_saved(folder: Path, name: str, is_new: bool) -> None:
    path, workspace = folder / name, Workspace()
    if is_new and not name.startswith("outside/"):  # files from outside are found before
        path.unlink()
    unsaved = read(workspace, folder, {path: EDITED[name]})
    path.write_text(EDITED[name], encoding="utf-8")
    fresh = read(Workspace(), folder, {})
    assert diagnostics(unsaved) == diagnostics(fresh) != []
    assert unsaved.files.names() == fresh.files.names()
    assert all(unsaved.source_text(file) == fresh.source_text(file) for file in fresh.files.names())
    path.write_text(FILES[name], encoding="utf-8")
    assert diagnostics(read(workspace, folder, {})) == diagnostics(read(Workspace(), folder, {}))


def test_a_text_stands_for_its_file_whatever_link_leads_there(folder: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(folder / "quiet")
    text = EDITED["quiet/part.yaml"]
    assert diagnostics(read(Workspace(), folder, {link / "part.yaml": text})) == diagnostics(
        read(Workspace(), folder, {folder / "quiet" / "part.yaml": text})
    )


@pytest.mark.parametrize("name", ["quiet/.hidden.yaml", "quiet/notes.txt", "elsewhere/other.yaml"])
def test_texts_of_other_files_count_for_nothing(folder: Path, name: str) -> None:
    texts = {folder / name: "overlay: [\n"}
    assert diagnostics(read(Workspace(), folder, texts)) == diagnostics(read(Workspace(), folder, {}))


def test_a_text_that_is_not_unicode_is_refused(folder: Path) -> None:
    texts = {folder / "quiet" / "part.yaml": "part_of: quiet\ntitle: \ud800\n"}
    assert "not-utf-8" in {each.slug for each in diagnostics(read(Workspace(), folder, texts))}


def test_what_is_no_file_is_not_replaced(folder: Path) -> None:
    (folder / "quiet" / "more.yaml").symlink_to("/dev/null")
    texts = {folder / "quiet" / "more.yaml": "part_of: quiet\n", Path("/dev/null"): "part_of: quiet\n"}
    assert diagnostics(read(Workspace(), folder, texts)) == diagnostics(read(Workspace(), folder, {})) != []


# Stages.


WRONG = {Path("ruleset.yaml"): MAIN.replace("choose c in box", "choose c in bax")}


def stages_of(workspace: Workspace, folder: Path, texts: dict[Path, str]) -> Generator[Stage, None, None]:
    return workspace.stages(folder / "quiet", "quiet", texts={folder / "quiet" / name: texts[name] for name in texts})


def fresh(folder: Path) -> list[Diagnostic]:
    return diagnostics(read_content(folder / "quiet", "quiet"))


def go_on_to(stages: Generator[Stage, None, None], name: str) -> None:
    assert any(stage.name == name for stage in stages)


def typed(number: int) -> dict[Path, str]:
    return {Path("ruleset.yaml"): MAIN.replace("title: Quiet", f"title: Quiet {number}")}


def test_stages_come_in_order_and_the_last_is_the_whole(folder: Path) -> None:
    stages = list(stages_of(Workspace(), folder, {}))
    names = [name for name, _ in groupby(stage.name for stage in stages)]
    assert names == ["names and types", "checks", "overlays", "scenarios"]
    assert [stage.is_last for stage in stages] == [False] * (len(stages) - 1) + [True]
    assert diagnostics(stages[-1].content) == fresh(folder)


def test_the_first_stage_tells_what_is_wrong_with_names_and_has_a_model(folder: Path) -> None:
    first, *_, last = [(stage, diagnostics(stage.content)) for stage in stages_of(Workspace(), folder, WRONG)]
    assert first[0].content.base.title == "Quiet"
    assert [each.slug for each in first[1]] == ["unknown-name"]
    assert first[1][0] in last[1]


def test_asking_for_a_stage_changes_nothing_of_later_ones(folder: Path) -> None:
    asked = [diagnostics(stage.content) for stage in stages_of(Workspace(), folder, WRONG)]
    *_, last = stages_of(Workspace(), folder, WRONG)
    assert asked[-1] == diagnostics(last.content)


def test_a_folder_without_a_game_has_one_stage(tmp_path: Path) -> None:
    stages = list(Workspace().stages(tmp_path))
    assert [(stage.name, stage.is_last) for stage in stages] == [("scenarios", True)]
    assert [each.slug for each in diagnostics(stages[0].content)] == ["no-ruleset"]


def test_a_closed_reading_does_no_more_and_loses_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[object] = []
    monkeypatch.setattr(pipeline, "check_scenarios", lambda file, *_: checked.append(file))
    workspace = Workspace()
    workspace.read(folder / "quiet", "quiet")
    assert len(checked) == 1
    for number in range(3):
        stages = stages_of(workspace, folder, typed(number))
        go_on_to(stages, "checks")
        stages.close()
    workspace.read(folder / "quiet", "quiet")
    assert len(checked) == 1


def test_what_closed_readings_gave_is_not_heaped_up(folder: Path) -> None:
    steps, sizes = EarlierSteps(), set()
    read_content(folder / "quiet", "quiet", earlier=steps)
    for number in range(4):
        (folder / "quiet" / "ruleset.yaml").write_text(typed(number)[Path("ruleset.yaml")], encoding="utf-8")
        stages = read_in_stages(folder / "quiet", "quiet", earlier=steps)
        go_on_to(stages, "checks")
        stages.close()
        sizes.add(steps.size)
    assert len(sizes) == 1


def models_alive() -> int:
    gc.collect()
    return sum(type(each) is Model for each in gc.get_objects())


def test_models_of_earlier_texts_are_let_go(folder: Path) -> None:
    workspace, alive = Workspace(), []
    for number in range(5):
        (*_,) = stages_of(workspace, folder, typed(number))
        alive.append(models_alive())
    assert len(set(alive)) == 1


def test_what_is_found_out_of_a_model_is_found_once_and_kept_with_it(folder: Path) -> None:
    models: list[Model] = []

    @kept_with_model
    def find(model: Model) -> int:
        models.append(model)
        return len(models)

    model = read_content(folder / "quiet", "quiet").base
    assert [find(model), find(model)] == [1, 1]
    assert find(replace(model, title="Another")) == 2
    forget_what_is_kept(model)
    assert find(model) == 3


def test_readings_may_go_on_side_by_side(folder: Path) -> None:
    workspace = Workspace()
    right, wrong = stages_of(workspace, folder, {}), stages_of(workspace, folder, WRONG)
    go_on_to(right, "checks")
    go_on_to(wrong, "checks")
    *_, last_of_right = right
    *_, last_of_wrong = wrong
    assert diagnostics(last_of_right.content) == fresh(folder)
    (folder / "quiet" / "ruleset.yaml").write_text(WRONG[Path("ruleset.yaml")], encoding="utf-8")
    assert diagnostics(last_of_wrong.content) == fresh(folder)


def test_between_stages_garbage_is_searched_and_files_are_those_of_the_disk(folder: Path) -> None:
    before, stages = fresh(folder), stages_of(Workspace(), folder, WRONG)
    assert "unknown-name" in {each.slug for each in diagnostics(next(stages).content)}
    assert gc.isenabled()
    assert fresh(folder) == before
