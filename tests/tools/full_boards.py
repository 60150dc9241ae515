"""`python -m tests.tools.full_boards`: what decisions cost on boards as full as they get, in Moors.

Whatever is on the table may change what a creature comes to, and everything after a choice may have to be looked at
before it is offered. So positions are planted in which that is dearest: twenty creatures on each side, half of them
lords who strengthen others, and menus of activated powers with costs. From there games are played by chance, and what
the dearest step and the dearest search have taken is set against their bounds (`docs/write/statements.md`, Limits).
"""

from __future__ import annotations

import argparse
import csv
import json
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import artrules
from artrules.author.scenarios.run import game_for
from artrules.check.scenario_files.scenario import scenarios_of
from artrules.engine.execute.cpython import CPythonInstance
from artrules.engine.execute.wasm import WasmInstance
from artrules.engine.machine.numbers import MOST_STEPS
from artrules.text.diagnostics.report import Report
from artrules.text.source.node import Mapping as Section
from artrules.text.source.read import read

MOORS = Path(__file__).parents[1] / "rulesets" / "moors"
LORDS = ("old_brock", "heron_queen", "sett_warden", "wind_caller")
LONGEST = 400
"""After so many choices a game is broken off."""
HANDS = (
    ["battle snarl", "thrown stone", "night march"],
    ["hush", "unsay", "send off", "drown"],
)


@dataclass(frozen=True)
class Board:
    """How many cards of some titles there are in the game, and what lies in play on each side."""

    counts: Mapping[str, int]
    fields: tuple[Mapping[str, int], Mapping[str, int]]

    def given(self) -> Mapping[str, Any]:
        """The position as scenarios give it: player 1 is on turn, both have mana."""
        fields = [[title for title, count in field.items() for _ in range(count)] for field in self.fields]
        crystals: list[Mapping[str, Any]] = [{"crystals": 9}, {"crystals": 9, "mana": 9}]
        players = {
            str(n): {**crystals[n - 1], "field": fields[n - 1], "hand": HANDS[n - 1]} for n in range(1, len(fields) + 1)
        }
        return {"phase": "turns", "turn": 1, "players": players}


BOARDS = {
    "lords and attackers": Board(
        {"old_brock": 6, "sett_warden": 4, "heron_queen": 6, "wind_caller": 4},
        (
            {
                **{
                    "old brock": 6,
                    "sett warden": 4,
                    "snuffler": 2,
                    "hedge boar": 2,
                    "thornback": 2,
                    "grudge keeper": 2,
                },
                **{"moon howler": 1, "great tusker": 1},
            },
            {
                **{"heron queen": 6, "wind caller": 4, "reed wader": 2, "fisher": 2, "shore watcher": 2, "pike": 2},
                **{"mourner": 1, "old crane": 1},
            },
        ),
    ),
    "activated powers": Board(
        {"claw_adept": 5, "stone_thrower": 5, "hush_singer": 10},
        ({"claw adept": 5, "stone thrower": 5, "old brock": 2}, {"hush singer": 10, "heron queen": 2}),
    ),
}


@dataclass
class Cost:
    """Units of work of the dearest step between two decisions, and of the dearest search; and after which choice."""

    decisions: int = 0
    step: int = 0
    step_after: str = ""
    search: int = 0
    search_after: str = ""


def changed_moors(folder: Path, counts: Mapping[str, int]) -> artrules.Ruleset:
    """Moors with other numbers of some cards."""
    shutil.copytree(MOORS, folder, ignore=shutil.ignore_patterns("scenarios"))
    with (folder / "pages.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with (folder / "pages.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows({**row, "count": counts.get(row["title"], row["count"])} for row in rows)
    return artrules.load(folder)


def begun(ruleset: artrules.Ruleset, board: Board) -> artrules.Game:
    """A game that stands at a board."""
    scenario = {"board": {"source": "a full board", "players": 2, "given": board.given(), "steps": []}}
    report = Report()
    document = read(json.dumps({"scenarios": "moors", "list": scenario}).encode(), "board", report)
    assert isinstance(document, Section) and not report.has_errors
    return game_for(ruleset, scenarios_of(document)[0], report)


@contextmanager
def counted(found: list[tuple[int, int]]) -> Iterator[None]:
    """While this runs, each step adds what it has taken, and what the last search in it has taken."""

    def counting(call: Callable[..., int]) -> Callable[..., int]:
        def called(instance: WasmInstance | CPythonInstance, name: str, *arguments: int) -> int:
            if name != "choose":
                return call(instance, name, *arguments)
            instance.set_register("search_steps", -MOST_STEPS)
            result = call(instance, name, *arguments)
            found.append((instance.register("steps"), instance.register("search_steps") + MOST_STEPS))
            return result

        return called

    with (
        patch.object(WasmInstance, "call", counting(WasmInstance.call)),
        patch.object(CPythonInstance, "call", counting(CPythonInstance.call)),
    ):
        yield


def cost_of(board: Board, games: int) -> Cost:
    """Play games by chance from a board. Raises GameFault where a decision takes more than it may."""
    cost, found = Cost(), list[tuple[int, int]]()
    with TemporaryDirectory(prefix="artrules-") as folder, counted(found):
        first = begun(changed_moors(Path(folder) / "moors", board.counts), board)
        for seed in range(games):
            chance, game = Random(seed), first.copy()
            for _ in range(LONGEST):
                if not game.decisions:
                    break
                decision = chance.choice(game.decisions)
                option = chance.choice(decision.options)
                after = f"{decision.prompt}: {option.label}"
                found.clear()
                game.choose(option)
                cost.decisions += 1
                for step, search in found:
                    if step > cost.step:
                        cost.step, cost.step_after = step, after
                    if search > cost.search:
                        cost.search, cost.search_after = search, after
    return cost


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.full_boards", description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=1000, help="from each board (default: 1000)")
    games = parser.parse_args(arguments).games
    for name, board in BOARDS.items():
        cost = cost_of(board, games)
        print(f"{name}: {games} games, {cost.decisions:,} decisions")
        print(f"  the dearest step: {cost.step / MOST_STEPS:.1%} of its bound, after {cost.step_after}")
        print(f"  the dearest search: {cost.search / (2 * MOST_STEPS):.1%} of its bound, {cost.search_after or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
