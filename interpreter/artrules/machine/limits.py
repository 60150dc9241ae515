"""Limits: how often something has been done (docs/language.md, 2.4). The uses are sorted, so that equal positions are
equal."""

from __future__ import annotations

# fmt: off
from artrules.machine.intrinsics import copy_words, reserve
from artrules.machine.memory import life_ends_limit, limit_per_card, use_limit, use_times, use_what
from artrules.machine.numbers import LIMITS, NONE, PLAYERS, SLOTS, TOO_MANY_USES
from artrules.machine.program import limit_at_most
from artrules.machine.registers import status, steps, use_count
from artrules.machine.signals import find_fault
# fmt: on


def uses(me: int, limit: int, what: int) -> int:
    """How often a player has used something that a limit counts."""
    key = limit * PLAYERS + me
    for i in range(use_count):
        if use_what[i] == what and use_limit[i] == key:
            return use_times[i]
    return 0


def has_room(me: int, limit: int, what: int) -> int:
    """Whether something with a limit may be done once more."""
    at_most = limit_at_most[limit](me)
    if status:
        return 0
    return uses(me, limit, what) < at_most


def count_use(me: int, limit: int, what: int) -> None:
    """Count one use."""
    add_uses(limit * PLAYERS + me, what, 1)


def add_uses(key: int, what: int, times: int) -> None:
    """Count so many uses, of a limit and player as `use_limit` has them."""
    global use_count, steps
    place = 0
    while place < use_count and (use_limit[place] < key or (use_limit[place] == key and use_what[place] < what)):
        place += 1
    steps += place // 4
    if place < use_count and use_limit[place] == key and use_what[place] == what:
        use_times[place] = use_times[place] + times
        return
    if not (
        reserve(use_limit, use_count + 1) and reserve(use_what, use_count + 1) and reserve(use_times, use_count + 1)
    ):
        find_fault(TOO_MANY_USES, -1, 0, 0, use_count)
        return
    copy_words(use_limit, place + 1, place, use_count - place)
    copy_words(use_what, place + 1, place, use_count - place)
    copy_words(use_times, place + 1, place, use_count - place)
    use_limit[place] = key
    use_what[place] = what
    use_times[place] = times
    use_count += 1


def forget_uses_of(card: int, first: int) -> None:
    """Forget the uses of a card's powers, from one power on."""
    global use_count, steps
    steps += 2 * use_count
    kept = 0
    for i in range(use_count):
        what = use_what[i]
        if not (limit_per_card[use_limit[i] // PLAYERS] and what >= first and what < (card + 1) * SLOTS):
            keep_use(kept, i)
            kept += 1
    use_count = kept


def forget_uses_in_life(life: int, player: int) -> None:
    """Forget the uses that are counted until a life ends, for a player or NONE for all."""
    global use_count
    kept = 0
    for i in range(use_count):
        key = use_limit[i]
        if not life_ends_limit[life * LIMITS + key // PLAYERS] or (player != NONE and key % PLAYERS != player):
            keep_use(kept, i)
            kept += 1
    use_count = kept


def keep_use(place: int, i: int) -> None:
    """Move a use to an earlier place."""
    use_limit[place] = use_limit[i]
    use_what[place] = use_what[i]
    use_times[place] = use_times[i]
