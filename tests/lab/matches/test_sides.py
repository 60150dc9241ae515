"""Matches where players play together: one bot has a whole side, or all seats against the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import artrules
from artrules.lab.matches.deal import MatchPlan, Seats, deal_seed, game_from, play_deal, share_asked, sides_played
from artrules.lab.matches.match import Question, play_match, play_round_robin
from artrules.lab.matches.sequential import Verdict
from artrules.lab.matches.summary import Measure
from artrules.play.plugins.hooks import hook
from artrules.play.plugins.registry import active
from artrules.table.terminal.summary import render_match
from lab.matches.bidding import MOST, write_bidding
from lab.matches.test_match import NthOption

TEAMS = "best(p in players, most sum(score(q) for q in side(p)))"
ALL_SAY_TWO = "players if sum(score(p) for p in players) > 7 else none"
PARTNERS = "[1, 2, 1, 2][me]"
ONE_AGAINST_ALL = "me is players[1]"


@pytest.fixture(autouse=True)
def bots() -> Iterator[None]:
    """The bots `low` and `high`, which say 1 and 3."""
    made = {name: lambda seed, player, index=index: NthOption(index) for name, index in {"low": 0, "high": 2}.items()}
    active().register(SimpleNamespace(artrules_bots=hook(lambda: made)), "numbers")
    yield
    active().unregister("numbers")


def ruleset_of(folder: Path, sides: str, winners: str) -> artrules.Ruleset:
    return artrules.load(write_bidding(folder / "bidding", f'"{winners}"\n  sides: "{sides}"'))


def plan_of(ruleset: artrules.Ruleset, bot: str = "high", against: str = "low") -> MatchPlan:
    return MatchPlan(4, 0, {}, ((bot, against),), sides_played(ruleset, 4, 0, {}))


@pytest.mark.parametrize(
    ("sides", "seats", "shares"),
    [
        (PARTNERS, ((1, 3), (2, 4)), [1, 1]),
        (ONE_AGAINST_ALL, ((1,), (2, 3, 4)), [0.5, 1]),
        ("yes", ((1, 2, 3, 4), ()), [1, 1]),
        ("me", (), [1, 1, 1, 1]),
        ("leader if round_number > 9 else leader", (), [0.25, 0.25, 0.25, 0.25]),
    ],
)
def test_a_bot_has_a_whole_side(sides: str, seats: tuple[Seats, ...], shares: list[float], tmp_path: Path) -> None:
    ruleset = ruleset_of(tmp_path, sides, ALL_SAY_TWO if sides == "yes" else TEAMS)
    plan = plan_of(ruleset)
    assert plan.sides == seats
    games = [game_from(data) for data in play_deal(ruleset, plan, 0)]
    assert [game.seats for game in games] == list(plan.seats)
    assert {game.seed for game in games} == {deal_seed(0, 0)}
    for game, share in zip(games, shares, strict=True):
        assert game.points == tuple(3 if player in game.seats else 1 for player in range(1, 5))
        assert game.decisions == (len(game.seats), 4 - len(game.seats))
        assert game.share == pytest.approx(share)


def test_partners_win_together(tmp_path: Path) -> None:
    ruleset = ruleset_of(tmp_path, PARTNERS, TEAMS)
    question = Question(Measure.WINS, 1 / 2, share_asked(2), 50)
    result = play_match(ruleset, plan_of(ruleset), question)
    summary = result.summary
    assert result.verdict is Verdict.ACCEPTED
    assert (summary.share, summary.wins, summary.shared) == (1, summary.games, 0)
    assert summary.games == 2 * summary.deals
    assert summary.mean_rank == 1.5
    assert "won" not in result.as_data()["bot"]
    assert "each from every side" in render_match(result, ruleset.configured(4, {})[0], {})


def test_one_player_of_a_side_who_wins_is_enough(tmp_path: Path) -> None:
    ruleset = ruleset_of(tmp_path, PARTNERS, MOST)
    (one, other) = [game_from(data) for data in play_deal(ruleset, plan_of(ruleset), 0)]
    assert (one.winners, other.winners) == ((1, 3), (2, 4))
    assert one.winning_sides == other.winning_sides == 1


def test_level_sides_share_a_win(tmp_path: Path) -> None:
    ruleset = ruleset_of(tmp_path, PARTNERS, TEAMS)
    result = play_match(ruleset, plan_of(ruleset, "high", "high"), Question(Measure.WINS, 1 / 2, 0.7, 4))
    assert (result.summary.share, result.summary.wins, result.summary.shared) == (0.5, 0, 8)
    assert result.summary.mean_rank == 2.5


def test_against_the_game_bots_are_compared_deal_by_deal(tmp_path: Path) -> None:
    ruleset = ruleset_of(tmp_path, "yes", ALL_SAY_TWO)
    for measure in Measure:
        result = play_match(ruleset, plan_of(ruleset), Question(measure, 1 / 2, 0.7, 50))
        assert result.verdict is Verdict.ACCEPTED
        assert (result.summary.bot.won, result.summary.against.won) == (1, 0)
        assert (result.summary.bot.mean_points, result.summary.against.mean_points) == (3, 1)
        data = result.as_data()
        assert (data["bot"]["won"], data["against"]["won"], data["won_by_nobody"]) == (1, 0, data["deals"])
    told = render_match(result, ruleset.configured(4, {})[0], {})
    assert "100.0 % of its games, against 0.0 %" in told and "rank" not in told


def test_where_both_lose_the_rank_goes_by_points(tmp_path: Path) -> None:
    ruleset = ruleset_of(tmp_path, "yes", "none")
    wins = play_match(ruleset, plan_of(ruleset), Question(Measure.WINS, 1 / 2, 0.7, 5))
    assert (wins.summary.share, wins.summary.mean_rank) == (0.5, 1)
    level = play_match(ruleset, plan_of(ruleset, "low", "low"), Question(Measure.RANK, 1 / 2, 0.7, 5))
    assert level.summary.mean_rank == 2.5


def test_ratings_are_those_of_sides(tmp_path: Path) -> None:
    ruleset = ruleset_of(tmp_path, PARTNERS, TEAMS)
    result = play_round_robin(ruleset, plan_of(ruleset), 4)
    assert [rating.spec for rating in result.ratings] == ["high", "low"]
    assert result.ratings[0].rating > 100
