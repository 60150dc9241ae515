"""What goes with winning: what chance gave players before their first decision, and what they took.

The first is an effect, because it was dealt at random. The second is a correlation: who leads may take it more often
because they lead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from artrules.balance.statistics import Estimate, Fit, level_of_each

Had: TypeAlias = tuple[int, Sequence[float], Sequence[float]]
"""A deal by its number, how much of something each player had in it, and each player's share of the win."""
FEWEST_GAMES = 30
"""With fewer games in which players differ in it, nothing is said of something."""


def share_by(had: Mapping[str, Sequence[Had]], level: float) -> dict[str, Estimate]:
    """By what players had: how much more of the win goes with one more of it than the others have on average.

    Each entry is a deal, what each player had of it, and each player's share of the win. All intervals hold together at
    the level.
    """
    fits = {name: fit for name, rows in had.items() if len(rows) >= FEWEST_GAMES and (fit := _fit(rows)) is not None}
    each = level_of_each(level, len(fits))
    return {name: fit.estimate([1.0], each) for name, fit in fits.items()}


def _fit(rows: Sequence[Had]) -> Fit | None:
    """The regression of the share of the win, beyond an equal part, on how much more one had than the mean.

    Both are taken beyond what is usual for the seat: what a seat has in every deal wasn't given by chance, and a seat
    may be better for other reasons. None where only the seat decides who has it.

    The variance is that of no effect (a score test: Rao 1948). Who wins is a matter of yes or no, and where few with it
    win, what is left by the fit tells of too little variance. A report looks at many intervals far out.
    """
    had = np.asarray([row[1] for row in rows], dtype=np.float64)
    shares = np.asarray([row[2] for row in rows], dtype=np.float64)
    players = had.shape[1]
    differences = (had - had.mean(axis=1, keepdims=True)) * players / max(1, players - 1)
    differences -= differences.mean(axis=0)
    if np.allclose(differences, 0.0):
        return None
    beyond = shares - shares.mean(axis=1, keepdims=True)
    beyond -= beyond.mean(axis=0)
    products, squares = (differences * beyond).sum(axis=1), (differences**2).sum(axis=1)
    free = len(rows) - players
    if free < 1:
        return None
    variance = len(rows) / free * float((products**2).sum()) / float(squares.sum()) ** 2
    return Fit(np.array([products.sum() / squares.sum()]), np.array([[variance]]), free, len(rows))


def at_start(deals: Sequence[dict[str, Any]]) -> dict[str, list[Had]]:
    """By what chance gave: the deals in which players differ in it."""
    found: dict[str, list[Had]] = {}
    for index, deal in enumerate(deals):
        for name, counts in deal["start"].items():
            if len(set(counts)) > 1:
                found.setdefault(name, []).append((index, counts, deal["games"][0]["shares"]))
    return found


def by_taking(deals: Sequence[dict[str, Any]]) -> dict[str, list[Had]]:
    """By key or label: how often players took options about it, in the deals that were watched."""
    found: dict[str, list[Had]] = {}
    for index, deal in enumerate(deals):
        for name, counts in deal.get("taken", {}).items():
            found.setdefault(name, []).append((index, counts, deal["games"][0]["shares"]))
    return found
