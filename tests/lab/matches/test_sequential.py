"""The statistics of matches: how often they err, by games whose truth is known."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from artrules.lab.matches.sequential import Interval, SequentialTest, Verdict, confidence_interval

Draw = Callable[[Random], float]


def won_or_lost(chance: float, games: int) -> Draw:
    """The share of a deal of independent games."""
    return lambda random: sum(random.random() < chance for _ in range(games)) / games


def decided_by_the_deal(chance: float) -> Draw:
    """Both games of a deal are won, or both are lost: as dependent as can be."""
    return lambda random: float(random.random() < chance)


def drawn_mostly(chance: float) -> Draw:
    """Three deals of four are level, whoever plays."""
    return lambda random: 0.5 if random.random() < 0.75 else float(random.random() < 0.5 + 4 * (chance - 0.5))


def run(draw: Draw, random: Random, equal: float, goal: float, games: int, most: int) -> tuple[Verdict, list[float]]:
    test, shares = SequentialTest(equal, goal, games), []
    while len(shares) < most and test.verdict is Verdict.UNDECIDED:
        shares.append(draw(random))
        test.add(shares[-1])
    return test.verdict, shares


TRUTHS = {
    "two players": (won_or_lost, 0.5, 0.7, 2),
    "four players": (won_or_lost, 0.25, 0.4375, 4),
    "nine games of ten": (won_or_lost, 0.5, 0.9, 2),
    "games of a deal depend on each other": (lambda chance, games: decided_by_the_deal(chance), 0.5, 0.7, 2),
    "most deals are level": (lambda chance, games: drawn_mostly(chance), 0.5, 0.6, 2),
}


@pytest.mark.parametrize("truth", TRUTHS)
def test_a_test_errs_seldom(truth: str) -> None:
    """Of 400 matches, 5 % are 20; twice the standard deviation of that is 9."""
    make, equal, goal, games = TRUTHS[truth]
    for chance, wrong, right in ((equal, Verdict.ACCEPTED, Verdict.REFUSED), (goal, Verdict.REFUSED, Verdict.ACCEPTED)):
        random = Random(f"{truth} {chance}")
        verdicts = [run(make(chance, games), random, equal, goal, games, 400)[0] for _ in range(400)]
        assert verdicts.count(wrong) <= 29
        assert verdicts.count(right) >= 340


def test_a_test_is_quick() -> None:
    """An independent pair of games tells more than one: not much more than half the games of Wald's test on one game a
    deal are needed, which takes 36 deals on average where the bot wins 70 %."""
    random = Random(1)
    lengths = [len(run(won_or_lost(0.7, 2), random, 0.5, 0.7, 2, 400)[1]) for _ in range(300)]
    assert sum(lengths) / len(lengths) < 25


def test_of_single_games_it_is_walds_test() -> None:
    """Until the bets heed the variance that was seen, a win multiplies by 0.7/0.5, as the likelihood ratio does."""
    won = SequentialTest(0.5, 0.7)
    wins = 0
    while won.verdict is Verdict.UNDECIDED:
        won.add(1.0)
        wins += 1
    assert 7 <= wins <= 9  # 1.4 ** 9 is more than 20; without any variance the bets grow a little


def test_the_first_verdict_stays() -> None:
    test = SequentialTest(0.5, 0.7)
    for _ in range(20):
        test.add(1.0)
    assert test.verdict is Verdict.ACCEPTED
    for _ in range(200):
        assert test.add(0.0) is Verdict.ACCEPTED


def test_level_games_refuse() -> None:
    test = SequentialTest(0.5, 0.7, 2)
    verdicts = [test.add(0.5) for _ in range(40)]
    assert verdicts[-1] is Verdict.REFUSED and verdicts[1] is Verdict.UNDECIDED


@pytest.mark.parametrize("chance", [0.5, 0.75, 0.97])
def test_an_interval_holds_the_truth_although_the_test_stops(chance: float) -> None:
    random = Random(f"interval {chance}")
    missed = 0
    for _ in range(150):
        shares = run(won_or_lost(chance, 2), random, 0.5, 0.7, 2, 60)[1]
        found = confidence_interval(shares, 2)
        assert 0 <= found.low <= sum(shares) / len(shares) <= found.high <= 1
        missed += not found.low <= chance <= found.high
    assert missed <= 12  # 5 % are 7.5; it is a bound


def test_an_interval_gets_narrower() -> None:
    random = Random(5)
    shares = [won_or_lost(0.6, 2)(random) for _ in range(400)]
    widths = [(i := confidence_interval(shares[:n], 2)).high - i.low for n in (10, 40, 100, 400)]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.15


def test_nothing_is_known_without_games() -> None:
    assert confidence_interval([]) == Interval(0.0, 1.0)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_always_the_same_result(share: float) -> None:
    found = confidence_interval([share] * 30, 2)
    assert (found.low if share == 0.0 else found.high) == share
    assert found.high - found.low < 0.25


def test_an_interval_of_ranks() -> None:
    assert Interval(0.25, 1.0).within(5, 1) == Interval(1.0, 4.0)


def test_the_exact_chance_of_an_error() -> None:
    """Of all sequences of 12 results of a fair game, at most 5 % accept."""
    accepted = 0
    for results in product((0.0, 1.0), repeat=12):
        test = SequentialTest(0.5, 0.7)
        for result in results:
            test.add(result)
        accepted += test.verdict is Verdict.ACCEPTED
    assert 0 < accepted / 2**12 <= 0.05
