"""Who stands before whom at the end of a game."""

from __future__ import annotations

from collections.abc import Sequence


def places(standing: Sequence[tuple[int, ...]]) -> list[float]:
    """The place of each player, 1 for the best, by what compares them: larger is better, the first difference decides.
    Those who are level share their places: two winners of three have 1.5 each."""
    return [1 + sum(one > own for one in standing) + (sum(one == own for one in standing) - 1) / 2 for own in standing]
