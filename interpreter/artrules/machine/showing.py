"""Cards that are shown to seats which don't see them where they lie (docs/language.md, 9.4).

A seat sees such a card as long as it can follow it, and until it lies open. Until anybody chooses, the card is held out
to the seat, which follows it wherever it goes (`followed_by`). Then it lies among the others again: where these have no
order, the seat doesn't know it again when it leaves, nor can it tell, when another card leaves, which one that was.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.actions import commit
from artrules.machine.intrinsics import fill_words
from artrules.machine.journal import OF_SHOWN, note_word
from artrules.machine.memory import (
    first_in_zone, followed_by, heap, is_loose, is_pile, next_in_zone, previous_in_zone, shown_to, zone_of,
)
from artrules.machine.numbers import CARDS, NIL, SHOWS
from artrules.machine.registers import knowing, left_middle, left_sight, looking_ahead, status
from artrules.machine.shuffle_groups import see
from artrules.machine.sight import open_to, sight
# fmt: on


def seat_bit(player: int) -> int:
    """A player's seat, as bits."""
    return 1 << player


def seat_bits(players: int) -> int:
    """The seats of the players in a list, as bits."""
    bits = 0
    for i in range(players + 1, players + 1 + heap[players]):
        bits = bits | 1 << heap[i]
    return bits


def show_card(card: int, seats: int) -> None:
    """Show a card to some seats, as bits. It commits the action."""
    commit()
    if status:
        return
    shown_to[card] = shown_to[card] | seats
    followed_by[card] = followed_by[card] | seats
    if knowing:
        see(seats, card)


def show_cards(cards: int, seats: int) -> None:
    """Show the cards of a list."""
    for i in range(cards + 1, cards + 1 + heap[cards]):
        show_card(heap[i], seats)
        if status:
            return


def follow_no_more() -> None:
    """Somebody chooses: what has been shown is taken back to where it lies."""
    if SHOWS:
        fill_words(followed_by, 0, CARDS, 0)


def lies_among_others(card: int) -> int:
    """Whether nobody can tell by its place which card of its zone this is."""
    zone = zone_of[card]
    if is_pile[zone]:
        return previous_in_zone[card] != NIL and next_in_zone[card] != NIL
    return is_loose[zone]


def known_again_by(card: int) -> int:
    """The seats, as bits, that know which card it is when it leaves its place."""
    if not SHOWS:
        return sight(card)
    if lies_among_others(card):
        return open_to(card) | followed_by[card]
    return sight(card)


def lose_shown(card: int, source: int) -> None:
    """A card has left its place in a zone: it is shown to those only who can tell which one has left, unless it lies
    open to them now. The others lose sight of those that stay. `before_move` has noted who can tell."""
    set_shown(card, (shown_to[card] | followed_by[card]) & left_sight & ~open_to(card))
    if is_loose[source] or (is_pile[source] and left_middle):
        telling = left_sight | open_to(card)
        other = first_in_zone[source]
        while other != NIL:
            if other != card:
                set_shown(other, shown_to[other] & (telling | followed_by[other]))
            other = next_in_zone[other]


def lose_all_shown(zone: int) -> None:
    """The cards of a zone are shuffled: none of them is shown any more."""
    if SHOWS:
        card = first_in_zone[zone]
        while card != NIL:
            shown_to[card] = 0
            followed_by[card] = 0
            card = next_in_zone[card]


def show_nothing() -> None:
    """No card is shown to anybody: the cards have been laid anew."""
    fill_words(shown_to, 0, SHOWS * CARDS, 0)


def set_shown(card: int, seats: int) -> None:
    """Let a card be shown to some seats, as bits."""
    if shown_to[card] != seats:
        if looking_ahead:
            note_word(OF_SHOWN, card, shown_to[card])
        shown_to[card] = seats
