"""Edits a ruleset step by step, and compares what a workspace says with a fresh reading after each, and so what a
process says now and then that finds in the cache what earlier ones have found out.

A workspace has the texts that somebody is editing, which are saved now and then; its readings are left early now and
then, too. A fresh reading finds all of them saved in a folder of its own.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

from artrules.model.ir.json_form import to_json
from artrules.play.content import Content
from artrules.play.pipeline import read_content
from artrules.play.stored.steps import stored_steps
from artrules.play.workspace import Workspace

from .edits import edit

SHOWN_AS = "game"
_TAKEN_BACK, _SAVED, _LEFT, _STORED = 0.4, 0.2, 0.3, 0.3
"""How often edits are taken back, all texts are saved, a reading is left before its end, and one takes steps from the
cache."""


def differences(ruleset: Path, folder: Path, edits: int, seed: int, only_scenarios: bool = False) -> Iterator[str]:
    """What a workspace says otherwise than a fresh reading. Copies of the ruleset are made in a folder."""
    random = Random(f"{ruleset.name} {seed}")
    saved, edited = (folder / name / ruleset.name for name in ("saved", "edited"))
    shutil.copytree(ruleset, saved)
    shutil.copytree(ruleset, edited)
    workspace = Workspace()
    history: list[str] = []
    for _ in range(edits):
        if random.random() < _TAKEN_BACK:
            shutil.rmtree(edited)
            shutil.copytree(ruleset, edited)
            history = ["all as it was"]
        else:
            history.append(edit(edited, random, only_scenarios))
        if random.random() < _SAVED:
            shutil.rmtree(saved)
            shutil.copytree(edited, saved)
        texts = _unsaved(saved, edited)
        if random.random() < _LEFT:
            _leave_early(workspace, saved, texts, random)
        mine, fresh = workspace.read(saved, SHOWN_AS, texts=texts), read_content(edited, SHOWN_AS)
        if what := _difference(mine, fresh):
            yield f"{what} differ after: {'; '.join(history)}"
        if random.random() < _STORED:
            with stored_steps(edited, SHOWN_AS) as steps:
                stored = read_content(edited, SHOWN_AS, earlier=steps)
            if what := _difference(stored, fresh):
                yield f"{what} differ with the cache after: {'; '.join(history)}"


def _unsaved(saved: Path, edited: Path) -> dict[Path, str]:
    """The texts that differ from those that are saved, by the paths of these."""
    texts: dict[Path, str] = {}
    for path in edited.rglob("*"):
        if path.is_file():
            content, file = path.read_bytes(), saved / path.relative_to(edited)
            if content != file.read_bytes():
                texts[file] = content.decode()
    return texts


def _leave_early(workspace: Workspace, folder: Path, texts: dict[Path, str], random: Random) -> None:
    """Begin a reading, and leave it after one of its stages."""
    stages = workspace.stages(folder, SHOWN_AS, texts=texts)
    for stage in stages:
        if random.random() < 0.5:
            assert stage.content.report.diagnostics is not None
        if random.random() < 0.3:
            break
    stages.close()


def _difference(mine: Content, fresh: Content) -> str:
    if mine.report.diagnostics != fresh.report.diagnostics:
        return "diagnostics"
    if mine.models.keys() != fresh.models.keys() or mine.setups != fresh.setups or mine.brought != fresh.brought:
        return "overlays"
    if mine.report.has_errors:
        return ""  # models of wrong content hold parts that can't be written
    if any(to_json(model) != to_json(fresh.models[names]) for names, model in mine.models.items()):
        return "models"
    return "hashes" if mine.hash != fresh.hash else ""
