"""Cards: where they lie, who sees them, moving them and turning them over.

The cards of a zone are linked: `first_in_zone` and `last_in_zone`, and for each card the next and the previous one.
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.hidden.knowledge import after_move, after_turning, before_move, lose_shown
from artrules.engine.machine.hidden.sight import covers_cards, may_see, open_to
from artrules.engine.machine.memory import (
    face_of, first_in_zone, heap, is_pile, made_home, made_lies, made_of, mover_of, next_in_zone, player_of_zone,
    resets_cards, usual_face, zone_of,
)
from artrules.engine.machine.numbers import FACE_DOWN, MADE, MOVERS, NIL, NONE, SHOWS, ZONES
from artrules.engine.machine.program import reset_card
from artrules.engine.machine.registers import knowing, looking_ahead, status
from artrules.engine.machine.rules.actions import commit
from artrules.engine.machine.rules.zones import OF_MOVER, card_at, note_card, note_word, put_before, take_out
# fmt: on


USUAL_END = 0
TOP = 1
BOTTOM = 2


def move_card(me: int, card: int, zone: int, end: int, position: int, face: int) -> None:
    """Move a card to a zone, in the name of a player or NONE.

    `position` (counted from 1, or NONE) or `end` says where in the zone; without both the card goes on top of a pile,
    and behind the others elsewhere. A face of NONE means the zone's usual one. When the player can't see the card, or
    may learn which one it has covered, the action is committed.
    """
    source = zone_of[card]
    if MADE:
        zone = place_of_made(card, zone)
    if shows_something(me, card):
        commit()
        if status:
            return
    watched = knowing and not looking_ahead
    if watched or SHOWS:
        before_move(me, card)
    if looking_ahead:
        note_card(card)
    after = next_in_zone[card]
    take_out(card)
    if source != zone and resets_cards[source]:
        reset_card(source, zone, card)
        if status:
            put_before(card, source, after)
            return
    zone_of[card] = zone
    if face == NONE:
        face_of[card] = usual_face[zone]
    else:
        face_of[card] = face
    if position != NONE:
        put_before(card, zone, card_at(zone, position))
    elif end == TOP or (end == USUAL_END and is_pile[zone]):
        put_before(card, zone, first_in_zone[zone])
    else:
        put_before(card, zone, NIL)
    if MOVERS:
        set_mover(card, me)
    if SHOWS:
        lose_shown(card, source)
    if watched:
        after_move(card, source)


def shows_something(me: int, card: int) -> int:
    """Whether a player learns something when a card is moved in their name: they can't see it, or what it has
    covered."""
    return me < 0 or not open_to(card) >> me & 1 or covers_cards(zone_of[card])


def place_of_made(card: int, zone: int) -> int:
    """Where a card comes to lie that is moved to a zone: where it starts, if it isn't there in that zone."""
    batch = made_of[card] - 1
    if batch < 0 or made_lies[batch * ZONES + zone]:
        return zone
    return made_home[batch]


def move_cards(me: int, cards: int, zone: int, end: int, position: int, face: int) -> None:
    """Move the cards of a list one after another, as `move_card` does."""
    for i in range(cards + 1, cards + 1 + heap[cards]):
        move_card(me, heap[i], zone, end, position, face)
        if status:
            return


def set_mover(card: int, player: int) -> None:
    """Keep in whose name a card was moved; below 0 in nobody's."""
    if looking_ahead:
        note_word(OF_MOVER, card, mover_of[card])
    if player < 0:
        mover_of[card] = 0
    else:
        mover_of[card] = player + 1


def mover_of_card(card: int) -> int:
    """The player in whose name a card was moved to where it lies, or NONE."""
    if mover_of[card]:
        return mover_of[card] - 1
    return NONE


def turn_over(me: int, card: int, face: int) -> None:
    """Turn a card face up or down. Turning up a card that the player can't see commits the action."""
    if face != FACE_DOWN and not may_see(me, card):
        commit()
        if status:
            return
    if looking_ahead:
        note_card(card)
    face_of[card] = face
    if knowing and not looking_ahead:
        after_turning(card)


def holder_of(card: int) -> int:
    """The player whose zone a card lies in, or NONE."""
    player = player_of_zone[zone_of[card]]
    return player - 1 if player else NONE


def position_of(card: int) -> int:
    """The position of a card in its zone, counted from 1."""
    position = 1
    other = first_in_zone[zone_of[card]]
    while other != card:
        other = next_in_zone[other]
        position += 1
    return position
