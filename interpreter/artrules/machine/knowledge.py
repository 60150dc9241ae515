"""What each seat knows of where cards are.

A seat knows a card that it has seen until the card is shuffled: shuffled with others that the seat can't see, or put
into a hand from which a card leaves that the seat can't see. Such an event makes a *shuffle group*: the seat can't tell
any more which card of the group is which. For each card that a seat doesn't know, its *history* lists the shuffle
groups that the card has gone through since the seat last knew it, in order. This describes exactly what the seat can
know: all orders of the cards of a group are equally likely, and the seat has seen nothing of the order. A
determinization shuffles the groups again (`determinization.py`).

A card that a seat sees leaves all its groups: it is taken to have gone the way it went. When one card is left in a
group, the seat knows that card.

Knowledge isn't part of the position: equal positions may differ in it. Only games with a log keep it.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.intrinsics import fill_words, reserve
from artrules.machine.known_lists import NOTHING_CARRIED, clear_known_lists, keep_list
from artrules.machine.lists import push
from artrules.machine.memory import (
    USES_THEN, WATCHES_THEN, carried_of, carried_then, first_in_zone, grouped, history_of, history_then, is_loose,
    is_pile, kind_of, known_places, latest_group, next_in_zone, previous_in_zone, shows_top_only, use_limit,
    use_times, use_what, watch_code, watch_owner, watch_serial, watch_shape, watch_times, watch_values, zone_of,
)
from artrules.machine.numbers import CARDS, KINDS, MOST_KEPT, NIL, PLAYERS, STACKS, TOO_MUCH_KEPT, ZONES
from artrules.machine.registers import (
    grouped_count, happenings_noted, knowledge_changed, left_middle, left_sight, then_known_count, use_count,
    watch_count, work_top,
)
from artrules.machine.shuffle_groups import see, shuffle_together
from artrules.machine.showing import known_again_by
from artrules.machine.sight import may_see, sight
from artrules.machine.signals import find_fault
from artrules.machine.written import write_value
# fmt: on


def begin_knowing() -> None:
    """Before the setup everybody knows where the pieces start."""
    global knowledge_changed
    knowledge_changed = 1
    fill_words(history_of, 0, PLAYERS * CARDS, 0)
    fill_words(carried_of, 0, PLAYERS * CARDS, NOTHING_CARRIED)
    fill_words(latest_group, 0, STACKS, 0)
    clear_known_lists()
    forget_known_at_start()


def know_position() -> None:
    """In a position that wasn't played to each seat knows what it sees. All other cards of one kind count as shuffled
    together."""
    global grouped_count, happenings_noted
    begin_knowing()
    happenings_noted = 0
    for seat in range(PLAYERS):
        for kind in range(KINDS):
            grouped_count = 0
            for card in range(CARDS):
                if kind_of[card] == kind and zone_of[card] != ZONES - 1 and not may_see(seat, card):
                    grouped[grouped_count] = card
                    grouped_count += 1
            shuffle_together(seat)


# -- events


def before_move(me: int, card: int) -> None:
    """A card is about to leave its place, in the name of a player or NONE: note who will know it again, and whether it
    lies between others."""
    global left_middle, left_sight
    left_sight = known_again_by(card)
    if may_see(me, card):
        left_sight = left_sight | 1 << me
    left_middle = previous_in_zone[card] != NIL and next_in_zone[card] != NIL


def after_move(card: int, source: int) -> None:
    """A card has left its place in a zone."""
    global grouped_count, happenings_noted
    now = sight(card)
    happenings_noted = 0
    if is_loose[source] or (is_pile[source] and left_middle):
        for seat in range(PLAYERS):
            if not (now | left_sight) >> seat & 1:
                list_unseen(seat, source, 0)
                if zone_of[card] != source:
                    grouped[grouped_count] = card
                    grouped_count += 1
                shuffle_together(seat)
    see(now, card)
    if shows_top_only[source]:
        see_top(source)


def after_turning(card: int) -> None:
    """A card has been turned over."""
    see(sight(card), card)


def after_shuffle(zone: int) -> None:
    """A zone has been shuffled."""
    global happenings_noted
    happenings_noted = 0
    for seat in range(PLAYERS):
        list_unseen(seat, zone, shows_top_only[zone])
        shuffle_together(seat)
    if shows_top_only[zone]:
        see_top(zone)


def list_unseen(seat: int, zone: int, every: int) -> None:
    """List in `grouped` the cards of a zone that a seat doesn't see, or all."""
    global grouped_count
    grouped_count = 0
    card = first_in_zone[zone]
    while card != NIL:
        if every or not sight(card) >> seat & 1:
            grouped[grouped_count] = card
            grouped_count += 1
        card = next_in_zone[card]


def see_top(zone: int) -> None:
    """The top card of a zone, if there is one, lies open to those who see the zone."""
    if first_in_zone[zone] != NIL:
        see(sight(first_in_zone[zone]), first_in_zone[zone])


# -- a phase that all play at once


def keep_known_at_start() -> None:
    """Such a phase begins: keep what seats know, uses and watches (`rewinding.py`)."""
    global knowledge_changed, then_known_count
    knowledge_changed = 1
    if not (reserve(history_then, PLAYERS * CARDS) and reserve(carried_then, PLAYERS * CARDS)):
        find_fault(TOO_MUCH_KEPT, -1, 0, MOST_KEPT, PLAYERS * CARDS)
        return
    then_known_count = PLAYERS * CARDS
    for i in range(PLAYERS * CARDS):
        history_then[i] = history_of[i]
        carried_then[i] = carried_of[i]
    start = work_top
    for i in range(use_count):
        push(use_limit[i])
        push(use_what[i])
        push(use_times[i])
    known_places[USES_THEN] = keep_list(start)
    for i in range(watch_count):
        push(watch_owner[i])
        push(watch_serial[i])
        push(watch_code[i])
        push(watch_times[i])
        write_value(watch_shape[watch_code[i]], watch_values[i])
    known_places[WATCHES_THEN] = keep_list(start)


def forget_known_at_start() -> None:
    """Forget them: the phase is over."""
    global knowledge_changed, then_known_count
    knowledge_changed = 1
    then_known_count = 0
    known_places[USES_THEN] = 0
    known_places[WATCHES_THEN] = 0
