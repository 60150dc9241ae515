"""The page's modules that need no browser: the line to the server, replays, the log in groups, which options are
meant, what moved, what the page knows."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from play.standalone.node import node
from waiting import PATIENCE

TESTS = sorted(Path(__file__).parent.rglob("*.test.mjs"))


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name.partition(".")[0])
def test_module(path: Path) -> None:
    done = subprocess.run([node(), "--test", str(path)], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout
    assert "# tests 0" not in done.stdout
