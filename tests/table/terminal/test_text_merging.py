"""Choices of one player in a row, told as one."""

from __future__ import annotations

import pytest

from artrules.play.presentation.log_lines import fold_choices

FOLDED = {
    "play copper, silver": ["play copper", "play silver"],
    "buy a 3, a 5": ["buy a 3", "buy a 5"],
    "play red 1 ×2, blue 2": ["play red 1", "play red 1", "play blue 2"],  # noqa: RUF001
    "play copper, play all treasures": ["play copper", "play all treasures"],
    "end actions, end the turn": ["end actions", "end the turn"],
    "buy a 3, buy the last": ["buy a 3", "buy the last"],
    "buy a 3, buy all three": ["buy a 3", "buy all three"],
    "don't use it, use it": ["don't use it", "use it"],
    "pass, play red 1": ["pass", "play red 1"],
}


@pytest.mark.parametrize("told", FOLDED)
def test_folding(told: str) -> None:
    assert fold_choices(FOLDED[told]) == told
