"""Keeps the position at which a phase begins that all play at once. Until it ends, others see their things so."""

from __future__ import annotations

# fmt: off
from artrules.machine.intrinsics import fill_words, reserve
from artrules.machine.memory import (
    ALL_AT_ONCE, attributes, cards_in_zone, clock, drawn, face_of, first_in_zone, gained_by, gained_card,
    gained_power, last_in_zone, next_in_zone, previous_in_zone, serials, shown_to, then_attributes, then_drawn,
    then_face_of, then_first_in_zone, then_gained_card, then_gained_power, then_next_in_zone, then_serials,
    then_shown_to, then_variables, then_zone_of, variables, zone_of,
)
from artrules.machine.numbers import ATTRIBUTES, CARDS, NIL, PLAYERS, SHOWS, STREAMS, VARIABLES, ZONES
from artrules.machine.registers import gained_count, then_gained_count
# fmt: on


def keep_phase_start() -> None:
    """Keep the position as it is."""
    global then_gained_count
    for card in range(CARDS):
        then_zone_of[card] = zone_of[card]
        then_face_of[card] = face_of[card]
        then_next_in_zone[card] = next_in_zone[card]
        if SHOWS:
            then_shown_to[card] = shown_to[card]
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
