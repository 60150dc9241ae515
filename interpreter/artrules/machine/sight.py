"""Who sees which card a card is."""

from __future__ import annotations

# fmt: off
from artrules.machine.memory import face_of, first_in_zone, seen_by, seen_down_by, shown_to, shows_top_only, zone_of
from artrules.machine.numbers import FACE_DOWN, SHOWS
# fmt: on


def sight(card: int) -> int:
    """The seats that see which card this is, where it lies now, as bits."""
    if SHOWS:
        return open_to(card) | shown_to[card]
    return open_to(card)


def open_to(card: int) -> int:
    """The seats that see which card this is without having been shown it, as bits."""
    zone = zone_of[card]
    if shows_top_only[zone] and first_in_zone[zone] != card:
        return 0
    if face_of[card] == FACE_DOWN:
        return seen_down_by[zone]
    return seen_by[zone]


def may_see(seat: int, card: int) -> int:
    """Whether a seat sees which card this is; nobody sees nothing."""
    if seat < 0:
        return 0
    return sight(card) >> seat & 1
