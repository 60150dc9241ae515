"""Matches: seats rotate, ties are shared, and what is told is what was played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import artrules
from artrules.lab.matches.deal import ClockedBot, MatchPlan, game_from, places, play_deal, share_asked
from artrules.lab.matches.match import (
    MatchFault,
    Question,
    TooFewDeals,
    deals_of,
    pairings_of,
    play_match,
    play_round_robin,
)
from artrules.lab.matches.sequential import Verdict
from artrules.lab.matches.summary import Measure
from artrules.lab.parallel.run import Run, run_job
from artrules.play.game.learning import find_learned
from artrules.play.plugins.hooks import hook
from artrules.play.plugins.registry import active
from artrules.play.ruleset import Ruleset
from lab.matches.bidding import EVERYBODY, FIRST, LEAST, MOST, NOBODY, write_bidding


class NthOption:
    """Takes the option with an index, from the end if that is negative."""

    def __init__(self, index: int) -> None:
        self.index = index

    def choose(self, decision, view):
        return decision.options[self.index]


@pytest.fixture(autouse=True)
def bots() -> Iterator[None]:
    """The bots `low`, `middle` and `high`, which say 1, 2 and 3."""
    named = {"low": 0, "middle": 1, "high": 2}
    made = {name: lambda seed, player, index=index: NthOption(index) for name, index in named.items()}
    active().register(SimpleNamespace(artrules_bots=hook(lambda: made)), "numbers")
    yield
    active().unregister("numbers")


@pytest.fixture
def bidding(tmp_path: Path) -> Callable[..., Ruleset]:
    return lambda *how: artrules.load(write_bidding(tmp_path / "bidding", *how))


def plan(players: int, bot: str = "high", against: str = "low", seed: int = 0) -> MatchPlan:
    return MatchPlan(players, seed, {}, ((bot, against),))


def ask(players: int, deals: int = 50, all_deals: bool = False, measure: Measure = Measure.WINS) -> Question:
    equal = 1 / players if measure is Measure.WINS else 0.5
    return Question(measure, equal, share_asked(players), deals, all_deals)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_bot_has_every_seat_in_turn(bidding: Callable[..., Ruleset], players: int) -> None:
    deal = next(deals_of(bidding(), plan(players), 1))
    assert [game.seats for game in deal] == [(seat,) for seat in range(1, players + 1)]
    assert len({game.seed for game in deal}) == 1
    for game in deal:
        assert game.winners == game.seats
        assert game.points == tuple(3 if p in game.seats else 1 for p in range(1, players + 1))
        assert game.decisions == (1, players - 1)
        assert game.place == 1 and game.share == 1


def test_a_seat_that_always_wins_helps_nobody(bidding: Callable[..., Ruleset]) -> None:
    result = play_match(bidding(FIRST), plan(3), ask(3))
    assert result.verdict is Verdict.REFUSED
    assert (result.summary.share, result.summary.mean_rank) == (0.3333, 1.6667)


def test_each_deal_has_a_seed_of_its_own(bidding: Callable[..., Ruleset]) -> None:
    ruleset = bidding()
    seeds = [deal[0].seed for deal in deals_of(ruleset, plan(2), 20)]
    assert len(set(seeds)) == 20 and max(seeds) < 2**53
    assert [deal[0].seed for deal in deals_of(ruleset, plan(2), 3)] == seeds[:3]


def test_who_says_more_is_better(bidding: Callable[..., Ruleset]) -> None:
    result = play_match(bidding(), plan(2), ask(2))
    assert result.verdict is Verdict.ACCEPTED
    summary = result.summary
    assert summary.games == 2 * summary.deals < 30
    assert (summary.wins, summary.shared, summary.share) == (summary.games, 0, 1.0)
    assert summary.share_interval.low > 0.4 and summary.share_interval.high == 1
    assert (summary.bot.mean_points, summary.against.mean_points) == (3, 1)


def test_least_points_may_win(bidding: Callable[..., Ruleset]) -> None:
    summary = play_match(bidding(LEAST), plan(3), ask(3)).summary
    assert (summary.share, summary.mean_rank, summary.mean_rank_interval.high) == (0, 3, 3)


@pytest.mark.parametrize("winners", [EVERYBODY, NOBODY])
def test_a_win_of_all_or_of_nobody_is_shared(bidding: Callable[..., Ruleset], winners: str) -> None:
    result = play_match(bidding(winners), plan(4), ask(4))
    assert result.verdict is Verdict.REFUSED
    assert result.summary.share == 0.25
    assert (result.summary.wins, result.summary.shared) == (0, result.summary.games if winners == EVERYBODY else 0)


def test_winners_share_a_win(bidding: Callable[..., Ruleset]) -> None:
    """One `high` and two `high` are level."""
    summary = play_match(bidding(), plan(3, "high", "high"), ask(3)).summary
    assert (summary.wins, summary.shared) == (0, summary.games)
    assert (summary.share, summary.mean_rank) == (0.3333, 2)


def test_the_rank_may_be_tested(bidding: Callable[..., Ruleset]) -> None:
    result = play_match(bidding(), plan(3, "middle", "low"), Question(Measure.RANK, 0.5, 0.7, 50))
    assert (result.verdict, result.summary.mean_rank) == (Verdict.ACCEPTED, 1)


def test_all_games_are_played_if_so_wished(bidding: Callable[..., Ruleset]) -> None:
    result = play_match(bidding(), plan(2), ask(2, deals=30, all_deals=True))
    assert (result.verdict, result.summary.deals) == (Verdict.ACCEPTED, 30)


def test_few_games_decide_nothing(bidding: Callable[..., Ruleset]) -> None:
    result = play_match(bidding(), plan(2), ask(2, deals=2))
    assert (result.verdict, result.summary.deals) == (Verdict.UNDECIDED, 2)


def test_a_deal_is_plain_data(bidding: Callable[..., Ruleset]) -> None:
    ruleset = bidding()
    games = play_deal(ruleset, plan(3), 4)
    assert [game_from(data) for data in json.loads(json.dumps(games))] == [game_from(data) for data in games]


def test_a_fault_of_the_content_names_the_game(bidding: Callable[..., Ruleset]) -> None:
    """Whoever says 3 brings about a value out of bounds."""
    ruleset = bidding(MOST, "my bid becomes 9 + n / 3")
    with pytest.raises(MatchFault) as caught:
        play_match(ruleset, plan(3, "high", "low"), ask(3))
    assert caught.value.bots == ["high", "low", "low"]
    assert caught.value.seed == next(iter(deals_of(ruleset, plan(3, "low", "low"), 1)))[0].seed
    assert caught.value.diagnostics


@pytest.mark.parametrize(
    ("standing", "expected"),
    [
        ([(3,), (1,), (2,)], [1, 3, 2]),
        ([(3,), (3,), (2,)], [1.5, 1.5, 3]),
        ([(0,), (0,), (0,), (0,)], [2.5] * 4),
        ([(1, 0), (1, 2), (0, 9)], [2, 1, 3]),
    ],
)
def test_places(standing: list[tuple[int, ...]], expected: list[float]) -> None:
    assert places(standing) == expected


def test_the_share_asked_for_is_of_odds_of_seven_to_three() -> None:
    assert share_asked(2) == 0.7
    assert share_asked(4) == 7 / 16


@pytest.mark.parametrize("players", [2, 3])
def test_a_round_robin_rates_all(bidding: Callable[..., Ruleset], players: int) -> None:
    pairings = pairings_of(["low", "high", "middle"], players)
    result = play_round_robin(bidding(), MatchPlan(players, 0, {}, pairings), 4)
    rated = {rating.spec: rating.rating for rating in result.ratings}
    assert rated["low"] < rated["middle"] < rated["high"] and abs(sum(rated.values())) < 0.2
    for summary in result.summaries:
        better = rated[summary.bot.spec] > rated[summary.against.spec]
        assert (summary.share, summary.deals) == (float(better), 4)


def early(end: int) -> Run:
    """Runs so many parts of a job, as when somebody stops it."""
    return lambda ruleset, job: islice(run_job(ruleset, job), end)


def test_a_match_that_is_stopped_tells_what_it_has(bidding: Callable[..., Ruleset]) -> None:
    ruleset = bidding()
    result = play_match(ruleset, plan(2), ask(2), run=early(3))
    assert (result.summary.deals, result.verdict) == (3, Verdict.UNDECIDED)
    with pytest.raises(ValueError):
        play_match(ruleset, plan(2), ask(2), run=early(0))


def test_a_round_robin_that_is_stopped_has_whole_deals(bidding: Callable[..., Ruleset]) -> None:
    ruleset, robin = bidding(), MatchPlan(2, 0, {}, pairings_of(["low", "high", "middle"], 2))
    result = play_round_robin(ruleset, robin, 4, run=early(8))
    assert [summary.deals for summary in result.summaries] == [2, 2, 2]
    with pytest.raises(TooFewDeals):
        play_round_robin(ruleset, robin, 4, run=early(5))


def test_the_number_of_processes_changes_nothing(bidding: Callable[..., Ruleset]) -> None:
    ruleset, ours = bidding(), plan(3, "uniform", "uniform")
    results = [play_match(ruleset, ours, ask(3), run=partial(run_job, jobs=jobs)) for jobs in (1, 2)]
    summaries = [{**result.summary.as_data(), "bot": 0, "against": 0} for result in results]
    assert summaries[0] == summaries[1]


@pytest.mark.parametrize(
    "change",
    [
        {"seats": [3]},
        {"seats": [0]},
        {"seats": ["1"]},
        {"points": [1]},
        {"places": None},
        {"winners": 1},
        {"decisions": [1]},
        {"seconds": ["soon", 0]},
        {"digest": None, "seed": 1.5},
    ],
)
def test_data_of_a_deal_that_no_deal_gives_are_refused(bidding: Callable[..., Ruleset], change: dict[str, Any]) -> None:
    data = play_deal(bidding(), plan(2), 0)[0]
    assert game_from(data).seats == (1,)
    with pytest.raises((ValueError, TypeError, LookupError)):
        game_from({**data, **change})


def test_pairings() -> None:
    assert pairings_of(["a", "b", "c"], 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    assert len(pairings_of(["a", "b", "c"], 3)) == 6


def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """With bots that don't think, which takes less time."""
    page = (Path(__file__).parents[3] / "docs" / "study" / "bots.md").read_text(encoding="utf-8")
    code = page.partition("### For programs\n")[2].partition("```python\n")[2].partition("```")[0]
    exec(code.replace('"greedy"', '"uniform"').replace("jobs=2", "jobs=1"), {"__name__": "__main__"})
    assert capsys.readouterr().out.startswith("refused 0.5 Interval(low=0.")


def test_what_positions_are_worth_is_learned_before_the_clock_runs(
    bidding: Callable[..., Ruleset], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = bidding()
    learned = []
    choose = ClockedBot.choose

    def noting(bot: ClockedBot, decision: Any, seat: Any) -> Any:
        learned.append(find_learned in game.runtime(2, {})[0].derived)
        return choose(bot, decision, seat)

    monkeypatch.setattr(ClockedBot, "choose", noting)
    play_deal(game, plan(2, "greedy:samples=1", "uniform"), 0)
    assert learned and all(learned)
