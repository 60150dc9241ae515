"""Random numbers: SplitMix64 by counter, in streams (docs/architecture.md, Randomness)."""

from __future__ import annotations

# fmt: off
from artrules.machine.actions import commit
from artrules.machine.intrinsics import mixed_below
from artrules.machine.knowledge import after_shuffle
from artrules.machine.memory import (
    cards_in_zone, drawn, first_in_zone, heap, last_in_zone, next_in_zone, order, player_of_zone, previous_in_zone,
    stream_key,
)
from artrules.machine.numbers import NIL
from artrules.machine.registers import knowing, status
from artrules.machine.showing import lose_all_shown
from artrules.machine.signals import fail
# fmt: on


def below(stream: int, bound: int) -> int:
    """A number from 0 to bound - 1 from a stream, all equally likely."""
    key = stream_key[stream]
    counter = drawn[stream]
    value = -1
    while value < 0:
        counter += 1
        value = mixed_below(key, counter, bound)
    drawn[stream] = counter
    return value


def shuffle(zone: int, streams: int) -> None:
    """Shuffle a zone, from the last card down, by that stream of a purpose which belongs to the zone's owner."""
    count = cards_in_zone[zone]
    if count < 2:
        return
    commit()
    if status:
        return
    card = first_in_zone[zone]
    for i in range(count):
        order[i] = card
        card = next_in_zone[card]
    stream = streams + player_of_zone[zone]
    i = count - 1
    while i > 0:
        j = below(stream, i + 1)
        card = order[i]
        order[i] = order[j]
        order[j] = card
        i -= 1
    before = NIL
    for i in range(count):
        card = order[i]
        previous_in_zone[card] = before
        if before == NIL:
            first_in_zone[zone] = card
        else:
            next_in_zone[before] = card
        before = card
    next_in_zone[before] = NIL
    last_in_zone[zone] = before
    lose_all_shown(zone)
    if knowing:
        after_shuffle(zone)


def roll(me: int, items: int, streams: int, site: int) -> int:
    """One of the items of a list by chance, by the stream of a player or, with NONE, of the table. Fails for an empty
    list."""
    count = heap[items]
    if count == 0:
        fail(site)
        return 0
    if count == 1:
        return heap[items + 1]
    stream = begin_draw(me, streams)
    if status:
        return 0
    return heap[items + 1 + below(stream, count)]


def begin_draw(me: int, streams: int) -> int:
    """Commit to a draw by chance. Gives the stream of a player or, with NONE, of the table."""
    commit()
    if me >= 0:
        return streams + me + 1
    return streams
