"""Rollouts: games that the machine plays out from one position, one after another, and counts how they end."""

from __future__ import annotations

# fmt: off
from artrules.machine.engine import ask_anew
from artrules.machine.memory import FINISHED, clock, heap, points_won, times_won
from artrules.machine.numbers import PLAYERS, SCORE_PARTS
from artrules.machine.play import play
from artrules.machine.program import find_winners, score_part
from artrules.machine.registers import status
# fmt: on


def play_out(most: int, last_round: int, bot: int) -> int:
    """Let a bot play on from a position that has been put into memory, up to the end, to a round after the last one, or
    for so many choices. Gives how many were made, as `play` does."""
    ask_anew()
    if status:
        return 0
    return play_further(most, last_round, bot)


def play_further(most: int, last_round: int, bot: int) -> int:
    """The same from where `play_out` has stopped after so many choices. If the game is over then, its result counts."""
    made = play(most, last_round, bot)
    if not status and clock[FINISHED]:
        count_result()
    return made


def count_result() -> None:
    """Count who has won, and everybody's points."""
    winners = find_winners()
    if status:
        return
    for i in range(heap[winners]):
        player = heap[winners + 1 + i]
        times_won[player] = times_won[player] + 1
    for player in range(PLAYERS):
        for part in range(SCORE_PARTS):
            points_won[player] = points_won[player] + score_part[part](player)
            if status:
                return
