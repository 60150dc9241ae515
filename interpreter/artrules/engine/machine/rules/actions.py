"""Actions and powers: what an option begins, how often something may be done, and the powers on cards
(`docs/write/phases.md`).
"""

from __future__ import annotations

# fmt: off
from artrules.engine.machine.intrinsics import copy_words, reserve
from artrules.engine.machine.memory import (
    frame_words, gained_by, gained_card, gained_power, has_suites, life_ends_limit, limit_per_card, may_fail, own_count,
    own_first, own_passing, own_powers, passes, power_cost, power_limits, power_limits_first, stack, use_limit,
    use_times, use_what, withheld,
)
from artrules.engine.machine.numbers import (
    ACTION, BLOCK_STEPS, CARDS, COMMITTED, DEEPEST, FINE, FIRST_BLOCK, LIMITS, MOST_POWERS, NONE, PLAYERS, POWERS,
    POWER_ENDS, RANKS, RUN_WATCHES, SLOTS, STACK_WORDS, TOO_DEEP, TOO_MANY_GAINED, TOO_MANY_POWERS, TOO_MANY_USES,
    TOO_NESTED, WITHHOLDING,
)
from artrules.engine.machine.program import limit_at_most, power_is_usable, run_power
from artrules.engine.machine.registers import (
    gained_count, looking_ahead, stack_base, stack_top, status, steps, use_count,
)
from artrules.engine.machine.rules.zones import OF_GAINED, note_word
from artrules.engine.machine.signals import fail, find_fault
# fmt: on


# Actions: what an option begins, and what must be possible as a whole (docs/write/statements.md).
#
# The frame (player, decision, ACTION) on a stack marks where an action began.


def check_stack(words: int) -> None:
    """See that so many more words may wait on the active stack."""
    if stack_top + words > stack_base + STACK_WORDS:
        find_fault(TOO_DEEP, -1, 0, 0, 0)


def acting_player() -> int:
    """The player whose action is in progress on the active stack; NONE when there is none."""
    place = stack_top
    while place > stack_base:
        block = stack[place - 1]
        if block == ACTION:
            return stack[place - 3]
        place -= frame_words[block]
    return NONE


def begin_action(player: int, decision: int) -> None:
    """Mark the beginning of an action, for an option of a decision whose frame has left the stack. Where one is in
    progress, nothing happens.

    The action of a plain `choose` begins below everything that its player's effect still has to do.
    """
    global stack_top
    place = stack_top
    while place > stack_base:
        block = stack[place - 1]
        if block == ACTION:
            return
        place -= frame_words[block]
    place = stack_top
    if not has_suites[decision]:
        while place > stack_base:
            block = stack[place - 1]
            if block < FIRST_BLOCK and block != RUN_WATCHES and block != POWER_ENDS:
                break
            place -= frame_words[block]
        copy_words(stack, place + 3, place, stack_top - place)
    stack[place] = player
    stack[place + 1] = decision
    stack[place + 2] = ACTION
    stack_top += 3


def end_suite(decision: int) -> None:
    """End a branch's suite: the action, too, if this decision began it."""
    global status, stack_top
    if stack_top > stack_base and stack[stack_top - 1] == ACTION and stack[stack_top - 2] == decision:
        if looking_ahead:
            status = COMMITTED
        else:
            stack_top -= 3


def run_action_end() -> None:
    """The frame of an action comes to the top when nothing of the action is left."""
    global status, stack_top
    stack_top -= 3
    if looking_ahead:
        status = COMMITTED


def commit() -> None:
    """Commit the action under way: what comes next can't be foreseen, so from here on it can't fail any more."""
    global status, stack_top, steps
    if looking_ahead:
        status = COMMITTED
        return
    place = stack_top
    while place > stack_base:
        steps += 1
        block = stack[place - 1]
        below = place - frame_words[block]
        if block == ACTION:
            copy_words(stack, below, place, stack_top - place)
            stack_top -= 3
        place = below


def nothing_can_fail_below(place: int) -> int:
    """Whether no frame below an index in `stack` can fail, down to the beginning of the action."""
    while place > stack_base:
        block = stack[place - 1]
        if block == ACTION:
            return 1
        if may_fail[block]:
            return 0
        place -= frame_words[block]
    return 1


def nothing_can_fail() -> int:
    """Whether no frame can fail, down to the beginning of the action."""
    return nothing_can_fail_below(stack_top)


def nest(site: int) -> None:
    """Count one more power, or event with watches, in others."""
    global steps
    place = stack_top
    depth = 0
    while place > stack_base:
        block = stack[place - 1]
        if block == RUN_WATCHES or block == POWER_ENDS:
            depth += 1
        place -= frame_words[block]
    steps += BLOCK_STEPS + depth
    if depth >= DEEPEST:
        find_fault(TOO_NESTED, site, 0, DEEPEST, depth)


def run_power_end() -> None:
    """The frame that marks how deeply powers nest: nothing is left to do."""
    global stack_top
    stack_top -= 1


# Limits: how often something has been done (docs/write/sets.md, Powers and limits). The uses are sorted, so that equal
# positions are equal.


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


# Powers on cards: which powers a card has, whether one can be used, and using it.
#
# A power on a card is numbered card * SLOTS + its index among the card's powers: the card's own first, then those that
# it gained. A card may lose a power and gain another one in its place. So what is to run later is remembered by its
# definition, and by its rank among equal powers of the card: card * SLOTS + MOST_POWERS + definition * RANKS + rank.


def first_gained(card: int) -> int:
    """Where in `gained_card` the powers of a card begin, or would begin."""
    place = 0
    while place < gained_count and gained_card[place] < card:
        place += 1
    return place


def power_count(card: int) -> int:
    """How many powers a card has."""
    return own_count[card] + gained_by[card]


def definition_of(power: int) -> int:
    """The definition of a power on a card. Fails for a power that the card has lost and nobody has remembered."""
    card = power // SLOTS
    slot = power % SLOTS
    own = own_count[card]
    if slot < own:
        return own_powers[own_first[card] + slot]
    return definition_of_other(card, slot, own)


def definition_of_other(card: int, slot: int, own: int) -> int:
    """The definition of a power of a card that isn't its own: it has gained it, or the power is remembered."""
    if slot >= MOST_POWERS:
        return (slot - MOST_POWERS) // RANKS
    if slot - own >= gained_by[card]:
        fail(-1)
        return 0
    return gained_power[first_gained(card) + slot - own]


def bearer_of(power: int) -> int:
    """The card that has a power."""
    return power // SLOTS


def is_known(power: int) -> int:
    """Whether a power has a definition: its card has it, or it is remembered."""
    slot = power % SLOTS
    return slot >= MOST_POWERS or slot < power_count(power // SLOTS)


def remembered(power: int) -> int:
    """The number of a power that stays the same whatever its card loses."""
    card = power // SLOTS
    slot = power % SLOTS
    if slot >= power_count(card):
        return power
    definition = definition_of(power)
    rank = 0
    for i in range(slot):
        if rank < RANKS - 1 and definition_of(card * SLOTS + i) == definition:
            rank += 1
    return card * SLOTS + MOST_POWERS + definition * RANKS + rank


def present(power: int) -> int:
    """The number of a power among those that its card has; the number itself where the card has lost it."""
    global steps
    slot = power % SLOTS
    if slot < MOST_POWERS:
        return power
    card = power // SLOTS
    rank = (slot - MOST_POWERS) % RANKS
    own = own_count[card]
    first = first_gained(card) - own
    steps += power_count(card)
    for i in range(power_count(card)):
        if i < own:
            definition = own_powers[own_first[card] + i]
        else:
            definition = gained_power[first + i]
        if definition == (slot - MOST_POWERS) // RANKS:
            if rank == 0:
                return card * SLOTS + i
            rank -= 1
    return power


def has_power(card: int, power: int) -> int:
    """Whether a power, or NONE, is one of those that a card has."""
    if power < 0 or power // SLOTS != card:
        return 0
    return present(power) % SLOTS < power_count(card)


def next_passing(card: int, slot: int, test: int) -> int:
    """The index of the first power of a card, from one on, that passes a test of powers; -1 if none does."""
    own = own_count[card]
    while slot < own:
        if passes[test * POWERS + own_powers[own_first[card] + slot]]:
            return slot
        slot += 1
    count = own + gained_by[card]
    if slot < count:
        first = first_gained(card) - own
        while slot < count:
            if passes[test * POWERS + gained_power[first + slot]]:
                return slot
            slot += 1
    return -1


def lacks_powers(card: int, slot: int, test: int) -> int:
    """Whether no power of a card, from one on, passes a test of powers."""
    if slot == 0 and gained_by[card] == 0:
        return not own_passing[test * CARDS + card]
    return next_passing(card, slot, test) < 0


def gain(card: int, power: int, site: int) -> None:
    """Let a card gain a power of another card."""
    global gained_count
    definition = definition_of(power)
    if status:
        return
    if power_count(card) + 1 >= MOST_POWERS:
        find_fault(TOO_MANY_POWERS, site, 0, MOST_POWERS, 0)
        return
    if not (reserve(gained_card, gained_count + 1) and reserve(gained_power, gained_count + 1)):
        find_fault(TOO_MANY_GAINED, site, 0, 0, gained_count)
        return
    place = first_gained(card) + gained_by[card]
    copy_words(gained_card, place + 1, place, gained_count - place)
    copy_words(gained_power, place + 1, place, gained_count - place)
    gained_card[place] = card
    gained_power[place] = definition
    gained_count += 1
    if looking_ahead:
        note_word(OF_GAINED, card, gained_by[card])
    gained_by[card] = gained_by[card] + 1


def lose(power: int) -> None:
    """Let a card lose a power that it gained, if it still has it, and all powers that it gained later. Their uses are
    forgotten."""
    card = power // SLOTS
    kept = power % SLOTS - own_count[card]
    if kept < gained_by[card]:
        lose_from(card, kept)
        forget_uses_of(card, power)


def lose_gained(card: int) -> None:
    """Let a card lose all powers that it gained. Their uses are forgotten."""
    if gained_by[card]:
        lose_from(card, 0)
        forget_uses_of(card, card * SLOTS + own_count[card])


def lose_from(card: int, kept: int) -> None:
    """Let a card keep only so many of the powers that it gained."""
    global gained_count
    place = first_gained(card) + kept
    lost = gained_by[card] - kept
    copy_words(gained_card, place, place + lost, gained_count - place - lost)
    copy_words(gained_power, place, place + lost, gained_count - place - lost)
    gained_count -= lost
    if looking_ahead:
        note_word(OF_GAINED, card, gained_by[card])
    gained_by[card] = kept


def is_withheld(me: int, definition: int) -> int:
    """Whether a power does nothing for a player."""
    return me >= 0 and withheld[definition] >> me & 1


def usable(me: int, power: int) -> int:
    """Whether a power's condition holds and none of its limits is reached; not of a power that its card has lost and
    nobody has remembered, nor of one that is withheld from the player."""
    global status
    card = power // SLOTS
    if power % SLOTS >= power_count(card):
        power = present(power)
        if not is_known(power):
            return 0
    definition = definition_of(power)
    if WITHHOLDING and is_withheld(me, definition):
        return 0
    return power_is_usable[definition](me, power, card)


def use_power(me: int, power: int, site: int) -> None:
    """Count a use and run the power's effect. Fails when the power isn't usable; what is withheld has no effect."""
    global stack_top, steps
    if WITHHOLDING and is_known(power) and is_withheld(me, definition_of(power)):
        return
    if not usable(me, power):
        if status == FINE:
            fail(site)
        return
    if power % SLOTS >= MOST_POWERS:
        power = present(power)
    definition = definition_of(power)
    for i in range(power_limits_first[definition], power_limits_first[definition + 1]):
        limit = power_limits[i]
        if limit_per_card[limit]:
            count_use(me, limit, power)
        else:
            count_use(me, limit, definition)
    nest(site)
    check_stack(64)
    if status:
        return
    steps += power_cost[definition]
    stack[stack_top] = POWER_ENDS
    stack_top += 1
    run_power[definition](me, power // SLOTS)
