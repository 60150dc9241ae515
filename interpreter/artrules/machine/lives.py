"""Ends lives, such as a turn or a round: what lasts as long goes back to its start (docs/language.md, 2.3)."""

from __future__ import annotations

# fmt: off
from artrules.machine.limits import forget_uses_in_life
from artrules.machine.memory import (
    gained_by, life_ends_for, life_takes_powers, loses_powers, phase_ends, phase_ends_first, player_of_zone,
    zone_of,
)
from artrules.machine.numbers import CARDS, NONE
from artrules.machine.powers import lose_gained
from artrules.machine.program import end_values
from artrules.machine.registers import gained_count, record_count, status, steps, use_count, watch_count
from artrules.machine.triggers import forget_in_life
# fmt: on


# for whom a life ends, in the order of `ir/declarations.py`
EACH_PLAYER = 0
EVERYONE = 1
EVERY_TURN = 2


def belongs_to(card: int, player: int) -> int:
    """Whether a card lies in a zone of the table or of a player; with NONE of anybody."""
    if player == NONE:
        return 1
    owner = player_of_zone[zone_of[card]]
    return owner == 0 or owner == player + 1


def end_life(life: int, player: int) -> None:
    """End a life, for a player or NONE for everyone."""
    global steps
    steps += record_count + use_count + watch_count
    end_values[life](player)
    if status:
        return
    if life_takes_powers[life] and gained_count:
        for card in range(CARDS):
            if gained_by[card] and loses_powers[life * CARDS + card] and belongs_to(card, player):
                lose_gained(card)
    if use_count:
        forget_uses_in_life(life, player)
    forget_in_life(life, player)


def end_lives(phase: int, ends_for: int, player: int) -> None:
    """End the lives of one sort that end with a phase, for a player or NONE for everyone."""
    for i in range(phase_ends_first[phase], phase_ends_first[phase + 1]):
        life = phase_ends[i]
        if life_ends_for[life] == ends_for:
            end_life(life, player)
            if status:
                return
