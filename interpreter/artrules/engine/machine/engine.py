"""The engine: runs a game from decision to decision. What an executor calls is here, in `thinking/` and `requests.py`.

`begin` runs a game that hasn't begun; `step` and `choose` take an option. All run to the next decisions, and take the
option wherever there is only one. Then `waiting` has the stacks on which decisions wait. For those that were asked now,
`offered_first` and `offered_count` say where in `candidates` the rows of their options are. `step` finds the option
there; for `choose` the host has kept the rows.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import compact
from artrules.engine.machine.hidden.carried import compact_knowledge, keep_blank_attributes
from artrules.engine.machine.hidden.knowledge import begin_knowing, follow_no_more, forget_known_at_start
from artrules.engine.machine.intrinsics import copy_words, fill_words
from artrules.engine.machine.looking_ahead import advance, find_options
from artrules.engine.machine.memory import (
    ALL_AT_ONCE, ON_TURN, PHASE_NUMBER, ROUND_NUMBER, SINGLE_OPTIONS, candidates, clock, frame_words, is_decision,
    is_in_window, is_secret_choice, offered_count, offered_first, offered_player, offered_positions, phase_who,
    row_words, rows_have_lists, stack, top_of_stack, waiting,
)
from artrules.engine.machine.numbers import (
    CONSTANTS, DEAD_END, FINAL, FINE, FINISH, GAME_ENDS, MOST_KEPT, PAUSES, SETUP, STACKS, STACK_WORDS, TOO_MUCH_KEPT,
)
from artrules.engine.machine.program import deciding_player, start_values, take_candidate
from artrules.engine.machine.registers import (
    active, all_at_once, begun_at_once, candidates_top, gained_count, heap_top, journal_top, knowing, logging,
    looking_ahead, pause_count, pause_wanted, positions, record_count, row_count, stack_base, stack_top, status, steps,
    text_top, use_count, waiting_count, work_top,
)
from artrules.engine.machine.rules.actions import acting_player, commit
from artrules.engine.machine.rules.flow import IN_TURN
from artrules.engine.machine.rules.simultaneous import drop_phase_start, is_asking
from artrules.engine.machine.rules.texts import CHOSE, TOOK, log_join, log_option, see_again
from artrules.engine.machine.signals import find_fault
# fmt: on


def activate(index: int) -> None:
    """Run another stack from now on."""
    global active, stack_base, stack_top
    top_of_stack[active] = stack_top
    active = index
    stack_base = index * STACK_WORDS
    stack_top = top_of_stack[index]


def advance_or_end() -> int:
    """Run the active stack, as `advance` does. The content may end the game by it."""
    reached = advance()
    if status == GAME_ENDS:
        end_now()
        return 0
    return reached


def end_now() -> None:
    """End the game, because the content says so: drop what is in progress and run the final steps, unless one of these
    has ended the game."""
    global all_at_once, stack_top, status
    status = FINE
    if all_at_once:
        activate(0)
        all_at_once = 0
        for i in range(1, STACKS):
            top_of_stack[i] = i * STACK_WORDS
        leave_phase()
        if logging:
            log_join()
    final = 0
    place = stack_top
    while place > stack_base:
        if stack[place - 1] == FINAL:
            final = 1
        place -= frame_words[stack[place - 1]]
    for i in range(STACKS):
        offered_count[i] = 0
    stack_top = stack_base
    if final:
        stack[0] = FINISH
        stack_top = 1
    else:
        stack[0] = 0
        stack[1] = FINAL
        stack_top = 2


def run_to_decisions() -> None:
    """Run until somebody must decide: `waiting` then has the stacks on which decisions lie; none when the game is
    over."""
    global all_at_once, begun_at_once, waiting_count
    while 1:
        waiting_count = 0
        if begun_at_once:
            begun_at_once = 0
            all_at_once = 1
        if not all_at_once:
            if advance_or_end():
                waiting[0] = 0
                waiting_count = 1
                return
            if status or (stack_top == stack_base and not begun_at_once):
                return
            continue
        for i in range(1, STACKS):
            if all_at_once:
                activate(i)
                if advance_or_end():
                    waiting[waiting_count] = i
                    waiting_count += 1
                if status:
                    return
        if all_at_once:
            if waiting_count:
                return
            activate(0)
            all_at_once = 0
            leave_phase()


def leave_phase() -> None:
    """A phase is over that all have played at once, or a question that several were asked."""
    drop_phase_start()
    if knowing:
        forget_known_at_start()


def ask() -> None:
    """Find the options of the decision on top of the active stack, unless that has been done before."""
    decision = stack[stack_top - 1]
    player = deciding_player[decision]()
    if status:
        return
    acting = acting_player()
    if acting >= 0 and acting != player:
        commit()
        top_of_stack[active] = stack_top
    offered_first[active] = candidates_top
    find_options()
    if status:
        return
    if row_count == 0:
        find_fault(DEAD_END, -2 - decision, player, 0, 0)
    offered_count[active] = row_count
    offered_player[active] = player
    offered_positions[active] = positions


def settle() -> None:
    """Run to the next decisions, and take the option wherever there is only one and others can't tell. A decision that
    waits already is not asked again: `offered_count` says how many options it has."""
    global candidates_top
    while 1:
        run_to_decisions()
        if status:
            return
        took = 0
        for i in range(waiting_count):
            index = waiting[i]
            activate(index)
            if offered_count[index] == 0:
                ask()
                if status:
                    return
            if takes_only_option(index):
                take(TOOK, offered_first[index])
                if status:
                    return
                candidates_top = offered_first[index]
                took = 1
                break
        if not took:
            top_of_stack[active] = stack_top
            return


def takes_only_option(index: int) -> int:
    """Whether the decision on a stack has one option, which the engine takes."""
    return offered_count[index] == 1 and not is_put_anyway(index)


def is_put_anyway(index: int) -> int:
    """Whether a player is asked on a stack even if there is one option: because the client wants it so; because several
    are asked at once, so that everybody waits for whoever is asked; or because others, for whom nobody else is on turn
    or who are asked one after another, could tell from not having to wait what they can't see."""
    if clock[SINGLE_OPTIONS]:
        return 1
    if clock[ALL_AT_ONCE]:
        return is_asking()
    decision = stack[top_of_stack[index] - 1]
    if not is_secret_choice[decision]:
        return 0
    if is_in_window[decision] or clock[ROUND_NUMBER] == 0 or phase_who[clock[PHASE_NUMBER]] != IN_TURN:
        return 1
    return offered_player[index] != clock[ON_TURN]


def take(kind: int, row: int) -> None:
    """Take an option of the decision on top of the active stack for good, and log it."""
    decision = stack[stack_top - 1]
    offered_count[active] = 0
    follow_no_more()
    entry = -1
    entry_end = 0
    if logging:
        entry = log_option(kind, row, deciding_player[decision]())
        if status:
            return
        entry_end = text_top
    take_candidate[decision](row)
    if status == GAME_ENDS:
        end_now()
    if entry >= 0 and (status == FINE or status == PAUSES):
        see_again(entry, entry_end)


def stay_at_pause() -> None:
    """Where the host wants to look at a pause: drop what is in progress. Nothing is asked then."""
    global all_at_once, stack_top, status, waiting_count
    if status != PAUSES:
        return
    status = FINE
    all_at_once = 0
    waiting_count = 0
    activate(0)
    stack_top = 0
    for i in range(STACKS):
        top_of_stack[i] = i * STACK_WORDS
        offered_count[i] = 0


def rest() -> None:
    """Bring the position into the form that is kept: the heap compacted. Rows of candidates that hold lists are of no
    use after it."""
    top_of_stack[active] = stack_top
    compact(0)
    if knowing:
        compact_knowledge()
    if heap_top - CONSTANTS + record_count + use_count + gained_count > MOST_KEPT:
        find_fault(TOO_MUCH_KEPT, -1, 0, MOST_KEPT, heap_top - CONSTANTS)


def take_up() -> None:
    """Set the registers for a position that has been put into memory."""
    global active, all_at_once, begun_at_once, journal_top, looking_ahead, pause_wanted, stack_base, stack_top, status
    status = FINE
    pause_wanted = 0
    looking_ahead = 0
    journal_top = 0
    active = 0
    stack_base = 0
    stack_top = top_of_stack[0]
    all_at_once = clock[ALL_AT_ONCE]
    begun_at_once = 0
    follow_no_more()


def start() -> None:
    """Put the position of a game that hasn't begun into memory, which is all zero but for the constants."""
    global stack_top
    follow_no_more()
    for i in range(STACKS):
        top_of_stack[i] = i * STACK_WORDS
    start_values()
    if status:
        return
    keep_blank_attributes()
    begin_knowing()
    stack[0] = 0
    stack[1] = SETUP
    stack_top = 2
    rest()


def begin() -> None:
    """Run a game that hasn't begun to its first decisions."""
    global candidates_top, pause_count, steps, work_top
    steps = 0
    work_top = 0
    pause_count = 0
    candidates_top = 0
    for i in range(STACKS):
        offered_count[i] = 0
    settle()
    stay_at_pause()


def ask_anew() -> None:
    """Ask who must decide, in a position that has been put together: what waits is asked once more; in a phase that all
    play at once everything goes on to the next decisions."""
    global candidates_top, steps, waiting_count, work_top
    take_up()
    steps = 0
    work_top = 0
    candidates_top = 0
    fill_words(offered_count, 0, STACKS, 0)
    if all_at_once:
        settle()
        return
    waiting_count = 0
    if stack_top > stack_base and is_decision[stack[stack_top - 1]]:
        waiting[0] = 0
        waiting_count = 1
        ask()


def choose(index: int) -> None:
    """Take an option of the decision on a stack: the one whose row stands at the beginning of `candidates`.
    `offered_count` says how many options the decisions on other stacks have, which wait already."""
    global candidates_top, pause_count, steps, work_top
    steps = 0
    work_top = 0
    pause_count = 0
    activate(index)
    candidates_top = row_words[stack[stack_top - 1]]
    take(CHOSE, 0)
    if status == FINE:
        candidates_top = 0
        settle()
    stay_at_pause()


def first_step() -> int:
    """Run a game that hasn't begun to its first decisions. Gives the same as `step`."""
    begin()
    return rested()


def step(option: int) -> int:
    """Take an option of the first decision that waits, by its number, run to the next decisions, and bring the position
    to rest. The rows must be in `candidates` as they were when the machine asked.

    Gives how many options the first decision has that waits then; 0 when the game is over; -1 where `status` says why
    it can't go on, or where the rows are lost, because they hold lists: then the decision must be asked anew.
    """
    choose_offered(option)
    return rested()


def rested() -> int:
    """Bring the position to rest if nothing has stopped the game. Gives what `step` does."""
    if status:
        return -1
    rest()
    if status:
        return -1
    return offered_now()


def offered_now() -> int:
    """How many options the first decision that waits has; 0 when the game is over; -1 where its rows were lost when the
    position came to rest, because they hold lists."""
    if waiting_count == 0:
        return 0
    if first_rows_have_lists():
        return -1
    return offered_count[waiting[0]]


def decide_first(place: int) -> None:
    """Let another one of the decisions that wait be the first, for the next step."""
    index = waiting[place]
    waiting[place] = waiting[0]
    waiting[0] = index


def first_rows_have_lists() -> int:
    """Whether the rows of the first decision that waits may hold lists."""
    return rows_have_lists[stack[top_of_stack[waiting[0]] - 1]]


def choose_offered(option: int) -> None:
    """Take an option of the first decision that waits, whose rows are in `candidates`, and run to the next decisions.
    The rows of other decisions that wait stay there, but for those with lists: these are asked again."""
    global candidates_top, steps, work_top
    steps = 0
    work_top = 0
    index = waiting[0]
    for i in range(1, waiting_count):
        other = waiting[i]
        decision = stack[top_of_stack[other] - 1]
        if rows_have_lists[decision]:
            drop_rows(offered_first[other], offered_count[other] * row_words[decision])
            offered_count[other] = 0
    activate(index)
    words = row_words[stack[stack_top - 1]]
    first = offered_first[index]
    count = offered_count[index]
    take(CHOSE, first + option * words)
    if status:
        return
    drop_rows(first, count * words)
    settle()


def drop_rows(first: int, words: int) -> None:
    """Take rows out of `candidates`: those behind them move up."""
    global candidates_top
    candidates_top -= words
    copy_words(candidates, first, first + words, candidates_top - first)
    for i in range(STACKS):
        if offered_first[i] > first:
            offered_first[i] = offered_first[i] - words
