"""Simulations, reports on balance and rewards go by side: partners, one against all, all against the game."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import artrules
from artrules.lab.balance.course import course, seats
from artrules.lab.balance.make import of_unwon
from artrules.lab.balance.run import Question, find_out
from artrules.lab.parallel.run import run_job
from artrules.lab.research.episodes import by_points, by_rank, by_win, utility_of
from artrules.lab.simulation import Bin, Spread, outcome_from, play_as_data, simulate
from artrules.table.terminal.summary import render_summary
from lab.matches.bidding import write_bidding

TEAMS = "best(p in players, most sum(score(q) for q in side(p)))"
ENOUGH = "players if sum(score(p) for p in players) > 8 else none"
GAMES = {
    "partners": ("[1, 2, 1, 2][me]", TEAMS),
    "one against all": ("me is players[2]", TEAMS),
    "who says most is alone": ("my bid = max(p.bid for p in players)", TEAMS),
    "all against the game": ("yes", ENOUGH),
    "all lose": ("yes", "none"),
}


def ruleset_of(folder: Path, name: str) -> artrules.Ruleset:
    sides, winners = GAMES[name]
    return artrules.load(write_bidding(folder / "bidding", f'"{winners}"\n  sides: "{sides}"'))


def test_a_simulation_counts_wins_by_side(tmp_path: Path) -> None:
    summary = simulate(ruleset_of(tmp_path, "partners"), 4, 60, seed=1)
    data = json.loads(json.dumps(summary.as_data()))
    assert [side["players"] for side in data["sides"]] == [[1, 3], [2, 4]]
    one, two = data["sides"]
    assert one["games"] == 60 and one["wins"] + two["wins"] + one["shared"] == 60
    assert one["shared"] == two["shared"] > 0 and one["wins"] > 0 < two["wins"]
    for side in data["sides"]:
        for player in side["players"]:
            result = data["results"][player - 1]
            assert (result["wins"], result["shared"]) == (side["wins"], side["shared"])
    assert one["mean_score"] == pytest.approx(sum(data["results"][p - 1]["mean_score"] for p in (1, 3)), abs=0.02)
    told = render_summary(summary, ruleset_of(tmp_path / "again", "partners").configured(4, {})[0])
    assert "\n  1, 3      60" in told


def test_sides_that_differ_from_game_to_game_are_told_apart(tmp_path: Path) -> None:
    summary = simulate(ruleset_of(tmp_path, "who says most is alone"), 2, 40, seed=2)
    games = {side.players: side.games for side in summary.sides}
    assert set(games) == {(1,), (2,), (1, 2)}
    assert games[1,] == games[2,] == 40 - games[1, 2]


def test_nobody_wins_what_all_lose(tmp_path: Path) -> None:
    summary = simulate(ruleset_of(tmp_path, "all lose"), 3, 10)
    assert summary.won_by_nobody == 10
    assert [(side.players, side.wins, side.shared) for side in summary.sides] == [((1, 2, 3), 0, 0)]
    assert "nobody wins in any game" in render_summary(
        summary, ruleset_of(tmp_path / "again", "all lose").configured(3, {})[0]
    )


def test_how_scores_are_distributed(tmp_path: Path) -> None:
    summary = simulate(ruleset_of(tmp_path, "all against the game"), 4, 200, seed=3)
    scores = summary.results[0].scores
    assert (scores.least, scores.most) == (1, 3)
    assert [(each.least, each.most) for each in scores.histogram] == [(1, 1), (2, 2), (3, 3)]
    assert sum(each.games for each in scores.histogram) == 200
    (side,) = summary.sides
    assert side.players == (1, 2, 3, 4) and 4 <= side.scores.least <= side.scores.quartiles[1] <= side.scores.most <= 12
    won = sum(each.games for each in side.scores.histogram if each.least > 8)
    assert side.wins == won == 200 - summary.won_by_nobody
    one = simulate(ruleset_of(tmp_path / "one", "all lose"), 2, 1).results[0].scores
    assert one == Spread(one.least, (one.least,) * 3, one.least, one.least, [Bin(one.least, one.least, 1)])


def test_outcomes_keep_their_sides(tmp_path: Path) -> None:
    from artrules.lab.simulation import Plan, play_one

    ruleset = ruleset_of(tmp_path, "one against all")
    plan = Plan(3, 0, {}, ("uniform",) * 3)
    data = json.loads(json.dumps(play_as_data(ruleset, plan, 0)))
    assert outcome_from(data) == play_one(ruleset, plan, 0)
    for broken in ([[1, 2]], [[1, 2], [2, 3]], [[1, 2, 3], []]):
        with pytest.raises(ValueError, match="one side"):
            outcome_from({**data, "sides": broken})


def deals_of(ruleset: artrules.Ruleset, players: int, deals: int = 60) -> list[dict[str, Any]]:
    question = Question(players, {}, ("uniform",) * players, 0, deals, 5, "nothing")
    return list(find_out(ruleset, question, partial(run_job, jobs=1)).deals)


def test_a_seat_has_the_part_of_its_side(tmp_path: Path) -> None:
    deals = deals_of(ruleset_of(tmp_path, "partners"), 4)
    figures = seats(deals, 4, 0.95)
    assert figures[0].share.value == figures[2].share.value
    assert figures[0].share.value + figures[1].share.value == pytest.approx(1)
    assert not any(figure.stands_out for figure in figures)
    several = next(f for f in course(deals, 0.95) if f.about == "games with several winners")
    assert several.figure.value == pytest.approx(sum(d["games"][0]["winners"] == 2 for d in deals) / 60, abs=1e-5)


def test_one_player_who_always_loses_stands_out(tmp_path: Path) -> None:
    figures = seats(deals_of(ruleset_of(tmp_path, "one against all"), 4), 4, 0.95)
    assert [round(figure.share.value, 1) for figure in figures] == [1, 0, 1, 1]
    assert all(figure.stands_out for figure in figures)


def test_all_win_or_lose_against_the_game(tmp_path: Path) -> None:
    deals = deals_of(ruleset_of(tmp_path, "all against the game"), 4)
    won = sum(deal["games"][0]["winners"] for deal in deals)
    assert 0 < won < 60
    assert [figure.share.value for figure in seats(deals, 4, 0.95)] == [pytest.approx(won / 60, abs=1e-4)] * 4
    assert "All have lost" in next(iter(of_unwon(3, 60, True)))


def result_of(folder: Path, name: str, choices: list[int]) -> dict[str, Any]:
    ruleset = ruleset_of(folder, name)
    game = ruleset.new_game(len(choices), log=False)
    for choice in choices:
        game.choose(choice - 1)
    assert game.result is not None
    return {**game.result, "standing": game.inspect.position.standing}


@pytest.mark.parametrize(
    ("name", "says", "win", "rank", "points"),
    [
        ("partners", [3, 1, 2, 1], [1, -1, 1, -1], [1, -1, 1, -1], [1.5, -1.5, 1.5, -1.5]),
        ("partners", [1, 1, 2, 2], [0] * 4, [0] * 4, [0] * 4),
        ("one against all", [1, 3, 1, 2], [1, -1, 1, 1], [1, -1, 1, 1], [0.5, -0.5, 0.5, 0.5]),
        ("all against the game", [3, 3, 3], [1] * 3, [1] * 3, [9] * 3),
        ("all against the game", [1, 1, 3], [-1] * 3, [-1] * 3, [5] * 3),
    ],
)
def test_rewards_are_those_of_a_side(
    name: str, says: list[int], win: list[float], rank: list[float], points: list[float], tmp_path: Path
) -> None:
    result = result_of(tmp_path, name, says)
    assert (by_win(result), by_rank(result), by_points(result)) == (win, rank, points)


def test_how_utilities_go_together(tmp_path: Path) -> None:
    def utility(name: str, players: int = 4) -> str:
        return utility_of(ruleset_of(tmp_path / f"{name} {players}", name).configured(players, {})[0], players)

    assert utility("partners") == "GENERAL_SUM"
    assert utility("all lose") == "IDENTICAL"
    assert utility("all lose", 1) == "GENERAL_SUM"
    alone = artrules.load(write_bidding(tmp_path / "alone"))
    assert utility_of(alone.configured(3, {})[0], 3) == "ZERO_SUM"
