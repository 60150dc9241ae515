"""Samples: determinizations of one position for a seat, made inside the machine, one after another.

`keep_root` keeps the position of which they are made: the *root*. `take_sample` puts the sample with a number into
memory: the same number gives the same sample, whatever was done with others. All draw from the stream `deal_key`, in
which each attempt at each sample has a part of its own.
"""

from __future__ import annotations

# fmt: off
from artrules.machine.determinization import deal_below
from artrules.machine.engine import ask_anew, takes_only_option
from artrules.machine.intrinsics import (
    bring_back_knowledge, bring_back_position, fill_words, keep_knowledge, keep_position, rotated, wrapping_sum,
)
from artrules.machine.language import Wide
from artrules.machine.memory import (
    ALL_AT_ONCE, clock, deal_drawn, drawn, offered_player, root_key, stream_key, then_drawn, waiting,
)
from artrules.machine.numbers import PLAYERS, ROOT, STREAMS
from artrules.machine.redealing import redeal
from artrules.machine.registers import keys_changed, root_asked, root_at_once, sample_attempt, status, waiting_count
# fmt: on

MOST_ATTEMPTS = 40
"""Attempts to find a sample in which the player who is asked at the root would be asked, too. After these the first one
counts that came to no fault, and if none has, one in which the cards and values that the others see stay as they are:
then alone a sample depends on what the seat can't know."""
FOR_CHANCE = MOST_ATTEMPTS + 1
"""The part of a sample from which its own chance comes."""
PARTS = MOST_ATTEMPTS + 2
PART_BITS = 24
"""A part of the stream has so many numbers, as a power of 2."""
HALF_KEY = 1 << 30


def keep_root() -> None:
    """Keep the position in memory, which is at rest, and what seats know in it, as the root. Memory is then as after
    `ask_anew`. There must be no log."""
    global root_asked, root_at_once
    keep_position(ROOT)
    keep_knowledge()
    root_at_once = clock[ALL_AT_ONCE]
    ask_anew()
    root_asked = 0
    for i in range(waiting_count):
        root_asked = root_asked | 1 << offered_player[waiting[i]]


def take_sample(seat: int, number: int) -> int:
    """Let memory hold the sample of the root with a number, from 0, for a seat: at rest, and asked.

    The host has set `deal_key`, and in `root_key` the keys of the random streams in sample 0; those of any other sample
    are made of them. Gives what `step` gives. Where it gives -1 and `status` isn't FINE, the seat could tell something
    that it can't know, or the content is at fault; the next sample puts memory right.
    """
    global sample_attempt
    others = others_at_root(seat)
    usable = -1
    for attempt in range(MOST_ATTEMPTS):
        offered = make_attempt(seat, number, attempt)
        if not others or (not status and asks_the_same(seat)):
            return offered
        if not status and usable < 0:
            usable = attempt
    return make_attempt(seat, number, usable if usable >= 0 else MOST_ATTEMPTS)


def others_at_root(seat: int) -> int:
    """The seats, as bits, whose being asked a sample depends on: whoever else is asked at the root; where several play
    at once all others, because a seat doesn't see how far they are."""
    if root_at_once:
        return (1 << PLAYERS) - 1 & ~(1 << seat)
    return root_asked & ~(1 << seat)


def make_attempt(seat: int, number: int, attempt: int) -> int:
    """Let memory hold what comes of an attempt at a sample. Gives what `step` gives."""
    global sample_attempt
    sample_attempt = attempt
    bring_back_position(ROOT)
    bring_back_knowledge()
    set_chance(number)
    begin_attempt(number, attempt)
    forget_drawn()
    return redeal(seat, settled_in(seat, attempt))


def settled_in(seat: int, attempt: int) -> int:
    """The seats, as bits, of which what they see stays in an attempt."""
    return others_at_root(seat) if attempt == MOST_ATTEMPTS else 0


def set_chance(number: int) -> None:
    """Set the keys of the random streams for a sample."""
    if number:
        begin_attempt(number, FOR_CHANCE)
        move_keys(wrapping_sum(rotated(deal_below(HALF_KEY), 30), deal_below(HALF_KEY)))
    else:
        move_keys(0)


def move_keys(by: Wide) -> None:
    """Let the keys of the random streams be those of sample 0, and so much more."""
    global keys_changed
    keys_changed = 1
    for i in range(STREAMS):
        stream_key[i] = wrapping_sum(root_key[i], by)


def forget_drawn() -> None:
    """Let all random streams begin anew: a seat may not know how many numbers others have drawn from theirs."""
    fill_words(drawn, 0, STREAMS, 0)
    fill_words(then_drawn, 0, STREAMS, 0)


def begin_attempt(number: int, part: int) -> None:
    """Draw next from the beginning of a part of the stream."""
    deal_drawn[0] = beginning_of_part(number, part)


def beginning_of_part(number: Wide, part: int) -> Wide:
    """How many numbers come before a part of the stream."""
    return number * PARTS + part << PART_BITS


def asks_the_same(seat: int) -> int:
    """Whether a sample asks the same player as the root; where several play at once, whether they still do."""
    if root_at_once:
        return clock[ALL_AT_ONCE]
    if waiting_count == 0:
        return 1
    return offered_player[waiting[0]] == seat or not takes_only_option(waiting[0])
