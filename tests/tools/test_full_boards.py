"""A share of `full_boards`: decisions on full boards take at most a fifth of what they may."""

from __future__ import annotations

import pytest
from tests.tools.full_boards import BOARDS, LORDS, cost_of

from artrules.engine.machine.numbers import MOST_STEPS


@pytest.mark.parametrize("name", BOARDS)
def test_decisions_on_full_boards_are_cheap(name: str) -> None:
    cost = cost_of(BOARDS[name], games=10)
    assert cost.decisions > 500
    assert 0 < cost.step < MOST_STEPS / 5 and cost.search < 2 * MOST_STEPS / 5


def test_half_of_the_creatures_are_lords() -> None:
    for field in BOARDS["lords and attackers"].fields:
        lords = sum(count for title, count in field.items() if title.replace(" ", "_") in LORDS)
        assert (sum(field.values()), lords) == (20, 10)
