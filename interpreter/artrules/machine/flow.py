"""The engine's own frames: setup, rounds, phases, turns, the end. Like all frames they wait on the stack as numbers.

Which frame follows which:

    SETUP i → … → ROUND → PHASE 0
    PHASE k, played in turn:      (TURN → AFTER_TURN)… → AFTER_PHASE
    PHASE k, played all at once:  ENTER of each player → JOIN → AFTER_PHASE
    PHASE k, played by nobody:    AFTER_PHASE
    AFTER_PHASE → PHASE k+1, after the last phase END_OF_ROUND
    END_OF_ROUND → ROUND, or FINAL i → … → FINISH
"""

from __future__ import annotations

# fmt: off
from artrules.machine.knowledge import keep_known_at_start
from artrules.machine.lives import end_life, end_lives
from artrules.machine.memory import (
    ALL_AT_ONCE, FINISHED, ON_TURN, PHASE_NUMBER, ROUND_NUMBER, STALLED, clock, life_of_rounds, offered_count,
    phase_cost, phase_has_condition, phase_has_first, phase_has_stop, phase_who, stack, top_of_stack,
)
from artrules.machine.numbers import (
    AFTER_PHASE, AFTER_TURN, END_OF_ROUND, ENTER, FINAL, FINAL_STEPS, FINISH, HAS_UNTIL, JOIN, LAST_ROUND, NONE,
    PHASE, PHASES, PLAYERS, ROUND, SCORE_PARTS, SETUP, SETUP_STEPS, STACK_WORDS, TURN,
)
from artrules.machine.phase_start import keep_phase_start
from artrules.machine.program import (
    final_step, find_winners, game_should_end, phase_body, phase_condition, phase_first, phase_stop, score_part,
    setup_step,
)
from artrules.machine.registers import begun_at_once, knowing, logging, stack_top, status, steps
from artrules.machine.texts import log_end, log_join, log_phase, log_round, log_turn
# fmt: on


NOBODY = 0
IN_TURN = 1
AT_ONCE = 2


def wait(block: int) -> None:
    """Put a frame without values on the stack."""
    global stack_top
    stack[stack_top] = block
    stack_top += 1


def wait_with(value: int, block: int) -> None:
    """Put a frame with one value on the stack."""
    global stack_top
    stack[stack_top] = value
    stack[stack_top + 1] = block
    stack_top += 2


def wait_in_turn(phase: int, player: int, left: int, block: int) -> None:
    """Put a frame of a phase in turn on the stack: the player, and how many turns are left with this one."""
    global stack_top
    stack[stack_top] = phase
    stack[stack_top + 1] = player
    stack[stack_top + 2] = left
    stack[stack_top + 3] = block
    stack_top += 4


def run_setup() -> None:
    global stack_top
    stack_top -= 2
    step = stack[stack_top]
    if step == SETUP_STEPS:
        wait(ROUND)
        return
    wait_with(step + 1, SETUP)
    setup_step[step]()


def begin_round() -> None:
    global stack_top
    stack_top -= 1
    clock[ROUND_NUMBER] = clock[ROUND_NUMBER] + 1
    if logging:
        log_round()
    wait_with(0, PHASE)


def begin_phase() -> None:
    global begun_at_once, stack_top, steps
    stack_top -= 2
    phase = stack[stack_top]
    if phase == PHASES:
        wait(END_OF_ROUND)
        return
    if phase_has_condition[phase]:
        holds = phase_condition[phase]()
        if status:
            return
        if not holds:
            wait_with(phase + 1, PHASE)
            return
    clock[PHASE_NUMBER] = phase
    if logging:
        log_phase()
    if phase_who[phase] == NOBODY:
        wait_with(phase, AFTER_PHASE)
        steps += phase_cost[phase]
        phase_body[phase](NONE)
    elif phase_who[phase] == IN_TURN:
        first = 0
        if phase_has_first[phase]:
            first = phase_first[phase]()
            if status:
                return
        wait_in_turn(phase, first, PLAYERS, TURN)
    else:
        wait_with(phase, JOIN)
        keep_phase_start()
        for player in range(PLAYERS):
            wait_to_enter(phase, player)
        clock[ALL_AT_ONCE] = 1
        begun_at_once = 1
        if knowing:
            keep_known_at_start()


def wait_to_enter(phase: int, player: int) -> None:
    """Let a player stand at the beginning of a phase that all play at once, on the player's own stack."""
    place = (player + 1) * STACK_WORDS
    stack[place] = phase
    stack[place + 1] = player
    stack[place + 2] = ENTER
    top_of_stack[player + 1] = place + 3
    offered_count[player + 1] = 0


def enter_phase() -> None:
    global stack_top, steps
    stack_top -= 3
    phase = stack[stack_top]
    steps += phase_cost[phase]
    phase_body[phase](stack[stack_top + 1])


def begin_turn() -> None:
    global stack_top, steps
    stack_top -= 4
    phase = stack[stack_top]
    player = stack[stack_top + 1]
    left = stack[stack_top + 2]
    if left == 0:
        wait_with(phase, AFTER_PHASE)
        return
    clock[ON_TURN] = player
    if logging:
        log_turn(player)
    wait_in_turn(phase, player, left, AFTER_TURN)
    steps += phase_cost[phase]
    phase_body[phase](player)


def end_turn() -> None:
    global stack_top
    stack_top -= 4
    phase = stack[stack_top]
    player = stack[stack_top + 1]
    left = stack[stack_top + 2]
    stops = 0
    if phase_has_stop[phase]:
        stops = phase_stop[phase](player)
        if status:
            return
    end_lives(phase, player, 0)
    if status:
        return
    if stops:
        wait_with(0, FINAL)
    else:
        wait_in_turn(phase, (player + 1) % PLAYERS, left - 1, TURN)


def join_players() -> None:
    global stack_top
    stack_top -= 2
    phase = stack[stack_top]
    if logging:
        log_join()
    for player in range(PLAYERS):
        end_lives(phase, player, 0)
        if status:
            return
    wait_with(phase, AFTER_PHASE)


def end_phase() -> None:
    global stack_top
    stack_top -= 2
    phase = stack[stack_top]
    end_lives(phase, NONE, phase_who[phase] == NOBODY)
    if status:
        return
    wait_with(phase + 1, PHASE)


def end_round() -> None:
    global stack_top
    stack_top -= 1
    if HAS_UNTIL:
        ends = game_should_end()
        if status:
            return
        if ends:
            wait_with(0, FINAL)
            return
    if LAST_ROUND and clock[ROUND_NUMBER] >= LAST_ROUND:
        clock[STALLED] = 1
        wait_with(0, FINAL)
        return
    end_life(life_of_rounds[0], NONE)
    if status:
        return
    wait(ROUND)


def run_final() -> None:
    global stack_top
    stack_top -= 2
    step = stack[stack_top]
    if step == FINAL_STEPS:
        wait(FINISH)
        return
    wait_with(step + 1, FINAL)
    final_step[step]()


def finish() -> None:
    """The game is over. Who has won is asked here already: should it fail, the fault stops the game where it
    happened."""
    global stack_top
    stack_top -= 1
    find_winners()
    if status:
        return
    for player in range(PLAYERS):
        for part in range(SCORE_PARTS):
            score_part[part](player)
            if status:
                return
    clock[FINISHED] = 1
    if logging:
        log_end()
