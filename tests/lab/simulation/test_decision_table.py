"""The decisions of games as a table: each row is what a seat was asked and knew in that game, and nothing else."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.lab.decision_table import COLUMNS, as_csv, rows_of_game, table_of_decisions
from artrules.lab.parallel.run import run_job
from artrules.lab.simulation import Plan, SimulationFault, play_one
from lab.simulation.small_ruleset import write_ruleset

Table = list[dict[str, Any]]


def read(lines: Iterator[str]) -> Table:
    return [*csv.DictReader(StringIO("".join(lines)))]


@pytest.fixture
def ruleset(tmp_path: Path) -> artrules.Ruleset:
    return artrules.load(write_ruleset(tmp_path / "lanterns"))


@pytest.mark.parametrize(("bot", "settings"), [("uniform", {}), ("greedy:samples=1", {"length": "quick"})])
def test_each_row_is_what_the_seat_was_asked_and_knew(
    ruleset: artrules.Ruleset, bot: str, settings: dict[str, Any]
) -> None:
    plan = Plan(3, 5, settings, (bot, "uniform", bot))
    rows = read(as_csv(table_of_decisions(ruleset, plan, 3)))
    for number in (1, 2, 3):
        of_game = [row for row in rows if row["game"] == str(number)]
        game = ruleset.new_game(3, int(of_game[0]["seed"]), settings, log=False, knowledge=True)
        for place, row in enumerate(of_game, 1):
            decision = game.decisions[0]
            view = game.view(decision.player)
            assert json.loads(row["knew"]) == json.loads(json.dumps(view))
            assert json.loads(row["options"]) == [option.label for option in decision.options]
            seat = decision.player
            said = (place, view["round"], view["phase"], seat, plan.bots[seat - 1], decision.prompt)
            names = ("decision", "round", "phase", "seat", "bot", "prompt")
            assert [row[name] for name in names] == [str(each) for each in said]
            option = decision.options[int(row["choice_number"]) - 1]
            assert (row["choice"], row["option_count"]) == (option.label, str(len(decision.options)))
            game.choose(option)
        assert game.result is not None
        for row in of_game:
            assert json.loads(row["winners"]) == game.result["winners"]
            seat = int(row["seat"])
            assert row["points"] == str(game.result["scores"][seat - 1]["total"])
            assert row["won"] == str(int(seat in game.result["winners"]))


def test_they_are_the_games_of_a_simulation(ruleset: artrules.Ruleset) -> None:
    plan = Plan(2, 3, {}, ("uniform", "uniform"))
    rows = rows_of_game(ruleset, plan, 4)
    outcome = play_one(ruleset, plan, 4)
    assert isinstance(rows, list)
    assert (len(rows), rows[0][1]) == (outcome.game.choices, outcome.game.seed)  # type: ignore[union-attr]


def test_any_number_of_processes_writes_the_same(ruleset: artrules.Ruleset) -> None:
    plan = Plan(2, 1, {"length": "quick"}, ("uniform", "uniform"))
    one, two = ("".join(as_csv(table_of_decisions(ruleset, plan, 8, partial(run_job, jobs=n)))) for n in (1, 2))
    assert one == two and one.count("\n") > 50


def test_no_more_than_one_game_is_held(ruleset: artrules.Ruleset) -> None:
    begun = []

    def run(_ruleset: Any, job: Any) -> Iterator[Any]:
        for index in range(job.count):
            begun.append(index)
            yield job.read(job.play(ruleset, job.plan, index))

    rows = table_of_decisions(ruleset, Plan(2, 1, {}, ("uniform", "uniform")), 10**9, run)  # type: ignore[arg-type]
    assert next(rows) == [*COLUMNS] and begun == []
    for row in rows:
        if row[0] == 3:
            break
    assert begun == [0, 1, 2]


def test_a_text_that_a_spreadsheet_would_compute_is_text() -> None:
    row = ["=1+1", "+2", "-3", "@sum", "\tx", 'say "a", b', "two\nlines", -4, "a=b"]
    (read_back,) = csv.reader(StringIO("".join(as_csv([row]))))
    assert read_back == ["'=1+1", "'+2", "'-3", "'@sum", "'\tx", 'say "a", b', "two\nlines", "-4", "a=b"]


def test_a_game_that_fails_ends_the_table(tmp_path: Path) -> None:
    broken = ("coins: {of: player, type: 0..99}", "coins: {of: player, type: 0..3}")
    ruleset = artrules.load(write_ruleset(tmp_path / "f", break_it=broken))
    with pytest.raises(SimulationFault) as raised:
        [*table_of_decisions(ruleset, Plan(2, 1, {}, ("uniform", "uniform")), 20)]
    assert raised.value.diagnostics[0].kind.name == "ART5001"
