"""Sides: players who win together. Who is on whose side is asked of content in the position in memory."""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import finish_list, push
from artrules.engine.machine.memory import heap, side_of
from artrules.engine.machine.numbers import PLAYERS
from artrules.engine.machine.program import side_value
from artrules.engine.machine.registers import status, work_top
# fmt: on


def find_sides() -> None:
    """Fill the region `side_of`. Sets `status` where the content's code fails."""
    for player in range(PLAYERS):
        side_of[player] = side_value(player)
        if status:
            return
    # From the last player on: what tells the sides of those before must still be there.
    for i in range(PLAYERS):
        player = PLAYERS - 1 - i
        first = 0
        while side_of[first] != side_of[player]:
            first += 1
        side_of[player] = first


def has_one_of(side: int, players: int) -> int:
    """Whether one of a list of players is on a side. `side_of` is filled."""
    for i in range(heap[players]):
        if side_of[heap[players + 1 + i]] == side:
            return 1
    return 0


def whole_sides(players: int) -> int:
    """The list of all whose side has one of a list of players, in the order of seats."""
    find_sides()
    start = work_top
    if not status:
        for player in range(PLAYERS):
            if has_one_of(side_of[player], players):
                push(player)
    return finish_list(start)
