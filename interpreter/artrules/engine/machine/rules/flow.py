"""The course of a game: setup, rounds, phases, turns, the end, what ends with them, and sides.

The engine's own frames wait on the stack as numbers, like all frames.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import finish_list, push
from artrules.engine.machine.hidden.knowledge import keep_known_at_start
from artrules.engine.machine.memory import (
    ALL_AT_ONCE, FINISHED, ON_TURN, PHASE_NUMBER, ROUND_NUMBER, STALLED, boundary_event, clock, gained_by, heap,
    life_ends_for, life_of_next_turns, life_of_rounds, life_takes_powers, loses_powers, offered_count, phase_back_to,
    phase_cost, phase_ends, phase_ends_first, phase_has_rule, phase_is_open, phase_who, player_of_zone, points, side_of,
    stack, top_of_stack, zone_of,
)
from artrules.engine.machine.numbers import (
    AFTER_PHASE, AFTER_TURN, CARDS, CLOSE_PHASE, CLOSE_ROUND, CLOSE_TURN, END_OF_ROUND, ENTER, FINAL, FINAL_STEPS,
    FINISH, HAS_BOUNDARIES, HAS_NEXT_TURN, HAS_UNTIL, JOIN, LAST_ROUND, NONE, PHASE, PHASES, PLAYERS, PLAY_PHASE,
    PLAY_TURN, ROUND, SCORE_PARTS, SETUP, SETUP_STEPS, STACK_WORDS, TURN,
)
from artrules.engine.machine.program import (
    end_values, final_step, find_winners, game_should_end, phase_body, phase_rule, score_part, setup_step,
    side_value,
)
from artrules.engine.machine.registers import (
    begun_at_once, gained_count, knowing, logging, record_count, stack_top, status, steps, use_count, watch_count,
    work_top,
)
from artrules.engine.machine.rules.actions import forget_uses_in_life, lose_gained
from artrules.engine.machine.rules.simultaneous import keep_phase_start
from artrules.engine.machine.rules.texts import log_asked, log_end, log_join, log_phase, log_round, log_turn
from artrules.engine.machine.rules.triggers import announce, forget_in_life
# fmt: on


# Ends lives, such as a turn or a round: what lasts as long goes back to its start (docs/write/phases.md, lives).


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


# The engine's own frames: setup, rounds, phases, turns, the end. Like all frames they wait on the stack as numbers.
#
# Which frame follows which:
#
#     SETUP i → … → ROUND → PHASE 0
#     PHASE k, played in turn:      (TURN → AFTER_TURN, for each who takes part)… → AFTER_PHASE
#     PHASE k, played all at once:  ENTER of each player who takes part → JOIN, with these as bits → AFTER_PHASE
#     PHASE k, played by nobody:    AFTER_PHASE
#     AFTER_PHASE → PHASE k+1, or PHASE k or an earlier one again; after the last phase END_OF_ROUND
#     END_OF_ROUND → ROUND, or FINAL i → … → FINISH
#
# Where watches wait for a boundary, they run on a frame that goes on after them: PHASE 0 at the start of a round, then
# PLAY_PHASE, PLAY_TURN, CLOSE_TURN, CLOSE_PHASE, CLOSE_ROUND. Otherwise what these do is done at once.


NOBODY = 0
IN_TURN = 1
AT_ONCE = 2

# what the code under the keys of phases says, by the names of these keys (`PHASE_RULES` of `model/ir/model.py`)
FROM_RULE = 0
IF_RULE = 1
NEXT_RULE = 2
UNTIL_RULE = 3
TAKES_PART_RULE = 4
STOP_IF_RULE = 5
AGAIN_RULE = 6

# boundaries, in the order of `model/ir/declarations.py`
ROUND_STARTS = 0
ROUND_ENDS = 1
TURN_STARTS = 2
TURN_ENDS = 3
PHASE_STARTS = 4
"""The start of the first phase, then its end, then the start of the next phase …"""


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
    """Put a frame of a phase in turn on the stack: the player, and how many players may still be asked whether they
    take part, with this one. In an open phase these are always all players once somebody has a turn."""
    global stack_top
    stack[stack_top] = phase
    stack[stack_top + 1] = player
    stack[stack_top + 2] = left
    stack[stack_top + 3] = block
    stack_top += 4


def value_of_rule(phase: int, rule: int, player: int, otherwise: int) -> int:
    """What a rule of a phase gives for a player, or NONE for nobody; where the phase has no such rule, `otherwise`."""
    number = rule * PHASES + phase
    value = otherwise
    if phase_has_rule[number]:
        value = phase_rule[number](player)
    return value


def awaited(boundary: int) -> int:
    """Whether there may be a watch for a boundary."""
    if HAS_BOUNDARIES == 0 or watch_count == 0:
        return 0
    return boundary_event[boundary] != NONE


def announce_boundary(boundary: int, player: int) -> None:
    """Let the watches for a boundary run, for that of a turn with the player. The frame that goes on after them lies on
    the stack."""
    start = work_top
    if player != NONE:
        push(player)
    announce(NONE, boundary_event[boundary], finish_list(start), -1)


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
    if awaited(ROUND_STARTS):
        clock[PHASE_NUMBER] = 0
        announce_boundary(ROUND_STARTS, NONE)


def begin_phase() -> None:
    global stack_top
    stack_top -= 2
    phase = stack[stack_top]
    if phase == PHASES:
        wait(END_OF_ROUND)
        return
    takes_place = value_of_rule(phase, IF_RULE, NONE, 1)
    if status:
        return
    if not takes_place:
        wait_with(phase + 1, PHASE)
        return
    clock[PHASE_NUMBER] = phase
    if logging:
        log_phase()
    wait_with(phase, PLAY_PHASE)
    if awaited(PHASE_STARTS + 2 * phase):
        announce_boundary(PHASE_STARTS + 2 * phase, NONE)
    else:
        play_phase()


def play_phase() -> None:
    global begun_at_once, stack_top, steps
    stack_top -= 2
    phase = stack[stack_top]
    if phase_who[phase] == NOBODY:
        wait_with(phase, AFTER_PHASE)
        steps += phase_cost[phase]
        phase_body[phase](NONE)
    elif phase_who[phase] == IN_TURN:
        first = value_of_rule(phase, FROM_RULE, NONE, 0)
        if status:
            return
        wait_in_turn(phase, first, PLAYERS, TURN)
    else:
        if logging:
            log_asked()
        entered = 0
        for player in range(PLAYERS):
            takes_part = value_of_rule(phase, TAKES_PART_RULE, player, 1)
            if status:
                return
            if takes_part:
                entered = entered | 1 << player
                wait_to_enter(phase, player)
        stack[stack_top] = entered
        stack_top += 1
        wait_with(phase, JOIN)
        keep_phase_start()
        clock[ALL_AT_ONCE] = 1
        begun_at_once = 1
        if knowing:
            keep_known_at_start()


def has_entered(player: int) -> int:
    """Whether a player takes part in the phase in progress, which all play at once. No stack but the table's is
    active."""
    return stack[stack_top - 3] >> player & 1


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
    global stack_top
    stack_top -= 4
    phase = stack[stack_top]
    player = stack[stack_top + 1]
    left = stack[stack_top + 2]
    takes_part = value_of_rule(phase, TAKES_PART_RULE, player, 1)
    if status:
        return
    if not takes_part:
        pass_turn(phase, player, left - 1)
        return
    if phase_is_open[phase]:
        left = PLAYERS
    clock[ON_TURN] = player
    if logging:
        log_turn(player)
    wait_in_turn(phase, player, left, PLAY_TURN)
    if awaited(TURN_STARTS):
        announce_boundary(TURN_STARTS, player)
    else:
        play_turn()


def play_turn() -> None:
    global steps
    phase = stack[stack_top - 4]
    player = stack[stack_top - 3]
    stack[stack_top - 1] = AFTER_TURN
    if HAS_NEXT_TURN:
        end_life(life_of_next_turns[0], player)
        if status:
            return
    steps += phase_cost[phase]
    phase_body[phase](player)


def end_turn() -> None:
    stack[stack_top - 1] = CLOSE_TURN
    if awaited(TURN_ENDS):
        announce_boundary(TURN_ENDS, stack[stack_top - 3])
    else:
        close_turn()


def close_turn() -> None:
    global stack_top
    stack_top -= 4
    phase = stack[stack_top]
    player = stack[stack_top + 1]
    left = stack[stack_top + 2]
    stops = value_of_rule(phase, STOP_IF_RULE, player, 0)
    if status:
        return
    over = value_of_rule(phase, UNTIL_RULE, player, 0)
    if status:
        return
    if over:
        left = 0
    elif not phase_is_open[phase]:
        left -= 1
    if stops:
        wait_with(0, FINAL)
    else:
        pass_turn(phase, player, left)
        if status:
            return
    end_lives(phase, EACH_PLAYER, player)
    if status:
        return
    end_lives(phase, EVERY_TURN, NONE)


def pass_turn(phase: int, player: int, left: int) -> None:
    """Let the next player's turn begin, if there is one and so many may still be asked."""
    following = NONE
    if left:
        following = value_of_rule(phase, NEXT_RULE, player, (player + 1) % PLAYERS)
        if status:
            return
    if following == NONE:
        wait_with(phase, AFTER_PHASE)
    else:
        wait_in_turn(phase, following, left, TURN)


def join_players() -> None:
    global stack_top
    stack_top -= 3
    if logging:
        log_join()
    wait_with(stack[stack_top + 1], AFTER_PHASE)


def end_phase() -> None:
    boundary = PHASE_STARTS + 2 * stack[stack_top - 2] + 1
    stack[stack_top - 1] = CLOSE_PHASE
    if awaited(boundary):
        announce_boundary(boundary, NONE)
    else:
        close_phase()


def close_phase() -> None:
    global stack_top
    stack_top -= 2
    phase = stack[stack_top]
    if phase_who[phase] == NOBODY:
        end_lives(phase, EACH_PLAYER, NONE)
        if status:
            return
    elif phase_who[phase] == AT_ONCE:
        for player in range(PLAYERS):
            end_lives(phase, EACH_PLAYER, player)
            if status:
                return
    if phase_who[phase] != IN_TURN:
        end_lives(phase, EVERY_TURN, NONE)
        if status:
            return
    end_lives(phase, EVERYONE, NONE)
    if status:
        return
    following = phase + 1
    again = value_of_rule(phase, AGAIN_RULE, NONE, 0)
    if status:
        return
    if again:
        following = phase_back_to[phase]
    wait_with(following, PHASE)


def end_round() -> None:
    stack[stack_top - 1] = CLOSE_ROUND
    if awaited(ROUND_ENDS):
        announce_boundary(ROUND_ENDS, NONE)
    else:
        close_round()


def close_round() -> None:
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
    find_result()
    if status:
        return
    clock[FINISHED] = 1
    if logging:
        log_end()


def find_result() -> int:
    """Find how the game comes out: gives the list of those who have won, and fills the regions `points` and `side_of`.
    Sets `status` where the content's code fails."""
    winners = find_winners()
    if status:
        return 0
    for player in range(PLAYERS):
        for part in range(SCORE_PARTS):
            points[part * PLAYERS + player] = score_part[part](player)
            if status:
                return 0
    find_sides()
    return winners


# Sides: players who win together (docs/write/phases.md, Sides). Who is on whose side is asked of content in the
# position in memory.


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
