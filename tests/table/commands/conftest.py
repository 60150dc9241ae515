"""What tests of commands share: a small ruleset in a folder, and calling commands in this process or in another."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from artrules.table.commands.main import artrules
from lab.simulation.small_ruleset import write_ruleset
from table.browser.chromium import missing
from waiting import PATIENCE

collect_ignore_glob = ["test_printed_*.py"] if missing() else []
"""Without Chromium what is printed isn't tried."""
INTERPRETER = Path(__file__).parents[3] / "interpreter"


@pytest.fixture(autouse=True)
def games(tmp_path: Path) -> Iterator[Path]:
    """The folder of games that nobody gave a place. (Whoever asks for `monkeypatch` does without the cache.)"""
    folder = tmp_path / "games"
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("ARTRULES_GAMES", str(folder))
        yield folder


@pytest.fixture
def lanterns(tmp_path: Path) -> str:
    """The folder of a small ruleset."""
    return str(write_ruleset(tmp_path / "lanterns"))


@pytest.fixture
def run() -> Callable[..., Result]:
    """Calls a command in this process."""

    def call(*arguments: str, **environment: str | None) -> Result:
        given = {"NO_COLOR": None, "FORCE_COLOR": None, "ARTRULES_DEBUG": None, **environment}
        return CliRunner().invoke(artrules, list(arguments), env=given)

    return call


@pytest.fixture
def run_process() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Calls `python -m artrules` as people do."""

    def call(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "artrules", *arguments],
            env={**os.environ, "PYTHONPATH": str(INTERPRETER), **environment},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE,
        )

    return call
