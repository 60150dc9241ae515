"""What hosts and tools ask for beside playing: labels, scores, and positions that no game has reached."""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.engine import activate
from artrules.engine.machine.hidden.sight import sight
from artrules.engine.machine.looking_ahead import find_options
from artrules.engine.machine.memory import (
    ALL_AT_ONCE, PHASE_NUMBER, ROUND_NUMBER, block_cost, branch_uses_power, candidates, clock, first_branch,
    first_in_zone, is_decision, is_pile, kind_of, phase_is_open, stack, zone_of,
)
from artrules.engine.machine.numbers import (
    FINE, GAME_ENDS, NONE, NOTHING_IN_SETUP, PHASE, PLAYERS, ROUND, THING_CARD, TURN,
)
from artrules.engine.machine.program import (
    best_by, card_picture, card_title, deciding_player, figure, find_reason, look_value, list_candidates, run_block,
    score_lines, take_candidate, total, used_power,
)
from artrules.engine.machine.registers import (
    candidates_top, logging, looking_ahead, row_count, stack_base, stack_top, status, text_top,
)
from artrules.engine.machine.reasons import forget_attempts, words_of_reason
from artrules.engine.machine.rules.actions import definition_of
from artrules.engine.machine.rules.flow import FROM_RULE, value_of_rule, wait_in_turn, wait_with
from artrules.engine.machine.rules.texts import log_phase, tell_card, tell_option, tell_power
from artrules.engine.machine.signals import count_work, find_fault
# fmt: on


# What a host asks for beside playing: labels, scores. Each function writes tokens or gives a number; `status` says
# whether it failed.


def write_option_label(index: int) -> None:
    """Write the label of a candidate of the decision on a stack: its row stands at the beginning of `candidates`."""
    global text_top
    text_top = 0
    activate(index)
    tell_option(0, 0)


def write_card(card: int) -> None:
    """Write a card."""
    global text_top
    text_top = 0
    tell_card(card)


def write_title(card: int) -> None:
    """Write the title that the layout gives a card."""
    global text_top
    text_top = 0
    card_title[kind_of[card]](card)


def write_picture(card: int) -> None:
    """Write the path of a card's picture."""
    global text_top
    text_top = 0
    card_picture[kind_of[card]](card)


def write_power(power: int) -> None:
    """Write a power on a card."""
    global text_top
    text_top = 0
    tell_power(power)


def write_reason(index: int, kind: int, value: int) -> int:
    """Write why the decision on a stack offers nothing about a thing, and give 1; or give 0, where content has no words
    for that, or where it may depend on what who decides doesn't see."""
    global status, text_top
    text_top = 0
    activate(index)
    decision = stack[stack_top - 1]
    seat = deciding_player[decision]()
    if status or clock[ALL_AT_ONCE]:
        return 0
    if kind == THING_CARD:
        zone = zone_of[value]
        if not sight(value) >> seat & 1 or (is_pile[zone] and first_in_zone[zone] != value):
            return 0
    forget_attempts()
    find_reason[decision](kind, value)
    text_top = 0
    if status:
        status = FINE
        return 0
    text_top = words_of_reason()
    return text_top > 0


def write_score_lines(part: int, player: int) -> None:
    """Write the lines of a part of a player's score."""
    global text_top
    text_top = 0
    score_lines[part](player)


def value_of_figure(number: int, owner: int, me: int) -> int:
    """The value of a figure of the layout, for an owner and the player who looks."""
    return figure[number](owner, me)


def value_for_option(number: int, me: int) -> int:
    """A value that is found out for what content says of an option: its row stands at the beginning of `candidates`."""
    return look_value[number](me, 0)


def find_level(key: int) -> int:
    """The list of those who would win by the first keys of the rule that says who wins, so many of them."""
    return best_by[key - 1]()


def count_total(number: int) -> int:
    """What a total of pieces comes to."""
    return total[number]()


def power_used_by(index: int) -> int:
    """The definition of the power that a candidate of the decision on a stack uses, if it does nothing else; its row
    stands at the beginning of `candidates`. -1 for any other candidate."""
    global looking_ahead
    activate(index)
    decision = stack[stack_top - 1]
    if not branch_uses_power[first_branch[decision] + candidates[0]]:
        return -1
    looking_ahead = 1
    power = used_power[decision](0)
    looking_ahead = 0
    if status:
        return 0
    return definition_of(power)


def list_rows() -> None:
    """Write the rows of all candidates of the decision on top of the active stack."""
    list_candidates[stack[stack_top - 1]]()


# Puts a position together that no game has reached: the setup alone, or the game from a given phase on. Tools and
# scenarios begin games so.


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
    first = value_of_rule(phase, FROM_RULE, NONE, 0)
    if status:
        return
    left = PLAYERS
    if not phase_is_open[phase]:
        left -= (player - first) % PLAYERS
    wait_in_turn(phase, player, left, TURN)
    if logging:
        log_phase()
