"""Looking ahead: which candidates of a decision begin an action that can be completed (docs/write/statements.md).

A candidate is taken, and what follows runs up to a failure, a commit, the action's end, a point after which nothing can
fail, or the next decision of the action. The candidates of that decision are tried in turn, depth first. Positions that
were looked at are remembered by what can still affect whether something fails (`position_key.py`). What `lower/` has
proved never to fail isn't tried.

Slots hold positions: slot 0 the decision's own, slot n that of the n-th decision on the path.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import compact
from artrules.engine.machine.intrinsics import (
    copy_words, memo_clear, memo_id, reserve, restore_position, room, save_position,
)
from artrules.engine.machine.memory import (
    block_cost, branch_can_fail, branch_is_foreseen, branch_suite_can_fail, branch_uses_power, candidates,
    decision_can_fail, first_branch, frame_words, has_suites, is_decision, may_fail, memo_answer, memo_depth,
    path_count, path_first, path_key, path_leans, path_left, path_unsure, path_words, power_can_fail, row_words, stack,
    suites_can_fail, unsure,
)
from artrules.engine.machine.numbers import (
    ACTION, AHEAD_FULL, BLOCK_STEPS, CARDS, CONSTANTS, ENDS_SUITE, FAILED, FAULTY, FINE, HEAP_ROOM, MOST_OPTIONS,
    MOST_POSITIONS, MOST_STEPS, MOST_WORDS_AHEAD, MOVERS, NEVER_FAILS, OPTIONS_FULL, PLAIN_SHAPE, PLAYERS, SHOWS,
    TOO_LONG, TOO_MANY_OPTIONS, TOO_MANY_POSITIONS, TOO_MUCH_LOOKED_AT,
)
from artrules.engine.machine.position_key import add_position_key
from artrules.engine.machine.program import (
    deciding_player, foresee_option, list_candidates, run_block, take_candidate, used_power,
)
from artrules.engine.machine.registers import (
    begun_at_once, candidates_top, fault, gained_count, given_shape, heap_top, looking_ahead, memo_count, positions,
    record_count, row_count, search_steps, stack_base, stack_top, status, steps, use_count, watch_count, work_top,
)
from artrules.engine.machine.rules.actions import acting_player, definition_of, nothing_can_fail, nothing_can_fail_below
from artrules.engine.machine.signals import find_fault
# fmt: on


# Runs the frames of the active stack until a decision lies on top.


def advance() -> int:
    """Run the active stack until a decision lies on top of it. Returns 1 then; 0 when the stack is empty, when other
    stacks must run now, or when `status` says why it can't go on."""
    global given_shape, steps
    given_shape = PLAIN_SHAPE
    while stack_top > stack_base:
        block = stack[stack_top - 1]
        if is_decision[block]:
            return 1
        steps += block_cost[block]
        if steps > MOST_STEPS:
            find_fault(TOO_LONG, -2 - block, 0, 0, 0)
            return 0
        run_block[block]()
        if status or begun_at_once:
            return 0
        if heap_top > HEAP_ROOM:
            compact(1)
    return 0


NO = 0
YES = 1
DECIDES = 2
"""What following a candidate comes to: it fails, it can be completed, or the action's player decides again."""

UNSEEN = 0
KNOWN_NO = 1
KNOWN_YES = 2
OPEN = 3
"""On the path now; `memo_depth` says where."""
UNSURE = 4
"""Nothing was found from there, but it leads back to a position on the path; `memo_depth` says how deep."""

FIRST_REMEMBERED = 128
"""From so many positions on, they are remembered: it costs more than a few of them are worth."""
MOST_STEPS_FORESEEN = 100_000
"""The most units of work for telling what becomes of a candidate. One that takes more is followed."""
HEAP_ROOM_AHEAD = 100_000
"""When the heap has more words than this, it is compacted before a position is looked at."""


def find_too_many(decision: int, count: int) -> None:
    """There is no room for more candidates of a decision than so many."""
    if count > MOST_OPTIONS:
        find_fault(TOO_MANY_OPTIONS, -2 - decision, 0, MOST_OPTIONS, count)
    else:
        find_fault(OPTIONS_FULL, -2 - decision, 0, 0, 0)


def candidate_may_fail(row: int, decision: int, within: int) -> int:
    """Whether something may fail after taking a candidate, as far as the program tells. `within` says that an action is
    in progress, so that code after the branch's suite counts, too."""
    branch = first_branch[decision] + candidates[row]
    if within:
        if not branch_can_fail[branch]:
            return 0
    elif not branch_suite_can_fail[branch]:
        return 0
    if not branch_uses_power[branch]:
        return 1
    return power_can_fail[definition_of(used_power[decision](row))]


def find_options() -> None:
    """List the candidates of the decision on top of the active stack from `candidates_top` on, and keep those whose
    action can be completed. `row_count` says how many are left."""
    global candidates_top, looking_ahead, memo_count, positions, row_count, search_steps, steps
    decision = stack[stack_top - 1]
    first = candidates_top
    positions = 0
    list_candidates[decision]()
    if status:
        return
    if row_count > MOST_OPTIONS:
        find_fault(TOO_MANY_OPTIONS, -2 - decision, 0, MOST_OPTIONS, row_count)
        return
    within = 0
    sure = 1
    place = stack_top - frame_words[decision]
    while place > stack_base:
        block = stack[place - 1]
        if block == ACTION:
            within = 1
            break
        if may_fail[block]:
            sure = 0
        place -= frame_words[block]
    if not within and has_suites[decision]:
        sure = 1
    if sure:
        if within:
            if not decision_can_fail[decision]:
                return
        elif not suites_can_fail[decision]:
            return
    words = row_words[decision]
    count = row_count
    kept = 0
    saved = 0
    own_steps = steps + count
    for i in range(count):
        row = first + i * words
        leads_on = YES
        if not sure or candidate_may_fail(row, decision, within):
            steps = own_steps
            leads_on = foresee(row, decision, within, sure)
            own_steps = steps
        if leads_on == DECIDES:
            if not saved:
                path_words[0] = words_in_slot()
                if path_words[0] > MOST_WORDS_AHEAD:
                    find_fault(AHEAD_FULL, -2 - decision, 0, 0, 0)
                    return
                save_position(0)
                memo_clear()
                memo_count = 0
                search_steps = -MOST_STEPS
                looking_ahead = 1
                saved = 1
            candidates_top = first + count * words
            leads_on = follow(row, decision)
            if leads_on == DECIDES:
                leads_on = search()
            restore_position(0)
            if status:
                break
        if leads_on:
            if kept != i:
                copy_words(candidates, first + kept * words, row, words)
            kept += 1
    if saved:
        looking_ahead = 0
        own_steps += (search_steps + MOST_STEPS) // 4
    steps = own_steps
    row_count = kept
    candidates_top = first + kept * words


WORDS_IN_SLOTS = 24
"""How many words a slot keeps at most for itself, and of the clock."""


def words_in_slot() -> int:
    """How many words of the position a slot keeps at most."""
    words = heap_top - CONSTANTS + stack_top - stack_base + WORDS_IN_SLOTS + PLAYERS + (SHOWS + MOVERS) * CARDS
    return words + 2 * gained_count + 3 * use_count + 4 * record_count + 5 * watch_count


def foresee(row: int, decision: int, within: int, sure: int) -> int:
    """What can be told of a candidate in the position as it is: NO, YES, or DECIDES where it has to be followed."""
    global heap_top, looking_ahead, status, steps
    if not branch_is_foreseen[first_branch[decision] + candidates[row]]:
        return DECIDES
    outer = looking_ahead
    top = heap_top
    before = steps
    looking_ahead = 1
    steps = MOST_STEPS - MOST_STEPS_FORESEEN
    foreseen = foresee_option[decision](row)
    looking_ahead = outer
    heap_top = top
    steps = before + (steps - MOST_STEPS + MOST_STEPS_FORESEEN) // 4
    if status:
        failed = status == FAILED
        status = FINE
        if failed:
            return NO
        return DECIDES
    if (foreseen == ENDS_SUITE and not within) or (foreseen == NEVER_FAILS and sure):
        return YES
    return DECIDES


def follow(row: int, decision: int) -> int:
    """Take a candidate and see what it comes to. The position is lost."""
    global positions, search_steps, status, steps, work_top
    positions += 1
    if positions > MOST_POSITIONS:
        find_fault(TOO_MANY_POSITIONS, -2 - decision, 0, MOST_POSITIONS, positions)
        return NO
    steps = search_steps + BLOCK_STEPS + heap_top // 16
    take_candidate[decision](row)
    reached = 0
    if not status and not nothing_can_fail():
        reached = advance()
    search_steps = steps
    work_top = 0
    if status:
        return after_stopping(decision)
    if not reached or nothing_can_fail() or deciding_player[stack[stack_top - 1]]() != acting_player():
        return YES
    return DECIDES


def after_stopping(decision: int) -> int:
    """What it means that code has stopped while looking ahead: a failure comes to NO; a commit or the end of the game
    to YES. A fault stays."""
    global status
    if status == FAULTY:
        if fault == TOO_LONG:
            find_fault(TOO_MUCH_LOOKED_AT, -2 - decision, 0, 0, 0)
        return NO
    failed = status == FAILED
    status = FINE
    if failed:
        return NO
    return YES


def search() -> int:
    """Whether the action can be completed from the position, which is at one of its decisions: depth first.

    A position may lead back to one on the path. If nothing is found from the inner position, this becomes certain only
    when the outer one is finished. Until then the inner position is unsure, and leans on the outermost position that it
    leads back to.
    """
    depth = 0
    unsure_count = 0
    reached = open_position(1, 0)
    while not status:
        if reached == DECIDES:
            depth += 1
        elif reached == YES:
            for i in range(1, depth + 1):
                answer(path_key[i], KNOWN_YES)
            for i in range(unsure_count):
                memo_answer[unsure[i]] = KNOWN_YES
            return YES
        if depth == 0:
            return NO
        reached = next_position(depth)
        if reached == DECIDES:
            reached = open_position(depth + 1, unsure_count)
        elif reached == NO and not status:
            unsure_count = close_position(depth, unsure_count)
            depth -= 1
    return NO


def answer(number: int, known: int) -> None:
    """Remember what is known of a position; -1 stands for positions that aren't remembered."""
    if number >= 0:
        memo_answer[number] = known


def number_of_position() -> int:
    """The number of the position, by what can still affect whether something fails; -1 if it isn't remembered."""
    global memo_count
    if positions < FIRST_REMEMBERED:
        return -1
    add_position_key()
    number = memo_id()
    if number == memo_count:
        if number >= room(memo_answer):
            reserve(memo_answer, number + 1)
            reserve(memo_depth, number + 1)
        memo_answer[number] = UNSEEN
        memo_count += 1
    return number


def open_position(depth: int, unsure_count: int) -> int:
    """Begin to look at a position that has just been reached. Comes to DECIDES when it is on the path at this depth
    now; otherwise it is known already, or nothing more is to be found from there."""
    global candidates_top, search_steps, steps
    decision = stack[stack_top - 1]
    first = candidates_top
    steps = search_steps
    if heap_top > HEAP_ROOM_AHEAD:
        steps += heap_top // 4
        compact(0)
    list_candidates[decision]()
    search_steps = steps
    if status:
        return after_stopping(decision)
    if nothing_can_fail_below(stack_top - frame_words[decision]):
        for i in range(row_count):
            if not candidate_may_fail(first + i * row_words[decision], decision, 1):
                return YES
    number = number_of_position()
    if number >= 0 and memo_answer[number] != UNSEEN:
        return meet_again(number, depth)
    if depth >= room(path_key):
        reserve(path_key, depth + 1)
        reserve(path_first, depth + 1)
        reserve(path_count, depth + 1)
        reserve(path_left, depth + 1)
        reserve(path_leans, depth + 1)
        reserve(path_unsure, depth + 1)
        reserve(path_words, depth + 1)
    path_key[depth] = number
    path_first[depth] = first
    path_count[depth] = row_count
    path_left[depth] = row_count
    path_leans[depth] = MOST_POSITIONS
    path_unsure[depth] = unsure_count
    path_words[depth] = path_words[depth - 1]
    if row_count > 1:
        path_words[depth] = path_words[depth] + words_in_slot()
        if path_words[depth] > MOST_WORDS_AHEAD:
            find_fault(AHEAD_FULL, -2 - decision, 0, 0, 0)
            return NO
        save_position(depth)
    if number >= 0:
        memo_answer[number] = OPEN
        memo_depth[number] = depth
    return DECIDES


def meet_again(number: int, depth: int) -> int:
    """What a position comes to that has been reached before."""
    known = memo_answer[number]
    if known == KNOWN_YES:
        return YES
    if known != KNOWN_NO and memo_depth[number] < path_leans[depth - 1]:
        path_leans[depth - 1] = memo_depth[number]
    return NO


def next_position(depth: int) -> int:
    """Try the next candidates of the position at a depth of the path, up to one from which the action's player decides
    again. The last comes first: what ends something stands mostly behind what goes on with it, and leads out soonest.
    """
    global candidates_top
    while path_left[depth]:
        if path_left[depth] != path_count[depth]:
            restore_position(depth)
        decision = stack[stack_top - 1]
        path_left[depth] = path_left[depth] - 1
        row = path_first[depth] + row_words[decision] * path_left[depth]
        candidates_top = row + row_words[decision]
        reached = follow(row, decision)
        if status or reached != NO:
            return reached
    return NO


def close_position(depth: int, unsure_count: int) -> int:
    """Nothing leads on from the position at a depth of the path. Gives how many positions are unsure now."""
    leans = path_leans[depth]
    if path_key[depth] >= 0:
        reserve(unsure, unsure_count + 1)
        unsure[unsure_count] = path_key[depth]
        unsure_count += 1
        memo_answer[path_key[depth]] = UNSURE
        memo_depth[path_key[depth]] = leans
    if leans >= depth:
        for i in range(path_unsure[depth], unsure_count):
            memo_answer[unsure[i]] = KNOWN_NO
        return path_unsure[depth]
    if leans < path_leans[depth - 1]:
        path_leans[depth - 1] = leans
    return unsure_count
