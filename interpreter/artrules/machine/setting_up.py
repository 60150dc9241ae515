"""Lays out the first position. `start_values`, which is generated, calls this."""

from __future__ import annotations

# fmt: off
from artrules.machine.memory import cards_in_zone, face_of, first_in_zone, last_in_zone, usual_face, zone_of
from artrules.machine.numbers import CARDS, NIL, STARTS_NOWHERE, ZONES
from artrules.machine.signals import find_fault
from artrules.machine.zones import put_before, take_out
# fmt: on


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
