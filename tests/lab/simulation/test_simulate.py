"""Simulations: the same everywhere, and each game of one can be played again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import fmean, median, quantiles

import pytest
from hypothesis import given
from hypothesis import strategies as st

import artrules
from artrules.lab.bots.registry import make_bot, run_playout
from artrules.lab.parallel.run import run_job
from artrules.lab.simulation import (
    Distribution,
    Outcome,
    Plan,
    SimulationFault,
    Summary,
    Tally,
    dearest,
    game_seed,
    outcome_as_data,
    outcome_from,
    play_as_data,
    play_row,
    simulate,
)
from artrules.play.game.scores import PlayedGame
from artrules.play.ruleset import Ruleset
from artrules.text.diagnostics.diagnostic import Span
from ir_models import LANTERNS
from lab.simulation.small_ruleset import write_ruleset

INTERPRETER = Path(__file__).parents[3] / "interpreter"


def sum_up(plan: Plan, outcomes: list[Outcome]) -> Summary:
    """What games come to that were played in two seconds."""
    tally = Tally(plan)
    for outcome in outcomes:
        tally.add(outcome)
    return tally.sum_up("lanterns", "", {}, 2.0)


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    yield artrules.load(write_ruleset(tmp_path_factory.mktemp("rulesets") / "lanterns"))


def test_the_same_arguments_bring_the_same_digest(ruleset):
    first = simulate(ruleset, 3, 6, seed=4)
    assert simulate(ruleset, 3, 6, seed=4).digest == first.digest
    assert simulate(ruleset, 3, 6, seed=5).digest != first.digest
    assert simulate(ruleset, 2, 6, seed=4).digest != first.digest
    assert simulate(ruleset, 3, 6, seed=4, settings={"length": "quick"}).digest != first.digest


def test_the_dearest_decisions_can_be_found_again() -> None:
    ruleset = artrules.load(LANTERNS)
    outcomes: list[Outcome] = []
    simulate(ruleset, 2, 3, seed=4, dearest=2, each=outcomes.append)
    found = dearest([each for o in outcomes for each in o.dearest], 2)
    assert 1 <= len(found) <= 2 and all(len(o.dearest) <= 2 for o in outcomes)
    seen: list[tuple[int, int, Span]] = []
    for seed in (o.game.seed for o in outcomes):
        game = ruleset.new_game(2, seed)
        bots = [make_bot("uniform", seed, player) for player in (1, 2)]
        while game.decisions:
            decision = game.decisions[0]
            seen.append((decision.positions, seed, decision.source))
            for d in found:
                if (d.seed, d.choices) == (seed, len(game.choices)):
                    got = (decision.positions, decision.source, decision.prompt, len(decision.options))
                    assert got == (d.positions, d.source, d.prompt, d.options)
            game.choose(bots[decision.player - 1].choose(decision, lambda: {}))
    assert found[0].positions == max(seen)[0]


def test_the_number_of_processes_changes_nothing(ruleset):
    alone = simulate(ruleset, 3, 7, seed=4).as_data()
    told = []
    shared = simulate(
        ruleset, 3, 7, seed=4, run=partial(run_job, jobs=2), each=lambda o: told.append(o.index + 1)
    ).as_data()
    del alone["decisions_per_second"], shared["decisions_per_second"]
    assert shared == alone
    assert told == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("bots", [("uniform", "uniform"), ("uniform", "greedy:samples=1")])
def test_games_in_a_row_are_those_that_are_read_of_data(ruleset, bots):
    plan = Plan(2, 4, {}, bots)
    alone = [outcome_from(json.loads(json.dumps(play_as_data(ruleset, plan, index)))) for index in range(2, 5)]
    assert list(play_row(ruleset, plan, range(2, 5))) == alone
    assert [outcome_from(json.loads(json.dumps(outcome_as_data(outcome)))) for outcome in alone] == alone


def test_hash_seeds_change_nothing(ruleset):
    folder = str(ruleset.content.files.folder)
    digests = set()
    for hash_seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-m", "artrules", "simulate", folder, "--games", "5", "--seed", "9", "--format", "json"],
            env={**os.environ, "PYTHONPATH": str(INTERPRETER), "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(json.loads(done.stdout)["digest"])
    assert digests == {simulate(ruleset, 2, 5, seed=9).digest}


def test_seeds_of_games_are_fixed_for_ever():
    assert [game_seed(7, i) for i in range(2)] == [2204331582512031, 8697236867458390]
    assert len({game_seed(s, i) for s in range(20) for i in range(50)}) == 1000
    assert all(game_seed(1, i) < 2**53 for i in range(100))


def test_a_game_of_a_simulation_can_be_played_again(ruleset):
    seed = game_seed(4, 0)
    game = ruleset.new_game(3, seed)
    made = run_playout(game, [make_bot("uniform", seed, p) for p in (1, 2, 3)])
    summary = simulate(ruleset, 3, 1, seed=4)
    assert summary.decisions == made == len(game.choices)
    assert summary.rounds.max == game.round
    plan = Plan(3, 4, {}, ("uniform",) * 3)
    result = game.result
    assert result is not None
    scores = tuple(s["total"] for s in result["scores"])
    winners, sides = tuple(result["winners"]), ((1,), (2,), (3,))
    played = PlayedGame(seed, made, game.round, result["stalled"], winners, scores, sides, scores, game.digest(), ())
    outcome = Outcome(0, played)
    assert sum_up(plan, [outcome]).digest == summary.digest


@given(st.lists(st.integers(-40, 40), min_size=2, max_size=60))
def test_numbers_that_are_only_counted_have_the_quartiles_of_a_list(numbers: list[int]) -> None:
    counted = Distribution()
    counted.counts.update(numbers)
    spread = counted.spread()
    assert spread.quartiles == tuple(round(each, 2) for each in quantiles(numbers, n=4, method="inclusive"))
    assert (spread.least, spread.most, spread.mean) == (min(numbers), max(numbers), round(fmean(numbers), 2))
    assert sum(each.games for each in spread.histogram) == len(numbers)
    ninth_decile = sorted(numbers)[(len(numbers) * 9 - 1) // 10]
    assert (counted.rounds().median, counted.rounds().ninth_decile) == (median(numbers), ninth_decile)


def test_wins_and_shared_wins_are_counted_apart(ruleset):
    plan = Plan(2, 0, {}, ("uniform",) * 2)
    ends = [((1,), (5, 3), 4), ((1, 2), (4, 4), 6), ((), (0, 0), 8), ((2,), (1, 3), 10)]
    outcomes = [
        Outcome(i, PlayedGame(i, 10, n, not w, w, s, ((1,), (2,)), s, str(i), ())) for i, (w, s, n) in enumerate(ends)
    ]
    summary = sum_up(plan, outcomes)
    assert [(r.wins, r.shared, r.mean_score) for r in summary.results] == [(1, 1, 2.5), (1, 1, 2.5)]
    assert (summary.stalled, summary.decisions, summary.decisions_per_second) == (1, 40, 20)
    assert (summary.rounds.min, summary.rounds.median, summary.rounds.mean, summary.rounds.max) == (4, 7, 7, 10)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_game_that_fails_is_reported(tmp_path, jobs):
    broken = ("coins: {of: player, type: 0..99}", "coins: {of: player, type: 0..3}")
    ruleset = artrules.load(write_ruleset(tmp_path / "lanterns", break_it=broken))
    with pytest.raises(SimulationFault) as caught:
        simulate(ruleset, 2, 40, seed=1, run=partial(run_job, jobs=jobs))
    assert caught.value.diagnostics[0].code == "ART5001"
    assert caught.value.seed == game_seed(1, caught.value.index)
    with pytest.raises(SimulationFault) as again:
        simulate(ruleset, 2, 40, seed=1)
    assert again.value.index == caught.value.index


def test_shipped_content_is_the_same_with_every_hash_seed():
    digests = []
    for hash_seed in ("0", "7"):
        code = (
            "import artrules; from artrules.lab.simulation import simulate\n"
            "print(simulate(artrules.load('avant_carde'), 3, 2, seed=1).digest)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": str(INTERPRETER), "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        digests.append(done.stdout)
    assert digests[0] == digests[1]
