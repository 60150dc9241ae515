"""Powers on cards: which powers a card has, whether one can be used, and using it.

A power on a card is numbered card * SLOTS + its index among the card's powers: the card's own first, then those that it
gained.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.actions import check_stack, nest
from artrules.machine.intrinsics import copy_words, reserve
from artrules.machine.journal import OF_GAINED, note_word
from artrules.machine.limits import count_use, forget_uses_of
from artrules.machine.memory import (
    gained_by, gained_card, gained_power, limit_per_card, own_count, own_first, own_passing, own_powers, passes,
    power_cost, power_limits, power_limits_first, stack, withheld,
)
from artrules.machine.numbers import (
    CARDS, FINE, POWERS, POWER_ENDS, SLOTS, TOO_MANY_GAINED, TOO_MANY_POWERS, WITHHOLDING,
)
from artrules.machine.program import power_is_usable, run_power
from artrules.machine.registers import gained_count, looking_ahead, stack_top, status, steps
from artrules.machine.signals import fail, find_fault
# fmt: on


def first_gained(card: int) -> int:
    """Where in `gained_card` the powers of a card begin, or would begin."""
    place = 0
    while place < gained_count and gained_card[place] < card:
        place += 1
    return place


def power_count(card: int) -> int:
    """How many powers a card has."""
    return own_count[card] + gained_by[card]


def definition_of(power: int) -> int:
    """The definition of a power on a card. Fails for a power that the card has lost."""
    card = power // SLOTS
    slot = power % SLOTS
    own = own_count[card]
    if slot < own:
        return own_powers[own_first[card] + slot]
    if slot - own >= gained_by[card]:
        fail(-1)
        return 0
    return gained_power[first_gained(card) + slot - own]


def next_passing(card: int, slot: int, test: int) -> int:
    """The index of the first power of a card, from one on, that passes a test of powers; -1 if none does."""
    own = own_count[card]
    while slot < own:
        if passes[test * POWERS + own_powers[own_first[card] + slot]]:
            return slot
        slot += 1
    count = own + gained_by[card]
    if slot < count:
        first = first_gained(card) - own
        while slot < count:
            if passes[test * POWERS + gained_power[first + slot]]:
                return slot
            slot += 1
    return -1


def lacks_powers(card: int, slot: int, test: int) -> int:
    """Whether no power of a card, from one on, passes a test of powers."""
    if slot == 0 and gained_by[card] == 0:
        return not own_passing[test * CARDS + card]
    return next_passing(card, slot, test) < 0


def gain(card: int, power: int, site: int) -> None:
    """Let a card gain a power of another card."""
    global gained_count
    definition = definition_of(power)
    if status:
        return
    if power_count(card) + 1 >= SLOTS:
        find_fault(TOO_MANY_POWERS, site, 0, SLOTS, 0)
        return
    if not (reserve(gained_card, gained_count + 1) and reserve(gained_power, gained_count + 1)):
        find_fault(TOO_MANY_GAINED, site, 0, 0, gained_count)
        return
    place = first_gained(card) + gained_by[card]
    copy_words(gained_card, place + 1, place, gained_count - place)
    copy_words(gained_power, place + 1, place, gained_count - place)
    gained_card[place] = card
    gained_power[place] = definition
    gained_count += 1
    if looking_ahead:
        note_word(OF_GAINED, card, gained_by[card])
    gained_by[card] = gained_by[card] + 1


def lose(power: int) -> None:
    """Let a card lose a power that it gained, if it still has it, and all powers that it gained later. Their uses are
    forgotten."""
    card = power // SLOTS
    kept = power % SLOTS - own_count[card]
    if kept < gained_by[card]:
        lose_from(card, kept)
        forget_uses_of(card, power)


def lose_gained(card: int) -> None:
    """Let a card lose all powers that it gained. Their uses are forgotten."""
    if gained_by[card]:
        lose_from(card, 0)
        forget_uses_of(card, card * SLOTS + own_count[card])


def lose_from(card: int, kept: int) -> None:
    """Let a card keep only so many of the powers that it gained."""
    global gained_count
    place = first_gained(card) + kept
    lost = gained_by[card] - kept
    copy_words(gained_card, place, place + lost, gained_count - place - lost)
    copy_words(gained_power, place, place + lost, gained_count - place - lost)
    gained_count -= lost
    if looking_ahead:
        note_word(OF_GAINED, card, gained_by[card])
    gained_by[card] = kept


def is_withheld(me: int, definition: int) -> int:
    """Whether a power does nothing for a player."""
    return me >= 0 and withheld[definition] >> me & 1


def usable(me: int, power: int) -> int:
    """Whether a power's condition holds and none of its limits is reached; not of a power that its card has lost, nor
    of one that is withheld from the player."""
    global status
    card = power // SLOTS
    if power % SLOTS >= power_count(card):
        return 0
    definition = definition_of(power)
    if WITHHOLDING and is_withheld(me, definition):
        return 0
    return power_is_usable[definition](me, power, card)


def use_power(me: int, power: int, site: int) -> None:
    """Count a use and run the power's effect. Fails when the power isn't usable; what is withheld has no effect."""
    global stack_top, steps
    if WITHHOLDING and power % SLOTS < power_count(power // SLOTS) and is_withheld(me, definition_of(power)):
        return
    if not usable(me, power):
        if status == FINE:
            fail(site)
        return
    definition = definition_of(power)
    for i in range(power_limits_first[definition], power_limits_first[definition + 1]):
        limit = power_limits[i]
        if limit_per_card[limit]:
            count_use(me, limit, power)
        else:
            count_use(me, limit, definition)
    nest(site)
    check_stack(64)
    if status:
        return
    steps += power_cost[definition]
    stack[stack_top] = POWER_ENDS
    stack_top += 1
    run_power[definition](me, power // SLOTS)
