"""Ratings: strengths from shares of wins."""

from __future__ import annotations

from random import Random

import pytest

from artrules.lab.matches.summary import ratings


def won_by(strengths: list[float], players: int, deals: int, seed: int) -> dict[tuple[int, int], list[float]]:
    """Shares drawn by the model itself."""
    random, bots = Random(seed), range(len(strengths))
    shares = {}
    for one, other in [(i, j) for i in bots for j in bots if (i != j if players > 2 else i < j)]:
        chance = strengths[one] / (strengths[one] + (players - 1) * strengths[other])
        shares[one, other] = [sum(random.random() < chance for _ in range(players)) / players for _ in range(deals)]
    return shares


@pytest.mark.parametrize("players", [2, 4])
def test_strengths_are_found_again(players: int) -> None:
    """Strengths of 10, 1 and a tenth are 400 points apart."""
    found = ratings(["a", "b", "c"], won_by([10, 1, 0.1], players, 100, 3), players)
    for rating, true in zip(found, (400, 0, -400), strict=True):
        assert 10 < rating.error < 120
        assert abs(rating.rating - true) < 2 * rating.error


@pytest.mark.parametrize("deals", [2, 3, 5, 40])
@pytest.mark.parametrize("strength, elo", [(1, 0), (3, 95.4), (10, 200)])
def test_the_error_is_right(strength: float, elo: float, deals: int) -> None:
    """Whether there are many deals or few, which often come out alike."""
    missed = 0
    for seed in range(60):
        a, b = ratings(["a", "b"], won_by([strength, 1], 2, deals, seed), 2)
        assert a.rating == -b.rating and a.error == b.error
        missed += abs(a.rating - elo) > a.error
    assert missed <= 7


@pytest.mark.parametrize("deals, most", [(2, 300), (10, 100), (100, 25)])
def test_equal_shares_are_equal_ratings_which_may_be_chance(deals: int, most: float) -> None:
    found = ratings(["a", "b"], {(0, 1): [0.5] * deals}, 2)
    assert [r.rating for r in found] == [0, 0]
    assert most / 20 < found[0].error == found[1].error < most


def test_who_always_wins_has_a_rating() -> None:
    winner, loser = ratings(["a", "b"], {(0, 1): [1.0] * 10}, 2)
    assert 200 < winner.rating == -loser.rating < 400
    assert 50 < winner.error < 150
