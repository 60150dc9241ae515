"""Puts a position together that no game has reached: the setup alone, or the game from a given phase on. Tools and
scenarios begin games so."""

from __future__ import annotations

# fmt: off
from artrules.machine.flow import wait_in_turn, wait_with
from artrules.machine.looking_ahead import find_options
from artrules.machine.memory import (
    PHASE_NUMBER, ROUND_NUMBER, block_cost, clock, is_decision, phase_has_first, phase_is_open, stack,
)
from artrules.machine.metering import count_work
from artrules.machine.numbers import FINE, GAME_ENDS, NONE, NOTHING_IN_SETUP, PHASE, PLAYERS, ROUND, TURN
from artrules.machine.program import phase_first, run_block, take_candidate
from artrules.machine.registers import candidates_top, logging, row_count, stack_base, stack_top, status
from artrules.machine.signals import find_fault
from artrules.machine.texts import log_phase
# fmt: on


def run_setup_alone() -> None:
    """Run the setup of a game that hasn't begun, and no further. The first option answers each question of the
    setup."""
    global candidates_top, stack_top, status
    while stack_top > stack_base and stack[stack_top - 1] != ROUND and status == FINE:
        block = stack[stack_top - 1]
        if is_decision[block]:
            candidates_top = 0
            find_options()
            if status == FINE and row_count == 0:
                find_fault(NOTHING_IN_SETUP, -2 - block, 0, 0, 0)
            if status == FINE:
                take_candidate[block](0)
        else:
            count_work(block_cost[block], -2 - block)
            if status == FINE:
                run_block[block]()
    if status == GAME_ENDS:
        status = FINE
    stack_top = stack_base


def go_on_from(number: int, phase: int, player: int) -> None:
    """Let the game go on from the start of a phase of a round; with a player, from that player's turn in a phase that
    is played in turn."""
    global stack_top
    clock[ROUND_NUMBER] = number
    clock[PHASE_NUMBER] = phase
    stack_top = stack_base
    if player == NONE:
        wait_with(phase, PHASE)
        return
    first = 0
    if phase_has_first[phase]:
        first = phase_first[phase]()
        if status:
            return
    left = PLAYERS
    if not phase_is_open[phase]:
        left -= (player - first) % PLAYERS
    wait_in_turn(phase, player, left, TURN)
    if logging:
        log_phase()
