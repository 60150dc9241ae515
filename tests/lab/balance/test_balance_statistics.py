"""Intervals hold the truth as often as they say."""

from __future__ import annotations

import numpy as np
import pytest

from artrules.lab.balance.impact import share_by
from artrules.lab.balance.statistics import level_of_each, mean, proportion, ratio, regression, share

TRIALS = 600


def test_the_interval_of_a_mean_misses_one_time_in_ten() -> None:
    rng = np.random.default_rng(1)
    missed = sum(mean(rng.normal(3, 2, 12), 0.9).differs_from(3) for _ in range(TRIALS))
    assert 0.07 < missed / TRIALS < 0.13


def test_the_interval_of_a_ratio_misses_one_time_in_ten() -> None:
    rng = np.random.default_rng(2)
    missed = 0
    for _ in range(TRIALS):
        below = rng.poisson(20, 40) + 1
        missed += ratio(rng.binomial(below, 0.3), below, 0.9).differs_from(0.3)
    assert 0.07 < missed / TRIALS < 0.14


def test_rows_of_one_deal_may_have_much_in_common() -> None:
    """Each deal has a luck of its own that all its rows share. Who took rows for independent would miss far more."""
    rng = np.random.default_rng(3)
    missed = 0
    for _ in range(TRIALS):
        deals = np.repeat(np.arange(40), 4)
        column = np.repeat(rng.normal(size=40), 4)
        outcome = 0.5 * column + np.repeat(rng.normal(size=40), 4) + rng.normal(0, 0.1, 160)
        missed += regression(column[:, None], outcome, deals, 40).estimate([1.0], 0.9).differs_from(0.5)
    assert 0.06 < missed / TRIALS < 0.16


def test_many_intervals_hold_together() -> None:
    rng = np.random.default_rng(4)
    each = level_of_each(0.9, 20)
    missed = sum(any(mean(rng.normal(0, 1, 30), each).differs_from(0) for _ in range(20)) for _ in range(200))
    assert missed / 200 < 0.15


def test_a_proportion_of_none_has_an_interval() -> None:
    """Wilson's interval for 0 of 10 at 95 %, as in Brown, Cai and DasGupta 2001: up to z^2 / (n + z^2)."""
    found = proportion(0, 10, 0.95)
    assert found.value == found.low == 0
    assert found.high == pytest.approx(1.959964**2 / (10 + 1.959964**2), abs=1e-5)
    assert share([0.0] * 10, 0.95) == found


def test_one_game_says_nothing() -> None:
    found = mean([4.0], 0.95)
    assert (found.low, found.high) == (-np.inf, np.inf)


def test_what_a_seat_has_in_every_deal_is_no_luck() -> None:
    """The first seat wins more often, and always begins. A coin, which has no effect, comes to it more often, too."""
    rng = np.random.default_rng(5)
    begins, coins, crowns = [], [], []
    for deal in range(2000):
        has_crown = int(rng.random() < 0.5)
        first_wins = rng.random() < 0.7 - 0.2 * has_crown
        shares = [float(first_wins), float(not first_wins)]
        begins.append((deal, [1, 0], shares))
        has_coin = int(rng.random() > 0.8)
        coins.append((deal, [1 - has_coin, has_coin], shares))
        crowns.append((deal, [1 - has_crown, has_crown], shares))
    found = share_by({"begins": begins, "coin": coins, "crown": crowns}, 0.99)
    assert found.keys() == {"coin", "crown"}
    assert not found["coin"].differs_from(0.0)
    assert found["crown"].differs_from(0.0) and not found["crown"].differs_from(0.1)


def test_cards_that_do_nothing_are_seldom_taken_for_luck() -> None:
    """Of three players one wins, whatever they hold: few deals must not make a card look lucky."""
    rng, named = np.random.default_rng(6), 0
    for _ in range(60):
        holders = [np.array([rng.permutation(np.arange(30) % 3) == seat for seat in range(3)]) for _ in range(40)]
        shares = [np.eye(3)[rng.integers(3)] for _ in range(40)]
        had = {
            str(card): [(deal, list(holders[deal][:, card].astype(int)), list(shares[deal])) for deal in range(40)]
            for card in range(30)
        }
        named += any(estimate.differs_from(0.0) for estimate in share_by(had, 0.95).values())
    assert named <= 6  # 5 % are 3
