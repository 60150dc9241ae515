"""Zones: their cards are linked, by `first_in_zone` and `last_in_zone`, and for each card the next and the previous."""

from __future__ import annotations

# fmt: off
from artrules.machine.memory import cards_in_zone, first_in_zone, last_in_zone, next_in_zone, previous_in_zone, zone_of
from artrules.machine.numbers import NIL
# fmt: on


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
