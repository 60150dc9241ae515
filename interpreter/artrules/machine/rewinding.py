"""The position as a seat may know it in a phase that all play at once, or while several players are asked at once: the
others have done nothing yet.

There a player changes only what is theirs. So the position can be put together from two: the things of the
seat as they are now, the things of the others as they were when the phase began.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.asking import wait_to_answer
from artrules.machine.flow import has_entered, wait_to_enter
from artrules.machine.intrinsics import fill_words, reserve
from artrules.machine.limits import add_uses, keep_use
from artrules.machine.lists import push
from artrules.machine.memory import (
    ALL_AT_ONCE, USES_THEN, WATCHES_THEN, attributes, carried_of, carried_then, changing, changing_first, clock, drawn,
    face_of, first_in_zone, gained_by, gained_card, gained_power, history_of, history_then, known_lists, known_places,
    next_in_zone, player_of_variable, player_of_zone, serials, shown_to, stack, then_attributes, then_drawn,
    then_face_of, then_first_in_zone, then_gained_card, then_gained_power, then_next_in_zone, then_serials,
    then_shown_to, then_variables, then_zone_of, use_limit, variables, watch_owner, watch_shape, work, zone_of,
)
from artrules.machine.numbers import ASKED, CARDS, NOT_APART, PLAYERS, SHOWS, STREAMS, VARIABLES, ZONES
from artrules.machine.phase_start import link_back
from artrules.machine.powers import first_gained
from artrules.machine.registers import (
    gained_count, knowledge_changed, reading, stack_top, then_gained_count, use_count, watch_count, work_top,
)
from artrules.machine.signals import find_fault
from artrules.machine.triggers import add_watch, keep_watch
from artrules.machine.written import next_word, read_value
# fmt: on


def is_of_others(owner: int, seat: int) -> int:
    """Whether an owner, 0 for the table or a player counted from 1, is another player."""
    return owner != 0 and owner != seat + 1


def rewind_others(seat: int) -> None:
    """Let all but one seat stand at the beginning of a phase that all play at once, or of such a question. Outside of
    them nothing changes. Sets `status` when players have changed each other's things there. No stack but the table's
    is active."""
    if not clock[ALL_AT_ONCE] or known_places[USES_THEN] == 0:
        return
    for card in range(CARDS):
        away = is_of_others(player_of_zone[zone_of[card]], seat)
        if away != is_of_others(player_of_zone[then_zone_of[card]], seat):
            find_fault(NOT_APART, -1, 0, 0, 0)
            return
    rewind_gained(seat)
    rewind_cards(seat)
    for i in range(VARIABLES):
        if is_of_others(player_of_variable[i], seat):
            variables[i] = then_variables[i]
    for i in range(STREAMS):
        if is_of_others(i % (1 + PLAYERS), seat):
            drawn[i] = then_drawn[i]
    rewind_uses(seat)
    rewind_watches(seat)
    for player in range(PLAYERS):
        if player != seat:
            serials[player] = then_serials[player]
            stand_at_beginning(player)


def stand_at_beginning(player: int) -> None:
    """Let a player who takes part stand at the beginning of the phase or question."""
    if stack[stack_top - 1] == ASKED:
        if stack[stack_top - 3] >> player & 1:
            wait_to_answer(player)
    elif has_entered(player):
        wait_to_enter(stack[stack_top - 2], player)


def rewind_cards(seat: int) -> None:
    """Lay the others' cards as they lay, with what was on them. What seats know of these goes back, too."""
    global knowledge_changed
    knowledge_changed = 1
    for card in range(CARDS):
        if is_of_others(player_of_zone[zone_of[card]], seat):
            zone_of[card] = then_zone_of[card]
            face_of[card] = then_face_of[card]
            next_in_zone[card] = then_next_in_zone[card]
            if SHOWS:
                shown_to[card] = then_shown_to[card]
            for i in range(changing_first[card], changing_first[card + 1]):
                attributes[changing[i]] = then_attributes[changing[i]]
            for other in range(PLAYERS):
                history_of[other * CARDS + card] = history_then[other * CARDS + card]
                carried_of[other * CARDS + card] = carried_then[other * CARDS + card]
    for zone in range(ZONES):
        if is_of_others(player_of_zone[zone], seat):
            first_in_zone[zone] = then_first_in_zone[zone]
    link_back()


def rewind_gained(seat: int) -> None:
    """Give the others' cards the powers that they had gained."""
    global gained_count, work_top
    if gained_count == 0 and then_gained_count == 0:
        return
    start = work_top
    for card in range(CARDS):
        if is_of_others(player_of_zone[zone_of[card]], seat):
            for i in range(then_gained_count):
                if then_gained_card[i] == card:
                    push(card)
                    push(then_gained_power[i])
        else:
            first = first_gained(card)
            for i in range(first, first + gained_by[card]):
                push(card)
                push(gained_power[i])
    gained_count = (work_top - start) // 2
    reserve(gained_card, gained_count)
    reserve(gained_power, gained_count)
    fill_words(gained_by, 0, CARDS, 0)
    for i in range(gained_count):
        card = work[start + 2 * i]
        gained_card[i] = card
        gained_power[i] = work[start + 2 * i + 1]
        gained_by[card] = gained_by[card] + 1
    work_top = start


def rewind_uses(seat: int) -> None:
    """Count what the others had used, and no more."""
    global use_count
    kept = 0
    for i in range(use_count):
        if use_limit[i] % PLAYERS == seat:
            keep_use(kept, i)
            kept += 1
    use_count = kept
    uses_then = known_places[USES_THEN]
    for i in range(known_lists[uses_then] // 3):
        place = uses_then + 1 + 3 * i
        if known_lists[place] % PLAYERS != seat:
            add_uses(known_lists[place], known_lists[place + 1], known_lists[place + 2])


def rewind_watches(seat: int) -> None:
    """Let the others watch for what they watched for."""
    global reading, watch_count
    kept = 0
    for i in range(watch_count):
        if watch_owner[i] == seat:
            keep_watch(kept, i)
            kept += 1
    watch_count = kept
    reading = known_places[WATCHES_THEN] + 1
    end = reading + known_lists[known_places[WATCHES_THEN]]
    while reading < end:
        owner = next_word()
        serial = next_word()
        code = next_word()
        times = next_word()
        values = read_value(watch_shape[code])
        if owner != seat:
            add_watch(owner, serial, code, times, values)
