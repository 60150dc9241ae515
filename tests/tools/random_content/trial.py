"""Tries a random ruleset: it must pass the checks, and its games must be the same on both executors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import artrules
from artrules.author.conformance.random_play import Table, Violation, memory_is_used_well
from artrules.author.conformance.reproducibility import check_executors
from artrules.engine.chance import stream_key
from artrules.engine.execute.cpython import CHECKED, CPythonInstance
from artrules.engine.execute.instance import Instance
from artrules.engine.execute.native import CompiledModule
from artrules.engine.execute.wasm import WasmInstance
from artrules.engine.lower.program import Program
from artrules.engine.webassembly.module import build_module
from artrules.play.game.inspection.machine_game import Make
from artrules.play.pipeline import read_content

MOST_DECISIONS = 40
"""Of each game."""
GAMES = 2


def checked_and_compiled(program: Program) -> tuple[Instance, Instance]:
    """An instance on each executor: under CPython with memory that checks every access."""
    compiled = CompiledModule.compile(build_module(program))
    return CPythonInstance(program, CHECKED), WasmInstance(program, compiled)


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Files in a folder, which is made; what it held before goes."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def try_files(
    folder: Path, files: Mapping[str, str], seed: int, counts: Counter[str], make: Make = checked_and_compiled
) -> Violation | None:
    """Plays games of a ruleset; gives how the executors differ."""
    content = read_content(write(folder, files), "random", scenarios=False)
    if content.report.has_errors:
        counts["refused"] += 1
        return None
    counts["accepted"] += 1
    ruleset = artrules.Ruleset(content)
    for number in range(GAMES):
        players = ruleset.player_counts[(seed + number) % len(ruleset.player_counts)]
        # Where a ruleset is made smaller, it may have lost its setting.
        settings = {"hot": bool(number % 2)} if "  hot: {" in files["ruleset.yaml"] else {}
        table = Table(players, settings, stream_key(seed, number, "random content") >> 11)
        try:
            with memory_is_used_well(table):
                check_executors(ruleset, table, counts, most=MOST_DECISIONS, make=make)
        except Violation as violation:
            return violation
    return None
