"""Games are the same on both executors: a share of `python -m artrules.author.conformance --property executors`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

import artrules
from artrules.author.conformance.random_play import Table, Violation, table
from artrules.author.conformance.reproducibility import check_executors
from artrules.engine.execute.cpython import CPythonInstance
from artrules.engine.execute.instance import Instance
from artrules.engine.execute.native import CompiledModule
from artrules.engine.execute.wasm import WasmInstance
from artrules.engine.lower.program import Program
from artrules.engine.webassembly.module import build_module
from artrules.play.game.inspection.machine_game import Answers, MachineGame
from author.properties.rulesets import FOLDERS, ONE_DEAL, SHORT, loaded

GAMES = 18
"""Of each ruleset: more than 200 together."""
ALIKE = 9
"""So many in a row have the same players and settings: making a module takes longer than a game."""
DECISIONS = 60


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_games_are_the_same(folder: Path) -> None:
    ruleset, counts = loaded(folder), Counter[str]()
    for index in range(GAMES):
        check_executors(ruleset, table(ruleset, "executors", 0, index, ALIKE), counts, most=DECISIONS)
    decisions, deals = (3 * GAMES, 2) if folder.name in SHORT else (10 * GAMES, GAMES)
    if folder.name in ONE_DEAL:
        decisions, deals = GAMES // 2, 0
    assert counts["games"] == GAMES and counts["decisions"] > decisions and counts["deals"] >= deals


def test_code_that_counts_is_the_same() -> None:
    """On both executors the same parts of the program have run, equally often."""
    made: list[Instance] = []

    def make(program: Program) -> tuple[Instance, Instance]:
        compiled = CompiledModule.compile(build_module(program, counting=True))
        made[:] = CPythonInstance(program, counting=True), WasmInstance(program, compiled)
        return made[0], made[1]

    check_executors(loaded(FOLDERS[0]).counting(), Table(2, {}, 1), Counter(), most=DECISIONS, make=make)
    here, there = (instance.region("executed")[:] for instance in made)
    assert here == there and any(here)


# ---------------------------------------------------------------- what differs is noticed

RULESET = artrules.load("vintage")
TABLE = Table(3, {}, 1)


def broken(replacements: Mapping[str, str], table: Table = TABLE) -> str:
    """How a machine with other functions differs from the sound one."""

    def make(program: Program) -> tuple[Instance, Instance]:
        return CPythonInstance(program), CPythonInstance(program, replacements=replacements)

    for seed in range(1, 9):
        try:
            check_executors(RULESET, replace(table, seed=seed), Counter(), most=60, make=make)
        except Violation as violation:
            return violation.account
    return ""


def test_the_same_machine_is_the_same() -> None:
    assert broken({}) == ""


@pytest.mark.parametrize(
    ("replacements", "told"),
    [
        ({"deal_below": "def deal_below(bound):\n    return 0"}, "position of the deal"),
        ({"find_result": "def find_result():\n    return find_winners()"}, "points"),
        ({"write_card": "def write_card(card):\n    pass"}, "card"),
        ({"write_option_label": "def write_option_label(index):\n    pass"}, "label of option"),
    ],
)
def test_what_differs_is_told(replacements: Mapping[str, str], told: str) -> None:
    assert told in broken(replacements)


@pytest.mark.parametrize("what", ["rows", "position", "knowledge", "text", "register steps"])
def test_all_that_is_kept_is_compared(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games: list[MachineGame] = []
    real = MachineGame.choose

    def choose(self: MachineGame, which: int, option: int) -> Answers:
        if self not in games:
            games.append(self)
        told = real(self, which, option)
        return {**told, what: "another"} if games.index(self) == 1 else told

    monkeypatch.setattr(MachineGame, "choose", choose)
    assert broken({}).startswith(what)
