"""The journal: what looking ahead changes, so that it can be undone.

Before something is changed while `looking_ahead`, it is noted here: the old value, and what it is. `undo_to` undoes the
latest changes first. The journal holds where cards lie and how, whom they are shown to, variables, attributes and how
many powers cards have gained. The other parts of a position, which are mostly short, are kept whole (`save_position`).
"""

from __future__ import annotations

# fmt: off
from artrules.machine.intrinsics import reserve, room
from artrules.machine.memory import attributes, face_of, gained_by, journal, next_in_zone, shown_to, variables, zone_of
from artrules.machine.numbers import TOO_MUCH_LOOKED_AT
from artrules.machine.registers import journal_top
from artrules.machine.signals import find_fault
from artrules.machine.zones import put_before, take_out
# fmt: on


OF_CARD = 0
OF_VARIABLE = 1
OF_ATTRIBUTE = 2
OF_GAINED = 3
OF_SHOWN = 4


def note_card(card: int) -> None:
    """Note where a card lies, and how."""
    global journal_top
    place = journal_top
    if place + 5 > room(journal) and not reserve(journal, place + 5):
        find_fault(TOO_MUCH_LOOKED_AT, -1, 0, 0, 0)
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
        find_fault(TOO_MUCH_LOOKED_AT, -1, 0, 0, 0)
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
            else:
                gained_by[journal[place + 1]] = journal[place]
    journal_top = place
