"""Questions that several players are asked at once in the middle of what somebody does (docs/language.md, 9.5).

On the table's stack the frame (code, players as bits, list of the values that the suite keeps, ASKED) waits until all
have answered. Each of the players runs the suite on a stack of their own, which begins with the frame (player, ENTER).
Meanwhile the rules of a phase hold that all play at once: the position is kept as it was, and others see their things
so. Answers are kept among the players' variables.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.actions import check_stack, commit
from artrules.machine.knowledge import keep_known_at_start
from artrules.machine.lists import finish_list, push
from artrules.machine.memory import (
    ALL_AT_ONCE, clock, heap, offered_count, question_cost, stack, top_of_stack, variables,
)
from artrules.machine.numbers import ANSWER, ASKED, ASKED_WITHIN, NONE, PLAYERS, STACK_WORDS
from artrules.machine.phase_start import keep_phase_start
from artrules.machine.program import run_question
from artrules.machine.registers import all_at_once, begun_at_once, knowing, logging, stack_top, status, steps, work_top
from artrules.machine.signals import find_fault
from artrules.machine.texts import log_asked, log_join
# fmt: on


def ask_at_once(code: int, players: int, values: int, site: int) -> None:
    """Let the players in a list run the suite of a question, with the values that it keeps."""
    global begun_at_once, stack_top
    commit()
    if status:
        return
    if all_at_once:
        find_fault(ASKED_WITHIN, site, 0, 0, 0)
        return
    check_stack(64)
    if status:
        return
    asked = 0
    for i in range(1, heap[players] + 1):
        asked = asked | 1 << heap[players + i]
    if asked == 0:
        return
    stack[stack_top] = code
    stack[stack_top + 1] = asked
    stack[stack_top + 2] = values
    stack[stack_top + 3] = ASKED
    stack_top += 4
    if logging:
        log_asked()
    keep_phase_start()
    for player in range(PLAYERS):
        if asked >> player & 1:
            wait_to_answer(player)
    clock[ALL_AT_ONCE] = 1
    begun_at_once = 1
    if knowing:
        keep_known_at_start()


def wait_to_answer(player: int) -> None:
    """Let a player stand at the beginning of the suite, on the player's own stack."""
    place = (player + 1) * STACK_WORDS
    stack[place] = player
    stack[place + 1] = ANSWER
    top_of_stack[player + 1] = place + 2
    offered_count[player + 1] = 0


def is_asking() -> int:
    """Whether players answer a question now that was put to several of them."""
    return all_at_once and stack[top_of_stack[0] - 1] == ASKED


def begin_answer() -> None:
    """A player begins to run the suite."""
    global stack_top, steps
    stack_top -= 2
    player = stack[stack_top]
    question = top_of_stack[0] - 4
    code = stack[question]
    steps += question_cost[code]
    run_question[code](player, stack[question + 2])


def join_answers() -> None:
    """All have answered."""
    global stack_top
    stack_top -= 4
    if logging:
        log_join()


def hear(first: int) -> int:
    """The list of the answers in a row of variables, one for each player; they are forgotten there."""
    start = work_top
    for player in range(PLAYERS):
        push(variables[first + player])
        variables[first + player] = NONE
    return finish_list(start)
