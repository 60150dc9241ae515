"""What all tests share: none of them reads or fills the cache of the user, and what is left out is said."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from browser.chromium import missing


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says it where the tests in a browser can't run, so that they aren't collected."""
    what = missing()
    if what is not None:
        terminalreporter.write_line(f"The tests in a browser are left out: {what}.")


def pytest_configure(config: pytest.Config) -> None:
    """Tests change the engine under its own feet, so nothing is cached unless a test asks for it."""
    os.environ["ARTRULES_CACHE"] = ""


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of this test's own, which is still empty."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("ARTRULES_CACHE", str(folder))
    return folder
