"""What several players choose at once: phases that all play at once, and questions in the middle of what somebody
does (`docs/write/phases.md`, Several asked at once).
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import finish_list, push
from artrules.engine.machine.hidden.knowledge import keep_known_at_start
from artrules.engine.machine.hidden.sight import write_sights
from artrules.engine.machine.intrinsics import fill_words, reserve
from artrules.engine.machine.memory import (
    ALL_AT_ONCE, attributes, cards_in_zone, clock, drawn, face_of, first_in_zone, gained_by, gained_card, gained_power,
    heap, last_in_zone, mover_of, next_in_zone, offered_count, previous_in_zone, question_cost, serials, shown_to,
    stack, then_attributes, then_drawn, then_face_of, then_first_in_zone, then_gained_card, then_gained_power,
    then_mover_of, then_next_in_zone, then_serials, then_shown_to, then_variables, then_zone_of, top_of_stack,
    variables, zone_of,
)
from artrules.engine.machine.numbers import (
    ANSWER, ASKED, ASKED_WITHIN, ATTRIBUTES, CARDS, MOVERS, NIL, NONE, PLAYERS, SHOWS, STACK_WORDS, STREAMS, VARIABLES,
    ZONES,
)
from artrules.engine.machine.program import run_question
from artrules.engine.machine.registers import (
    all_at_once, begun_at_once, gained_count, knowing, logging, stack_top, status, steps, then_gained_count, work_top,
)
from artrules.engine.machine.rules.actions import check_stack, commit
from artrules.engine.machine.rules.texts import log_asked, log_join
from artrules.engine.machine.signals import find_fault
# fmt: on


# Keeps the position at which a phase begins that all play at once. Until it ends, others see their things so.


def keep_phase_start() -> None:
    """Keep the position as it is."""
    global then_gained_count
    for card in range(CARDS):
        then_zone_of[card] = zone_of[card]
        then_face_of[card] = face_of[card]
        then_next_in_zone[card] = next_in_zone[card]
        if SHOWS:
            then_shown_to[card] = shown_to[card]
        if MOVERS:
            then_mover_of[card] = mover_of[card]
    for zone in range(ZONES):
        then_first_in_zone[zone] = first_in_zone[zone]
    for i in range(VARIABLES):
        then_variables[i] = variables[i]
    for i in range(ATTRIBUTES):
        then_attributes[i] = attributes[i]
    for stream in range(STREAMS):
        then_drawn[stream] = drawn[stream]
    for player in range(PLAYERS):
        then_serials[player] = serials[player]
    reserve(then_gained_card, gained_count)
    reserve(then_gained_power, gained_count)
    for i in range(gained_count):
        then_gained_card[i] = gained_card[i]
        then_gained_power[i] = gained_power[i]
    then_gained_count = gained_count


def drop_phase_start() -> None:
    """Forget it: the phase is over."""
    global then_gained_count
    clock[ALL_AT_ONCE] = 0
    fill_words(then_zone_of, 0, CARDS, 0)
    fill_words(then_face_of, 0, CARDS, 0)
    fill_words(then_next_in_zone, 0, CARDS, 0)
    fill_words(then_shown_to, 0, SHOWS * CARDS, 0)
    fill_words(then_mover_of, 0, MOVERS * CARDS, 0)
    fill_words(then_first_in_zone, 0, ZONES, 0)
    fill_words(then_variables, 0, VARIABLES, 0)
    fill_words(then_attributes, 0, ATTRIBUTES, 0)
    fill_words(then_drawn, 0, STREAMS, 0)
    fill_words(then_serials, 0, PLAYERS, 0)
    then_gained_count = 0


def exchange_phase_start() -> None:
    """Let the cards, variables and attributes of the position and those that were kept change places, to change the
    latter; the same once more changes them back."""
    for card in range(CARDS):
        zone = zone_of[card]
        face = face_of[card]
        after = next_in_zone[card]
        zone_of[card] = then_zone_of[card]
        face_of[card] = then_face_of[card]
        next_in_zone[card] = then_next_in_zone[card]
        then_zone_of[card] = zone
        then_face_of[card] = face
        then_next_in_zone[card] = after
        if SHOWS:
            shown = shown_to[card]
            shown_to[card] = then_shown_to[card]
            then_shown_to[card] = shown
        if MOVERS:
            mover = mover_of[card]
            mover_of[card] = then_mover_of[card]
            then_mover_of[card] = mover
    for zone in range(ZONES):
        first = first_in_zone[zone]
        first_in_zone[zone] = then_first_in_zone[zone]
        then_first_in_zone[zone] = first
    for i in range(VARIABLES):
        value = variables[i]
        variables[i] = then_variables[i]
        then_variables[i] = value
    for i in range(ATTRIBUTES):
        value = attributes[i]
        attributes[i] = then_attributes[i]
        then_attributes[i] = value
    link_back()


def write_sights_then() -> None:
    """Write for all cards who sees them where they lay when the phase began into `sights`."""
    exchange_phase_start()
    write_sights()
    exchange_phase_start()


def go_to_phase_start() -> None:
    """Put what lay on the table when the phase began in the place of what lies there now."""
    global gained_count
    exchange_phase_start()
    reserve(gained_card, then_gained_count)
    reserve(gained_power, then_gained_count)
    gained_count = then_gained_count
    fill_words(gained_by, 0, CARDS, 0)
    for i in range(gained_count):
        card = then_gained_card[i]
        gained_card[i] = card
        gained_power[i] = then_gained_power[i]
        gained_by[card] = gained_by[card] + 1


def link_back() -> None:
    """Find for each zone the last card and how many there are, and for each card the one before it."""
    for zone in range(ZONES):
        before = NIL
        count = 0
        card = first_in_zone[zone]
        while card != NIL:
            previous_in_zone[card] = before
            before = card
            count += 1
            card = next_in_zone[card]
        last_in_zone[zone] = before
        cards_in_zone[zone] = count


# Questions that several players are asked at once in the middle of what somebody does (docs/write/phases.md).
#
# On the table's stack the frame (code, players as bits, list of the values that the suite keeps, ASKED) waits until all
# have answered. Each of the players runs the suite on a stack of their own, which begins with the frame (player,
# ENTER). Meanwhile the rules of a phase hold that all play at once: the position is kept as it was, and others see
# their things so. Answers are kept among the players' variables.


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
