"""What all tests share: none of them reads or fills the cache of the user."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Tests change the engine under its own feet, so nothing is cached unless a test asks for it."""
    os.environ["ARTRULES_CACHE"] = ""


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of this test's own, which is still empty."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("ARTRULES_CACHE", str(folder))
    return folder
