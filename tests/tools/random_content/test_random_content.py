"""Random rulesets pass the checks, and their games are the same on both executors: a share of
`python -m tests.tools.random_content`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from artrules.engine.execute.cpython import CPythonInstance
from artrules.engine.execute.instance import Instance
from artrules.engine.execute.wasm import WasmInstance
from artrules.engine.lower.program import Program
from artrules.play.pipeline import read_content
from tools.random_content import copies
from tools.random_content.ruleset import ruleset
from tools.random_content.shrink import shrink
from tools.random_content.trial import try_files, write

RULESETS = 16
TURNS = 5
"""Rulesets of which several games are played by turns."""


def test_games_of_random_rulesets_are_the_same(tmp_path: Path) -> None:
    counts = Counter[str]()
    for seed in range(RULESETS):
        assert try_files(tmp_path / "random", ruleset(seed), seed, counts) is None, f"seed {seed}"
    assert counts["accepted"] > 0.8 * RULESETS and counts["decisions"] > 10 * RULESETS
    assert counts["games to the end"] > RULESETS and counts["faults"]


def test_games_that_take_turns_are_the_same(tmp_path: Path) -> None:
    for seed in range(TURNS):
        content = read_content(write(tmp_path / "random", ruleset(seed)), scenarios=False)
        assert copies.difference(content, seed) == "", f"seed {seed}"


def test_games_that_mix_up_their_memory_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WasmInstance, "load_knowledge", lambda self, knowledge: None)
    contents = (read_content(write(tmp_path / "random", ruleset(seed)), scenarios=False) for seed in range(TURNS))
    assert any(copies.difference(content, seed) for seed, content in enumerate(contents))


def test_the_seed_decides() -> None:
    assert ruleset(3) == ruleset(3) != ruleset(4)


def test_what_shows_a_difference_is_made_small(tmp_path: Path) -> None:
    """Here shuffling does nothing on one of two machines."""

    def make(program: Program) -> tuple[Instance, Instance]:
        faults = {"shuffle": "def shuffle(zone, stream):\n    pass"}
        return CPythonInstance(program), CPythonInstance(program, replacements=faults)

    def differs(files: dict[str, str]) -> bool:
        return try_files(tmp_path / "random", files, 0, Counter(), make) is not None

    found = next(files for files in map(ruleset, range(9)) if differs(files))
    small = shrink(found, differs, 70)
    assert differs(small)
    assert sum(map(len, small.values())) < 0.7 * sum(map(len, found.values()))
