"""How players stand, in numbers, in the middle of a game too: by the keys that decide who wins."""

from __future__ import annotations

# fmt: off
from artrules.machine.language import Wide
from artrules.machine.memory import standing
from artrules.machine.numbers import MOST_STANDING, PLAYERS, WINNING_KEYS
from artrules.machine.program import winning_value
from artrules.machine.registers import heap_top, status
# fmt: on


def within_key(value: Wide) -> int:
    """The value of a key, not more than MOST_STANDING away from 0."""
    if value > MOST_STANDING:
        return MOST_STANDING
    if value < -MOST_STANDING:
        return -MOST_STANDING
    return value


def find_standing() -> None:
    """Fill the region `standing`. Sets `status` where the content's code fails, as it may before the game is over."""
    global heap_top
    before = heap_top
    for key in range(WINNING_KEYS):
        for player in range(PLAYERS):
            value = winning_value[key](player)
            if status:
                return
            standing[key * PLAYERS + player] = value
    heap_top = before


def is_ahead(one: int, other: int) -> int:
    """1 if a player stands better than another by the first key that tells them apart, -1 if worse, 0 if they are
    level. `standing` is filled."""
    for key in range(WINNING_KEYS):
        a = standing[key * PLAYERS + one]
        b = standing[key * PLAYERS + other]
        if a > b:
            return 1
        if a < b:
            return -1
    return 0
