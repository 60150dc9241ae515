"""Repeats: the same content, settings, seed and choices give the same bytes in another process, under another hash seed
and in other versions of Python."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from artrules.conformance.interpreters import package_alone, usable
from artrules.conformance.other_process import ProcessFailed, ask, outcome
from artrules.conformance.random_play import Counts, RandomGame
from artrules.conformance.table import Table
from artrules.conformance.violation import Violation, memory_is_used_well
from artrules.ruleset import Ruleset

MOST_DECISIONS = 400
HASH_SEEDS = ("1", "random")
_Game = tuple[dict[str, Any], dict[str, Any]]
"""A game as a task for other processes, and its outcome here."""


def check_all(
    ruleset: Ruleset,
    tables: Sequence[Table],
    counts: Counts,
    *,
    most: int = MOST_DECISIONS,
    pythons: Sequence[str] = (),
) -> list[str]:
    """Play a game at each table, then the same games elsewhere. Gives the versions of Python that took part, this one
    first; `pythons` are the paths of further ones. Raises Violation."""
    games: list[_Game] = []
    for table in tables:
        with memory_is_used_well(table):
            games.append(_played(ruleset, table, counts, most))
    tasks = [task for task, _ in games]
    versions = [sys.version.split()[0]]
    for hash_seed in HASH_SEEDS:
        counts["processes"] += 1
        where = f"a process with the hash seed {hash_seed}"
        _compare(tables, games, _answers(ruleset, tasks, tables, where, hash_seed=hash_seed), where)
    for interpreter in usable(pythons):
        versions.append(interpreter.version)
        counts["processes"] += 1
        where = f"Python {interpreter.version}"
        with package_alone() as packages:
            answers = _answers(ruleset, tasks, tables, where, python=interpreter.path, packages=packages)
        _compare(tables, games, answers, where)
    counts[f"on Python {', '.join(versions)}"] += len(games)
    return versions


def _played(ruleset: Ruleset, table: Table, counts: Counts, most: int) -> _Game:
    walk = RandomGame(ruleset, table, counts, log=True)
    for _ in walk.steps(most):
        pass
    task = {"task": "replay", "players": table.players, "settings": table.settings, "seed": table.seed}
    return {**task, "choices": walk.game.choices}, outcome(walk.game)


def _answers(
    ruleset: Ruleset, tasks: list[dict[str, Any]], tables: Sequence[Table], where: str, **process: Any
) -> list[dict[str, Any]]:
    try:
        return ask(ruleset, tasks, **process)
    except ProcessFailed as problem:
        raise Violation(tables[0], 0, f"in {where}: {problem}") from None


def _compare(tables: Sequence[Table], games: list[_Game], answers: list[dict[str, Any]], where: str) -> None:
    for table, (task, here), there in zip(tables, games, answers, strict=True):
        for key, what in (("digest", "the position"), ("bytes", "the save")):
            if here[key] != there[key]:
                raise Violation(table, len(task["choices"]), f"in {where} {what} at the end is another")
