"""Texts that aren't saved yet are judged as if they were, whatever kind of file they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from artrules.model.catalogue.scan import scan
from artrules.play.pipeline import Content
from artrules.play.workspace import Workspace
from artrules.text.diagnostics.diagnostic import Diagnostic

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
