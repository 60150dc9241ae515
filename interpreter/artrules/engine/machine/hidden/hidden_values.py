"""Deals hidden values anew: values of variables that a seat doesn't see, of which content says what they may be.

The values as they are meet all conditions. From there, pair by pair, the values become as low as the conditions allow,
the first ones first: so what is drawn then begins at the same values, whatever they really are (`lower_all`). Then one
after another is drawn again together with another one, out of pairs of values with which the conditions still hold,
each as likely as any other. So the conditions hold all the time, and after some rounds every deal is about as likely as
any other. Which pairs are tried:

- of few possible pairs all (`draw_among`);
- else those with the same sum, which is what conditions mostly fix (`draw_with_sum`), and then all values of the one
  with some of the other.

Where not all of them are tried, the values of now are among them, and the rest comes by chance: then it is as likely to
go from one deal to another as back.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.heap import push
from artrules.engine.machine.hidden.shuffling import deal_below
from artrules.engine.machine.memory import (
    ALL_AT_ONCE, clock, hidden_count, hidden_low, hidden_may_be_none, hidden_seen_by, hidden_word, then_variables,
    variables, work,
)
from artrules.engine.machine.numbers import FAILED, FINE, HIDDEN_VALUES, MOST_STEPS, NONE, UNFIT_VALUES
from artrules.engine.machine.program import unmet_condition
from artrules.engine.machine.registers import heap_top, status, steps, work_top
from artrules.engine.machine.rules.simultaneous import exchange_phase_start
from artrules.engine.machine.signals import find_fault
# fmt: on


ROUNDS = 12
"""So often each value is drawn with another one."""
MOST_PAIRS = 144
"""Up to so many possible pairs all are tried."""
MOST_VALUES = 64
"""Of more possible values so many are tried."""
FEW_VALUES = 2
"""Where all values of the one are tried, so many of the other."""


def deal_values(seat: int, settled: int) -> None:
    """Deal the values anew that a seat doesn't see. Those that one of the settled seats, given as bits, sees stay.

    In a phase that all play at once, what holds for the values held when it began. So they are dealt in that position.
    A value that the seat's player has changed since stays, too: what was done with it depends on what it was. The
    others' values are as they were then (`sampling.py`), and so are those of the table.
    """
    if HIDDEN_VALUES == 0:
        return
    if clock[ALL_AT_ONCE]:
        exchange_phase_start()
        draw_values(1 << seat | settled)
        exchange_phase_start()
    else:
        draw_values(1 << seat | settled)


def draw_values(seats: int) -> None:
    """Draw the values anew that none of some seats, given as bits, sees."""
    global work_top
    first = work_top
    for i in range(HIDDEN_VALUES):
        if not hidden_seen_by[i] & seats and not has_changed(i):
            push(i)
    count = work_top - first
    if count:
        see_that_values_fit()
        if not status:
            lower_all(first, count)
            draw_in_rounds(first, count)
        if clock[ALL_AT_ONCE]:
            for i in range(first, first + count):
                then_variables[hidden_word[work[i]]] = variables[hidden_word[work[i]]]
    work_top = first


def see_that_values_fit() -> None:
    """Find a fault where the values aren't what content says."""
    if HIDDEN_VALUES:
        unmet = unmet_now()
        if unmet and not status:
            find_fault(UNFIT_VALUES, -1, unmet, 0, 0)


def has_changed(i: int) -> int:
    """Whether a value isn't what it was when a phase began that all play at once."""
    if clock[ALL_AT_ONCE]:
        return variables[hidden_word[i]] != then_variables[hidden_word[i]]
    return 0


def values_fit() -> int:
    """Whether the values are as they may be."""
    return unmet_now() == 0


def unmet_now() -> int:
    """Which condition is the first one that doesn't hold, from 1; 0 where the values are as they may be. One that can't
    be tested doesn't hold: -1."""
    global heap_top, status
    top = heap_top
    unmet = unmet_condition()
    heap_top = top
    if status == FAILED:
        status = FINE
        return -1
    if status:
        return -1
    return unmet


def draw_in_rounds(first: int, count: int) -> None:
    """Draw the values whose numbers are on `work`, each of them again and again. Costly conditions end it earlier."""
    for _ in range(ROUNDS):
        for i in range(count):
            if status or steps > MOST_STEPS // 2:
                return
            if count == 1:
                draw_among(work[first], work[first], 1)
            else:
                j = deal_below(count - 1)
                if j >= i:
                    j += 1
                draw_two(work[first + i], work[first + j])


# -- where drawing begins


def lower_all(first: int, count: int) -> None:
    """Lower the values whose numbers are on `work` until none of them gets lower, alone or together with a later one.
    Conditions that fix a sum, or that values differ, have one such end. Costly conditions end it earlier."""
    lowered = 1
    while lowered:
        lowered = 0
        for i in range(first, first + count):
            if lower_alone(work[i]):
                lowered = 1
            for j in range(i + 1, first + count):
                if lower_two(work[i], work[j]):
                    lowered = 1
                if status or steps > MOST_STEPS // 4:
                    return


def lower_alone(one: int) -> int:
    """Give a value the lowest of its possible values with which the conditions hold. Gives whether it is another."""
    now = number_now(one)
    for number in range(now):
        set_value(one, number)
        if values_fit():
            return 1
    set_value(one, now)
    return 0


def lower_two(one: int, other: int) -> int:
    """Lower a value while another one changes: where there are few pairs to anything, else by as much to the other
    side. Gives whether they are others."""
    now = number_now(one)
    then = number_now(other)
    few = hidden_count[one] <= MOST_PAIRS and hidden_count[other] <= MOST_PAIRS // hidden_count[one]
    for number in range(now):
        low = 0 if few else now + then - number
        high = hidden_count[other] if few else low + 1
        if high <= hidden_count[other]:
            for that in range(low, high):
                set_value(one, number)
                set_value(other, that)
                if values_fit():
                    return 1
    set_value(one, now)
    set_value(other, then)
    return 0


# -- drawing


def draw_two(one: int, other: int) -> None:
    """Draw two values anew."""
    if hidden_count[one] <= MOST_PAIRS and hidden_count[other] <= MOST_PAIRS // hidden_count[one]:
        draw_among(one, other, MOST_PAIRS)
        return
    draw_with_sum(one, other)
    draw_among(one, other, FEW_VALUES)


# -- pairs


def draw_among(one: int, other: int, most: int) -> None:
    """Draw two values out of all pairs of up to `most` values of the one and those of the other. Of a value with itself
    only the latter count."""
    global work_top
    start = work_top
    push_values(one, most)
    middle = work_top
    push_values(other, MOST_PAIRS if most == MOST_PAIRS else MOST_VALUES)
    pairs = work_top
    for i in range(start, middle):
        for j in range(middle, pairs):
            try_pair(one, other, work[i], work[j])
    choose_pair(one, other, pairs)
    work_top = start


def push_values(i: int, most: int) -> None:
    """Add the numbers of a value's possible values to `work`: all, or that of now and others by chance."""
    if hidden_count[i] <= most:
        for number in range(hidden_count[i]):
            push(number)
        return
    push(number_now(i))
    for _ in range(most - 1):
        push(deal_below(hidden_count[i]))


def draw_with_sum(one: int, other: int) -> None:
    """Draw two values out of the pairs with the same sum."""
    global work_top
    start = work_top
    low = number_now(one)
    high = number_now(other)
    together = low + high
    low = together - hidden_count[other] + 1 if together >= hidden_count[other] else 0
    high = together if together < hidden_count[one] else hidden_count[one] - 1
    if high - low < MOST_PAIRS:
        for number in range(low, high + 1):
            push(number)
    else:
        push(number_now(one))
        for _ in range(MOST_PAIRS - 1):
            push(low + deal_below(high - low + 1))
    pairs = work_top
    for i in range(start, pairs):
        try_pair(one, other, work[i], together - work[i])
    choose_pair(one, other, pairs)
    work_top = start


def try_pair(one: int, other: int, this: int, that: int) -> None:
    """Add a pair to `work`, by the numbers of its values, if the conditions hold with it."""
    if not status:
        set_value(one, this)
        set_value(other, that)
        if values_fit():
            push(this)
            push(that)


def choose_pair(one: int, other: int, start: int) -> None:
    """Set two values to one of the pairs on `work` from `start` on. There is one: that of before."""
    if status:
        return
    place = start + 2 * deal_below((work_top - start) // 2)
    set_value(one, work[place])
    set_value(other, work[place + 1])


# -- values by number


def number_now(i: int) -> int:
    """The number of a value, counted from 0, among those that are possible."""
    value = variables[hidden_word[i]]
    if not hidden_may_be_none[i]:
        return value - hidden_low[i]
    if value == NONE:
        return 0
    return value - hidden_low[i] + 1


def set_value(i: int, number: int) -> None:
    """Set a value to the possible one with this number."""
    if not hidden_may_be_none[i]:
        variables[hidden_word[i]] = hidden_low[i] + number
    elif number == 0:
        variables[hidden_word[i]] = NONE
    else:
        variables[hidden_word[i]] = hidden_low[i] + number - 1
