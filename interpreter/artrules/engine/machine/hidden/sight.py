"""Who sees which card a card is. This is the one place of the machine that knows what zones let be seen; all else asks
here, or reads `sights`.

What is taken for granted of every zone: no seat but those of `seen_by` sees a card there without having been shown it,
and only a card that leaves, or a shuffle, can uncover others.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.memory import (
    face_of, first_in_zone, open_places, seen_by, seen_down_by, shown_to, sights, zone_of,
)
from artrules.engine.machine.numbers import CARDS, FACE_DOWN, SHOWS
# fmt: on

ALL_OPEN = 0
"""What `open_places` says of a zone: that its cards lie open wherever they lie in it …"""
TOP_OPEN = 1
"""… or that only the top card does."""


def open_to(card: int) -> int:
    """The seats that see which card this is without having been shown it, as bits."""
    zone = zone_of[card]
    if open_places[zone] == TOP_OPEN and first_in_zone[zone] != card:
        return 0
    if face_of[card] == FACE_DOWN:
        return seen_down_by[zone]
    return seen_by[zone]


def sight(card: int) -> int:
    """The seats that see which card this is, where it lies now, as bits."""
    if SHOWS:
        return open_to(card) | shown_to[card]
    return open_to(card)


def may_see(seat: int, card: int) -> int:
    """Whether a seat sees which card this is; nobody sees nothing."""
    if seat < 0:
        return 0
    return sight(card) >> seat & 1


def covers_cards(zone: int) -> int:
    """Whether it depends on a card's place in a zone who sees it, so that another card may cover it."""
    return open_places[zone] != ALL_OPEN


def write_sights() -> None:
    """Write for all cards who sees them into `sights`, for a host that asks for many."""
    for card in range(CARDS):
        sights[card] = sight(card)
