"""Zones: the links between their cards, the first position, and the journal by which changes are undone."""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.intrinsics import reserve, room
from artrules.engine.machine.memory import (
    attributes, cards_in_zone, face_of, first_in_zone, gained_by, journal, last_in_zone, mover_of, next_in_zone,
    previous_in_zone, shown_to, usual_face, variables, zone_of,
)
from artrules.engine.machine.numbers import AHEAD_FULL, CARDS, NIL, STARTS_NOWHERE, ZONES
from artrules.engine.machine.registers import journal_top
from artrules.engine.machine.signals import find_fault
# fmt: on


# Zones: their cards are linked, by `first_in_zone` and `last_in_zone`, and for each card the next and the previous.


def take_out(card: int) -> None:
    """Unlink a card from its zone."""
    zone = zone_of[card]
    after = next_in_zone[card]
    before = previous_in_zone[card]
    if before == NIL:
        first_in_zone[zone] = after
    else:
        next_in_zone[before] = after
    if after == NIL:
        last_in_zone[zone] = before
    else:
        previous_in_zone[after] = before
    cards_in_zone[zone] = cards_in_zone[zone] - 1


def put_before(card: int, zone: int, after: int) -> None:
    """Link a card into a zone before another card, or behind all of them where that is NIL."""
    if after == NIL:
        before = last_in_zone[zone]
        last_in_zone[zone] = card
    else:
        before = previous_in_zone[after]
        previous_in_zone[after] = card
    if before == NIL:
        first_in_zone[zone] = card
    else:
        next_in_zone[before] = card
    next_in_zone[card] = after
    previous_in_zone[card] = before
    cards_in_zone[zone] = cards_in_zone[zone] + 1


def card_at(zone: int, position: int) -> int:
    """The card at a position of a zone, counted from 1; the first one below that, NIL beyond the end."""
    card = first_in_zone[zone]
    while position > 1 and card != NIL:
        card = next_in_zone[card]
        position -= 1
    return card


# Lays out the first position. `start_values`, which is generated, calls this.


def lay_aside() -> None:
    """Lay all cards into the last zone; the others are empty."""
    for zone in range(ZONES):
        first_in_zone[zone] = NIL
        last_in_zone[zone] = NIL
        cards_in_zone[zone] = 0
    for card in range(CARDS):
        zone_of[card] = ZONES - 1
        face_of[card] = usual_face[ZONES - 1]
        put_before(card, ZONES - 1, NIL)


def place_card(card: int, zone: int) -> None:
    """Put a card behind the others in the zone where it starts."""
    if zone < 0 or zone >= ZONES - 1:
        find_fault(STARTS_NOWHERE, -1, 0, ZONES - 1, zone)
        return
    take_out(card)
    zone_of[card] = zone
    face_of[card] = usual_face[zone]
    put_before(card, zone, NIL)


# The journal: what looking ahead changes, so that it can be undone.
#
# Before something is changed while `looking_ahead`, it is noted here: the old value, and what it is. `undo_to` undoes
# the latest changes first. The journal holds where cards lie and how, whom they are shown to, who moved them,
# variables, attributes and how many powers cards have gained. The other parts of a position, which are mostly short,
# are kept whole (`save_position`).


OF_CARD = 0
OF_VARIABLE = 1
OF_ATTRIBUTE = 2
OF_GAINED = 3
OF_SHOWN = 4
OF_MOVER = 5


def note_card(card: int) -> None:
    """Note where a card lies, and how."""
    global journal_top
    place = journal_top
    if place + 5 > room(journal) and not reserve(journal, place + 5):
        find_fault(AHEAD_FULL, -1, 0, 0, 0)
        return
    journal_top = place + 5
    journal[place] = zone_of[card]
    journal[place + 1] = next_in_zone[card]
    journal[place + 2] = face_of[card]
    journal[place + 3] = card
    journal[place + 4] = OF_CARD


def note_word(kind: int, index: int, value: int) -> None:
    """Note the value of a word."""
    global journal_top
    place = journal_top
    if place + 3 > room(journal) and not reserve(journal, place + 3):
        find_fault(AHEAD_FULL, -1, 0, 0, 0)
        return
    journal_top = place + 3
    journal[place] = value
    journal[place + 1] = index
    journal[place + 2] = kind


def undo_to(start: int) -> None:
    """Undo everything that has been noted since the journal ended at `start`."""
    global journal_top
    place = journal_top
    while place > start:
        kind = journal[place - 1]
        if kind == OF_CARD:
            place -= 5
            card = journal[place + 3]
            zone = journal[place]
            after = journal[place + 1]
            if zone_of[card] != zone or next_in_zone[card] != after:
                take_out(card)
                zone_of[card] = zone
                put_before(card, zone, after)
            face_of[card] = journal[place + 2]
        else:
            place -= 3
            if kind == OF_VARIABLE:
                variables[journal[place + 1]] = journal[place]
            elif kind == OF_ATTRIBUTE:
                attributes[journal[place + 1]] = journal[place]
            elif kind == OF_SHOWN:
                shown_to[journal[place + 1]] = journal[place]
            elif kind == OF_MOVER:
                mover_of[journal[place + 1]] = journal[place]
            else:
                gained_by[journal[place + 1]] = journal[place]
    journal_top = place
