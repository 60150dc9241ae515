"""Processes that begin at once with an empty cache: all of them read, compile and keep the same things."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from lab.simulation.small_ruleset import write_ruleset
from table.commands.conftest import INTERPRETER


def test_simulations_that_fill_one_cache(tmp_path: Path) -> None:
    cache, lanterns = tmp_path / "cache", write_ruleset(tmp_path / "lanterns")
    cache.mkdir(mode=0o700)
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "artrules", "simulate", str(lanterns), "--games", "5", "--format", "json"],
            env={**os.environ, "PYTHONPATH": str(INTERPRETER), "ARTRULES_CACHE": str(cache)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    told = [process.communicate() for process in started]
    assert [said for _, said in told] == ["", ""]
    assert len({json.loads(text)["digest"] for text, _ in told}) == 1
    kept = [path.name for path in cache.iterdir()]
    assert any(name.startswith("content-") for name in kept)
    assert not [name for name in kept if name.startswith("unfinished-")]
