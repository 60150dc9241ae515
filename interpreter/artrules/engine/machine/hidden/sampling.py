"""Samples: determinizations of one position for a seat, made inside the machine, one after another.

One redeals everything that the seat doesn't know, and rewinds what others choose at the same time.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.engine import ask_anew, offered_now, rest, take_up, takes_only_option
from artrules.engine.machine.heap import next_word, push, read_value
from artrules.engine.machine.hidden.determinization import deal
from artrules.engine.machine.hidden.hidden_values import deal_values, see_that_values_fit
from artrules.engine.machine.hidden.laying import lay_cards
from artrules.engine.machine.hidden.places import see_that_cards_fit
from artrules.engine.machine.hidden.shuffling import deal_below
from artrules.engine.machine.intrinsics import (
    bring_back_knowledge, bring_back_position, fill_words, keep_knowledge, keep_position, reserve, rotated,
    wrapping_sum,
)
from artrules.engine.machine.language import Wide
from artrules.engine.machine.memory import (
    ALL_AT_ONCE, USES_THEN, WATCHES_THEN, assumed_by, assumed_then, attributes, carried_of, carried_then, changing,
    changing_first, clock, deal_drawn, drawn, face_of, first_in_zone, gained_by, gained_card, gained_power, history_of,
    history_then, known_lists, known_places, mover_of, next_in_zone, offered_player, player_of_variable, player_of_zone,
    root_key, serials, shown_to, stack, stream_key, then_attributes, then_drawn, then_face_of, then_first_in_zone,
    then_gained_card, then_gained_power, then_mover_of, then_next_in_zone, then_serials, then_shown_to, then_variables,
    then_zone_of, use_limit, variables, waiting, watch_owner, watch_shape, work, zone_of,
)
from artrules.engine.machine.numbers import (
    ASKED, CARDS, HIDDEN_VALUES, LIMITED_ZONES, MOVERS, NOT_APART, PLAYERS, ROOT, SHOWS, STREAMS, TOO_MANY_GAINED,
    VARIABLES, ZONES,
)
from artrules.engine.machine.registers import (
    gained_count, keys_changed, knowing, knowledge_changed, looking_ahead, reading, root_asked, root_at_once,
    sample_attempt, stack_top, status, steps, then_gained_count, use_count, waiting_count, watch_count, work_top,
)
from artrules.engine.machine.rules.actions import add_uses, first_gained, keep_use
from artrules.engine.machine.rules.flow import has_entered, wait_to_enter
from artrules.engine.machine.rules.simultaneous import exchange_phase_start, link_back, wait_to_answer
from artrules.engine.machine.rules.triggers import add_watch, keep_watch
from artrules.engine.machine.signals import find_fault
# fmt: on


# The position as a seat may know it in a phase that all play at once, or while several players are asked at once: the
# others have done nothing yet.
#
# There a player changes only what is theirs. So the position can be put together from two: the things of the
# seat as they are now, the things of the others as they were when the phase began.


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
            assumed_by[card] = assumed_then[card]
            zone_of[card] = then_zone_of[card]
            face_of[card] = then_face_of[card]
            next_in_zone[card] = then_next_in_zone[card]
            if SHOWS:
                shown_to[card] = then_shown_to[card]
            if MOVERS:
                mover_of[card] = then_mover_of[card]
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
    count = (work_top - start) // 2
    if not (reserve(gained_card, count) and reserve(gained_power, count)):
        find_fault(TOO_MANY_GAINED, -1, 0, 0, count)
        return
    gained_count = count
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


# A determinization in one go: the game plays on from it in memory (`determinization.py`, `laying.py`,
# `hidden_values.py`).


def redeal(seat: int, settled: int) -> int:
    """Assign the cards that a seat doesn't know at random, let them lie so, deal the values that it doesn't see, and
    ask who must decide. What one of the settled seats, given as bits, sees stays. From then on nobody's knowledge is
    kept.

    Gives what `step` does, and the position is at rest.
    """
    global knowing, steps
    knowing = 1
    steps = 0
    take_up()
    rewind_others(seat)
    if not status:
        deal(seat, settled)
    if not status:
        lay_cards(seat)
    if not status:
        deal_values(seat, settled)
    knowing = 0
    if not status:
        rest()
    if not status:
        ask_anew()
    if not status:
        rest()
    if status:
        return -1
    return offered_now()


# Samples, one after another. `keep_root` keeps the position of which they are made: the *root*. `take_sample` puts the
# sample with a number into memory: the same number gives the same sample, whatever was done with others. All draw from
# the stream `deal_key`, in which each attempt at each sample has a part of its own.


MOST_ATTEMPTS = 40
"""Attempts to find a sample in which the player who is asked at the root would be asked, too. After these the first one
counts that came to no fault, and if none has, one in which the cards and values that the others see stay as they are:
then alone a sample depends on what the seat can't know."""
FOR_CHANCE = MOST_ATTEMPTS + 1
"""The part of a sample from which its own chance comes."""
PARTS = MOST_ATTEMPTS + 2
PART_BITS = 24
"""A part of the stream has so many numbers, as a power of 2."""
HALF_KEY = 1 << 30


def see_that_hidden_fits() -> None:
    """Find a fault where hidden cards and values really aren't what content says that they may be; in a phase that all
    play at once, where they weren't when it began. What runs for it doesn't count."""
    global looking_ahead, steps
    steps = 0
    looking_ahead = 1
    if clock[ALL_AT_ONCE]:
        exchange_phase_start()
    see_that_cards_fit()
    if not status:
        see_that_values_fit()
    if clock[ALL_AT_ONCE]:
        exchange_phase_start()
    looking_ahead = 0


def keep_root() -> None:
    """Keep the position in memory, which is at rest, and what seats know in it, as the root. Memory is then as after
    `ask_anew`. There must be no log. Where the content contradicts what is really so, no sample says anything: then
    `status` says so."""
    global root_asked, root_at_once
    if HIDDEN_VALUES or LIMITED_ZONES:
        see_that_hidden_fits()
        if status:
            return
    keep_position(ROOT)
    keep_knowledge()
    root_at_once = clock[ALL_AT_ONCE]
    ask_anew()
    root_asked = 0
    for i in range(waiting_count):
        root_asked = root_asked | 1 << offered_player[waiting[i]]


def take_sample(seat: int, number: int) -> int:
    """Let memory hold the sample of the root with a number, from 0, for a seat: at rest, and asked.

    The host has set `deal_key`, and in `root_key` the keys of the random streams in sample 0; those of any other sample
    are made of them. Gives what `step` gives. Where it gives -1 and `status` isn't FINE, the seat could tell something
    that it can't know, or the content is at fault; the next sample puts memory right.
    """
    global sample_attempt
    others = others_at_root(seat)
    usable = -1
    for attempt in range(MOST_ATTEMPTS):
        offered = make_attempt(seat, number, attempt)
        if not others or (not status and asks_the_same(seat)):
            return offered
        if not status and usable < 0:
            usable = attempt
    return make_attempt(seat, number, usable if usable >= 0 else MOST_ATTEMPTS)


def others_at_root(seat: int) -> int:
    """The seats, as bits, whose being asked a sample depends on: whoever else is asked at the root; where several play
    at once all others, because a seat doesn't see how far they are."""
    if root_at_once:
        return (1 << PLAYERS) - 1 & ~(1 << seat)
    return root_asked & ~(1 << seat)


def make_attempt(seat: int, number: int, attempt: int) -> int:
    """Let memory hold what comes of an attempt at a sample. Gives what `step` gives."""
    global sample_attempt
    sample_attempt = attempt
    bring_back_position(ROOT)
    bring_back_knowledge()
    set_chance(number)
    begin_attempt(number, attempt)
    forget_drawn()
    return redeal(seat, settled_in(seat, attempt))


def settled_in(seat: int, attempt: int) -> int:
    """The seats, as bits, of which what they see stays in an attempt."""
    return others_at_root(seat) if attempt == MOST_ATTEMPTS else 0


def set_chance(number: int) -> None:
    """Set the keys of the random streams for a sample."""
    if number:
        begin_attempt(number, FOR_CHANCE)
        move_keys(wrapping_sum(rotated(deal_below(HALF_KEY), 30), deal_below(HALF_KEY)))
    else:
        move_keys(0)


def move_keys(by: Wide) -> None:
    """Let the keys of the random streams be those of sample 0, and so much more."""
    global keys_changed
    keys_changed = 1
    for i in range(STREAMS):
        stream_key[i] = wrapping_sum(root_key[i], by)


def forget_drawn() -> None:
    """Let all random streams begin anew: a seat may not know how many numbers others have drawn from theirs."""
    fill_words(drawn, 0, STREAMS, 0)
    fill_words(then_drawn, 0, STREAMS, 0)


def begin_attempt(number: int, part: int) -> None:
    """Draw next from the beginning of a part of the stream."""
    deal_drawn[0] = beginning_of_part(number, part)


def beginning_of_part(number: Wide, part: int) -> Wide:
    """How many numbers come before a part of the stream."""
    return number * PARTS + part << PART_BITS


def asks_the_same(seat: int) -> int:
    """Whether a sample asks the same player as the root; where several play at once, whether they still do."""
    if root_at_once:
        return clock[ALL_AT_ONCE]
    if waiting_count == 0:
        return 1
    return offered_player[waiting[0]] == seat or not takes_only_option(waiting[0])
