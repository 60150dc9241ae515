"""Programs are compiled in another process, so that no table waits for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.table.serve.worker import Worker
from lab.simulation.small_ruleset import write_ruleset
from table.serve.conftest import Serving
from table.serve.questions_here import QuestionsHere


def executor_of(ruleset: artrules.Ruleset, setup: dict[str, Any]) -> str:
    game = ruleset.new_game(**setup)
    return type(game.playing.runtime.instance).__name__


def test_what_was_prepared_is_played_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").mkdir(0o700)
    monkeypatch.setenv("ARTRULES_CACHE", str(tmp_path / "cache"))
    folder = write_ruleset(tmp_path / "lanterns")
    ruleset = artrules.load(folder)
    setup: dict[str, Any] = {"players": 3, "seed": 1, "settings": {}}
    assert executor_of(artrules.load(folder), setup) == "CPythonInstance"
    request = {"do": "compile", "setup": ruleset.setup(**setup).as_data(), "game": "a"}
    Worker(ruleset).answer(request)
    assert executor_of(artrules.load(folder), setup) == "WasmInstance"
    assert executor_of(artrules.load(folder), {**setup, "players": 2}) == "CPythonInstance"


def test_each_configuration_is_prepared_once(serving: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    class Questions(QuestionsHere):
        async def prepare(self, request: dict[str, Any]) -> None:
            asked.append(request)

    monkeypatch.setattr("artrules.table.serve.server.SECONDS_BEFORE_PREPARING", 0.0)
    with serving(tmp_path / "games.sqlite", questions=Questions()) as tables:
        for players in (2, 2, 3):
            tables.open(players)
    assert [(request["setup"]["players"], request["do"]) for request in asked] == [(2, "compile"), (3, "compile")]
