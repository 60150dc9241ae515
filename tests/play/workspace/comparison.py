"""Edits a copy of a ruleset step by step, and compares what a workspace says with a fresh reading after each."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

from artrules.model.ir.json_form import to_json
from artrules.play.content import Content
from artrules.play.pipeline import read_content
from artrules.play.workspace import Workspace

from .edits import edit

SHOWN_AS = "game"


def differences(ruleset: Path, copy: Path, edits: int, seed: int, only_scenarios: bool = False) -> Iterator[str]:
    """What a workspace says otherwise than a fresh reading; an edit is taken back sooner or later."""
    shutil.copytree(ruleset, copy)
    random = Random(f"{ruleset.name} {seed}")
    workspace = Workspace()
    history: list[str] = []
    for _ in range(edits):
        if random.random() < 0.4:
            shutil.rmtree(copy)
            shutil.copytree(ruleset, copy)
            history = ["all as it was"]
        else:
            history.append(edit(copy, random, only_scenarios))
        mine, fresh = workspace.read(copy, SHOWN_AS), read_content(copy, SHOWN_AS)
        if what := _difference(mine, fresh):
            yield f"{what} differ after: {'; '.join(history)}"


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
