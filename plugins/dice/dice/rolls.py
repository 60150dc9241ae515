"""Ways to roll dice. `below(n)` gives a random number from 0 to n - 1."""

from __future__ import annotations

from collections.abc import Callable

Below = Callable[[int], int]
MOST_ROLLS = 10
"""A die that explodes is rolled so often at most."""


def pool(below: Below, dice: int, sides: int) -> int:
    """What the dice show together."""
    return sum(1 + below(sides) for _ in range(dice))


def best_of(below: Below, dice: int, sides: int) -> int:
    """The highest of the dice."""
    return max(1 + below(sides) for _ in range(dice))


def exploding(below: Below, sides: int) -> int:
    """What a die shows, which is rolled again and added as long as it shows its highest number."""
    total = 0
    for _ in range(MOST_ROLLS):
        shown = 1 + below(sides)
        total += shown
        if shown < sides:
            break
    return total
