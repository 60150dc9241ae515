"""The odds of a roll."""

from __future__ import annotations


def chance_of(at_least: int, dice: int, sides: int) -> int:
    """How likely the dice show so much together, in percent, rounded down."""
    ways = {0: 1}
    for _ in range(dice):
        longer: dict[int, int] = {}
        for total, count in ways.items():
            for shown in range(1, sides + 1):
                longer[total + shown] = longer.get(total + shown, 0) + count
        ways = longer
    enough = sum(count for total, count in ways.items() if total >= at_least)
    return 100 * enough // int(sides**dice)
